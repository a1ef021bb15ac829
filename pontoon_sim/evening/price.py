"""What it is worth to hold the bank: values of an endless evening and of so many deals, and their errors.

The bank goes from chair to chair. Where it never moves without a shuffle, each tenure begins alike: with a whole pack
and a new banker. Then an evening is a chain of tenures (a semi-Markov process with rewards), and what a tenure brings
hangs on the banker's chair alone; within it, deals depend on each other through the pack as they like. Chances and
gains are therefore kept by the age of the tenure.

Arrays have a leading axis of samples: the whole run first, then the run without one group after the other, from which
`jackknife` takes the error.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..rulebook import Rules
from .bank import DEALS, INITIAL, NETS, BankNotes

Floats = NDArray[np.float64]


class Passing(NamedTuple):
    """How the bank passes and what each deal brings, by the chair that banks and the age of his tenure.

    Attributes
    ----------
    deals : float64 (samples, chairs, ages + 1)
        Deals seen; the last age is that of all beyond.
    initial : float64 (samples, chairs, ages + 1)
        Initial stakes in them, in units.
    gains : float64 (samples, chairs, ages + 1, persons)
        What each chair gained in them, in units.
    moves : float64 (samples, chairs, ages + 1, persons)
        How often each chair took the bank after them.
    """

    deals: Floats
    initial: Floats
    gains: Floats
    moves: Floats

    @property
    def persons(self) -> int:
        return int(self.gains.shape[-1])

    @property
    def alike(self) -> bool:
        """Whether chairs are noted as one, which banks as chair 0."""
        return self.gains.shape[1] == 1


def samples(groups: NDArray[Any]) -> Floats:
    """The sum over groups, then the sums without one group after the other (none of these where there is but one)."""
    total = groups.sum(axis=0)
    without = total - groups if len(groups) > 1 else groups[:0]
    return np.concatenate([total[None], without]).astype(np.float64)


def passing(notes: BankNotes, unit: int) -> Passing:
    """Notes by seat as figures by chair."""
    rows = samples(notes.rows)
    chairs, persons = rows.shape[1], (rows.shape[3] - 1) // 2
    gains, moves = np.zeros((2, *rows.shape[:3], persons))
    for chair in range(chairs):
        for seat in range(persons):
            other = (chair + 1 + seat) % persons
            gains[:, chair, :, other] = rows[:, chair, :, NETS + seat] / unit
            if seat < persons - 1:
                moves[:, chair, :, other] = rows[:, chair, :, NETS + persons + seat]
    return balanced(Passing(rows[..., DEALS], rows[..., INITIAL], gains, moves))


def balanced(of: Passing) -> Passing:
    """The same with ages as frequent as whole tenures have them.

    What was seen are pieces of an endless evening, and where the bank passes by a fixed rhythm a piece of so many deals
    holds some ages more often than others. How often a tenure comes to an age follows from the chances of passing at
    the ages before; beyond the last one they stay what they are there. A chair keeps its deals.
    """
    gains, moves = hazards(of)
    passes = moves.sum(axis=3)
    reach = np.cumprod(1 - passes[..., :-1], axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        beyond = np.where(reach[..., -1] > 0, reach[..., -1] / passes[..., -1], 0.0)
        visits = np.concatenate([np.ones_like(reach[..., :1]), reach[..., :-1], beyond[..., None]], axis=2)
        deals = of.deals.sum(axis=2, keepdims=True) * visits / visits.sum(axis=2, keepdims=True)
        stakes = np.where(
            of.deals > 0, of.initial / of.deals, (of.initial.sum(axis=2) / of.deals.sum(axis=2))[..., None]
        )
    known = np.isfinite(deals).all(axis=2)[..., None]
    return Passing(
        np.where(known, deals, of.deals),
        np.where(known, deals * stakes, of.initial),
        np.where(known[..., None], deals[..., None] * gains, of.gains),
        np.where(known[..., None], deals[..., None] * moves, of.moves),
    )


def jackknife(values: Floats) -> tuple[Any, Any]:
    """A figure and its standard error, from its values in all samples.

    The error is that of deleting one group at a time: ``sqrt((g - 1) / g * sum (x_i - mean)^2)`` over g groups of
    independent sittings. It is NaN for fewer than two groups.

    Parameters
    ----------
    values : float64 (1 + groups, ...)

    Returns
    -------
    value, standard_error : float64 (...)
    """
    whole, without = values[0], values[1:]
    count = len(without)
    if count < 2:
        return whole, np.full(np.shape(whole), np.nan)
    with np.errstate(invalid="ignore"):  # figures that are infinite have no error
        return whole, np.sqrt((count - 1) / count * ((without - without.mean(axis=0)) ** 2).sum(axis=0))


def tenures_begin_alike(rules: Rules) -> bool:
    """Whether the bank never moves without a shuffle, so that an evening is exactly a chain of tenures."""
    by, shuffle = rules.bank_passes, rules.shuffle
    if by in ("never", "sale"):
        return False
    if shuffle in ("every-deal", "on-bank-change"):
        return True
    if by == "rotate-every":
        return False
    return shuffle == "after-pontoon" or (shuffle == "after-punter-pontoon" and by != "rotation-on-any-natural")


# ---- By age.


def hazards(of: Passing) -> tuple[Floats, Floats]:
    """Gains and moves per deal, by chair and age: (samples, chairs, ages + 1, persons), twice.

    At an age that was never seen they are those of the chair at all ages together; of a chair that never banked, NaN.
    """
    by_age = of.deals[..., None]
    with np.errstate(invalid="ignore", divide="ignore"):
        found = []
        for what in (of.gains, of.moves):
            overall = what.sum(axis=2, keepdims=True) / of.deals.sum(axis=2)[..., None, None]
            found.append(np.where(by_age > 0, what / by_age, overall))
    return found[0], found[1]


def tenure(of: Passing) -> tuple[Floats, Floats]:
    """How long a tenure lasts: its mean, and the chances of each length, those beyond all ages last.

    The mean is deals per move; the chances come from those of passing at each age (see `bank`). Chairs count by how
    often they bank.

    Returns
    -------
    mean : float64 (samples,)
        Infinite where the bank never moved.
    chances : float64 (samples, ages + 1)
    """
    deals, moves = of.deals.sum(axis=1), of.moves.sum(axis=(1, 3))
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = deals.sum(axis=1) / moves.sum(axis=1)
        overall = (moves.sum(axis=1) / deals.sum(axis=1))[:, None]
        passes = np.where(deals > 0, moves / deals, overall)[:, :-1]
    stays = np.concatenate([np.ones((len(passes), 1)), np.cumprod(1 - passes, axis=1)], axis=1)
    return mean, np.concatenate([stays[:, :-1] * passes, stays[:, -1:]], axis=1)


# ---- Values.


def relative_values(gains: Floats, moves: Floats) -> tuple[Floats, Floats] | None:
    """Average gains of all chairs in an endless evening, and what it is worth to each who banks now.

    With gains per deal ``r_c`` of a chair while ``c`` banks, and chances per deal ``q_cd`` that the bank goes from c to
    d, its average ``g`` and its relative values ``h`` solve Poisson's equation ``r_c - g + sum_d q_cd (h_d - h_c) = 0``
    with ``h_0 = 0``. Where tenures begin alike these are the values at the beginning of a tenure, whatever happens
    within it: the equation of the chain of tenures is this one times the mean tenure of c.

    Parameters
    ----------
    gains : float64 (samples, persons, persons)
        Per deal: banker's chair, then the chair that gains.
    moves : float64 (samples, persons, persons)
        Chances per deal; the diagonal does not matter.

    Returns
    -------
    average : float64 (samples, persons)
    values : float64 (samples, persons, persons)
        Banker's chair, then whose value it is.

    None instead where the bank does not get about, or some chair never banked.
    """
    persons = gains.shape[-1]
    if not np.isfinite(gains).all():
        return None
    system = np.zeros((len(gains), persons + 1, persons + 1))
    rates = moves * (1 - np.eye(persons))
    system[:, :persons, :persons] = rates - np.eye(persons) * rates.sum(axis=2)[..., None]
    system[:, :persons, persons] = -1.0
    system[:, persons, 0] = 1.0
    wanted = np.concatenate([-gains, np.zeros((len(gains), 1, persons))], axis=1)
    if (np.linalg.matrix_rank(system) <= persons).any():
        return None
    solved = np.linalg.solve(system, wanted)
    return solved[:, persons, :], solved[:, :persons, :]


def endless(of: Passing) -> tuple[Floats, Floats] | None:
    """`relative_values` of what was noted."""
    deals = of.deals.sum(axis=2)[..., None]
    with np.errstate(invalid="ignore", divide="ignore"):
        gains, moves = (turned(what.sum(axis=2) / deals) for what in (of.gains, of.moves))
    return relative_values(gains, moves)


def turned(table: Floats) -> Floats:
    """A table (samples, chairs, persons) for every banker's chair; where chairs are alike, turned round the table."""
    persons = table.shape[-1]
    if table.shape[1] == persons:
        return table
    return np.stack([np.roll(table[:, 0], chair, axis=-1) for chair in range(persons)], axis=1)


