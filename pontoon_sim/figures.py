"""The figures of a table, by whichever method they were found: what `EdgeResult` tells, and nothing of how it is told.

There are two makers: `simulated`, from the sums of a simulation, and `solved`, from an exact table. A figure that a
method cannot give is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .aftermath import SALE, rotation
from .cards import RANKS
from .errors import counted
from .estimate import Estimate, SeatEstimate, bank_edge, seat_estimates, shares, variance_per_deal
from .law import plain_law
from .rulebook import Rules
from .tally import Tally

if TYPE_CHECKING:
    from .exact.table import ExactTable

Shares = Mapping[str, float | None]


@dataclass(frozen=True)
class Figures:
    """What is known about a table.

    Attributes
    ----------
    method : str
        ``mc`` or ``exact``.
    certainty : str
        How sure the headline is, in a few words.
    basis : str
        What stands behind the figures, in words.
    bank_edge : dict of str to Estimate
        By denominator; exact figures have no standard error.
    seats : list of SeatEstimate
    variance : float or None
        Of the bank's gain of a deal, in squared units.
    punter_outcomes, banker_outcomes : dict of str to float, or None
    shuffles, bank_changes : float or None
        What the rules call for, per deal.
    deals, voided : int or None
        Counted and void deals of a simulation.
    plain_deals : float or None
        Where the variance is reduced: the deals that would give the headline the same error without that.
    sums : dict or None
        The exact sums of a simulation, with their unit.
    assumes : str or None
        A sentence, where figures are exact only if something holds.
    reasons : dict of str to str
        Why a figure is None, in a sentence, by its key in the JSON.
    """

    method: str
    certainty: str
    basis: str
    bank_edge: dict[str, Estimate]
    seats: list[SeatEstimate]
    variance: float | None
    punter_outcomes: Shares | None
    banker_outcomes: Shares | None
    shuffles: float | None
    bank_changes: float | None
    deals: int | None = None
    voided: int | None = None
    plain_deals: float | None = None
    sums: dict[str, Any] | None = None
    assumes: str | None = None
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def mean_initial_stake(self) -> float | None:
        """Mean over all seats."""
        return _mean([seat.mean_initial_stake for seat in self.seats])

    @property
    def mean_staked(self) -> float | None:
        """Mean over all seats."""
        return _mean([seat.mean_staked for seat in self.seats])


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(values) if len(known) == len(values) else None


# ---- From a simulation.


def simulated(rules: Rules, tally: Tally) -> Figures:
    """The figures that a simulation found, with their errors."""
    edge = bank_edge(tally)
    shuffles, moves = _events(rules, tally)
    unknown = {"bank_changes_per_deal": moves, "shuffles_per_deal": shuffles} if tally.deals else {}
    return Figures(
        method="mc",
        certainty=_error(tally, edge["per_initial_stake"]),
        basis=f"{counted(tally.deals, 'deal')} counted, {tally.voided:,} void",
        bank_edge=edge,
        seats=seat_estimates(tally),
        variance=variance_per_deal(tally),
        punter_outcomes=shares(tally.outcomes()),
        banker_outcomes=shares(tally.bank_outcomes()),
        shuffles=shuffles,
        bank_changes=moves,
        deals=tally.deals,
        voided=tally.voided,
        plain_deals=_plain_deals(tally, edge["per_initial_stake"].standard_error),
        sums=tally.exact_sums(),
        reasons={name: SALE for name, value in unknown.items() if value is None},
    )


def _plain_deals(tally: Tally, error: float | None) -> float | None:
    """The deals that plain sampling takes to such an error, by what these very deals say of it."""
    plain = bank_edge(tally, tally.moments())["per_initial_stake"].standard_error
    return tally.deals * (plain / error) ** 2 if tally.reduced and plain and error else None


def _error(tally: Tally, edge: Estimate) -> str:
    if tally.deals == 1:
        return "one deal, which tells nothing about the error"
    return "" if edge.standard_error is None else f"standard error {100 * edge.standard_error:.4f} %"


def _events(rules: Rules, tally: Tally) -> tuple[float | None, float | None]:
    """How often the rules call for a shuffle and move the bank, per counted deal."""
    if not tally.deals:
        return None, None
    shuffled, moved = tally.shuffles_and_moves(plain_law(rules))
    moves: float | None = moved / tally.deals
    if rules.bank_passes == "rotate-every":
        moves = rotation(rules, tally.punters)
    elif rules.bank_passes == "sale":
        moves = None
    return moves if rules.shuffle == "on-bank-change" else shuffled / tally.deals, moves


# ---- From an exact table.

_LASTS = (
    "The cards could run out at this table, and the figures hold for cards that last: with fewer punters, fewer splits "
    "or more packs they would be exact."
)


def solved(table: ExactTable) -> Figures:
    """The figures of an exact table."""
    per = {"per_deal": 1.0, "per_initial_stake": table.initial, "per_unit_staked": table.staked}
    reasons = dict(table.reasons)
    if "variance_per_deal" in reasons:
        reasons["sd_per_deal"] = reasons["variance_per_deal"]
    return Figures(
        method="exact",
        certainty="exact if the cards last" if table.runs_out else "exact",
        basis="exact: all deals weighed by their chances, none drawn at random",
        bank_edge={name: Estimate(table.gain / unit, None) for name, unit in per.items()},
        seats=[
            SeatEstimate(
                place,
                Estimate(seat.account.gain, None),
                seat.initial,
                seat.account.staked,
                dict(zip(RANKS, zip(seat.by_card.tolist(), stakes, strict=True), strict=True)),
            )
            for place, (seat, stakes) in enumerate(zip(table.seats, table.stakes, strict=True), start=1)
        ],
        variance=table.variance,
        punter_outcomes=table.punter_outcomes,
        banker_outcomes=table.banker_outcomes,
        shuffles=table.shuffles,
        bank_changes=table.bank_changes,
        assumes=_LASTS if table.runs_out else None,
        reasons=reasons,
    )
