"""`Rules` and the graph of hands, compiled once into the tables and integers that every engine reads.

The law of a rule system says, by node: may the hand take another card, may it stick, may the next card be bought,
and what does it rank as when it ends; by two first cards: is it a pontoon, a pair, a hand to burn; and by classes
of two hands, who pays whom how much. Nothing else anywhere asks which rule system is played.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from .cards import ACE, JACK, QUEEN, TEN, value
from .hands import BUST, EMPTY, WIDTH, HandGraph, graph
from .jit import inlined, overload
from .rulebook import Rules

# Classes of a punter's finished hand; 1 to 20 are best totals. Those of a banker are the first ones of these.
TWENTY_ONE, TRICK, PONTOON, HIGH_PONTOON = 21, 22, 23, 24
SINGLE, HIGH_SINGLE, ROYAL = 25, 26, 27
UNPLAYED, UNPLAYED_21 = (
    28,
    29,
)  # the deal ended on the second cards; the latter: ace and ten that are no pontoon
NOT_PLAYED = 25  # a banker's class: every punter was out, or a natural ended the deal
CLASSES = 32  # width of the settlement matrix

# What `Law.pair` says of two first cards.
NODE_BITS = 0xFFFF
PONTOON_SHIFT = 16  # 0 no pontoon, 1 a pontoon, 2 a high one
IS_PAIR = 1 << 18
IS_BURNABLE = 1 << 19
SPLIT_RANK_SHIFT = 20  # the rank by which a pair is known: its own, or the ten of all that count ten

# Values of `Law.passes` and of `Law.shuffle_rule`: what moves the bank, and when the pack is shuffled (aftermath.py).
STAYS, TO_PONTOON, TO_ELDEST, ROTATES_ON_NATURAL, ROTATES_ON_ANY, ROTATES_BY_COUNT = range(6)
WHEN_EXHAUSTED, EVERY_DEAL, AFTER_PONTOON, AFTER_PUNTER_PONTOON, ON_BANK_CHANGE = range(5)

# Values of `Extras.doubles`.
DOUBLES_EVERYTHING, DOUBLES_ORDINARY = 1, 2


class Extras(NamedTuple):
    """Switches of the rules that most systems do without; all zero is standard Pontoon."""

    doubles: int  # 0, DOUBLES_EVERYTHING or DOUBLES_ORDINARY
    cap_undoubled: int  # buys are limited by the stake before the double
    burns: int
    shoots: int  # the kitty of a deal that stands alone, in units; 0: nobody shoots
    brulet: int  # what a brulet takes from each punter, in units; 0 without
    natural_from_all: int
    completes: int  # the banker plays although every punter is out
    stakes_first: int  # stakes are posted before the deal


class NoExtras(NamedTuple):
    """All of `Extras` off, known when compiling, so that standard Pontoon carries no dead weight."""

    none: int = 0


class Law(NamedTuple):
    """The law of one rule system; see the module. Arrays are lists in the plain form."""

    take: Any  # int16 (nodes * 16,): node after a card
    pair: Any  # int32 (256,): two first cards, rank * 16 + rank
    open: Any  # int8 (nodes,): the hand may take a card
    klass: Any  # int8 (nodes,): what it ranks as for a punter, for a banker
    bank_klass: Any
    may_stick: Any  # int8 (nodes,)
    may_buy: Any  # int8 (nodes,): as far as the cards go
    may_shoot: Any  # int8 (nodes,): three cards, so that the next is the fourth
    pay: Any  # int8 (CLASSES * CLASSES,): punter's class * CLASSES + banker's, in 1/unit of the stake
    undoubled: Any  # int8, same shape: 1 where an ordinary double does not count
    extras: Any  # Extras or NoExtras
    unit: int  # results are in 1/unit of a unit: 1, or 2 where something pays 3 to 2
    shown_at_once: int
    max_hands: int
    split_pontoon: int  # 0 a drawn 21, 1 pays single, 2 a pontoon
    split_aces_one_card: int
    deal_when_reached: int
    first_buy_min: int
    first_buy_max: int
    later_between: int
    max_buys: int  # 0: no limit
    buy_after_twist: int
    passes: int  # STAYS, TO_PONTOON, ...
    shuffle_rule: int  # WHEN_EXHAUSTED, EVERY_DEAL, ...
    misericorde: int
    rotate_every: int  # deals; 0: as many as there are people at the table


def _switch(name: str) -> Any:
    """A function of `extras` that reads one switch, and is the constant 0 when compiled for `NoExtras`."""
    index = Extras._fields.index(name)

    def read(extras: Any) -> int:
        return int(extras[index]) if len(extras) > 1 else 0

    read.__name__ = name

    @overload(read)
    def compiled(extras):
        if getattr(extras, "instance_class", None) is NoExtras:
            return lambda extras: 0
        return lambda extras: extras[index]

    return read


doubling = _switch("doubles")
cap_undoubled = _switch("cap_undoubled")
burning = _switch("burns")
shooting = _switch("shoots")
brulet_takes = _switch("brulet")
natural_from_all = _switch("natural_from_all")
completes = _switch("completes")
stakes_first = _switch("stakes_first")


@inlined
def buy_limits(law, base, last):
    """Smallest and largest legal buy, in units.

    Parameters
    ----------
    law : Law
    base : int
        The initial stake by which buys are limited.
    last : int
        The previous addition to the hand's stake, 0 before the first.
    """
    if last == 0:
        return max(law.first_buy_min * base, 1), law.first_buy_max * base
    if law.later_between:
        return (base if last >= base else 1), last
    return 1, base


@inlined
def can_buy(law, node, buys, twisted):
    """Whether an open hand may buy its next card, after so many buys and perhaps a twist."""
    if law.first_buy_max == 0 or law.may_buy[node] == 0:
        return False
    if twisted and law.buy_after_twist == 0:
        return False
    return law.max_buys == 0 or buys < law.max_buys


def pontoon_level(rules: Rules, one: int, two: int) -> int:
    """0 when two first cards are no pontoon, else 1, or 2 for one that outranks the others."""
    if ACE not in (one, two) or value(one) + value(two) != 11:
        return 0
    ten = max(one, two)
    if ten == TEN and not rules.ace_ten_is_pontoon:
        return 0
    if rules.pontoon_ranking == "picture-beats-ten":
        return 2 if ten >= JACK else 1
    if rules.pontoon_ranking == "natural-beats-flat":
        return 2 if ten >= QUEEN else 1
    return 1


def split_rank(rules: Rules, one: int, two: int) -> int | None:
    """The rank by which a pair that may be split is known, or None."""
    if not rules.splits:
        return None
    if rules.split == "value":
        return min(one, TEN) if value(one) == value(two) else None
    if one != two or (rules.split == "aces" and one != ACE):
        return None
    return one


def _pairs(rules: Rules, hands: HandGraph) -> list[int]:
    table = [0] * 256
    for one in range(13):
        for two in range(13):
            node = hands.node_of([one, two])
            entry = node | pontoon_level(rules, one, two) << PONTOON_SHIFT
            rank = split_rank(rules, one, two)
            if rank is not None:
                entry |= IS_PAIR | rank << SPLIT_RANK_SHIFT
            if ACE not in (one, two) and value(one) + value(two) == rules.burn:
                entry |= IS_BURNABLE
            table[one * WIDTH + two] = entry
    return table


def _classes(rules: Rules, hands: HandGraph, royal: bool) -> list[int]:
    """Class by node of a hand that ended there and is no pontoon."""
    trick = rules.five_card_trick != "none"
    table = np.where(trick & (hands.cards == 5), TRICK, hands.best).astype(int)
    if royal:
        table[hands.node_of([6, 6, 6])] = ROYAL
    table[BUST] = table[EMPTY] = 0
    return table.tolist()


def _open(rules: Rules, hands: HandGraph) -> list[int]:
    room = (hands.cards < 5) if rules.max_cards == 5 else np.ones(len(hands.low), bool)
    low_enough = (hands.best < 21) | ((hands.low < 21) & rules.soft_21_may_draw)
    table = (room & low_enough).astype(int)
    table[BUST] = 0
    return table.tolist()


def payment(rules: Rules, punter: int, banker: int) -> float:
    """What a punter's class of hand wins (+) or loses (-) against a banker's, in stakes.

    The settlement grids of all rule systems are this one function of their fields.
    """
    level = rules.five_card_trick == "level-with-21"
    if punter >= UNPLAYED:  # only a banker's pontoon settles these
        punter = TWENTY_ONE if punter == UNPLAYED_21 else 1
    if punter == 0:
        return -1
    if punter == ROYAL:
        return 3
    is_pontoon = punter in (PONTOON, HIGH_PONTOON, SINGLE, HIGH_SINGLE)
    pontoon_pays = 1 if punter in (SINGLE, HIGH_SINGLE) else rules.pontoon_pays
    if banker in (PONTOON, HIGH_PONTOON):
        if is_pontoon and punter in (HIGH_PONTOON, HIGH_SINGLE) and banker == PONTOON:
            return pontoon_pays
        takes: Any = "same"
        if is_pontoon:
            takes = rules.banker_pontoon_from_pontoon
        elif punter == TWENTY_ONE or (punter == TRICK and level):
            takes = rules.banker_pontoon_from_21
        return -(rules.banker_pontoon_takes if takes == "same" else takes)
    if is_pontoon:
        return pontoon_pays
    if banker == TRICK and not level:
        return -rules.banker_five_takes
    if punter == TRICK and not level:
        return rules.five_card_pays
    if banker == 0:
        return rules.banker_bust_pays_21 if punter in (TWENTY_ONE, TRICK) else 1
    mine, his = min(punter, TWENTY_ONE), min(banker, TWENTY_ONE)  # from here on a level trick counts as 21
    if mine == his:
        stands_off = rules.ties == "stand-off" or (mine == TWENTY_ONE and rules.ties_at_21 == "stand-off")
        equal_totals = punter == banker != TRICK
        return 0 if stands_off and (equal_totals or _level_stands_off(rules)) else -1
    if mine > his:
        return rules.drawn_21_pays if mine == TWENTY_ONE else 1
    return -(rules.drawn_21_pays if his == TWENTY_ONE else 1)


def _level_stands_off(rules: Rules) -> bool:
    """Whether 21 and a trick level with it stand off: `ties_at_21` frees the class, `ties` equal totals only."""
    return rules.ties == "banker" and rules.ties_at_21 == "stand-off"


def _matrices(rules: Rules, unit: int) -> tuple[list[int], list[int]]:
    pay, undoubled = [0] * CLASSES**2, [0] * CLASSES**2
    for punter in range(UNPLAYED_21 + 1):
        for banker in range(NOT_PLAYED + 1):
            cell = punter * CLASSES + banker
            pay[cell] = int(unit * payment(rules, punter, banker)) if banker != NOT_PLAYED else -unit * (punter == 0)
            special = punter >= TRICK or (punter > 0 and TRICK <= banker < NOT_PLAYED)
            undoubled[cell] = int(rules.banker_doubles == "ordinary" and special)
    return pay, undoubled


def brulet_units(rules: Rules) -> int:
    """What a brulet takes from each punter."""
    return {"none": 0, "levy": rules.brulet_limit, "pool": rules.brulet_pool}[rules.brulet]


def _extras(rules: Rules) -> Extras:
    return Extras(
        doubles={"no": 0, "everything": DOUBLES_EVERYTHING, "ordinary": DOUBLES_ORDINARY}[rules.banker_doubles],
        cap_undoubled=int(rules.banker_doubles == "ordinary" or rules.buy_cap_after_double == "undoubled"),
        burns=int(rules.burn != "none"),
        shoots=rules.kitty if rules.shoot else 0,
        brulet=brulet_units(rules),
        natural_from_all=int(rules.natural_from_all),
        completes=int(rules.banker_completes),
        stakes_first=int(rules.stakes_when == "before-deal"),
    )


_PASSES = {
    "pontoon": TO_PONTOON,
    "eldest-natural": TO_ELDEST,
    "rotation-on-natural": ROTATES_ON_NATURAL,
    "rotation-on-any-natural": ROTATES_ON_ANY,
    "rotate-every": ROTATES_BY_COUNT,
    "never": STAYS,
    "sale": STAYS,
}
_SHUFFLES = {
    "when-exhausted": WHEN_EXHAUSTED,
    "every-deal": EVERY_DEAL,
    "after-pontoon": AFTER_PONTOON,
    "after-punter-pontoon": AFTER_PUNTER_PONTOON,
    "on-bank-change": ON_BANK_CHANGE,
}


@lru_cache(maxsize=256)
def plain_law(rules: Rules) -> Law:
    """The law with lists for tables, for play from Python."""
    hands = graph()
    unit = 2 if rules.half_units else 1
    pay, undoubled = _matrices(rules, unit)
    may_buy = np.where(hands.cards == 4, hands.low >= rules.fifth_card_bought_from, True).astype(int)
    return Law(
        take=hands.take.tolist(),
        pair=_pairs(rules, hands),
        open=_open(rules, hands),
        klass=_classes(rules, hands, rules.royal_pontoon),
        bank_klass=_classes(rules, hands, False),
        may_stick=(hands.best >= rules.min_stick).astype(int).tolist(),
        may_buy=may_buy.tolist(),
        may_shoot=(hands.cards == 3).astype(int).tolist(),
        pay=pay,
        undoubled=undoubled,
        extras=_extras(rules),
        unit=unit,
        shown_at_once=int(rules.banker_pontoon_shown == "at-once"),
        max_hands=rules.max_hands if rules.splits else 1,
        split_pontoon={"drawn-21": 0, "single": 1, "pontoon": 2}[rules.split_pontoon],
        split_aces_one_card=int(rules.split_aces_one_card),
        deal_when_reached=int(rules.split_dealing == "when-reached"),
        first_buy_min=rules.first_buy_min,
        first_buy_max=rules.first_buy_max,
        later_between=int(rules.later_buy == "between"),
        max_buys=rules.max_buys,
        buy_after_twist=int(rules.buy_after_twist),
        passes=_PASSES[rules.bank_passes],
        shuffle_rule=_SHUFFLES[rules.shuffle],
        misericorde=int(rules.misericorde),
        rotate_every=0 if rules.rotate_every == "players" else int(rules.rotate_every),
    )


_TYPES = {"take": np.int16, "pair": np.int32}


@lru_cache(maxsize=256)
def compiled_law(rules: Rules, keep_extras: bool = False) -> Law:
    """The law as kernels take it: arrays for tables, and `NoExtras` where all extras are off (unless kept)."""
    law = plain_law(rules)
    arrays: dict[str, Any] = {
        name: np.array(table, _TYPES.get(name, np.int8))
        for name, table in law._asdict().items()
        if isinstance(table, list)
    }
    return law._replace(**arrays, extras=law.extras if keep_extras or any(law.extras) else NoExtras())
