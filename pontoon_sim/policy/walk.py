"""Which states a punter's policy meets: the hands it may hold, and what it remembers of how they came about.

A policy's tables say more than it ever looks up. What matters of them (for legality, for the digest, for a CSV
file) is found by walking through all hands of two cards and everything that the policy itself makes of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, RANKS, TEN
from ..errors import PolicyError
from ..hands import BUST, WIDTH, graph
from ..law import Law, buy_limits, can_buy, plain_law, pontoon_level, split_rank
from ..rulebook import Rules
from .players import BUY_LEAST, BUY_MOST, CODES, STICK, TWIST

#: During a walk, code ``FIRST_AMOUNT + h`` buys for h halves of the initial stake.
FIRST_AMOUNT = 4
PHASES = 120  # most ways of coming about that a CSV policy may tell apart

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Memory(NamedTuple):
    """How a hand came about, as far as the rules and the columns of a CSV file ask for it.

    Money is in units, counted for the smallest stake: a policy cannot tell its stake, and buys alike with any.
    """

    twisted: int
    bought: int
    last: int
    buys: int
    phase: int = 0  # what the policy itself remembers, where it is one of tables


START = Memory(0, 0, 0, 0)


@dataclass
class Walk:
    """The states met, by memory in the order found: the code at each node, and the memory after each code."""

    memories: list[Memory] = field(default_factory=list)
    codes: list[dict[int, int]] = field(default_factory=list)
    after: list[dict[int, int]] = field(default_factory=list)


def most_packs(rules: Rules) -> int:
    """Packs in use at the largest table: a policy is made for tables of any size."""
    return rules.packs_for(10)


def runs_out_of_hands(rules: Rules, rank: int) -> bool:
    """Whether a pair of that rank may turn up that cannot be split for want of hands, and is played on."""
    if rank == ACE and rules.split_aces_one_card:
        return False
    ranks = 4 if rules.split == "value" and rank == TEN else 1
    return 4 * ranks * most_packs(rules) > rules.max_hands


def first_pairs(rules: Rules) -> list[tuple[int, int, int, int | None]]:
    """All pairs of first ranks: the two, their node, and the rank by which they may be split."""
    hands = graph()
    return [
        (one, two, hands.node_of([one, two]), split_rank(rules, one, two))
        for one in range(13)
        for two in range(one, 13)
    ]


def plays_on(rules: Rules, one: int, two: int, splits: NDArray[np.int8]) -> bool:
    """Whether two first cards that are not split are ever played on: a pontoon is not, but as a drawn 21."""
    if not pontoon_level(rules, one, two):
        return True
    halves = (split_rank(rules, ACE, ACE), split_rank(rules, two, two))
    after_split = any(rank is not None and splits[rank] for rank in halves)
    return rules.split_pontoon == "drawn-21" and after_split


def first_nodes(rules: Rules, splits: NDArray[np.int8], burns: NDArray[np.int8]) -> list[int]:
    """The hands of two cards on which a policy with those splits and burns is asked for a move."""
    law = plain_law(rules)
    found: dict[int, None] = {}
    for one, two, node, rank in first_pairs(rules):
        always_split = rank is not None and splits[rank] and not runs_out_of_hands(rules, rank)
        if law.open[node] and not burns[node] and not always_split and plays_on(rules, one, two, splits):
            found[node] = None
    return list(found)


def units(law: Law, base: int, memory: Memory, code: int) -> int:
    """What a buying code adds, in units."""
    least, most = buy_limits(law, base, memory.last)
    if code == BUY_LEAST:
        return int(least)
    if code == BUY_MOST:
        return int(most)
    return int(min(max((code - FIRST_AMOUNT) * base // 2, least), most))


def step(law: Law, base: int, memory: Memory, code: int) -> Memory:
    """The memory after twisting or buying."""
    if code == TWIST:
        return memory._replace(twisted=1)
    added = units(law, base, memory, code)
    return memory._replace(bought=memory.bought + added, last=added, buys=memory.buys + 1)


def walk(
    rules: Rules,
    starts: list[int],
    decide: Callable[[Memory, int], int],
    follow: Callable[[int, int], int] = lambda phase, code: phase,
    name: str = "",
    limit: int | None = None,
) -> Walk:
    """All states that a policy meets.

    Parameters
    ----------
    rules : Rules
    starts : list of int
        Nodes of two cards on which it is asked for a move.
    decide : callable
        The code at a memory and a node; may raise. Amounts are coded as `FIRST_AMOUNT` plus halves.
    follow : callable
        The policy's next phase after a phase and a code.
    name : str
        For the message.
    limit : int, optional
        Most memories to tell apart.

    Raises
    ------
    PolicyError
        When the limit is passed.
    """
    law, hands, base = plain_law(rules), graph(), rules.stake_min
    fits = hands.fits(most_packs(rules))
    found = Walk()
    index: dict[Memory, int] = {}
    queue = [(START, node) for node in starts]
    seen = set(queue)
    for memory, node in queue:  # grows while it is read
        if memory not in index:
            index[memory] = len(index)
            found.memories.append(memory)
            found.codes.append({})
            found.after.append({})
            if limit is not None and len(index) > limit:
                raise PolicyError(
                    f"{name}: the policy tells more than {limit} ways apart in which a hand can come about: "
                    "use fewer different amounts."
                )
        code = decide(memory, node)
        found.codes[index[memory]][node] = code
        if code == STICK:
            continue
        then = step(law, base, memory, code)._replace(phase=follow(memory.phase, code))
        for rank in range(TEN + 1):
            child = law.take[node * WIDTH + rank]
            if child != BUST and law.open[child] and fits[child] and (then, child) not in seen:
                seen.add((then, child))
                queue.append((then, child))
    for number, memory in enumerate(found.memories):
        for code in sorted(set(found.codes[number].values()) - {STICK}):
            then = step(law, base, memory, code)._replace(phase=follow(memory.phase, code))
            if then in index:
                found.after[number][code] = index[then]
    return found


def refusal(rules: Rules, memory: Memory, node: int, code: int) -> str | None:
    """What is illegal about a code in a state, as the end of a sentence; None when it is legal."""
    law, base = plain_law(rules), rules.stake_min
    state = f"{describe(node)}{_history(memory)}"
    if code == STICK:
        if law.may_stick[node]:
            return None
        return f"sticks on {state}, below the smallest total to stick on, {rules.min_stick}"
    if code == TWIST:
        return None
    if not can_buy(law, node, memory.buys, memory.twisted):
        return f"buys on {state}, where the rules do not let it"
    if code < FIRST_AMOUNT:
        return None
    least, most = buy_limits(law, base, memory.last)
    if not 2 * least <= (code - FIRST_AMOUNT) * base <= 2 * most:
        return (
            f"buys for {number_text(code - FIRST_AMOUNT, 2)} initial stakes on {state}, where the limits are "
            f"{number_text(least, base)} to {number_text(most, base)}"
        )
    return None


def number_text(over: int, under: int) -> str:
    """A fraction as short decimal text; parsing it as a float gives the quotient back exactly."""
    return str(over // under) if over % under == 0 else repr(over / under)


def describe(node: int) -> str:
    """A hand in words: ``soft 17 of two cards``."""
    hands = graph()
    count = int(hands.cards[node])
    cards = _NUMBERS[count] if count < len(_NUMBERS) else str(count)
    return f"{'soft' if hands.soft[node] else 'hard'} {hands.best[node]} of {cards} cards"


def _history(memory: Memory) -> str:
    bought = f" after {memory.buys} bought card{'s' * (memory.buys > 1)}" if memory.buys else ""
    return bought + (" and a twist" if bought else " after a twist") * memory.twisted


def hand_text(node: int) -> str:
    """The cards of a hand as values: ``A-6``."""
    counts = graph().counts[node]
    return "-".join(RANKS[card - 1] for card in range(1, 11) for _ in range(int(counts[card])))


def fold(found: Walk) -> list[int]:
    """Number of the phase of each memory, as few as need be told apart.

    Memories merge when they never disagree about a hand that both meet, nor do those that follow them.
    """
    home = list(range(len(found.memories)))
    for one in range(len(home)):
        for other in range(one):
            if home[one] == one and home[other] == other:
                home = _merged(found, home, other, one) or home
    phases = {root: phase for phase, root in enumerate(sorted(set(home)))}
    return [phases[root] for root in home]


def _merged(found: Walk, home: list[int], one: int, other: int) -> list[int] | None:
    """The homes once two are one, with all that follows from it; None when that contradicts itself."""
    home, due = list(home), [(one, other)]
    while due:
        low, high = sorted(home[member] for member in due.pop())
        if low == high:
            continue
        kept = [i for i, root in enumerate(home) if root == low]
        moved = [i for i, root in enumerate(home) if root == high]
        for left in kept:
            for right in moved:
                mine, his = found.codes[left], found.codes[right]
                if any(mine[node] != his[node] for node in mine.keys() & his.keys()):
                    return None
                due += [
                    (found.after[left][code], found.after[right][code])
                    for code in found.after[left].keys() & found.after[right].keys()
                ]
        home = [low if root == high else root for root in home]
    return home


class Tables(NamedTuple):
    """The moves of a policy as arrays: see `players.Players`."""

    moves: NDArray[np.int8]
    following: NDArray[np.int8]
    amounts: NDArray[np.int64]


def tabulate(rules: Rules, found: Walk, name: str = "") -> Tables:
    """The smallest tables that do in every state met what the walk found; elsewhere they twist where they must.

    Raises
    ------
    PolicyError
        When the policy buys for too many different amounts.
    """
    law, phase_of = plain_law(rules), fold(found)
    halves = sorted({code - FIRST_AMOUNT for codes in found.codes for code in codes.values() if code >= FIRST_AMOUNT})
    if len(halves) > CODES - FIRST_AMOUNT:
        raise PolicyError(
            f"{name}: the policy buys for {len(halves)} different amounts and can hold {CODES - FIRST_AMOUNT}: "
            "use fewer, or min and max."
        )
    short = {FIRST_AMOUNT + half: FIRST_AMOUNT + i for i, half in enumerate(halves)}
    phases = max(phase_of, default=0) + 1
    elsewhere = np.where(np.array(law.open, bool) & ~np.array(law.may_stick, bool), TWIST, STICK)
    moves = np.tile(elsewhere.astype(np.int8), (phases, 1))
    following = np.repeat(np.arange(phases, dtype=np.int8)[:, None], CODES, axis=1)
    amounts = np.zeros(CODES, np.int64)
    amounts[FIRST_AMOUNT : FIRST_AMOUNT + len(halves)] = halves
    for number, phase in enumerate(phase_of):
        for node, code in found.codes[number].items():
            moves[phase, node] = short.get(code, code)
        for code, then in found.after[number].items():
            following[phase, short.get(code, code)] = phase_of[then]
    return Tables(moves, following, amounts)
