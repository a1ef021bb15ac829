"""Before the second card: what each stake is worth on the first one."""

from __future__ import annotations

from functools import lru_cache

from ..cards import RANKS
from ..errors import OptionError
from ..exact.best import HandSolver
from ..exact.response import best_punter
from ..policy.stakes import stake_schedule
from ..policy.tables import BankerPolicy
from ..rulebook import Rules
from .values import EVEN, Action, game_of, ranked

MOST_LISTED = 12  # stakes, where the limits leave that many


def stakes_worth(rules: Rules, banker: BankerPolicy, packs: int, rank: int, asked: int | None) -> tuple[Action, ...]:
    """The expected net of every stake on that first card, the rest being played as well as can be; best first.

    Where the limits leave many stakes, the least, the most and the one asked for.

    Raises
    ------
    OptionError
        Where the rules leave nothing to decide on the first card.
    """
    if rules.stakes_when == "before-deal":
        raise OptionError(
            f"Under {rules.name} stakes are put up before the deal: on the first card there is nothing to decide; give "
            "two cards."
        )
    least, most = rules.stake_min, rules.stake_max
    some = range(least, most + 1) if most - least < MOST_LISTED else sorted({least, asked or least, most})
    shapes = {stake: _shape(rules, banker, stake) for stake in some}
    worth: dict[int, float] = {}
    for stake in some:  # by scale from one with which the game is the same but for its size
        other = next(one for one in some if shapes[one] == shapes[stake])
        worth[stake] = _by_card(rules, banker, packs, other)[rank] * stake / other
    return ranked([Action("stake", stake, worth[stake]) for stake in some], EVEN * least)


def _shape(rules: Rules, banker: BankerPolicy, stake: int) -> tuple[object, ...]:
    """What can be done with a hand, in initial stakes."""
    solver = HandSolver(game_of(rules, banker), 1)
    return tuple(solver.choices(side, stake).shape for side in range(len(solver.game.sides)))


@lru_cache(maxsize=64)
def _by_card(rules: Rules, banker: BankerPolicy, packs: int, stake: int) -> tuple[float, ...]:
    best = best_punter(rules, banker, packs, stake_schedule(stake, rules))
    return tuple(float(best.account.by_card[rank]) for rank in range(len(RANKS)))


__all__ = ["stakes_worth"]
