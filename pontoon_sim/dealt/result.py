"""What `odds` answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..rulebook import Rules
from .words import section_of, words_of

if TYPE_CHECKING:
    import pandas as pd


def one_in(chance: Fraction) -> str:
    """In how many deals something is to be expected once; a dash for what never comes about."""
    return f"{float(1 / chance):,.2f}" if chance else "-"


@dataclass(frozen=True)
class OddsResult:
    """The chances of what is dealt.

    Attributes
    ----------
    rules : Rules
    packs : int or None
        Packs of 52 that are dealt from; None is an infinite one.
    punters : int
    chances : dict of str to Fraction
        By question, in the order in which they are told.
    reasons : dict of str to str
        Why a question has no answer.
    complete : bool
        Always: it is done at once.
    """

    rules: Rules
    packs: int | None
    punters: int
    chances: dict[str, Fraction]
    reasons: dict[str, str]
    complete: bool = True

    def headline(self) -> str:
        """The chance of a pontoon, in a sentence."""
        chance = self.chances["pontoon"]
        return f"Two cards are a pontoon with chance {chance}: {100 * float(chance):.4f} %, once in {one_in(chance)}."

    @property
    def notes(self) -> list[str]:
        """What stands beside the figures."""
        rules, said = self.rules, ["Cards are dealt blind: nobody looks at them, splits, burns or sticks."]
        if rules.brulet != "none":
            said.append("The look for a brulet is left aside: it changes the cards of seat 1 alone, in few deals.")
        if rules.misericorde and not {"bank_passes"} & {*self.reasons, *rules.dormant()}:
            said.append("In the first round of a deal misericorde leaves the bank where it is, whatever is dealt.")
        return [*said, *(f"Not given: {name}. {why}" for name, why in self.reasons.items())]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each question: ``section, question, words, fraction`` (a text as ``32/663``), ``value, one_in``."""
        return [
            {
                "section": section_of(name),
                "question": name,
                "words": words_of(name),
                "fraction": str(chance),
                "value": float(chance),
                "one_in": float(1 / chance) if chance else None,
            }
            for name, chance in self.chances.items()
        ]

    def to_frame(self) -> pd.DataFrame:
        """The rows, with the rules and the packs (0: an infinite one) they hold for."""
        import pandas as pd

        found = pd.DataFrame(self.rows())
        found.insert(0, "packs", self.packs or 0)
        found.insert(0, "rules", self.rules.name)
        return found

    def to_dict(self) -> dict[str, Any]:
        """As strict JSON: schema ``pontoon.odds/1``."""
        rules = self.rules
        return {
            "schema": "pontoon.odds/1",
            "rules_name": rules.name,
            "title": rules.title or rules.name,
            "rules_id": rules.rules_id,
            "pack": "infinite" if self.packs is None else "fresh",
            "packs": self.packs,
            "punters": self.punters,
            "method": "exact",
            "rows": self.rows(),
            "reasons": self.reasons,
            "notes": self.notes,
            "version": __version__,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)
