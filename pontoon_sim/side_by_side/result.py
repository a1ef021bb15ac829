"""What `compare` answers: arms, their differences, and a verdict in words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..edge_result import EdgeResult
from ..errors import counted, listed
from ..estimate import Estimate
from .differences import Difference, Differences
from .same_cards import ArmsTally

if TYPE_CHECKING:
    import pandas as pd

#: For whom an arm is better that gives the bank less.
FOR = {"banker": "the bank"}


@dataclass(frozen=True)
class CompareResult:
    """What `compare` found.

    Attributes
    ----------
    varied : str
        The option that differs between the arms.
    names : tuple of str
    arms : tuple of EdgeResult
    tally : ArmsTally
    differences : Differences
    seed : int
    confidence : float
    complete : bool
    elapsed_s : float
    """

    varied: str
    names: tuple[str, ...]
    arms: tuple[EdgeResult, ...]
    tally: ArmsTally = field(repr=False)
    differences: Differences = field(repr=False)
    seed: int
    confidence: float
    complete: bool
    elapsed_s: float

    @property
    def side(self) -> str:
        """For whom an arm is called better: the bank where its policy is varied, else the punters."""
        return "the bank" if self.varied == "banker" else "the punters"

    def ranking(self) -> list[int]:
        """The arms, the best one first, by what they gain per initial stake."""
        sign = -1 if self.side == "the bank" else 1
        edges = [sign * (arm.bank_edge["per_initial_stake"].value or 0.0) for arm in self.arms]
        return sorted(range(len(self.arms)), key=edges.__getitem__)

    def between(self, a: int, b: int) -> Difference:
        """The difference of two arms, a less b."""
        for pair in self.differences.pairs:
            if (pair.a, pair.b) == (a, b):
                return pair
            if (pair.a, pair.b) == (b, a):
                return Difference(a, b, _turned(pair.per_deal), _turned(pair.per_initial_stake), pair.variance_ratio)
        raise KeyError((a, b))

    def told_apart(self, a: int, b: int) -> bool:
        """Whether the difference of two arms is sure, all differences judged at once."""
        found = self.between(a, b).per_initial_stake
        together = self.differences.together
        if found.value is None or found.standard_error is None or together is None:
            return False
        return abs(found.value) > together * found.standard_error

    def verdict(self) -> list[str]:
        """The answer in sentences."""
        if self.tally.deals < 2:
            return ["Too few deals were finished to tell anything."]
        best, *others = self.ranking()
        said, name = [], self.names[best]
        like_best = [other for other in others if not self.told_apart(best, other)]
        worse = [other for other in others if other not in like_best]
        same = [other for other in like_best if self.between(best, other).per_deal == Estimate(0.0, 0.0)]
        unsure = [other for other in like_best if other not in same]
        for other in same:
            said.append(f"{name} and {self.names[other]} came out alike in every deal.")
        if unsure:
            names = [name, *(self.names[other] for other in unsure)]
            said.append(f"{listed(names)} cannot be told apart by {counted(self.tally.deals, 'deal')}.")
        if worse:
            next_ = worse[0]
            found = self.between(best, next_).per_initial_stake
            half = (self.differences.together or 0.0) * (found.standard_error or 0.0)
            lead = "is best for" if not like_best else "is as good as any for"
            said.insert(
                0,
                f"{name} {lead} {self.side}: it beats {self.names[next_]} by {abs(found.value or 0.0):.4f} +/- "
                f"{half:.4f} of a stake a deal.",
            )
        return said

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon compare`` (schema ``pontoon.compare/1``)."""
        return {
            "schema": "pontoon.compare/1",
            "varied": self.varied,
            "arms": [{"name": name, **arm.to_dict()} for name, arm in zip(self.names, self.arms, strict=True)],
            "differences": [self._told(pair) for pair in self.differences.pairs],
            "better_for": self.side,
            "ranking": [self.names[place] for place in self.ranking()],
            "verdict": self.verdict(),
            "deals": self.tally.deals,
            "seed": self.seed,
            "confidence": self.confidence,
            "simultaneous_multiple": self.differences.together,
            "complete": self.complete,
            "elapsed_s": self.elapsed_s,
            "deals_per_s": self.tally.deals / self.elapsed_s if self.elapsed_s else None,
            "version": __version__,
        }

    def _told(self, pair: Difference) -> dict[str, Any]:
        told: dict[str, Any] = {"a": self.names[pair.a], "b": self.names[pair.b]}
        together = self.differences.together
        for prefix, one in (("", pair.per_deal), ("per_initial_stake_", pair.per_initial_stake)):
            key = "per_deal" if not prefix else "per_initial_stake"
            told[key] = one.value
            told[f"{prefix}standard_error"] = one.standard_error
            interval = one.interval(self.confidence)
            told[f"{prefix}interval95"] = list(interval) if interval else None
            half = None if together is None or one.standard_error is None else together * one.standard_error
            told[f"{prefix}simultaneous95"] = (
                None if half is None or one.value is None else [one.value - half, one.value + half]
            )
        told["variance_ratio"] = pair.variance_ratio
        told["told_apart"] = self.told_apart(pair.a, pair.b)
        return told

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A row for each pair of arms."""
        import pandas as pd

        rows = []
        for told in self.to_dict()["differences"]:
            row = {key: value for key, value in told.items() if not isinstance(value, list) and value is not None}
            for key in (
                "interval95",
                "simultaneous95",
                "per_initial_stake_interval95",
                "per_initial_stake_simultaneous95",
            ):
                low, high = told[key] or (None, None)
                row |= {f"{key}_low": low, f"{key}_high": high}
            rows.append({**row, "deals": self.tally.deals, "seed": str(self.seed)})
        return pd.DataFrame(rows)

    def headline(self) -> str:
        """The first sentence of the verdict."""
        return self.verdict()[0]

    def __repr__(self) -> str:
        return "\n".join(self.verdict())


def _turned(one: Estimate) -> Estimate:
    return Estimate(None if one.value is None else -one.value, one.standard_error)
