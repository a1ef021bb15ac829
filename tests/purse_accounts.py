"""Purses worked out in plain Python, by other ways than the package: distributions deal by deal, single courses."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace

import numpy as np

import pontoon_sim as ps
from pontoon_sim.evening.purses import new_purses
from pontoon_sim.evening.state import BANKER, PLAYED
from pontoon_sim.tabletop import new_table

#: A deal brings one stake or takes one, and nothing else.
EVEN = {"pontoon_pays": 1, "banker_pontoon_takes": 1, "five_card_trick": "none", "first_buy_max": 0, "split": "none"}


def even_money(**changes):
    """Rules under which a deal brings one stake or takes one."""
    return ps.rules("pagat", **EVEN, **changes)


def chance_of_winning(rules, **who):
    """The exact chance that such a deal is won."""
    found = ps.edge(rules, punters=1, method="exact", **who).figures
    gain = -found.bank_edge["per_initial_stake"].value
    assert abs(found.variance - (1 - gain**2)) < 1e-9, "some deal brings another amount than one stake"
    return (1 + gain) / 2


def spread_out(win, purse, deals, stake, after, level=1, target=None):
    """The distribution of (purse, level, ruined, reached) after deals that bring a stake or take it."""
    now = {(purse, level, False, False): 1.0}
    for _ in range(deals):
        then = defaultdict(float)
        for (held, at, ruined, reached), chance in now.items():
            if ruined:
                then[held, at, ruined, reached] += chance
                continue
            put = stake(held, at)
            for won, share in ((1, win), (-1, 1 - win)):
                left = held + won * put
                there = reached or (target is not None and left >= target)
                then[left, after(at, won), left < 1, there] += chance * share
        now = then
    return now


def course(plan, rules, purse, nets, cards, target=None, banker_moves=()):
    """One person's sitting, driven by hand: what he stakes in each deal, and his columns after all.

    Parameters
    ----------
    nets : sequence of (int -> int)
        What the deals bring, given the initial stake.
    cards : sequence of int
        Rank of his first card in each deal.
    """
    between = new_purses([plan, plan], rules, 1, [purse] * 2, [target or 2 * purse] * 2, [len(nets)], 1)
    table, evening = new_table(1), SimpleNamespace(state=np.zeros(8, np.int64), moving=0)
    evening.state[BANKER] = 1
    players = SimpleNamespace(stakes=np.zeros(16, np.int64))
    between.sit_down(None, players, table, evening)
    staked = []
    for deal, (net, card) in enumerate(zip(nets, cards, strict=True), start=1):
        between.prepare(None, None, players, table, evening)
        between.prepare(None, None, players, table, evening)  # as after a void deal
        stake = int(players.stakes[card])
        staked.append(stake)
        table.net[0], table.net[1] = net(stake), -net(stake)
        table.initial[0], table.hands[0], table.staked[0] = stake, 1, stake
        evening.state[PLAYED] = deal
        between.note(None, None, players, table, evening, 1)
    between.get_up(None, players, table, evening)
    return staked, between.ends[:15].tolist(), int(between.paths[0])