def evenings(of: Passing, milestones: list[int]) -> Floats:
    """What each chair gains in the first so many deals of an evening, by the chair that banks first.

    Chances of who banks, and for how long already, are carried from deal to deal; a tenure begins at age 0 each time.

    Returns
    -------
    float64 (samples, milestones, firsts, persons)
        `firsts` is 1 where all chairs are alike (chair 0 banks first), else all chairs.
    """
    gains, moves = hazards(of)
    persons, ages = of.persons, gains.shape[2]
    if of.alike:
        gains, moves = (
            np.stack([np.roll(what[:, 0], chair, axis=-1) for chair in range(persons)], axis=1)
            for what in (gains, moves)
        )
    count, firsts = len(gains), 1 if of.alike else persons
    stays = (1 - moves.sum(axis=3))[:, None]
    by_state = [np.ascontiguousarray(what.reshape(count, persons * ages, persons)) for what in (gains, moves)]
    chance = np.zeros((count, firsts, persons, ages))
    chance[:, range(firsts), range(firsts), 0] = 1.0
    gained, told = np.zeros((count, firsts, persons)), np.zeros((count, len(milestones), firsts, persons))
    for deal in range(1, max(milestones) + 1):
        flat = chance.reshape(count, firsts, persons * ages)
        gained = gained + flat @ by_state[0]
        begins = flat @ by_state[1]
        older = chance * stays
        chance = np.zeros_like(chance)
        chance[..., 1:] = older[..., :-1]
        chance[..., -1] += older[..., -1]
        chance[..., 0] += begins
        for place in (place for place, deals in enumerate(milestones) if deals == deal):
            told[:, place] = gained
    return told


def staying(of: Passing) -> Passing:
    """The same where every move is a sale to nobody else: values then are those of seats, whoever sits there."""
    moves = np.zeros_like(of.moves)
    for chair in range(moves.shape[1]):
        moves[:, chair, :, chair] = of.moves[:, chair].sum(axis=-1)
    return of._replace(moves=moves)


def prices(values: Floats) -> Floats:
    """What holding the bank is worth to each chair, above the mean of what it is worth to it that another one holds it.

    Parameters
    ----------
    values : float64 (..., firsts, persons)
        Banker's chair, then whose value it is; one row where all are alike.

    Returns
    -------
    float64 (..., firsts)
    """
    firsts, persons = values.shape[-2:]
    own = values[..., range(firsts), range(firsts)]
    all_ = values.sum(axis=-1) if firsts == 1 else values.sum(axis=-2)
    return own - (all_ - own) / (persons - 1)
