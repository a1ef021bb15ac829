"""The banker's best fixed play against given punters, and the best of the simple ones.

He looks at what the cards of his own hand count and, before the second cards, at his first one to decide whether to
double. He remembers whether he did.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS, TEN
from ..errors import LaterError
from ..policy.stakes import StakeSchedule
from ..policy.tables import PunterPolicy
from ..rulebook import Rules
from .bankplay import Prospects, Side
from .deck import Deck, Packs, deck_of
from .measures import OpenGame, gathered

TOTALS = range(12, 22)  # those to stick on that are tried: below twelve no card busts
ROUNDS = 20  # of settling draws and doubles upon each other; two do, but where the face of a ten matters


class Threshold(NamedTuple):
    """A simple play: ``stick-N`` or ``stick-N/M``, with the first cards on which it doubles; and the bank's gain."""

    name: str
    value: float
    draws: NDArray[np.int8]  # (nodes,)
    doubles: NDArray[np.int8]  # (16,)


class Difference(NamedTuple):
    """A hand on which the best play differs from the best simple one.

    Attributes
    ----------
    doubled : bool
    node : int
    draws : bool
        What the best play does there.
    chance : float
        That the best play comes by the hand in a deal.
    gain : float
        What doing otherwise on this hand alone would cost, per deal.
    """

    doubled: bool
    node: int
    draws: bool
    chance: float
    gain: float


@dataclass(frozen=True, eq=False)
class BankerResponse:
    """The banker's best play against given punters.

    Attributes
    ----------
    draws : int8 (2, nodes)
        Whether he draws on a hand when he has not doubled, and when he has. Where he may not double the rows agree.
    doubles : int8 (16,)
        Whether he doubles on a first card of that rank.
    value : float
        The bank's expected gain per deal, in units.
    chance : float64 (2, nodes)
        That he comes by the hand and may draw, whether or not any punter is left.
    stick, draw : float64 (2, nodes)
        What the bank expects given that it holds those cards, from hands that are not bust, if it sticks; and if it
        draws and plays on well. NaN where it has no choice.
    threshold : Threshold
        The best ``stick-N/M`` against the same punters.
    differences : tuple of Difference
        Hands on which it plays otherwise, the dearest first.
    """

    draws: NDArray[np.int8]
    doubles: NDArray[np.int8]
    value: float
    chance: NDArray[np.float64]
    stick: NDArray[np.float64]
    draw: NDArray[np.float64]
    threshold: Threshold
    differences: tuple[Difference, ...]

    @property
    def loss(self) -> float:
        """What the best ``stick-N/M`` gains less, per deal."""
        return self.value - self.threshold.value


def best_banker(rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule], packs: Packs) -> BankerResponse:
    """The best play of a banker who knows how each of his punters plays, and sees his own hand only.

    Parameters
    ----------
    packs : int, Deck or None
        Packs in use, all cards of them unseen; None for an infinite one.

    Notes
    -----
    The play found is the best there is, but where the face of the banker's ten may matter and his play cannot look at
    it (he would double on some tens only, or draw to an ace and a ten that are no pontoon): there it is one that no
    change of a single hand, and none of the doubles alone, improves. Its value is exact in any case.

    Raises
    ------
    LaterError
        When the rules or a policy tie seats together, or look at burnt cards or a brulet.
    """
    return best_response(prospects(rules, punters, stakes, deck_of(packs)))


def best_threshold(rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule], packs: Packs) -> Threshold:
    """The best ``stick-N/M`` of a banker against given punters, with the best doubles; parameters as `best_banker`."""
    return simplest(prospects(rules, punters, stakes, deck_of(packs)))


def prospects(rules: Rules, punters: list[PunterPolicy], stakes: list[StakeSchedule], deck: Deck) -> Prospects:
    """What a banker's hands are worth against those punters, from any deck."""
    refuse_unfollowed(rules, punters)
    game = OpenGame(rules)
    return Prospects(game, deck, gathered(game, punters, stakes, deck))


def refuse_unfollowed(rules: Rules, punters: list[PunterPolicy]) -> None:
    """Refuse what his prospects are not worked out for."""
    if rules.natural_from_all and len(punters) > 1:
        raise LaterError("natural_from_all=true ties the seats together: the banker's best play is for one punter.")
    if rules.brulet != "none":
        raise LaterError(f"brulet={rules.brulet}: the banker's best play is not worked out with it; set brulet=none.")
    if any(policy.ever_burns for policy in punters):
        raise LaterError("The banker's best play against a policy that burns is not worked out: name another banker.")
    if rules.split == "value" and OpenGame(rules).faces_matter and any(policy.ever_splits[TEN] for policy in punters):
        raise LaterError(
            "The banker's best play is not worked out where tens are split by value and their faces matter: set "
            "split=rank, or name another banker."
        )


