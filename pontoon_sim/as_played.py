"""A pack that is played on, beside a fresh one for every deal: what the difference is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from .errors import LaterError
from .estimate import DENOMINATORS, Estimate, bank_edge
from .evening.schedules import Schedules
from .evening.sessions import SessionHabit
from .evening.sittings import LENGTH, WARM_UP, SittingSetting, SittingTally
from .policy.build import Seated
from .rulebook import Rules
from .simulate import Interrupted, Setting, simulate
from .tally import Tally

FRESH_SEED = 2**96  # what lies between the seed of a question and that of sessions from fresh packs beside it
FEWEST = 64  # sittings into which deals are divided, where there are as many deals


@dataclass(frozen=True)
class AsPlayed:
    """What is told about a pack that is played on, beyond the figures of any simulation.

    Attributes
    ----------
    sittings, sitting_deals, warm_up : int
        Independent sittings, the counted deals of each, and the deals before them that were not counted.
    locked : int
        Times that the pack would never have been shuffled again.
    shuffles, renewals : float
        Shuffles between deals, and of used cards within a deal, per deal that was played.
    dependent : dict of str to Estimate
        The edge with the error that single deals would give, were they independent.
    fresh : dict of str to Estimate
        The edge with a pack shuffled for every deal.
    fresh_method : str
        ``exact`` or ``mc``.
    difference : dict of str to Estimate
        As played less fresh.
    """

    sittings: int
    sitting_deals: int
    warm_up: int
    locked: int
    shuffles: float
    renewals: float
    dependent: dict[str, Estimate]
    fresh: dict[str, Estimate]
    fresh_method: str
    difference: dict[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Its keys in the JSON of ``pontoon edge``."""
        return {
            "sittings": self.sittings,
            "sitting_deals": self.sitting_deals,
            "warm_up": self.warm_up,
            "locked": self.locked,
            "shuffles_played_per_deal": self.shuffles,
            "reshuffles_of_used_cards_per_deal": self.renewals,
            "standard_error_of_single_deals": {name: self.dependent[name].standard_error for name in DENOMINATORS},
            "fresh_edge": _told(self.fresh) | {"method": self.fresh_method},
            "as_played_less_fresh": _told(self.difference),
        }


def _told(edge: dict[str, Estimate]) -> dict[str, Any]:
    values = {name: edge[name].value for name in DENOMINATORS}
    return values | {"standard_error": {name: edge[name].standard_error for name in DENOMINATORS}}


def sitting_setting(rules: Rules, who: Seated, deals: int) -> SittingSetting:
    """Sittings of one banker with those punters: a piece each of an evening that has long begun.

    Where punters shoot the bank moves, for a kitty goes with its banker; whoever moves plays as the seat's policies.
    """
    seats = Seated(
        [*who.punters, who.punters[-1]], who.banker, [*who.stakes, who.stakes[-1]], [*who.shots, *who.shots[-1:]]
    )
    length = min(LENGTH, max(deals // FEWEST, 1))
    return SittingSetting(rules, seats, length=length, warm_up=WARM_UP, moving=bool(who.shots))


def session_setting(rules: Rules, who: Seated, schedules: Schedules, pack: str) -> SittingSetting:
    """Sessions of one banker with those punters, each a sitting; `pack` is ``fresh`` or ``continue``."""
    seats = [*range(len(who.punters)), len(who.punters) - 1]  # the banker is a punter on paper only
    table = who._replace(punters=[who.punters[seat] for seat in seats], stakes=[who.stakes[seat] for seat in seats])
    return SittingSetting(
        _shuffled(rules) if pack == "fresh" else rules,
        schedules.seated(table, rules),
        length=schedules.session,
        warm_up=0 if pack == "fresh" else WARM_UP,
        habit=schedules.of(seats).habit(),
    )


def _shuffled(rules: Rules) -> Rules:
    """The rules with a fresh pack for every deal."""
    return rules.model_copy(update={"shuffle": "every-deal"})


def as_played(setting: SittingSetting, who: Seated, tally: SittingTally, seed: int, threads: int) -> AsPlayed:
    """Compare the tally of sittings with fresh packs: exactly where that can be, else by as many deals."""
    played = tally.deals + tally.warmed
    edge = bank_edge(tally)
    if isinstance(setting.habit, SessionHabit):
        fresh, method = fresh_sessions(setting, tally.deals, seed, threads), "mc"
    else:
        fresh, method = fresh_edge(setting.rules, who, tally.deals, seed, threads)
    return AsPlayed(
        sittings=tally.sittings,
        sitting_deals=setting.length,
        warm_up=setting.warm_up,
        locked=tally.locked,
        shuffles=tally.shuffled / played if played else 0.0,
        renewals=tally.renewed / played if played else 0.0,
        dependent=bank_edge(tally, Tally.moments(tally)),
        fresh=fresh,
        fresh_method=method,
        difference={name: less(edge[name], fresh[name]) for name in DENOMINATORS},
    )


def fresh_edge(rules: Rules, who: Seated, deals: int, seed: int, threads: int) -> tuple[dict[str, Estimate], str]:
    """The edge with a fresh pack for every deal, and by which method."""
    from .exact.table import exact_table
    from .figures import solved

    try:
        if who.shots:
            raise LaterError("What shots bring is simulated.")
        table = exact_table(rules, who.punters, who.banker, who.stakes, rules.packs_for(len(who.punters)))
    except LaterError:
        table = None
    if table is not None and not table.runs_out:
        return solved(table).bank_edge, "exact"
    return bank_edge(simulate(Setting(rules, len(who.punters), who.packed()), max(deals, 1), seed, threads)), "mc"


def fresh_sessions(setting: SittingSetting, deals: int, seed: int, threads: int) -> dict[str, Estimate]:
    """The edge of sessions with a fresh pack for every deal, from as many deals of their own; fewer after Ctrl-C."""
    fresh = replace(setting, rules=_shuffled(setting.rules), warm_up=0)
    try:
        tally = simulate(fresh, max(deals, setting.length), seed + FRESH_SEED, threads)
    except Interrupted as stopped:
        tally = stopped.tally
    return bank_edge(tally)


def less(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent figures; an exact one has no error."""
    if one.value is None or other.value is None:
        return Estimate(None, None)
    errors = [one.standard_error, other.standard_error]
    known = [error for error in errors if error is not None]
    return Estimate(one.value - other.value, sqrt(sum(error**2 for error in known)) if one.standard_error else None)
