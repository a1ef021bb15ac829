"""From the sums of sittings to figures with errors: ordinary stakes, shots, and the kitty.

Sittings are independent, deals are not: every error comes from totals of sittings, and every figure is a ratio of two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..cards import RANKS
from ..estimate import Estimate, ratio_of
from ..evening.shots import BEFORE, DEALS, EMPTY, INITIAL, ON_SHOTS, ORDINARY, PUT_UP, SHOT, TAKEN, ShotSums
from ..hands import graph

Mix = Mapping[int, int]  # columns of the sums, each times a whole number


@dataclass(frozen=True)
class SeatShots:
    """One seat's shots and ordinary stakes, a deal; gains are the punter's, in units.

    Attributes
    ----------
    seat : int
        From 1, the banker's left.
    mean_shot : float or None
    gain, per_unit_shot, ordinary : Estimate
        Gain on shots, the same per unit shot, and gain on ordinary stakes.
    """

    seat: int
    mean_shot: float | None
    gain: Estimate
    per_unit_shot: Estimate
    ordinary: Estimate


@dataclass(frozen=True)
class OnHand:
    """What was shot on hands of a kind: units a deal, and what a unit gained."""

    mean_shot: float
    per_unit_shot: float


@dataclass(frozen=True)
class ShotFigures:
    """What a simulation found.

    Attributes
    ----------
    deals, sittings, voided : int
    bank : dict of str to dict of str to Estimate
        The bank's gain on ``ordinary`` stakes, ``shots`` and ``all``, by denominator.
    mean_shot : float or None
        Units shot in a deal, by all punters together.
    gain, per_unit_shot : Estimate
        The punters' gain on shots, all together, a deal and per unit shot.
    seats : list of SeatShots
    by_first_card, before_fourth : dict of str to OnHand
        By rank, of hands that were not split; and by total (``hard 13``, ``soft 15``) before the fourth card.
    kitty : dict of str to float
        Per deal: its ``mean`` before deals, how often it was left ``empty``, what bankers ``put_up`` before it, and
        what they had ``taken`` home when the bank moved.
    """

    deals: int
    sittings: int
    voided: int
    bank: dict[str, dict[str, Estimate]]
    mean_shot: float | None
    gain: Estimate
    per_unit_shot: Estimate
    seats: list[SeatShots]
    by_first_card: dict[str, OnHand]
    before_fourth: dict[str, OnHand]
    kitty: dict[str, float | None]


def shot_figures(sums: ShotSums, punters: int, unit: int, voided: int) -> ShotFigures:
    """The figures of all that was noted; ordinary gains are in 1/unit."""
    deals = sums.total(punters, DEALS)

    def bank(gains: Mix, *below: int) -> list[Estimate]:
        loss = {column: -times for column, times in gains.items()}
        return [_ratio(sums, punters, loss, {column: 1}, unit) for column in below]

    ordinary = bank({ORDINARY: 1}, DEALS, INITIAL)
    shots = bank({ON_SHOTS: unit}, DEALS, SHOT)
    both = bank({ORDINARY: 1, ON_SHOTS: unit}, DEALS, INITIAL)
    return ShotFigures(
        deals=deals,
        sittings=sums.sittings,
        voided=voided,
        bank={
            "ordinary": dict(zip(("per_deal", "per_initial_stake"), ordinary, strict=True)),
            "shots": dict(zip(("per_deal", "per_unit_shot"), shots, strict=True)),
            "all": dict(zip(("per_deal", "per_initial_stake"), both, strict=True)),
        },
        mean_shot=_share(sums.total(punters, SHOT), deals),
        gain=_ratio(sums, punters, {ON_SHOTS: 1}, {DEALS: 1}, 1),
        per_unit_shot=_ratio(sums, punters, {ON_SHOTS: 1}, {SHOT: 1}, 1),
        seats=[_seat(sums, seat, unit) for seat in range(punters)],
        by_first_card=_on_hands({name: [rank] for rank, name in enumerate(RANKS)}, sums.cards, deals),
        before_fourth=_on_hands(nodes_by_total(), sums.nodes, deals),
        kitty={
            name: _share(sums.kitty[column], deals)
            for name, column in (("mean", BEFORE), ("empty", EMPTY), ("put_up", PUT_UP), ("taken", TAKEN))
        },
    )


def _seat(sums: ShotSums, seat: int, unit: int) -> SeatShots:
    return SeatShots(
        seat=seat + 1,
        mean_shot=_share(sums.total(seat, SHOT), sums.total(seat, DEALS)),
        gain=_ratio(sums, seat, {ON_SHOTS: 1}, {DEALS: 1}, 1),
        per_unit_shot=_ratio(sums, seat, {ON_SHOTS: 1}, {SHOT: 1}, 1),
        ordinary=_ratio(sums, seat, {ORDINARY: 1}, {DEALS: 1}, unit),
    )


def _ratio(sums: ShotSums, row: int, above: Mix, below: Mix, unit: int) -> Estimate:
    """A mix of columns over another one, divided by `unit`."""

    def total(mix: Mix) -> int:
        return sum(times * sums.total(row, column) for column, times in mix.items())

    def product(one: Mix, other: Mix) -> int:
        return sum(x * y * sums.product(row, a, b) for a, x in one.items() for b, y in other.items())

    products = product(above, above), total(below), product(above, below), product(below, below)
    return ratio_of(total(above), *products, sums.sittings, unit)


def _share(total: int, deals: int) -> float | None:
    return total / deals if deals else None


def _on_hands(places: Mapping[str, list[int]], noted: list[int], deals: int) -> dict[str, OnHand]:
    """Those kinds of hands that were shot on."""
    found = {}
    for name, some in places.items():
        shot, gain = (sum(noted[2 * place + column] for place in some) for column in range(2))
        if shot:
            found[name] = OnHand(shot / deals, gain / shot)
    return found


def nodes_by_total() -> dict[str, list[int]]:
    """Three cards, by what they count."""
    hands = graph()
    found: dict[str, list[int]] = {}
    for soft in (False, True):
        for total in range(3, 22):
            some = (hands.cards == 3) & (hands.best == total) & (hands.soft == soft)
            if some.any():
                found[f"{'soft' if soft else 'hard'} {total}"] = some.nonzero()[0].tolist()
    return found
