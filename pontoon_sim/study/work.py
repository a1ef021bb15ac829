"""One cell worked out: exactly, or by deals that can be gone on with where they were left."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from copy import deepcopy
from dataclasses import asdict
from fractions import Fraction
from itertools import islice
from typing import Any

from ..arguments import MOST_DEALS
from ..as_played import sitting_setting
from ..errors import LaterError
from ..estimate import DENOMINATORS, Estimate, bank_edge
from ..exact.table import exact_table
from ..figures import Figures, simulated, solved
from ..house_edge import DEALS
from ..simulate import FIRST_CHECK, Setting, plan_of, simulate
from ..tally import INITIAL, NET, SEAT_COLUMNS, STAKED, Tally
from .cells import Cell
from .cluster import Ahead
from .experiment import Experiment
from .kinds import KINDS
from .measures import Row, row_of
from .shared import SharedSetting, SharedTally
from .trail import marked

Keep = Callable[[dict[str, Any]], None]


def worked_out(
    cell: Cell,
    plan: Experiment,
    deals: int | None,
    known: dict[str, Any] | None,
    keep: Keep,
    threads: int,
    pool: Executor | None = None,
    watch: Callable[[Any], None] | None = None,
) -> dict[str, Any]:
    """What is to be kept of a finished cell: its rows, and the sums from which more deals can go on.

    Parameters
    ----------
    cell : Cell
    plan : Experiment
    deals : int or None
        Deals of the cell; None: by the precision that is asked for.
    known : dict or None
        What was kept of it before: finished with other deals, or a part.
    keep : callable
        Told now and then what is known by then.
    threads, pool, watch
        As for `simulate`.
    """
    if cell.command != "edge":
        kind = KINDS[cell.command]
        made = kind.worked_out(cell.rules, cell.given, deals, cell.seed, threads, plan.confidence)
        return {"done": True, "method": "mc", "deals": deals, "rows": made}
    if cell.method != "mc":
        found = _exactly(cell)
        if found is not None:
            return {"done": True, "method": "exact", "deals": None, "rows": rows(cell, found, None)}
        if cell.method == "exact":
            raise AssertionError("a cell that cannot be exact was not refused")
    return _by_deals(cell, plan, deals, known, keep, threads, pool, watch)


def _exactly(cell: Cell) -> Figures | None:
    who, packs = cell.who, None if cell.pack == "infinite" else cell.rules.packs_for(cell.punters)
    try:
        return solved(exact_table(cell.rules, who.punters, who.banker, who.stakes, packs))
    except LaterError:
        if cell.method == "exact":
            raise
        return None


def setting_of(cell: Cell, deals: int) -> Any:
    """What is simulated."""
    if cell.pack == "continue":
        return sitting_setting(cell.rules, cell.who, deals)
    if cell.shared:
        return SharedSetting(cell.rules, cell.punters, cell.who.packed())
    return Setting(cell.rules, cell.punters, cell.who.packed())


def most_of(plan: Experiment, deals: int | None) -> int:
    """Deals of a cell at the most."""
    return deals or (MOST_DEALS if plan.precision else DEALS)


def chunks_kept(setting: Any, most: int, known: dict[str, Any] | None) -> int | None:
    """How many whole chunks were kept of a cell, to be gone on from; None where they are none or too many."""
    if known is None or known.get("chunk") != setting.chunk() or known["whole"]["chunks"] * setting.chunk() > most:
        return None
    return int(known["whole"]["chunks"])


def to_come(cell: Cell, plan: Experiment, deals: int | None, known: dict[str, Any] | None) -> Ahead:
    """The chunks that a simulated cell will surely ask for: with a precision, those before it is first looked at."""
    most = most_of(plan, deals)
    setting = setting_of(cell, most)
    done = chunks_kept(setting, most, known) or 0
    chunks = -(-most // setting.chunk())
    if plan.precision:
        chunks = min(chunks, FIRST_CHECK)
    count = max(chunks - done, 0)
    return Ahead(cell.place, setting, cell.seed, islice(plan_of(most, setting.chunk()), done, done + count), count)


def _by_deals(
    cell: Cell,
    plan: Experiment,
    deals: int | None,
    known: dict[str, Any] | None,
    keep: Keep,
    threads: int,
    pool: Executor | None,
    watch: Callable[[Any], None] | None,
) -> dict[str, Any]:
    most = most_of(plan, deals)
    setting = setting_of(cell, most)
    whole: dict[str, Any] = {"chunks": 0, "tally": asdict(setting.nothing())}
    begun = None
    if (done := chunks_kept(setting, most, known)) is not None and known is not None:
        whole = known["whole"]
        begun = done, tally_of(setting, whole["tally"])

    def kept(chunks: int, tally: Tally) -> None:
        whole.update(chunks=chunks, tally=asdict(tally), trail=marked(whole.get("trail", []), chunks, tally))
        keep({"done": False, "method": "mc", "chunk": setting.chunk(), "whole": whole})

    def enough(tally: Tally) -> bool:
        half = bank_edge(tally)["per_initial_stake"].half_width(plan.confidence)
        return half is not None and plan.precision is not None and half <= plan.precision

    tally = simulate(setting, most, cell.seed, threads, enough if plan.precision else None, watch, begun, kept, pool)
    return {
        "done": True,
        "method": "mc",
        "deals": deals,
        "chunk": setting.chunk(),
        "whole": whole,
        "rows": rows(cell, simulated(cell.rules, tally), tally),
        **({"batches": tally.batches, "unit": tally.unit} if isinstance(tally, SharedTally) else {}),
    }


def tally_of(setting: Any, told: dict[str, Any]) -> Tally:
    """A tally that was kept; a copy, for more deals are added to it than belong to what is kept."""
    return type(setting.nothing())(**deepcopy(told))


def rows(cell: Cell, found: Figures, tally: Tally | None) -> list[Row]:
    """The tidy rows of a cell, by seat (0: the bank) and measure, with the exact sums behind what was simulated."""
    made: list[tuple[int, str, Estimate, tuple[Fraction, int] | None]] = [
        (0, f"bank_edge_{name}", found.bank_edge[name], _sums(tally, name) if tally else None) for name in DENOMINATORS
    ]
    for seat in found.seats:
        sums = None
        if tally is not None:
            net = tally.sums["seats"][SEAT_COLUMNS * (seat.seat - 1) + NET]
            sums = Fraction(net, tally.unit), tally.deals
        made.append((seat.seat, "punter_ev_per_deal", seat.ev, sums))
        for name, value in (("mean_initial_stake", seat.mean_initial_stake), ("mean_staked", seat.mean_staked)):
            made.append((seat.seat, name, Estimate(value, None), None))
    for side, shares in (("punter", found.punter_outcomes), ("banker", found.banker_outcomes)):
        for name, share in (shares or {}).items():
            made.append((0, f"{side}_share_{name}", Estimate(share, None), None))
    for name, value in (("shuffles_per_deal", found.shuffles), ("bank_changes_per_deal", found.bank_changes)):
        made.append((0, name, Estimate(value, None), None))
    told: dict[str, Any] = {"deals": found.deals, "voided": found.voided}
    return [row_of(*one, **told, method=found.method) for one in made]


def _sums(tally: Tally, name: str) -> tuple[Fraction, int]:
    below = {"per_deal": tally.deals, "per_initial_stake": tally.total(INITIAL), "per_unit_staked": tally.total(STAKED)}
    return Fraction(tally.gain, tally.unit), below[name]
