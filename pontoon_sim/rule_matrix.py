"""Every rule system against naive, threshold and best-playing punters, with fixed and with free stakes, exactly."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import __version__
from .exact.against import Game
from .exact.answers import answered
from .exact.response import best_punter
from .exact.seat import Seat
from .exact.simple import simple_policies
from .policy.banker import banker_policy
from .policy.names import OPTIMAL
from .policy.stakes import stake_schedule
from .presets import preset_names
from .presets import rules as find_rules
from .rulebook import Rules

if TYPE_CHECKING:
    import pandas as pd

NAIVE = "stick-16"  # of punters who neither buy nor split, whatever the rules
TOTALS = range(14, 20)
STAKES = ("min", OPTIMAL)
#: Columns of the table: who plays, and who banks.
PLAYS = ("naive", "threshold", "optimal", "both optimal")


class Entry(NamedTuple):
    """One edge of the matrix: the bank's, per unit of initial stake and per deal, of one punter."""

    rules: str
    play: str
    punter: str
    banker: str
    stakes: str
    per_initial_stake: float
    per_deal: float


@dataclass(frozen=True)
class Matrix:
    """All edges of the matrix.

    Attributes
    ----------
    entries : tuple of Entry
        By rule system, then by stakes, then in the order of `PLAYS`.
    """

    entries: tuple[Entry, ...]

    def to_frame(self) -> pd.DataFrame:
        """A row for each edge."""
        import pandas as pd

        return pd.DataFrame(self.entries)

    def to_dict(self) -> dict[str, Any]:
        """As strict JSON: schema ``pontoon.matrix/1``."""
        rows = [entry._asdict() for entry in self.entries]
        return {"schema": "pontoon.matrix/1", "method": "exact", "punters": 1, "rows": rows, "version": __version__}

    def to_json(self, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)


def matrix(rules: Sequence[str | Rules] = (), *, watch: Callable[[int, int, str], None] | None = None) -> Matrix:
    """The bank's edge against one punter under each rule system, exactly.

    The naive punter sticks on 16 and does nothing else. The threshold punter plays the best policy that sticks on a
    total (`exact.simple`). The best one answers the banker as well as can be. The banker is the rules' dealer or sticks
    on 17; in the last column he plays the ``stick-N/M`` that leaves the best punter least (a dealer stays as he is).
    Fixed stakes are the smallest; free ones are chosen by the first card as well as can be.

    Parameters
    ----------
    rules : sequence of str or Rules
        All presets by default.
    watch : callable
        Called with the number of systems done, of all, and the next one.
    """
    systems = [one if isinstance(one, Rules) else find_rules(one) for one in rules or preset_names()]
    entries: list[Entry] = []
    for done, system in enumerate(systems):
        if watch:
            watch(done, len(systems), system.name)
        entries += [entry for stakes in STAKES for entry in _row(system, stakes)]
    return Matrix(tuple(entries))


def _row(rules: Rules, stakes: str) -> list[Entry]:
    packs, banker = rules.packs_for(1), banker_policy(rules.dealer or "stick-17", rules)
    schedule = None if stakes == OPTIMAL else stake_schedule(stakes, rules)
    best = best_punter(rules, banker, packs, schedule)
    simple = simple_policies(best, range(max(TOTALS.start, rules.min_stick), TOTALS.stop))[0]
    naive = answered(rules, 1, NAIVE, banker, stakes)
    threshold = answered(rules, 1, simple.name, banker, stakes)
    both = answered(rules, 1, OPTIMAL, rules.dealer or OPTIMAL, stakes)
    found = []
    for play, who in zip(PLAYS, (naive, threshold, None, both), strict=True):
        if who is None:
            account, punter, bank = best.account, OPTIMAL, banker.name
        else:
            game = best.solver.game if who.banker is banker else Game(rules, who.banker)
            account = Seat(game, who.punters[0], who.stakes[0].stakes, packs).account()
            punter, bank = who.punters[0].name, who.banker.name
        gain = -float(account.account.gain)
        found.append(Entry(rules.name, play, punter, bank, stakes, gain / float(account.initial), gain))
    return found
