"""What the commands answer as tidy rows: seat (0: the bank, or all), measure, figure, and how it was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..consistency import spelt
from ..dealt.words import CHANCE
from ..estimate import DENOMINATORS, Estimate
from ..tally import BANKER_OUTCOMES, PUNTER_OUTCOMES

if TYPE_CHECKING:
    from ..banking.result import BankResult
    from ..charts.final import FinalHands
    from ..contest.result import SeriesResult
    from ..dealt.result import OddsResult
    from ..effects_result import EffectsResult, Worth
    from ..equilibrium.many.result import TableEquilibrium
    from ..equilibrium.result import Equilibrium
    from ..purses.result import PurseResult
    from ..recall.result import MemoryResult
    from ..shooting.result import ShootResult

#: What a punter gains; and how what is in balance is found.
VALUE, SOLVED = "punter_ev_per_deal", "solved"

Row = dict[str, Any]
Sums = tuple[Fraction, int]

#: All that cells of `edge` tell (`work.rows`).
EDGE = (
    *(f"bank_edge_{name}" for name in DENOMINATORS),
    "punter_ev_per_deal",
    "mean_initial_stake",
    "mean_staked",
    *(f"punter_share_{name}" for name in PUNTER_OUTCOMES),
    *(f"banker_share_{name}" for name in BANKER_OUTCOMES),
    "shuffles_per_deal",
    "bank_changes_per_deal",
)


def row_of(
    seat: int,
    measure: str,
    one: Estimate,
    sums: Sums | None = None,
    *,
    deals: int | None = None,
    voided: int | None = None,
    method: str = "mc",
    interval: Sequence[float] | None = None,
) -> Row:
    """A row; `interval` where it is not the one of the standard error."""
    row: Row = {
        "seat": seat,
        "measure": measure,
        "value": one.value,
        "standard_error": one.standard_error,
        "sum": None if sums is None else str(sums[0]),
        "of": None if sums is None else str(sums[1]),
        "deals": deals,
        "voided": voided,
        "method": method,
    }
    return row if interval is None else row | {"interval": list(interval)}


def bank_rows(found: BankResult) -> Iterator[Row]:
    """Tenures, gains and prices; of fresh packs what is exact."""
    exact = {f"fresh_{per}": found.fresh.method for per in ("per_deal", "per_initial_stake")}
    lasting = ("tenure_share", "price", "gain_of_evening")
    for name, seat, of_deals, one in found.measures():
        measure = name.replace("as_played_per", "bank_edge_per")
        if name in lasting:
            measure = f"{'price_evening' if name == 'price' else name}_{of_deals}"
        yield row_of(seat, measure, one, deals=found.deals, voided=found.voided, method=exact.get(name, "mc"))
    for chair in found.chairs:
        figures = {"chair_banks": Estimate(chair.banks, None), "chair_gain_per_deal": chair.gain}
        for name, one in (figures | {"chair_price": chair.price}).items():
            yield row_of(chair.chair, name, one, deals=found.deals, voided=found.voided)


def series_rows(found: SeriesResult) -> Iterator[Row]:
    """Chances and totals by starting position (0 banks first); of bold stakes with how they are staked before it."""
    plain, series, unit = found.plain, found.figures.series, found.unit
    wins = [sum((Fraction(n, by) for by, n in enumerate(row) if by), Fraction()) for row in plain.wins]
    sums: dict[tuple[str, int], Sums] = {("shared", 0): (Fraction(plain.shared), series)}
    sums |= {("win_probability", place): (won, series) for place, won in enumerate(wins)}
    sums |= {("mean_total", place): (Fraction(row[0], unit), series) for place, row in enumerate(plain.totals)}
    best = sum(total * count for total, count in plain.winning.items())
    sums["winning_total", 0] = Fraction(best, unit), series
    told: dict[str, Any] = {"deals": found.figures.deals, "voided": found.figures.voided}
    for staking, place, name, one in found.measures():
        if staking == "plain":
            measure = "winning_total_mean" if name == "winning_total" else name
            yield row_of(place or 0, measure, one, sums[name, place or 0], **told)
        else:
            yield row_of(place or 0, f"{staking}_{name}", one, **told)


def memory_rows(found: MemoryResult, kinds: Sequence[str], spreads: Sequence[str]) -> Iterator[Row]:
    """Gains of who remembers; the kind and the stakes are named in the measure where several are looked at."""
    for row in found.rows:
        named = [row.kind] if len(kinds) != 1 or row.kind == "nothing" else []
        if row.spread is not None and len(spreads) != 1:
            named.append(f"{row.spread[0]}-{row.spread[1]}")
        figures = {"gain": row.gain, "stake_gain": row.stake_gain, "play_gain": row.play_gain}
        figures |= {f"ev_{name}": row.ev[name] for name in DENOMINATORS}
        figures |= {"mean_initial_stake": Estimate(row.mean_initial_stake, None)}
        figures |= {"mean_staked": Estimate(row.mean_staked, None)}
        figures |= {f"ideal_gain_{name}": one for name, one in (row.ideal or {}).items()}
        for name, one in figures.items():
            yield row_of(int(row.who == "punter"), "_".join([name, *named]), one, deals=row.deals)


def shoot_rows(found: ShootResult) -> Iterator[Row]:
    """Ordinary stakes and shots apart, the kitty, and what seat 1 would gain alone."""
    figures = found.figures
    assert figures is not None
    told: dict[str, Any] = {"deals": figures.deals, "voided": figures.voided}
    for seat, name, one in found.measures():
        yield row_of(seat, name, one, **told)
    if found.alone is not None:
        yield row_of(1, "exact_gain_alone", Estimate(found.alone, None), method="exact")


def purse_rows(found: PurseResult) -> Iterator[Row]:
    """Chances, means and quantiles by player; what is known of some deals on the way says so."""
    from ..purses.result import CHANCES
    from ..purses.rows import rows_of

    told: dict[str, Any] = {"deals": found.tally.deals, "voided": found.tally.voided}
    for player in found.players:
        for row in rows_of(player, found.length):
            measure, value, error = row["measure"], row["value"], row["standard_error"]
            is_chance, sums = measure.removesuffix("_by_then") in CHANCES, None
            if is_chance and value is not None:
                sums = Fraction(round(value * found.sessions)), found.sessions
            if measure.endswith("_by_then") or measure.startswith("purse_"):
                measure = f"{measure}_{row['deals']}"
            ends = (row["low95"], row["high95"])
            own = ends if None not in ends and (error is None or is_chance) else None
            yield row_of(player["player"], measure, Estimate(value, error), sums, interval=own, **told)


def effects_rows(found: EffectsResult) -> Iterator[Row]:
    """The edge before a change, and what each change does to it."""
    yield from _worth("bank_edge", found.base.reoptimised)
    yield from _worth("bank_edge_kept", found.base.kept)
    for row in found.rows:
        what = f"{row.field}={spelt(row.value)}"
        yield from _worth("change_kept", row.kept.minus(found.base.kept), what)
        yield from _worth("change_reoptimised", row.reoptimised.minus(found.base.reoptimised), what)
    for field, value in found.fair:
        yield row_of(0, f"fair_payout:{field}", Estimate(value, None), method=found.base.kept.method)


def hands_rows(found: FinalHands) -> Iterator[Row]:
    """Shares of final hands, named as those of `edge` with each total apart; the punter's also of deals played out."""
    for row in found.figures.rows:
        hand = row["hand"].replace("-", "_").replace(" ", "_").replace("21", "twenty_one")
        for side in ("punter", "banker"):
            yield row_of(0, f"{side}_share_{hand}", Estimate(row[side], None), method="exact")
        if row["played"] is not None:
            yield row_of(0, f"played_share_{hand}", Estimate(row["played"], None), method="exact")


