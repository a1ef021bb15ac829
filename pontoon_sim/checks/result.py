"""What `selfcheck` answers: every comparison, and the verdict on all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import __version__
from .cases import Case
from .compare import TOLERANCE, Check, ShortCheck
from .verdict import RUNS, Verdict, judged

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class SelfcheckResult:
    """What `selfcheck` found.

    Attributes
    ----------
    seed, deals : int
        The seed, and the deals of each case.
    checks : tuple of Check
        Simulation against exact analysis.
    shorts : tuple of ShortCheck
        Exact analysis against all orders of short packs.
    left_out : tuple of (Case, str)
        Cases that cannot be worked out exactly, with the reason.
    complete : bool
        False when interrupted: the verdict is on what was finished.
    elapsed_s : float
    """

    seed: int
    deals: int
    checks: tuple[Check, ...]
    shorts: tuple[ShortCheck, ...]
    left_out: tuple[tuple[Case, str], ...]
    complete: bool
    elapsed_s: float

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the simulated figures."""
        every = [figure.z for check in self.checks for figure in check.figures]
        return judged(every, [check.figures[0].z for check in self.checks])

    @property
    def in_line(self) -> bool:
        """Whether everything that was finished agrees."""
        return self.verdict.in_line and all(check.agrees for check in self.shorts)

    def faults(self) -> list[str]:
        """What is out of line, in sentences."""
        said = [
            f"A short pack of {check.short.rules.name} comes out {check.difference:.1e} off when it is dealt out in "
            f"every order ({', '.join(check.short.punter)}): the limit is {TOLERANCE:.0e}."
            for check in self.shorts
            if not check.agrees
        ]
        if not self.verdict.in_line:
            worst = max(self.checks, key=lambda check: abs(check.worst.z))
            said.append(
                f"The simulated figures do not fit the exact ones (farthest: {worst.worst.measure} of "
                f"{worst.case.rules.name}, {', '.join(worst.case.punter)}, {worst.worst.z:+.2f} standard errors): "
                "please report it, with the seed."
            )
        return said

    def headline(self) -> str:
        """The answer in a sentence."""
        if not self.checks and not self.shorts:
            return "Nothing was compared: there is nothing to tell."
        done = "" if self.complete else " of what was finished"
        if self.in_line:
            return f"All{done} is in line: simulation, exact analysis and every order of short packs agree."
        return f"Not all{done} is in line: do not trust the figures that differ."

    def to_dict(self) -> dict[str, Any]:
        """The result as the JSON of ``pontoon selfcheck`` (schema ``pontoon.selfcheck/1``)."""
        verdict = self.verdict
        return {
            "schema": "pontoon.selfcheck/1",
            "in_line": self.in_line,
            "complete": self.complete,
            "seed": self.seed,
            "deals": self.deals,
            "rows": [_row(check) for check in self.checks],
            "short_packs": [_short_row(check) for check in self.shorts],
            "left_out": [{**_table(case), "reason": reason} for case, reason in self.left_out],
            "joint": {
                "figures": verdict.figures,
                "largest_z": verdict.largest_z,
                "largest_p": verdict.largest_p,
                "cases": verdict.cases,
                "chi_square": verdict.chi_square,
                "chi_square_p": verdict.chi_square_p,
                "in_line": verdict.in_line,
                "false_alarms": 1 / RUNS,
            },
            "faults": self.faults(),
            "elapsed_s": self.elapsed_s,
            "version": __version__,
        }

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as strict JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    def to_frame(self) -> pd.DataFrame:
        """A tidy table: one row a figure."""
        import pandas as pd

        return pd.DataFrame(list(self._figures()))

    def _figures(self) -> Iterator[dict[str, Any]]:
        for row in self.to_dict()["rows"]:
            shared = {name: "; ".join(row[name]) if name == "punter" else row[name] for name in _TABLE}
            for figure in row["figures"]:
                yield {**shared, **figure, "seed": str(row["seed"]), "deals": row["deals"]}

    def __repr__(self) -> str:
        verdict = self.verdict
        return (
            f"{self.headline()}\n{verdict.figures} figures of {verdict.cases} tables, farthest "
            f"{verdict.largest_z:+.2f} standard errors; {len(self.shorts)} short packs; seed {self.seed}"
            + ("" if self.complete else " (interrupted: incomplete)")
        )


_TABLE = ("rules", "rules_id", "punter", "banker", "stakes")


def _table(case: Any) -> dict[str, Any]:
    """Who plays what, of a case or of a short pack."""
    return {
        "rules": case.rules.name,
        "rules_id": case.rules.rules_id,
        "punter": list(case.punter),
        "banker": case.banker,
        "stakes": case.stakes,
    }


def _row(check: Check) -> dict[str, Any]:
    figures = [
        {
            "measure": figure.measure,
            "exact": figure.exact,
            "simulated": figure.simulated,
            "standard_error": figure.standard_error,
            "z": figure.z,
        }
        for figure in check.figures
    ]
    first = {name: value for name, value in figures[0].items() if name != "measure"}
    return {**_table(check.case), "seed": check.seed, "deals": check.deals, **first, "figures": figures}


def _short_row(check: ShortCheck) -> dict[str, Any]:
    return {
        **_table(check.short),
        "cards": check.short.cards,
        "orders": check.orders,
        "exact": check.exact,
        "by_orders": check.by_orders,
        "difference": check.difference,
        "agrees": check.agrees,
    }
