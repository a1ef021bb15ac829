"""A rule system as data: every field with its meaning, unit and whom it favours, and what contradicts what.

`Rules` is frozen and always complete. A field that another one switches off (the payout of a five-card trick
where there is no trick) is *dormant*: it keeps its value, shows as null and is no part of the digest.
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationInfo, field_validator

EITHER = "neither by itself"
PUNTERS, BANK = "the punters", "the bank"


def _field(default: Any, meaning: str, unit: str = "", favours: str = EITHER, **bounds: Any) -> Any:
    return Field(default, description=meaning, json_schema_extra={"unit": unit, "favours": favours}, **bounds)


Multiple = Literal[1, 2, 3]


class Rules(BaseModel):
    """One rule system of Pontoon or of an ancestor, complete and free of contradictions.

    Build one by `pontoon_sim.rules`; the defaults of the fields are those of standard British Pontoon.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: StrictStr = Field(default="", description="Name of the rule system")
    title: StrictStr = Field(default="", description="What it is called in prose")
    source: StrictStr = Field(default="", description="Where its rules were found")

    packs: Literal["auto", 1, 2, 3, 4, 5, 6, 7, 8] = _field(
        "auto",
        "Packs of 52 shuffled together; auto is one up to six punters and two above",
        "packs",
        BANK + " slightly, with more",
    )
    stake_min: StrictInt = _field(1, "Smallest initial stake", "units", ge=1, le=1000)
    stake_max: StrictInt = _field(
        5,
        "Largest initial stake; splits and buys may pass it",
        "units",
        PUNTERS + ", with more room above the smallest",
        ge=1,
        le=1000,
    )
    stakes_when: Literal["after-first-card", "before-deal"] = _field(
        "after-first-card", "When the initial stake is put up", favours=PUNTERS + ", after the first card"
    )
    first_banker: Literal["highest-card", "first-jack", "first-ace"] = _field(
        "highest-card", "How the first banker of an evening is found"
    )
    banker_doubles: Literal["no", "everything", "ordinary"] = _field(
        "no",
        "May the banker double all stakes on seeing his first card; ordinary leaves pontoons and five-card tricks "
        "at their payment on the undoubled stake",
        favours=BANK + ", where he may",
    )
    buy_cap_after_double: Literal["doubled", "undoubled"] = _field(
        "doubled",
        "Which initial stake limits the buys once the banker has doubled everything",
        favours=PUNTERS + ", when doubled",
    )
    pontoon_pays: Multiple = _field(2, "What the banker pays a pontoon", "stakes", PUNTERS + ", with more")
    split_pontoon: Literal["pontoon", "single", "drawn-21"] = _field(
        "pontoon",
        "What ace and ten are on a split hand: a pontoon, a pontoon that pays 1, or a drawn 21",
        favours=PUNTERS + ", as a pontoon",
    )
    banker_pontoon_shown: Literal["at-once", "after-play"] = _field(
        "at-once",
        "When the banker shows a pontoon; after play it takes what was bought too",
        favours=BANK + ", after play",
    )
    banker_pontoon_takes: Multiple = _field(2, "What the banker's pontoon takes", "stakes", BANK + ", with more")
    banker_pontoon_from_pontoon: Literal["same", 0, 1, 2, 3] = _field(
        "same",
        "What the banker's pontoon takes from a punter's pontoon; same is as from anybody",
        "stakes",
        BANK + ", with more",
    )
    banker_pontoon_from_21: Literal["same", 0, 1, 2, 3] = _field(
        "same",
        "What the banker's pontoon takes from a 21 (and from five cards that are level with it)",
        "stakes",
        BANK + ", with more",
    )
    ace_ten_is_pontoon: StrictBool = _field(
        True, "Is ace and ten a pontoon (for the banker too), or do only court cards make one"
    )
    pontoon_ranking: Literal["equal", "picture-beats-ten", "natural-beats-flat"] = _field(
        "equal",
        "Do pontoons rank: a court card above a ten, or king and queen above jack and ten; the higher one of a punter "
        "survives the banker's",
        favours=PUNTERS + ", where they rank",
    )
    royal_pontoon: StrictBool = _field(
        False, "Does a punter's 7-7-7 beat everything and pay 3", favours=PUNTERS + ", where it does"
    )
    natural_from_all: StrictBool = _field(
        False,
        "Does the eldest holder of a pontoon collect from everybody else at the table, the deal ending there (1800)",
    )
    min_stick: StrictInt = _field(
        15, "Smallest best total on which a punter may stick", "points", BANK + ", with more", ge=0, le=21
    )
    soft_21_may_draw: StrictBool = _field(
        False,
        "May a soft 21 take another card (punters and banker alike)",
        favours=PUNTERS + ", where it may",
    )
    max_cards: Literal[5, "none"] = _field(5, "Cards that end a hand", "cards")
    first_buy_max: StrictInt = _field(
        2, "Largest first buy; 0 is no buying", "initial stakes", PUNTERS + ", with more", ge=0, le=10
    )
    first_buy_min: StrictInt = _field(
        1, "Smallest first buy; 0 is one unit", "initial stakes", BANK + ", with more", ge=0, le=10
    )
    later_buy: Literal["between", "up-to-initial"] = _field(
        "between",
        "Later buys: between the initial stake and the previous addition, or any amount up to the initial stake",
    )
    max_buys: StrictInt = _field(
        0, "Buys allowed on a hand; 0 is no limit", "buys", PUNTERS + ", with more", ge=0, le=20
    )
    buy_after_twist: StrictBool = _field(
        False, "May a card be bought after one was twisted", favours=PUNTERS + ", where it may"
    )
    fifth_card_bought_from: StrictInt = _field(
        0,
        "Lowest low total of four cards on which the fifth may be bought; 0 is always",
        "points",
        BANK + ", with more",
        ge=0,
        le=22,
    )
    split: Literal["none", "aces", "rank", "value"] = _field(
        "rank",
        "Which pairs may be split: none, two aces, equal ranks, or equal values",
        favours=PUNTERS + ", with more",
    )
    max_hands: Literal[1, 2, 3, 4] = _field(
        4, "Hands that a punter may hold after splitting", "hands", PUNTERS + ", with more"
    )
    split_dealing: Literal["at-once", "when-reached"] = _field(
        "at-once",
        "When the second card of a split hand is dealt: to both hands at the split, or when the hand is reached",
    )
    split_aces_one_card: StrictBool = _field(
        False,
        "Do split aces get one card only (two aces may be split again)",
        favours=BANK + ", where they do",
    )
    burn: Literal["none", 13, 14] = _field(
        "none",
        "Hard two-card total that may be shown, thrown away and replaced",
        "points",
        PUNTERS + ", where there is one",
    )
    five_card_trick: Literal["none", "beats-21", "level-with-21"] = _field(
        "beats-21", "Rank of five cards of 21 or less", favours=PUNTERS + ", where there is one"
    )
    five_card_pays: Literal[1, 1.5, 2] = _field(  # type: ignore[valid-type]  # typing knows no floats
        2, "What a punter's five-card trick is paid", "stakes", PUNTERS + ", with more"
    )
    banker_five_takes: Literal[1, 2] = _field(
        2, "What the banker's five-card trick takes", "stakes", BANK + ", with more"
    )
    ties: Literal["banker", "stand-off"] = _field(
        "banker", "Who wins equal totals", favours=BANK + ", unless they stand off"
    )
    ties_at_21: Literal["banker", "stand-off"] = _field(
        "banker", "Who wins 21 against 21", favours=BANK + ", unless they stand off"
    )
    drawn_21_pays: Literal[1, 2] = _field(
        1, "What a 21 that is no pontoon is paid, and takes in the banker's hand", "stakes"
    )
    banker_bust_pays_21: Literal[1, 2] = _field(1, "What a bust banker pays a 21", "stakes", PUNTERS + ", with more")
    banker_completes: StrictBool = _field(False, "Does the banker play his hand though every punter is out")
    dealer: StrictStr = _field(
        "",
        "The fixed play of a casino's dealer, such as stick-17/18; empty where the banker is free",
        pattern=r"^(stick-([1-9]|1[0-9]|2[01])(/([1-9]|1[0-9]|2[01]))?)?$",
    )
    shoot: StrictBool = _field(False, "May punters shoot: bet on a hand against a kitty of the banker's")
    kitty: StrictInt = _field(20, "Kitty that the banker puts up for shots", "units", ge=1, le=100)
    empty_kitty: Literal["new", "auction"] = _field(
        "new", "What follows an empty kitty: the banker puts up a new one, or the bank is sold"
    )
    brulet: Literal["none", "pool", "levy"] = _field(
        "none",
        "What the dealer takes when top and bottom card after the cut form a natural: a pool, or a levy on each "
        "punter; the two cards leave the pack for that deal",
        favours=BANK + ", where there is one",
    )
    brulet_limit: StrictInt = _field(6, "Levy on each punter at a brulet", "units", BANK + ", with more", ge=1, le=1000)
    brulet_pool: StrictInt = _field(
        1,
        "Share of each punter in the pool that a brulet takes",
        "units",
        BANK + ", with more",
        ge=1,
        le=1000,
    )
    bank_passes: Literal[
        "pontoon",
        "eldest-natural",
        "rotation-on-natural",
        "rotation-on-any-natural",
        "rotate-every",
        "never",
        "sale",
    ] = _field("pontoon", "What moves the bank, and to whom")
    rotate_every: Literal["players"] | Annotated[StrictInt, Field(ge=1, le=1000)] = _field(
        "players",
        "Deals after which the bank rotates; players is as many as there are people at the table",
        "deals",
    )
    misericorde: StrictBool = _field(
        False,
        "Does a pontoon in the first round of a deal leave the bank where it is",
        favours="the banker of the moment",
    )
    shuffle: Literal["every-deal", "after-pontoon", "after-punter-pontoon", "when-exhausted", "on-bank-change"] = (
        _field("after-pontoon", "When the pack is shuffled")
    )
    gather: Literal["dealt", "hands", "hands-mixed", "mixed", "aside"] = _field(
        "hands",
        "How used cards go back under the pack: a bust hand at once and the others by seat when settled (hands), each "
        "hand mixed besides (hands-mixed), in the order dealt (dealt), all of the deal mixed, bust hands too (mixed); "
        "aside keeps them out until the pack ends",
    )
    exhaustion: Literal["void", "reshuffle-used"] = _field(
        "void", "What happens when the cards run out: the deal is cancelled, or the used cards are shuffled"
    )

    @field_validator("*", mode="before")
    @classmethod
    def _no_flag_for_a_number(cls, value: Any, info: ValidationInfo) -> Any:
        """Literals would take true for 1 and false for 0."""
        if isinstance(value, bool) and cls.model_fields[str(info.field_name)].annotation is not bool:
            raise ValueError("true and false are no numbers")
        return value

    def dormant(self) -> dict[str, str]:
        """The fields without effect here, each with the setting that switches it off."""
        return {name: why for names, why, off in _SWITCHES if off(self) for name in names}

    def effective(self) -> dict[str, Any]:
        """Every field of play with its value; null where dormant (`max_hands` is 1 where nothing splits)."""
        asleep = self.dormant()
        values = {name: None if name in asleep else getattr(self, name) for name in FIELDS}
        if self.splits:
            return values
        return values | {"split": "none", "max_hands": 1}

    def settings(self) -> dict[str, Any]:
        """Every field of play as results echo it: its value also where dormant, but for payouts of no trick."""
        values = {name: getattr(self, name) for name in FIELDS}
        return self.effective() | {name: value for name, value in values.items() if self._is_echoed(name)}

    def _is_echoed(self, name: str) -> bool:
        if name in ("split", "max_hands"):
            return self.splits
        return name not in TRICK_PAYOUTS or self.five_card_trick == "beats-21"

    @property
    def splits(self) -> bool:
        """Whether any hand can be split."""
        return self.split != "none" and self.max_hands > 1

    @property
    def half_units(self) -> bool:
        """Whether results come in halves of a unit (a five-card trick at 3 to 2)."""
        return self.five_card_pays == 1.5 and self.five_card_trick == "beats-21"

    @property
    def rules_id(self) -> str:
        """Digest of the effective fields: equal for equal games, whatever they are called."""
        text = json.dumps(self.effective(), sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()

    def packs_for(self, punters: int) -> int:
        """Packs in use with that many punters."""
        return (1 if punters <= 6 else 2) if self.packs == "auto" else self.packs


#: Names of the fields of play, in the order of the rule book.
FIELDS = tuple(name for name in Rules.model_fields if name not in ("name", "title", "source"))

#: Fields that act between deals; within one they do nothing but tell what follows it.
OVER_DEALS = ("first_banker", "rotate_every", "empty_kitty")

#: What a trick pays and takes: a contradiction, not just without effect, where there is none.
TRICK_PAYOUTS = ("five_card_pays", "banker_five_takes")
_BUYING = ("first_buy_min", "later_buy", "max_buys", "buy_after_twist", "fifth_card_bought_from")
_SWITCHES: tuple[tuple[tuple[str, ...], str, Any], ...] = (
    (_BUYING, "first_buy_max=0", lambda r: r.first_buy_max == 0),
    (("later_buy",), "max_buys=1", lambda r: r.max_buys == 1),
    (("max_hands",), "split=none", lambda r: r.split == "none"),
    (
        ("split_pontoon", "split_dealing", "split_aces_one_card"),
        "split=none or max_hands=1",
        lambda r: not r.splits,
    ),
    (
        TRICK_PAYOUTS,
        "five_card_trick=none or level-with-21",
        lambda r: r.five_card_trick != "beats-21",
    ),
    (
        ("buy_cap_after_double",),
        "banker_doubles=no or ordinary, or no buying",
        lambda r: r.banker_doubles != "everything" or r.first_buy_max == 0,
    ),
    (("ties_at_21",), "ties=stand-off", lambda r: r.ties == "stand-off"),
    (
        ("banker_pontoon_from_pontoon", "banker_pontoon_from_21"),
        "natural_from_all=true",
        lambda r: r.natural_from_all,
    ),
    (("kitty", "empty_kitty"), "shoot=false", lambda r: not r.shoot),
    (("brulet_limit",), "brulet=none or pool", lambda r: r.brulet != "levy"),
    (("brulet_pool",), "brulet=none or levy", lambda r: r.brulet != "pool"),
    (("rotate_every",), "a bank that does not rotate by count", lambda r: r.bank_passes != "rotate-every"),
    (
        ("misericorde",),
        "a bank that no pontoon moves",
        lambda r: r.bank_passes in ("rotate-every", "never", "sale"),
    ),
)
