"""The policies of an equilibrium among all others: who asks them for tables that they have not is told so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from ...errors import LaterError, OptionError, quoted
from ..stakes import StakeSchedule
from ..tables import BankerPolicy, PunterPolicy
from .record import Turn, View


class Unplain:
    """Of a policy that decides by chance: it has no tables of one action each, and says so when asked for one."""

    name: str
    play: Any
    by_chance: ClassVar[bool] = True

    def __getattr__(self, table: str) -> NoReturn:
        if table.startswith("__"):
            raise AttributeError(table)
        raise LaterError(
            f"{quoted(self.name)} decides by chance, and this question is answered for play without chance only: ask "
            "edge, compare, sweep or chart for it, or name another policy."
        )

    def __deepcopy__(self, memo: Any) -> Unplain:
        return self


class MixedPunter(Unplain, PunterPolicy):
    """A punter who decides by chance, by what he staked and what lies open of his hand, and by what he hides.

    Attributes
    ----------
    name, digest : str
    play : equilibrium.policies.Play
        Both sides' play as compiled code takes it, and how it is worked out exactly.
    """

    def __init__(self, name: str, digest: str, play: Any):
        for field, said in {"name": name, "digest": digest, "play": play, "made_for": play.rules.rules_id}.items():
            object.__setattr__(self, field, said)

    @property
    def ever_splits(self) -> NDArray[np.bool_]:
        """He never splits."""
        return np.zeros(16, bool)

    @property
    def ever_burns(self) -> bool:
        """He never burns."""
        return False

    @property
    def turn(self) -> Turn:
        """How he plays."""
        found: Turn = self.play.turn
        return found


class MixedStakes(Unplain, StakeSchedule):
    """Stakes drawn by chance, by the first card."""

    def __init__(self, name: str, digest: str, play: Any):
        for field, said in {"name": name, "digest": digest, "play": play}.items():
            object.__setattr__(self, field, said)

    @property
    def turn(self) -> Turn:
        """With what he stakes."""
        found: Turn = self.play.turn
        return found


class MixedBanker(Unplain, BankerPolicy):
    """A banker who draws and doubles by chance, by his hand and what lies open of his one punter's."""

    def __init__(self, name: str, digest: str, play: Any):
        for field, said in {"name": name, "digest": digest, "play": play}.items():
            object.__setattr__(self, field, said)

    @property
    def view(self) -> View:
        """How he plays."""
        found: View = self.play.view
        return found


def decides_by_chance(*who: object) -> bool:
    """Whether one of them does."""
    return any(isinstance(one, Unplain) for one in who)


def refuse_chance(what: str, *who: Any) -> None:
    """Refuse those who decide by chance, for a question that does not follow them; `what` begins the sentence.

    Raises
    ------
    LaterError
    """
    for one in who:
        if isinstance(one, Unplain):
            raise LaterError(
                f"{what}, and {quoted(one.name)} decides by chance: name another policy, or deal from fresh packs."
            )


def check_table(punters: Sequence[PunterPolicy], banker: BankerPolicy, stakes: Sequence[StakeSchedule]) -> None:
    """Refuse a table at which those who decide by chance cannot play.

    Raises
    ------
    LaterError, OptionError
    """
    check_punters(punters, stakes)
    if isinstance(banker, MixedBanker):
        if len(punters) > 1:
            raise LaterError(
                f"The banker {quoted(banker.name)} plays the equilibrium against one punter, and here are "
                f"{len(punters)}: use --punters 1, or name another banker."
            )
        banker.play.check_seen(punters[0], stakes[0], banker.name)


def check_punters(punters: Sequence[PunterPolicy], stakes: Sequence[StakeSchedule]) -> None:
    """Refuse punters who decide by chance and cannot play beside each other, or with those stakes.

    Raises
    ------
    LaterError, OptionError
    """
    plays = {one.digest: one.play for one in (*punters, *stakes) if isinstance(one, MixedPunter | MixedStakes)}
    if len({id(play) for play in plays.values()}) > 1 and len({play.digest for play in plays.values()}) > 1:
        raise LaterError(
            "The punters of a table play and stake by one equilibrium, and here are two: give the same for all seats."
        )
    for punter, schedule in zip(punters, stakes, strict=True):
        if isinstance(punter, MixedPunter) and not isinstance(schedule, MixedStakes):
            strange = {int(one) for one in schedule.stakes[[*range(13), 15]]} - {int(one) for one in punter.turn.levels}
            if strange:
                raise OptionError(
                    f"The policy {quoted(punter.name)} knows the stakes {listed_of(punter.turn.levels)} only, and "
                    f"{quoted(schedule.name)} puts up {listed_of(sorted(strange))}: solve it with these levels, or "
                    "name other stakes."
                )


def listed_of(some: Any) -> str:
    """Numbers in a sentence."""
    return ", ".join(str(int(one)) for one in some)
