"""Yardstick: what a hand-written kernel reaches when it knows one rule system and nothing else.

Standard settlement, flat stake, no splits, no tallies, policies by total: it cannot be changed, checked or extended,
and nothing but ``pontoon bench`` uses it. Speeds are quoted as ratios to it, from the same minutes on one machine.

    python -m pontoon_sim.yardstick [--punters 1,3,5,7] [--threads 1,2] [--deals 3000000]

Prints one JSON object a line: punters, threads, deals per second (best of four).
"""

import argparse
import json
import time

import numba as nb
import numpy as np

u64 = np.uint64


@nb.njit(inline="always")
def _next(s):  # SFC64
    t = s[0] + s[1] + s[3]
    s[3] += u64(1)
    s[0] = s[1] ^ (s[1] >> u64(11))
    s[1] = s[2] + (s[2] << u64(3))
    s[2] = ((s[2] << u64(24)) | (s[2] >> u64(40))) + t
    return t


@nb.njit(inline="always")
def _below(s, n):
    return np.int64(((_next(s) >> u64(32)) * u64(n)) >> u64(32))


@nb.njit(inline="always")
def _draw(s, pack, pos):
    j = pos + _below(s, 52 - pos)
    c = pack[j]
    pack[j] = pack[pos]
    pack[pos] = c
    return c


@nb.njit(parallel=True, nogil=True, boundscheck=False)
def run(seeds, deals, punters, play, bank, out):
    for t in nb.prange(seeds.shape[0]):
        s = seeds[t].copy()
        pack = np.empty(52, np.int8)
        for i in range(52):
            r = i % 13
            pack[i] = 11 if r == 0 else (10 if r >= 9 else r + 1)
        cls = np.zeros(16, np.int64)
        stake = np.zeros(16, np.int64)
        total = 0
        for _ in range(deals):
            c0 = _draw(s, pack, 0)
            c1 = _draw(s, pack, 1)
            pos = 2
            if c0 + c1 == 21:
                total += 2 * punters
                continue
            live = 0
            for p in range(punters):
                hard = 0
                ace = 0
                for _i in range(2):
                    c = _draw(s, pack, pos)
                    pos += 1
                    if c == 11:
                        hard += 1
                        ace = 1
                    else:
                        hard += c
                st = 1
                twisted = 0
                n = 2
                if ace and hard == 11:
                    cls[p] = 40
                    stake[p] = 1
                    live += 1
                    continue
                while n < 5:
                    if (hard + 10 if ace and hard <= 11 else hard) == 21:
                        break
                    a = play[n, hard, ace, twisted]
                    if a == 0:
                        break
                    if a == 2:
                        st += 2
                    else:
                        twisted = 1
                    c = _draw(s, pack, pos)
                    pos += 1
                    n += 1
                    if c == 11:
                        hard += 1
                        ace = 1
                    else:
                        hard += c
                    if hard > 21:
                        break
                if hard > 21:
                    total += st
                    cls[p] = 0
                    stake[p] = 0
                else:
                    live += 1
                    stake[p] = st
                    cls[p] = 30 if n == 5 else (hard + 10 if ace and hard <= 11 else hard)
            if live == 0:
                continue
            hard = 0
            ace = 0
            n = 2
            for c in (c0, c1):
                if c == 11:
                    hard += 1
                    ace = 1
                else:
                    hard += c
            while n < 5 and hard <= 21 and bank[n, hard, ace]:
                c = _draw(s, pack, pos)
                pos += 1
                n += 1
                if c == 11:
                    hard += 1
                    ace = 1
                else:
                    hard += c
            best = hard + 10 if ace and hard <= 11 else hard
            for p in range(punters):
                if hard > 21:
                    total -= 2 * stake[p] if cls[p] >= 30 else stake[p]
                elif n == 5:
                    total += -2 * stake[p] if cls[p] == 40 else 2 * stake[p]
                elif cls[p] >= 30:
                    total -= 2 * stake[p]
                else:
                    total += -stake[p] if cls[p] > best else stake[p]
        out[t] = total


def tables(stick=16, bank_stick=17):
    play = np.zeros((6, 40, 2, 2), np.int8)
    bank = np.zeros((6, 40, 2), np.int8)
    for n in range(2, 5):
        for hard in range(2, 22):
            for ace in range(2):
                best = hard + 10 if ace and hard <= 11 else hard
                if best < stick:
                    play[n, hard, ace, 0] = 2 if 9 <= hard <= 11 or (n == 4 and hard <= 15) else 1
                    play[n, hard, ace, 1] = 1
                bank[n, hard, ace] = best < bank_stick
    return play, bank


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--punters", default="1,3,5,7")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--deals", type=int, default=3_000_000)
    a = p.parse_args()
    play, bank = tables()
    seeds = np.random.SeedSequence(1).generate_state(64, np.uint64).reshape(16, 4).copy()
    seeds[:, 3] = 1
    for k in map(int, a.punters.split(",")):
        for th in map(int, a.threads.split(",")):
            nb.set_num_threads(th)
            out = np.zeros(th, np.int64)
            run(seeds[:th], 1000, k, play, bank, out)
            best = 1e9
            for _ in range(4):
                t = time.perf_counter()
                run(seeds[:th], a.deals, k, play, bank, out)
                best = min(best, time.perf_counter() - t)
            print(
                json.dumps(
                    {
                        "punters": k,
                        "threads": th,
                        "deals_per_s": round(a.deals * th / best),
                        "bank_edge_per_hand": out.sum() / (a.deals * th * k),
                    }
                )
            )


if __name__ == "__main__":
    main()
