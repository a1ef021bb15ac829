"""How the bank passes, noted deal by deal: who banked, for how long already, what each seat gained, who takes it next.

All is counted by the *age* of the tenure: the first deal of a banker, his second, ... A tenure that had begun before
the sitting, or is cut short by its end, counts for the deals that were seen. What cuts it knows nothing of the cards,
so the chance that a banker of a given age loses the bank, and the gains at that age, are met as they are: this is the
product-limit way of treating lives that are not seen to their end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..jit import is_a, jitable, overload
from ..scratch import apart
from .between import get_up, note, prepare, sit_down
from .sittings import SittingSetting
from .state import BANKER, HELD, PLAYED

BATCHES = 32  # of a chunk
GROUPS = 128  # into which all batches of a run are gathered

# Columns of a row of `BankBook.rows`: deals, initial stakes in units, then the nets of all seats in 1/unit (the
# banker's last), then the times that each seat took the bank.
DEALS, INITIAL, NETS = range(3)

# Entries of `BankBook.state`: sittings so far, and the chair that banked first; then what each place has gained in this
# sitting.
SITTINGS, FIRST, GAINED = range(3)


class BankBook(NamedTuple):
    """What is noted of the bank in one chunk.

    Attributes
    ----------
    rows : int64 (BATCHES * chairs * (ages + 1) * width,)
        By batch, banker's chair and age; the last age stands for all beyond. See the columns above.
    fates : int64 (BATCHES * milestones * (persons + 1),)
        By batch and milestone: sittings that came so far, and what each place (the first banker's, then round the
        table from his left) had gained by then.
    marks : int64 (length + 1,)
        The milestone at so many counted deals of a sitting, or -1.
    state : int64 (2 + persons,)
    chairs : int
        1 where all chairs play alike and are noted as one, else `persons`.
    persons, ages, milestones, warm_up : int
    sold : int
        1 where a place is the seat at the table and not the person who sat there at first.
    """

    rows: Any
    fates: Any
    marks: Any
    state: Any
    chairs: int
    persons: int
    ages: int
    milestones: int
    warm_up: int
    sold: int

    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        begin(self, evening)

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        """Nothing."""

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        write_down(self, table, evening, moves)

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        """Nothing."""


@jitable
def begin(book, evening):
    """A sitting begins."""
    book.state[SITTINGS] += 1
    book.state[FIRST] = evening.state[BANKER]
    for place in range(book.persons):
        book.state[GAINED + place] = 0


@jitable
def write_down(book, table, evening, moves):
    """Note a deal that counts."""
    state, persons = evening.state, book.persons
    played = state[PLAYED] - book.warm_up
    if played <= 0:
        return
    batch = book.state[SITTINGS] % BATCHES
    chair = state[BANKER] if book.chairs > 1 else 0
    age = min(state[HELD] - 1, book.ages)
    row = ((batch * book.chairs + chair) * (book.ages + 1) + age) * (1 + 2 * persons)
    shift = 1 if book.sold else state[BANKER] + 1 - book.state[FIRST] + persons
    book.rows[row + DEALS] += 1
    for seat in range(persons):
        net = table.net[seat]
        book.rows[row + NETS + seat] += net
        book.state[GAINED + (shift + seat) % persons] += net
    for seat in range(persons - 1):
        book.rows[row + INITIAL] += table.initial[seat]
    if moves < persons - 1:
        book.rows[row + NETS + persons + moves] += 1
    milestone = book.marks[played]
    if milestone >= 0:
        entry = (batch * book.milestones + milestone) * (1 + persons)
        book.fates[entry] += 1
        for place in range(persons):
            book.fates[entry + 1 + place] += book.state[GAINED + place]


@overload(sit_down)
def _sit_down(between, law, players, table, evening):
    return (lambda between, law, players, table, evening: begin(between, evening)) if is_a(BankBook, between) else None


@overload(prepare)
def _prepare(between, law, ring, players, table, evening):
    return (lambda between, law, ring, players, table, evening: None) if is_a(BankBook, between) else None


@overload(note)
def _note(between, law, ring, players, table, evening, moves):
    if not is_a(BankBook, between):
        return None
    return lambda between, law, ring, players, table, evening, moves: write_down(between, table, evening, moves)


@overload(get_up)
def _get_up(between, law, players, table, evening):
    return (lambda between, law, players, table, evening: None) if is_a(BankBook, between) else None


class BankNotes:
    """What was noted in any number of chunks, in groups of independent sittings.

    Attributes
    ----------
    rows : int64 (groups, chairs, ages + 1, width)
    fates : int64 (groups, milestones, 1 + persons)
    batches : int
        Batches that were gathered into the groups.
    """

    def __init__(self, rows: NDArray[Any], fates: NDArray[Any]):
        self.batches = len(rows)
        self.rows, self.fates = rows, fates

    def add(self, other: BankNotes) -> None:
        """Add what was noted in later chunks."""
        for name in ("rows", "fates"):
            mine, theirs = getattr(self, name), getattr(other, name)
            room = max(0, min(GROUPS, self.batches + len(theirs)) - len(mine))
            setattr(self, name, _gathered(mine, theirs, self.batches, room))
        self.batches += other.batches


def _gathered(mine: NDArray[Any], theirs: NDArray[Any], before: int, room: int) -> NDArray[Any]:
    """Groups with more batches, dealt out in turn."""
    groups = np.concatenate([mine, np.zeros((room, *mine.shape[1:]), np.int64)])
    for place, batch in enumerate(theirs):
        groups[(before + place) % GROUPS] += batch
    return groups


class BankHabit:
    """Makes a `BankBook` for each chunk.

    Parameters
    ----------
    ages : int
        Ages that are told apart.
    milestones : sequence of int
        Counted deals of a sitting after which the gains of all places are noted.
    alike : bool
        Whether all chairs play alike, and may be noted as one.
    sold : bool
        Whether gains belong to the seat, not to the person: he that leaves the bank has been paid for it.
    """

    def __init__(self, ages: int, milestones: Sequence[int] = (), alike: bool = True, sold: bool = False):
        self.ages, self.milestones, self.alike, self.sold = ages, tuple(milestones), alike, sold

    def fresh(self, setting: SittingSetting, stream: np.random.SeedSequence) -> BankBook:
        persons = setting.punters + 1
        chairs, several = 1 if self.alike else persons, max(len(self.milestones), 1)
        marks = np.full(setting.length + 1, -1, np.int64)
        for place, deals in enumerate(self.milestones):
            marks[deals] = place
        return BankBook(
            rows=apart(BATCHES * chairs * (self.ages + 1) * (1 + 2 * persons), np.int64),
            fates=apart(BATCHES * several * (1 + persons), np.int64),
            marks=marks,
            state=apart(GAINED + persons, np.int64),
            chairs=chairs,
            persons=persons,
            ages=self.ages,
            milestones=several,
            warm_up=setting.warm_up,
            sold=int(self.sold),
        )

    def found(self, between: BankBook) -> BankNotes:
        rows = between.rows.reshape(BATCHES, between.chairs, self.ages + 1, 1 + 2 * between.persons)
        fates = between.fates.reshape(BATCHES, between.milestones, 1 + between.persons)
        used = min(int(between.state[SITTINGS]), BATCHES)
        some = [sitting % BATCHES for sitting in range(1, used + 1)]
        return BankNotes(rows[some], fates[some])
