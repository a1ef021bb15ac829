"""From policies that decide by chance to the record that compiled code takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..stakes import StakeSchedule
from ..tables import BankerPolicy, PunterPolicy
from .policies import MixedBanker, MixedPunter, MixedStakes
from .record import NOTES, Mixed, no_turn, no_view


def pack_mixed(punters: Sequence[PunterPolicy], banker: BankerPolicy, stakes: Sequence[StakeSchedule]) -> Mixed:
    """Who of a table decides by chance, and how; without random numbers, which a thread brings (`Mixed.apart`)."""
    turns = [one.turn for one in (*punters, *stakes) if isinstance(one, MixedPunter | MixedStakes)]
    return Mixed(
        words=np.zeros(4, np.uint64),
        notes=np.zeros(len(punters) * NOTES, np.int64),
        plays=np.array([isinstance(one, MixedPunter) for one in punters], np.int8),
        stakes=np.array([isinstance(one, MixedStakes) for one in stakes], np.int8),
        bank=4 * len(punters),
        banks=np.array([isinstance(banker, MixedBanker)], np.int8),
        turn=turns[0] if turns else no_turn(),
        sight=banker.view if isinstance(banker, MixedBanker) else no_view(),
    )