def odds_rows(found: OddsResult) -> Iterator[Row]:
    """The chances of what is dealt, their fractions as the sum and what it is of."""
    for name, chance in found.chances.items():
        fraction = Fraction(chance.numerator), chance.denominator
        yield row_of(0, f"{CHANCE}{name}", Estimate(float(chance), None), fraction, method="exact")


def solve_rows(found: Equilibrium | TableEquilibrium) -> Iterator[Row]:
    """The value with its bounds (of several punters with its error), how near it is, and the first stakes."""
    if isinstance(found.value, float):
        yield row_of(1, VALUE, Estimate(found.value, None), method=SOLVED, interval=(found.low, found.high))
        if found.most_with_splits is not None:
            between, unknown = (found.low, found.most_with_splits), Estimate(None, None)
            yield row_of(1, f"{VALUE}_with_splits", unknown, method=SOLVED, interval=between)
    else:
        yield row_of(1, VALUE, found.value, deals=found.deals, method=SOLVED)
        for name, one in (("punter", found.punter_gain), ("bank", found.bank_gain)):
            yield row_of(int(name == "punter"), f"{name}_gain_by_other_play", one, deals=found.deals, method=SOLVED)
    for name in ("exploitability", "iterations"):
        yield row_of(0, name, Estimate(float(getattr(found, name)), None), method=SOLVED)
    for card, chances in found.first_stakes().items():
        for stake, chance in chances.items():
            yield row_of(1, f"stakes_{stake}_share:{card}", Estimate(chance, None), method=SOLVED)


def _worth(name: str, worth: Worth, what: str = "") -> Iterator[Row]:
    behind = f":{what}" if what else ""
    yield row_of(0, f"{name}_per_deal{behind}", Estimate(worth.per_deal, None), method=worth.method)
    share = Estimate(worth.per_initial_stake, worth.standard_error)
    yield row_of(0, f"{name}_per_initial_stake{behind}", share, method=worth.method)
