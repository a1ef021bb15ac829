"""Every field of the rules has a witness: a deal that ends differently when this field alone changes.

A witness names its rule, the system it starts from, the deal, what is looked at, and what is seen there under each
value of the field. A deal that the rules forbid shows the code of its refusal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, get_args

import pytest
from shorthand import deal, opened

from pontoon_sim import EdgeResult, edge
from pontoon_sim.errors import DealError, RulesError
from pontoon_sim.presets import preset_names, rules
from pontoon_sim.rulebook import OVER_DEALS
from pontoon_sim.script import Settlement, settle

RULES = type(rules())
FIELDS = tuple(rules().effective())


# ---- What is looked at in a settlement.


def net(found: Settlement) -> Any:
    return found.net["P1"]


def nets(found: Settlement) -> Any:
    return tuple(found.net.values())


def next_banker(found: Settlement) -> Any:
    return found.next_banker


def shuffled(found: Settlement) -> Any:
    return found.shuffle


def counts(found: Settlement) -> Any:
    return found.counts


def kitty(found: Settlement) -> Any:
    return found.kitty


def pack(found: Settlement) -> Any:
    return None if found.pack is None else " ".join(found.pack)


def banker_class(found: Settlement) -> Any:
    return found.banker_class


@dataclass(frozen=True)
class Dealt:
    """A written-down deal as a witness.

    Attributes
    ----------
    rule : str
        The paragraph of the rule book, in words.
    script : str
        Events in shorthand.
    seen : dict
        By value of the field, what `look` finds in the settlement, or the code of refusal.
    look : callable
    base, changes : str, dict
        The system that the field is changed in.
    keys : dict
        Further keys of the document.
    """

    rule: str
    script: str
    seen: dict[Any, Any]
    look: Callable[[Settlement], Any] = net
    base: str = "pagat"
    changes: dict[str, Any] = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str, value: Any) -> Any:
        try:
            return self.look(settle(deal(self.script, self.base, self.changes | {name: value}, **self.keys)))
        except DealError as refusal:
            return refusal.code


@dataclass(frozen=True)
class Refused(Dealt):
    """A written-down deal that is refused sooner or later: what is seen is the event at which it is."""

    def find(self, name: str, value: Any) -> Any:
        with pytest.raises(DealError) as caught:
            settle(deal(self.script, self.base, self.changes | {name: value}, **self.keys))
        return caught.value.code, caught.value.event


@dataclass(frozen=True)
class Played:
    """A simulation of a few hundred deals as a witness: one figure of its result."""

    rule: str
    look: Callable[[EdgeResult], Any]
    seen: dict[Any, Any]
    base: str = "pagat"
    changes: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str, value: Any) -> Any:
        return self.look(simulated(rules(self.base, **self.changes | {name: value})))


@cache
def simulated(system: Any) -> EdgeResult:
    return edge(system, punters=1, deals=300, seed=1, threads=1)


@dataclass(frozen=True)
class BetweenDeals:
    """For a field that acts between deals only: no single deal can show it, and it is declared as such."""

    rule: str
    seen: dict[Any, None]
    base: str = "pagat"
    changes: dict[str, Any] = field(default_factory=dict)


Witness = Dealt | Played | BetweenDeals

# ---- Deals that witness several fields.

#: P1 is paid a plain win.
NINETEEN_V_SEVENTEEN = opened("TH 9C", "TD 7C") + " P1+stick B+stick"
PONTOON_V_SEVENTEEN = opened("AH KC", "TD 7C") + " B+stick"
#: P1 stands on 20, P2 holds a pontoon; three at the table.
PONTOON_OF_P2 = opened("TH QC", "AS KD", "TD 7C") + " P1+stick B+stick"
BOTH_PONTOONS = opened("9H QC", "AS KD", "AD KH")
NO_PONTOON = opened("TH QC", "TS 9D", "TD 7C") + " P1+stick P2+stick B+stick"
BANKER_PONTOON = opened("TH 9C", "AD KS")
#: Ace and king, ace and eight after a split.
SPLIT_PONTOON = opened("AS AH", "TD 7C") + " P1+split:KD,8C P1.2+stick B+stick"
TRICK = " P1+twist:2H P1+twist:4C P1+twist:5D"  # after 2 and 3: five cards that make 16
BANKERS_TRICK = " B+twist:4D B+twist:2C B+twist:6H"  # after 2 and 3: five cards that make 17
TWENTY_ONE_V_SEVENTEEN = opened("TH 5C", "TD 7C") + " P1+twist:6S B+stick"
LATE = {"banker_pontoon_shown": "after-play"}
#: P1 busts on his third card, P2 has 12, and the pack holds one card more than that.
BUST_THEN_TWELVE = opened("TH 6C", "8S 4D", "TD 7C") + " P1+twist:KS"

SHORT_PACK = ["TH", "8S", "TD", "6C", "4D", "7C", "KS"]


REGISTRY: dict[str, list[Witness]] = {
    "packs": [
        Refused(
            "section 0, that many packs hold a card that often",
            " ".join(f"P{seat}:5S" for seat in range(1, 11)),
            {"auto": ("card_not_in_pack", 2)} | {count: ("card_not_in_pack", count) for count in range(1, 9)},
        ),
        Refused(
            "section 0, auto is one pack up to six punters",
            " ".join(f"P{seat}:5S" for seat in range(1, 5)) + " P5:6S P6:6H",
            {"auto": ("card_not_in_pack", 1), 1: ("card_not_in_pack", 1), 2: ("card_not_in_pack", 2)},
        ),
        Played("section 0, simulated", lambda found: found.to_dict()["packs"], {"auto": 1, 1: 1, 8: 8}),
    ],
    "stake_min": [
        Dealt(
            "A7 stakes, within agreed limits",
            opened("TH 9C", "TD 7C", stake=1) + " P1+stick B+stick",
            {1: 1, 2: "stake_out_of_range"},
        ),
        Dealt("A7 stakes, the smallest is allowed", NINETEEN_V_SEVENTEEN, {2: 2, 3: "stake_out_of_range"}),
        Played("A7 stakes, simulated", lambda found: found.to_dict()["mean_initial_stake"], {1: 1, 2: 2}),
    ],
    "stake_max": [
        Dealt(
            "A7 stakes, within agreed limits",
            opened("TH 9C", "TD 7C", stake=6) + " P1+stick B+stick",
            {5: "stake_out_of_range", 6: 6},
        ),
    ],
    "stakes_when": [
        Dealt(
            "A7 stakes, after the first card",
            NINETEEN_V_SEVENTEEN,
            {"after-first-card": 2, "before-deal": "not_in_turn"},
        ),
        Dealt(
            "A1 stakes, posted before the deal",
            "P1=2 P1:TH B:TD P1:9C B:7C P1+stick B+stick",
            {"after-first-card": "not_in_turn", "before-deal": 2},
        ),
    ],
    "first_banker": [
        BetweenDeals("A7 first banker", {"highest-card": None, "first-jack": None, "first-ace": None}),
    ],
    "banker_doubles": [
        Dealt(
            "B3 and B4, what a double does to a pontoon",
            opened("AH KC", "TD 7C", before="double") + " B+stick",
            {"no": "bank_cannot_double", "everything": 8, "ordinary": 4},
        ),
        Dealt(
            "B4, ordinary payments double",
            opened("TH 9C", "TD 7C", before="double") + " P1+stick B+stick",
            {"no": "bank_cannot_double", "everything": 4, "ordinary": 4},
        ),
    ],
    "buy_cap_after_double": [
        Dealt(
            "A3, the buy cap after a double",
            opened("4H 4C", "TD 7C", before="double") + " P1+buy6:KS P1+stick B+stick",
            {"doubled": 10, "undoubled": "buy_above_limit"},
            changes={"banker_doubles": "everything"},
        ),
    ],
    "pontoon_pays": [Dealt("B5, a pontoon pays 1, 2 or 3", PONTOON_V_SEVENTEEN, {1: 2, 2: 4, 3: 6})],
    "split_pontoon": [
        Dealt(
            "A6, A4 and A2, ace and ten on a split hand, against five cards",
            opened("AS AH", "2D 3C") + " P1+split:KD,8C P1.2+stick" + BANKERS_TRICK,
            {"pontoon": 4 - 4, "single": 2 - 4, "drawn-21": -4 - 4},
        ),
    ],
    "banker_pontoon_shown": [
        Dealt("A7 banker pontoon, at once", BANKER_PONTOON, {"at-once": -4, "after-play": "incomplete_deal"}),
        Dealt(
            "B33, late, so that buys are at risk",
            opened("8H 4C", "AD KS") + " P1+buy3:6S P1+stick",
            {"at-once": "not_in_turn", "after-play": -10},
        ),
    ],
    "banker_pontoon_takes": [Dealt("B6, what the banker's pontoon collects", BANKER_PONTOON, {1: -2, 2: -4, 3: -6})],
    "banker_pontoon_from_pontoon": [
        Dealt(
            "A2 and A3, the banker's pontoon from a pontoon",
            opened("AH KC", "AD KS"),
            {"same": -6, 0: 0, 1: -2, 2: -4, 3: -6},
            changes={"banker_pontoon_takes": 3},
        ),
    ],
    "banker_pontoon_from_21": [
        Dealt(
            "A3 settlement, the banker's late pontoon from a 21",
            opened("TH 5C", "AD KS") + " P1+twist:6S",
            {"same": -6, 0: 0, 1: -2, 2: -4, 3: -6},
            changes=LATE | {"banker_pontoon_takes": 3},
        ),
        Dealt(
            "A3 settlement, five cards level with 21 fare like it",
            opened("2S 3S", "AD KS") + TRICK,
            {"same": -6, 1: -2},
            changes=LATE | {"banker_pontoon_takes": 3, "five_card_trick": "level-with-21"},
        ),
        Dealt(
            "section 0, a two-card 21 that is no pontoon counts as drawn",
            opened("AH TC", "AD KS"),
            {"same": -4, 1: -2},
            changes={"ace_ten_is_pontoon": False},
        ),
    ],
    "ace_ten_is_pontoon": [
        Dealt("B10, ace and ten an ordinary 21", opened("AH TC", "TD 7C") + " B+stick", {True: 4, False: 2}),
        Dealt(
            "section 0, for the banker too",
            opened("TH 9C", "AD TS") + " P1+stick",
            {True: "not_in_turn", False: -2},
        ),
    ],
    "pontoon_ranking": [
        Dealt(
            "B9, ace and picture outrank ace and ten",
            opened("AH JC", "AD TS"),
            {"equal": -4, "picture-beats-ten": 4, "natural-beats-flat": -4},
        ),
        Dealt(
            "B11, natural outranks flat",
            opened("AH QC", "AD JS"),
            {"equal": -4, "picture-beats-ten": -4, "natural-beats-flat": 4},
        ),
    ],
    "royal_pontoon": [
        Dealt(
            "B8, 7-7-7 pays treble",
            opened("7H 7C", "TD 8C") + " P1+twist:7S B+stick",
            {True: 6, False: 2},
        ),
        Dealt(
            "B8, 7-7-7 beats a late pontoon too",
            opened("7H 7C", "AD KS") + " P1+twist:7S",
            {True: 6, False: -4},
            changes=LATE,
        ),
    ],
    "natural_from_all": [
        Dealt(
            "B20, the eldest natural collects from everybody",
            opened("AH KC", "TS 9D", "TD 7C"),
            {True: (8, -4, -4), False: "incomplete_deal"},
            nets,
        ),
    ],
    "min_stick": [
        Dealt(
            "B2, stick at 16",
            opened("TH 5C", "TD 7C") + " P1+stick B+stick",
            {0: -2, 15: -2, 16: "stick_below_minimum", 21: "stick_below_minimum"},
        ),
        Dealt(
            "section 0, as high as 21",
            opened("TH KC", "TD 7C") + " P1+stick B+stick",
            {20: 2, 21: "stick_below_minimum"},
        ),
    ],
    "soft_21_may_draw": [
        Dealt(
            "E4, a punter draws on a soft 21",
            opened("AH 5C", "TD 7C") + " P1+twist:5S P1+twist:9D P1+stick B+stick",
            {True: 2, False: "hand_is_finished"},
        ),
        Dealt(
            "A11, and so does the banker",
            opened("TH 9C", "AD 5H") + " P1+stick B+twist:5S B+twist:7S B+stick",
            {True: 2, False: "hand_is_finished"},
        ),
    ],
    "max_cards": [
        Dealt(
            "A1 ranking, no limit on cards",
            opened("2H 2C", "TD 7C") + " P1+twist:3S P1+twist:3D P1+twist:4D P1+twist:5D P1+stick B+stick",
            {5: "hand_is_finished", "none": 2},
            changes={"five_card_trick": "none"},
        ),
    ],
    "first_buy_max": [
        Dealt(
            "E5, the first buy up to twice the stake",
            opened("8H 4C", "TD 7C") + " P1+buy4:8S P1+stick B+stick",
            {0: "buy_above_limit", 1: "buy_above_limit", 2: 6, 3: 6},
        ),
        Dealt(
            "section 0, 0 is no buying",
            opened("8H 4C", "TD 7C") + " P1+buy2:8S P1+stick B+stick",
            {0: "buy_above_limit", 1: 4},
        ),
    ],
    "first_buy_min": [
        Dealt(
            "A6 buy, the first at least the stake; 0 is one unit",
            opened("8H 4C", "TD 7C") + " P1+buy1:8S P1+stick B+stick",
            {0: 3, 1: "buy_below_limit"},
        ),
        Dealt(
            "section 0, the smallest first buy in initial stakes",
            opened("8H 4C", "TD 7C") + " P1+buy3:8S P1+stick B+stick",
            {1: 5, 2: "buy_below_limit"},
        ),
    ],
    "later_buy": [
        Dealt(
            "A6 buy, later adds at most the previous add",
            opened("2H 4C", "TD 7C") + " P1+buy4:2S P1+buy3:KS P1+stick B+stick",
            {"between": 9, "up-to-initial": "buy_above_limit"},
        ),
        Dealt(
            "A4 buy, up to the stake each time",
            opened("2H 4C", "TD 7C") + " P1+buy2:2S P1+buy1:KS P1+stick B+stick",
            {"between": "buy_below_limit", "up-to-initial": 5},
        ),
    ],
    "max_buys": [
        Dealt(
            "A10, double once a hand",
            opened("2H 4C", "TD 7C") + " P1+buy2:2S P1+buy2:KS P1+stick B+stick",
            {0: 6, 1: "buy_above_limit", 2: 6},
        ),
        Dealt(
            "section 0, so many buys a hand",
            opened("2H 4C", "TD 7C") + " P1+buy2:2S P1+buy2:3S P1+buy2:7H B+stick",
            {0: 16, 2: "buy_above_limit", 3: 16},
        ),
    ],
    "buy_after_twist": [
        Dealt(
            "A7 options, no buys after a twist",
            opened("2H 4C", "TD 7C") + " P1+twist:2S P1+buy2:KS P1+stick B+stick",
            {True: 4, False: "buy_after_twist"},
        ),
    ],
    "fifth_card_bought_from": [
        Dealt(
            "B7, with four cards at 11 the fifth is twisted",
            opened("2H 3C", "TD 7C") + " P1+buy2:2S P1+buy2:4S P1+buy2:9S B+stick",
            {0: 16, 11: 16, 12: "fifth_card_must_be_twisted"},
        ),
        Dealt(
            "A4, tested on the low total",
            opened("AH 3C", "TD 7C") + " P1+buy2:3S P1+buy2:5S P1+buy2:8S B+stick",
            {12: 16, 13: "fifth_card_must_be_twisted"},
        ),
    ],
    "split": [
        Dealt(
            "E7, two of a value",
            opened("JH QC", "TD 7C") + " P1+split:9S,9H P1.1+stick P1.2+stick B+stick",
            {"none": "not_a_pair", "aces": "not_a_pair", "rank": "not_a_pair", "value": 4},
        ),
        Dealt(
            "A6 split, two of a rank",
            opened("8H 8C", "TD 7C") + " P1+split:TS,TH P1.1+stick P1.2+stick B+stick",
            {"none": "too_many_hands", "aces": "only_aces_split", "rank": 4, "value": 4},
        ),
        Dealt(
            "B1, aces only",
            opened("AH AC", "TD 7C") + " P1+split:8S,8H P1.1+stick P1.2+stick B+stick",
            {"none": "too_many_hands", "aces": 4, "rank": 4, "value": 4},
        ),
    ],
    "max_hands": [
        Refused(
            "A7 split, so many hands",
            opened("8H 8S", "TD 7C") + " P1+split:8D,KD P1+split:8C,KH P1+split:9S,KC",
            {
                1: ("too_many_hands", 5),
                2: ("too_many_hands", 6),
                3: ("too_many_hands", 7),
                4: ("incomplete_deal", 8),
            },
        ),
    ],
    "split_dealing": [
        Dealt(
            "A11 split mechanics, dealt when the hand is reached",
            opened("8H 8C", "TD 7C") + " P1+split:TS P1.1+stick P1.2:TH P1.2+stick B+stick",
            {"at-once": "malformed", "when-reached": 4},
        ),
    ],
    "split_aces_one_card": [
        Dealt(
            "A10, one card only to split aces",
            opened("AH AC", "TD 7C") + " P1+split:8S,5H P1.1+stick P1.2+twist:4H P1.2+stick B+stick",
            {True: "hand_is_finished", False: 4},
        ),
    ],
    "burn": [
        Dealt(
            "B12, a hard 13 is burnt",
            opened("TH 3C", "TD 7C") + " P1+burn:9S,9H P1+stick B+stick",
            {"none": "cannot_burn", 13: 2, 14: "cannot_burn"},
        ),
        Dealt(
            "B13, a hard 14 is burnt",
            opened("7H 7S", "TD 7C") + " P1+burn:9S,9H P1+stick B+stick",
            {"none": "cannot_burn", 13: "cannot_burn", 14: 2},
        ),
    ],
    "five_card_trick": [
        Dealt(
            "A7 and B27, five cards against 19",
            opened("2S 3S", "TD 9C") + TRICK + " B+stick",
            {"none": -2, "beats-21": 4, "level-with-21": 2},
        ),
        Dealt(
            "A3 ranking, five cards level with 21",
            opened("2S 3S", "TD 5C") + TRICK + " B+twist:6S",
            {"beats-21": 4, "level-with-21": -2},
        ),
    ],
    "five_card_pays": [
        Dealt(
            "B35 and E2, what five cards are paid",
            opened("2S 3S", "TD 9C", stake=1) + TRICK + " B+stick",
            {1: 1, 1.5: 1.5, 2: 2},
        ),
    ],
    "banker_five_takes": [
        Dealt(
            "A6 settlement, what the banker's five cards take",
            opened("TH 9C", "2D 3C") + " P1+stick" + BANKERS_TRICK,
            {1: -2, 2: -4},
        ),
    ],
    "ties": [
        Dealt(
            "B25, equal totals stand off",
            opened("TH 7S", "TD 7C") + " P1+stick B+stick",
            {"banker": -2, "stand-off": 0},
        ),
    ],
    "ties_at_21": [
        Dealt(
            "A2 settlement, a 21 against 21 is a draw",
            opened("TH 5C", "TD 4C") + " P1+twist:6S B+twist:7S",
            {"banker": -2, "stand-off": 0},
        ),
    ],
    "drawn_21_pays": [
        Dealt("B26, any 21 is paid double", TWENTY_ONE_V_SEVENTEEN, {1: 2, 2: 4}),
        Dealt(
            "B26, and takes double",
            opened("TH 9C", "TD 4C") + " P1+stick B+twist:7S",
            {1: -2, 2: -4},
        ),
    ],
    "banker_bust_pays_21": [
        Dealt(
            "A2 settlement, a bust dealer and a 21",
            opened("TH 5C", "TD 4C") + " P1+twist:6S B+twist:KS",
            {1: 2, 2: 4},
        ),
    ],
    "banker_completes": [
        Dealt(
            "A11, the banker stops when all players are out",
            opened("TH 6C", "TD 6S") + " P1+twist:KS",
            {True: "total", False: "not_played"},
            banker_class,
        ),
        Dealt(
            "section 0, he draws though every punter is out",
            opened("TH 6C", "TD 6S") + " P1+twist:KS B+twist:2S",
            {True: -2, False: "not_in_turn"},
        ),
    ],
    "dealer": [
        Played(
            "A10, the dealer's fixed play",
            lambda found: (found.banker, found.to_dict()["banker_outcomes"]["bust"] > 0),
            {"": ("stick-17", True), "stick-1": ("stick-1", False), "stick-17/18": ("stick-17/18", True)},
        ),
    ],
    "shoot": [
        Dealt(
            "A8 rule 2, a shot after the stakes",
            opened("TH 9C", "TD 7C", before="P1!3") + " P1+stick B+stick",
            {True: 5, False: "shoot_not_now"},
        ),
    ],
    "kitty": [
        Dealt(
            "A8 rule 2, shots do not exceed the kitty",
            opened("TH 9C", "TD 7C", before="P1!15") + " P1+stick B+stick",
            {14: "shoot_exceeds_kitty", 15: 0, 20: 5},
            kitty,
            base="shoot",
        ),
    ],
    "empty_kitty": [
        BetweenDeals("A8 rule 9 and B16, an empty kitty", {"new": None, "auction": None}, base="shoot"),
    ],
    "brulet": [
        Dealt(
            "B18, what a brulet takes",
            "cut:AS,KD P1:2S",
            {"none": "not_in_turn", "pool": "incomplete_deal", "levy": "incomplete_deal"},
        ),
        Dealt(
            "A2 brulet, a pool or the limit from each player",
            "cut:AS,KD",
            {"pool": -1, "levy": -6},
            keys={"players": ["P1", "B"]},
        ),
    ],
    "brulet_limit": [
        Dealt(
            "A2 brulet, the limit from each player",
            "cut:AS,KD",
            {3: -3, 6: -6},
            changes={"brulet": "levy"},
            keys={"players": ["P1", "B"]},
        ),
    ],
    "brulet_pool": [
        Dealt(
            "A2 brulet, one or two counters from each player",
            "cut:AS,KD",
            {1: -1, 2: -2},
            changes={"brulet": "pool"},
            keys={"players": ["P1", "B"]},
        ),
    ],
    "bank_passes": [
        Dealt(
            "A7 bank and B21, a punter's pontoon",
            PONTOON_OF_P2,
            {
                "pontoon": "P2",
                "eldest-natural": "P2",
                "rotation-on-natural": "P1",
                "rotation-on-any-natural": "P1",
                "rotate-every": "B",
                "never": "B",
                "sale": "B",
            },
            next_banker,
        ),
        Dealt(
            "A1 and A2, a pontoon on both sides",
            BOTH_PONTOONS,
            {
                "pontoon": "B",
                "eldest-natural": "P2",
                "rotation-on-natural": "B",
                "rotation-on-any-natural": "P1",
                "rotate-every": "B",
                "never": "B",
                "sale": "B",
            },
            next_banker,
        ),
        Dealt(
            "B17, each banks for as many deals as there are players",
            NO_PONTOON,
            {"pontoon": "B", "eldest-natural": "B", "rotate-every": "P1", "never": "B", "sale": "B"},
            next_banker,
            keys={"deals_held": 3},
        ),
        Played(
            "B15, the bank is sold, who knows how often",
            lambda found: found.to_dict()["bank_changes_per_deal"],
            {"never": 0, "sale": None},
        ),
    ],
    "rotate_every": [
        Dealt(
            "B17, deals after which the bank rotates, three of them held",
            NO_PONTOON,
            {"players": "P1", 1: "P1", 2: "B", 3: "P1", 4: "B"},
            next_banker,
            changes={"bank_passes": "rotate-every"},
            keys={"deals_held": 3},
        ),
        Dealt(
            "B17, players are all at the table",
            NO_PONTOON,
            {"players": "B", 2: "P1", 4: "P1"},
            next_banker,
            changes={"bank_passes": "rotate-every"},
            keys={"deals_held": 4},
        ),
    ],
    "misericorde": [
        Dealt(
            "B19, a pontoon in the first round does not oust",
            PONTOON_OF_P2,
            {True: "B", False: "P2"},
            next_banker,
            keys={"first_round_of_deal": True},
        ),
    ],
    "shuffle": [
        Dealt(
            "A4 cards, every deal",
            NO_PONTOON,
            {
                "every-deal": True,
                "after-pontoon": False,
                "after-punter-pontoon": False,
                "when-exhausted": False,
                "on-bank-change": False,
            },
            shuffled,
        ),
        Dealt(
            "A7 cards, after a pontoon",
            PONTOON_OF_P2,
            {
                "every-deal": True,
                "after-pontoon": True,
                "after-punter-pontoon": True,
                "when-exhausted": False,
                "on-bank-change": True,
            },
            shuffled,
        ),
        Dealt(
            "A9, only after a player's pontoon, not the banker's",
            BANKER_PONTOON,
            {
                "after-pontoon": True,
                "after-punter-pontoon": False,
                "when-exhausted": False,
                "on-bank-change": False,
            },
            shuffled,
        ),
        Dealt(
            "A3 cards, a split pontoon changes no bank",
            SPLIT_PONTOON,
            {"after-punter-pontoon": True, "after-pontoon": True, "on-bank-change": False},
            shuffled,
        ),
    ],
    "gather": [
        Dealt(
            "A11 used-card order, case ORD-01",
            BUST_THEN_TWELVE + " P2+twist:5H P2+stick B+stick",
            {
                "dealt": "2C TH 8S TD 6C 4D 7C KS 5H",
                "hands": "2C TH 6C KS 8S 4D 5H TD 7C",
                "hands-mixed": None,
                "mixed": None,
                "aside": "2C",
            },
            pack,
            keys={"pack": [*SHORT_PACK, "5H", "2C"]},
        ),
        Dealt(
            "A11 used-card order, a bust hand goes under at once",
            BUST_THEN_TWELVE + " P2+twist:TH B+stick",
            {
                "dealt": "card_not_in_pack",
                "hands": (-2, -2, 4),
                "hands-mixed": (-2, -2, 4),
                "mixed": "card_not_in_pack",
                "aside": "card_not_in_pack",
            },
            nets,
            keys={"pack": SHORT_PACK},
        ),
    ],
    "exhaustion": [
        Dealt(
            "B34, the deal is cancelled",
            BUST_THEN_TWELVE + " P2+twist",
            {"void": False, "reshuffle-used": "malformed"},
            counts,
            changes={"gather": "aside"},
            keys={"pack": SHORT_PACK},
        ),
        Dealt(
            "A1, the round is finished from the used cards",
            BUST_THEN_TWELVE + " P2+twist:6C P2+stick B+stick",
            {"void": "card_not_in_pack", "reshuffle-used": (-2, 2, 0)},
            nets,
            changes={"gather": "aside"},
            keys={"pack": SHORT_PACK},
        ),
    ],
}
CASES = [(name, witness) for name, witnesses in REGISTRY.items() for witness in witnesses]
SHOWN = [(name, witness) for name, witness in CASES if not isinstance(witness, BetweenDeals)]
BETWEEN = [(name, witness) for name, witness in CASES if isinstance(witness, BetweenDeals)]


def title(case: tuple[str, Witness]) -> str:
    return f"{case[0]}: {case[1].rule}"


def system(name: str, witness: Witness, value: Any) -> Any:
    return rules(witness.base, **witness.changes | {name: value})


def enumerated(name: str) -> tuple[Any, ...]:
    """The values that a field lists one by one."""
    annotation = RULES.model_fields[name].annotation
    if annotation is bool:
        return (True, False)
    if name == "rotate_every":
        return ("players",)
    return get_args(annotation)


# ---- The registry is complete.


def test_every_field_has_a_witness_and_every_witness_a_field():
    assert set(FIELDS) - set(REGISTRY) == set(), "fields without a witness"
    assert set(REGISTRY) - set(FIELDS) == set(), "witnesses of nothing"
    assert all(REGISTRY.values())


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_that_a_field_lists_is_told_from_another(name):
    told = {
        value
        for witness in REGISTRY[name]
        for value, found in witness.seen.items()
        if isinstance(witness, BetweenDeals) or any(found != other for other in witness.seen.values())
    }
    assert set(enumerated(name)) <= told
    assert len(told) > 1


def test_titles_are_unique():
    titles = [title(case) for case in CASES]
    assert len(set(titles)) == len(titles)


# ---- The witnesses.


@pytest.mark.parametrize("case", SHOWN, ids=title)
def test_the_field_decides(case):
    name, witness = case
    assert {value: witness.find(name, value) for value in witness.seen} == witness.seen


@pytest.mark.parametrize("case", CASES, ids=title)
def test_nothing_else_is_changed(case):
    name, witness = case
    systems = [system(name, witness, value) for value in witness.seen]
    assert [getattr(one, name) for one in systems] == list(witness.seen)
    for one in systems:
        assert name not in one.dormant()
        assert {other for other in FIELDS if getattr(one, other) != getattr(systems[0], other)} <= {name}


@pytest.mark.parametrize("case", CASES, ids=title)
def test_the_result_says_which_value_held(case):
    name, witness = case
    digests = set()
    for value in witness.seen:
        one = system(name, witness, value)
        shown = replace(simulated(rules()), rules=one).to_dict()
        assert shown["rules"][name] == value
        assert shown["rules_id"] == one.rules_id
        digests.add(shown["rules_id"])
    assert len(digests) == len(witness.seen)


@pytest.mark.parametrize("case", BETWEEN, ids=title)
def test_fields_that_act_between_deals_are_declared(case):
    name, witness = case
    assert name in OVER_DEALS
    for value in witness.seen:
        assert system(name, witness, value).effective()[name] == value


@pytest.mark.parametrize("name", preset_names())
def test_every_change_of_an_effective_field_changes_the_digest(name):
    base = rules(name)
    for changed in FIELDS:
        for value in {value for witness in REGISTRY[changed] for value in witness.seen} - {base.effective()[changed]}:
            try:
                one = rules(base, **{changed: value})
            except RulesError:
                continue
            if changed in one.dormant():  # it only repeats what has no effect
                continue
            assert one.effective()[changed] == value
            assert one.rules_id != base.rules_id
