"""The standings of a series of deals: everybody's total by chair, and stakes that look at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deal import NO_CARD
from ..jit import is_a, jitable, overload
from ..law import plain_law
from ..scratch import apart
from . import between
from .boldness import Boldness, class_of, lead_of, nobody, stake_by
from .chairs import chair_of
from .state import BANKER, PLAYED

if TYPE_CHECKING:
    from .sittings import SittingSetting

#: Who follows the table of bold stakes: nobody; one chair, another in each series; everybody.
NONE, IN_TURN, EVERYONE = range(3)

RANKS = 13


class Standings(NamedTuple):
    """What is kept of the series of a chunk; money in 1/unit of a unit.

    Attributes
    ----------
    totals : int64 (persons,)
        By chair, in the series that is on.
    series : int64 (1,)
        Series finished.
    length : int
        Counted deals of a series.
    finals, firsts : int64 (series * persons,), int64 (series,)
        Final totals by chair, and the chair that banked first.
    who : int
        Who is bold: see `NONE`.
    boldness : Boldness
    recording : int
        Whether each deal is kept.
    nets, cards, bankers : int64 (series * length * persons,) twice, int64 (series * length,)
        Of each deal by chair: net result, and first card (15 for the banker); and the banker's chair.
    """

    totals: Any
    series: Any
    length: int
    finals: Any
    firsts: Any
    who: int
    boldness: Any
    recording: int
    nets: Any
    cards: Any
    bankers: Any

    # The same answers for plain Python, with the JIT off.
    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _sit_down(self, law, players, table, evening)

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        _prepare(self, law, ring, players, table, evening)

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        _note(self, law, ring, players, table, evening, moves)

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        _get_up(self, law, players, table, evening)


@jitable
def _sit_down(between, law, players, table, evening):
    for chair in range(between.totals.size):
        between.totals[chair] = 0
    between.firsts[between.series[0]] = evening.state[BANKER]


@jitable
def _prepare(between, law, ring, players, table, evening):
    if between.who:
        left = between.length - evening.state[PLAYED]
        for seat in range(table.punters):
            chair = chair_of(evening, table.punters + 1, seat)
            bold = between.who == EVERYONE or chair == between.series[0] % (table.punters + 1)
            if bold and left <= between.boldness.last:
                put_up(between, players, seat, chair, left)
            else:
                for rank in range(16):
                    players.stakes[seat * 16 + rank] = evening.chairs.stakes[chair * 16 + rank]


@jitable
def put_up(between, players, seat, chair, left):
    """Lay a bold punter's stakes for the next deal."""
    place = class_of(between.boldness, lead_of(between.totals, chair))
    for rank in range(RANKS):
        players.stakes[seat * 16 + rank] = stake_by(between.boldness, left, place, rank)
    players.stakes[seat * 16 + NO_CARD] = stake_by(between.boldness, left, place, NO_CARD)


@jitable
def _note(between, law, ring, players, table, evening, moves):
    persons = table.punters + 1
    for seat in range(persons):
        between.totals[chair_of(evening, persons, seat)] += table.net[seat]
    if between.recording:
        deal = between.series[0] * between.length + evening.state[PLAYED] - 1
        between.bankers[deal] = evening.state[BANKER]
        for seat in range(persons):
            place = deal * persons + chair_of(evening, persons, seat)
            between.nets[place] = table.net[seat]
            between.cards[place] = table.first[4 * seat] if seat < table.punters else NO_CARD


@jitable
def _get_up(between, law, players, table, evening):
    series, persons = between.series[0], between.totals.size
    for chair in range(persons):
        between.finals[series * persons + chair] = between.totals[chair]
    between.series[0] = series + 1


def _for_standings(between: Any, answer: Any) -> Any:
    return answer if is_a(Standings, between) else None


@overload(between.sit_down)
def _asked_sit_down(between, law, players, table, evening):
    return _for_standings(between, _sit_down)


@overload(between.prepare)
def _asked_prepare(between, law, ring, players, table, evening):
    return _for_standings(between, _prepare)


@overload(between.note)
def _asked_note(between, law, ring, players, table, evening, moves):
    return _for_standings(between, _note)


@overload(between.get_up)
def _asked_get_up(between, law, players, table, evening):
    return _for_standings(between, _get_up)


@dataclass
class Series:
    """Finished series, one a row; money in 1/unit.

    Attributes
    ----------
    finals, firsts : int64 (series, persons), int64 (series,)
    nets, cards, bankers : arrays (series, deals, persons) twice, (series, deals)
        Empty unless each deal was kept.
    """

    finals: NDArray[np.int64]
    firsts: NDArray[np.int64]
    nets: NDArray[np.int32]
    cards: NDArray[np.int8]
    bankers: NDArray[np.int8]

    def add(self, other: Series) -> None:
        """Put other series below these."""
        for name in ("finals", "firsts", "nets", "cards", "bankers"):
            setattr(self, name, np.concatenate([getattr(self, name), getattr(other, name)]))


@dataclass(frozen=True)
class Keeping:
    """The habit of keeping the score, and of staking by it.

    Attributes
    ----------
    who : int
        Who is bold: `NONE`, `IN_TURN` or `EVERYONE`.
    boldness : Boldness, optional
    recording : bool
        Whether each deal is kept.
    """

    who: int = NONE
    boldness: Boldness | None = None
    recording: bool = False

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> Standings:
        persons, length = setting.punters + 1, setting.length
        series = setting.chunk() // length
        deals = series * length if self.recording else 0
        return Standings(
            totals=apart(persons, np.int64),
            series=apart(1, np.int64),
            length=length,
            finals=np.zeros(series * persons, np.int64),
            firsts=np.zeros(series, np.int64),
            who=self.who,
            boldness=nobody(plain_law(setting.rules).unit) if self.boldness is None else self.boldness,
            recording=int(self.recording),
            nets=np.zeros(deals * persons, np.int64),
            cards=np.zeros(deals * persons, np.int64),
            bankers=np.zeros(deals, np.int64),
        )

    def found(self, between: Standings) -> Series:
        persons, series = between.totals.size, int(between.series[0])
        deals = series * between.length if self.recording else 0
        shape = (series if self.recording else 0, between.length)
        return Series(
            finals=between.finals[: series * persons].reshape(series, persons),
            firsts=between.firsts[:series],
            nets=between.nets[: deals * persons].reshape(*shape, persons).astype(np.int32),
            cards=between.cards[: deals * persons].reshape(*shape, persons).astype(np.int8),
            bankers=between.bankers[:deals].reshape(shape).astype(np.int8),
        )