def best_response(ahead: Prospects) -> BankerResponse:
    """The best play once its prospects are known."""
    draws, doubled = _settled(ahead)
    firsts = _by_side(ahead, doubled)
    chance, stick, draw = (np.zeros((2, ahead.game.nodes)) for _ in range(3))
    value = 0.0
    for row in range(2):
        side = ahead.sides[min(row, len(ahead.sides) - 1)]
        paths = ahead.forth(draws[row], firsts[min(row, len(ahead.sides) - 1)])
        chance[row], stick[row], draw[row] = _shown(ahead, side, draws[row], paths)
        if row < len(ahead.sides):
            value += float(ahead.gains(side, _worths(ahead, side, draws[row])) @ firsts[row])
        else:
            chance[row] = 0.0
    threshold = simplest(ahead)
    return BankerResponse(
        draws=ahead.game.whole(draws),
        doubles=_by_rank(ahead, doubled),
        value=value,
        chance=chance,
        stick=stick,
        draw=draw,
        threshold=threshold,
        differences=_differences(draws, chance, np.abs(draw - stick), threshold),
    )


def _by_side(ahead: Prospects, doubled: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The first cards on each side of the double."""
    return [~doubled, doubled][: len(ahead.sides)]


def _settled(ahead: Prospects) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Best draws (2, nodes) and doubles by first card: each is the best answer to the others."""
    doubled = np.zeros(len(ahead.firsts), bool)
    paths = [np.zeros((ahead.tables, ahead.game.nodes)) for _ in ahead.sides]
    draws = np.zeros((2, ahead.game.nodes), bool)
    for _ in range(ROUNDS):
        before = draws.copy(), doubled
        gains = []
        for row, side in enumerate(ahead.sides):
            draws[row] = ahead.best(side, paths[row])
            gains.append(ahead.gains(side, _worths(ahead, side, draws[row])))
        if len(ahead.sides) == 1:
            draws[1] = draws[0]
        else:
            doubled = gains[1] - gains[0] > ahead.tie
        paths = [ahead.forth(draws[row], firsts) for row, firsts in enumerate(_by_side(ahead, doubled))]
        if np.array_equal(draws, before[0]) and np.array_equal(doubled, before[1]):
            break
    return draws, doubled


def _worths(ahead: Prospects, side: Side, draws: NDArray[np.bool_]) -> NDArray[np.float64]:
    return ahead.back(side, lambda nodes, _: draws[..., nodes], draws.shape[:-1])


def _by_rank(ahead: Prospects, doubled: NDArray[np.bool_]) -> NDArray[np.int8]:
    found = np.zeros(16, np.int8)
    for first, some in zip(ahead.firsts, doubled, strict=True):
        found[list(first.ranks)] = some
    return found


def _shown(
    ahead: Prospects, side: Side, draws: NDArray[np.bool_], paths: NDArray[np.float64]
) -> tuple[NDArray[np.float64], ...]:
    """Chance of each hand, and what sticking and drawing are worth given that he holds it."""
    weights = ahead.weighed(paths)
    chance = (paths * ahead.chance).sum(axis=0)
    held = (weights * ahead.chance).sum(axis=0)
    given = np.where(ahead.open & (held > 0), held, np.nan)
    drawn = ahead.drawn(side, _worths(ahead, side, draws), np.arange(ahead.game.nodes))
    stick, draw = ((weights * table).sum(axis=0) / given for table in (side.stop, drawn))
    return np.where(np.isnan(given), 0.0, chance), stick, draw


def _differences(
    draws: NDArray[np.bool_], chance: NDArray[np.float64], cost: NDArray[np.float64], simple: Threshold
) -> tuple[Difference, ...]:
    rows, nodes = np.nonzero((chance > 0) & (draws != simple.draws[: draws.shape[1]].astype(bool)))
    found = [
        Difference(bool(row), int(node), bool(draws[row, node]), float(chance[row, node]), float(both))
        for row, node, both in zip(rows, nodes, (chance * cost)[rows, nodes], strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.gain))


def simplest(ahead: Prospects) -> Threshold:
    """The best of all ``stick-N/M``, once the prospects are known; of equals that with one number, then lower ones."""
    hands, pairs = ahead.hands, sorted(product(TOTALS, TOTALS), key=lambda pair: (pair[0] != pair[1], pair))
    sticks_on = np.array(pairs)
    total, is_soft = hands.best[: ahead.game.nodes], hands.soft[: ahead.game.nodes]
    draws = ahead.open & (total < np.where(is_soft, sticks_on[:, 1:], sticks_on[:, :1]))
    gains = [ahead.gains(side, _worths(ahead, side, draws)) for side in ahead.sides]
    doubled = gains[-1] - gains[0] > ahead.tie  # (pairs, firsts); all false where he may not
    values = np.where(doubled, gains[-1], gains[0]).sum(axis=1)
    best = int(np.flatnonzero(values > values.max() - ahead.tie)[0])
    doubles = _by_rank(ahead, doubled[best])
    hard, soft = pairs[best]
    name = f"stick-{hard}" if hard == soft else f"stick-{hard}/{soft}"
    if doubles.any():
        name += ":double=" + ",".join(RANKS[rank] for rank in np.flatnonzero(doubles))
    return Threshold(name, float(values[best]), ahead.game.whole(draws[best]), doubles)
