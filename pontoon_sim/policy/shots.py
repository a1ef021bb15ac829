"""Shooting policies: how much is shot for, by what the hand shows before its second and before its fourth card.

An amount is a number of units, or a part of the room that is left in the kitty (rounded down to whole units); never
more than the room, and never more than `MOST` units or what the policy's own ``most`` allows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from ..cards import RANKS, parse_rank
from ..errors import PolicyError, PontoonError, did_you_mean, quoted
from ..files import named
from ..hands import graph
from ..law import plain_law
from ..rulebook import Rules
from .names import OPTIMAL, as_file, digest_of, sealed
from .players import BEFORE_FOURTHS, NEW_HANDS
from .rows import read_rows

MOST = 1000  # units of one shot: with it, what a deal can move stays within reason however long a kitty grows
REST = "*"
SECOND, SPLIT, FOURTH = WHEN = ("2", "split", "4")
COLUMNS = ("when", "hand", "shot")
NAMED = {"none": "", "all": "2:*=all;split:*=all;4:*=all"}
_HOW = (
    "write for instance A=1/2,T=3,*=0 (by the first card: half the room, 3 units, nothing) or 4:13-16=all,A-2-3=5 "
    "(before the fourth card: by total or by the very cards), joined by semicolons"
)


@dataclass(frozen=True, eq=False)
class ShotPolicy:
    """How much is shot on a hand; make one by `shot_policy`.

    Attributes
    ----------
    name, digest : str
    units, parts, wholes : int64 (32 + nodes,)
        See `players.Shots`: `units` and the share ``parts / wholes`` of the room, by what the hand shows.
    most : int
        Most units of one shot.
    """

    name: str
    digest: str
    units: NDArray[np.int64]
    parts: NDArray[np.int64]
    wholes: NDArray[np.int64]
    most: int

    @property
    def ever(self) -> bool:
        """Whether it ever shoots."""
        return bool(self.most and (self.units.any() or self.parts.any()))

    def shot(self, place: int, room: int) -> int:
        """The amount that is shot where so much room is left; `place` as in `units`."""
        part = room * int(self.parts[place]) // int(self.wholes[place])
        return min(int(self.units[place]) + part, self.most, room)


def shot_policy(spec: str | PathLike[str] | ShotPolicy, rules: Rules) -> ShotPolicy:
    """The shooting policy that is meant.

    Parameters
    ----------
    spec : str, path or ShotPolicy
        ``none``; ``all`` (the whole room, whenever); a text of parts joined by semicolons; or a CSV file with the
        columns ``when, hand, shot``. A part is ``2:`` (before the second card; may be left out), ``split:`` (on the new
        hand of a split; as before the second card when there is no such part) or ``4:`` (before the fourth card), and
        then amounts such as ``A=1/2,T=3,*=0``: by the first card's rank, or by the best total (``15``, ``13-16``,
        ``soft15``, ``hard13-14``) or the cards (``A-2-3``) of three. ``*`` is the rest; what is not named is no shot.
        An amount is whole units, a fraction of the room, or ``all``. A part ``most=N`` keeps every shot to N units.
    rules : Rules

    Raises
    ------
    PolicyError
        When it cannot be understood, or the rules know no shots.
    """
    if not rules.shoot:
        raise PolicyError(f"Nobody shoots under {rules.name!r} (shoot=false): use --rules shoot, or --set shoot=true.")
    if isinstance(spec, ShotPolicy):
        return spec
    spelt = isinstance(spec, str) and "=" in spec and not spec.lower().endswith(".csv")  # a fraction has a slash too
    file = None if spelt else as_file(spec)
    if file is None:
        return _named(str(spec).strip(), rules)
    reader = _Reader(rules)
    for row in read_rows(file, COLUMNS, None, ("total", "soft", "chance", "per_unit")):
        if row["when"] not in WHEN:
            raise PolicyError(f"{row.where}: {quoted(row['when'])} is no time to shoot: write 2, split or 4.")
        reader.read(row["when"], row["hand"], row["shot"], row.where)
    return reader.policy(named(file))


@lru_cache(maxsize=256)
def _named(name: str, rules: Rules) -> ShotPolicy:
    reader = _Reader(rules)
    if name not in NAMED and "=" not in name:
        raise PolicyError(
            f"There is no shooting policy {quoted(name)}{did_you_mean(name, [*NAMED, OPTIMAL])}: {_HOW}; or none, all, "
            "optimal, or a CSV file."
        )
    for part in filter(None, (text.strip() for text in NAMED.get(name, name).split(";"))):
        option, sign, number = (text.strip() for text in part.partition("="))
        if option == "most":
            reader.limit(number, quoted(name))
            continue
        when, colon, entries = part.partition(":")
        when, entries = (when.strip(), entries) if colon else (SECOND, part)
        if when not in WHEN:
            raise PolicyError(f"{quoted(name)}: {quoted(when)} is no time to shoot: write 2:, split: or 4:.")
        for entry in entries.split(","):
            hand, sign, amount = (text.strip() for text in entry.partition("="))
            if not sign:
                raise PolicyError(f"{quoted(name)}: {quoted(entry)} names no amount: {_HOW}.")
            reader.read(when, hand, amount, quoted(name))
    return reader.policy(name)


Amount = tuple[int, int, int]  # units, and parts of wholes of the room
_NOTHING: Amount = (0, 0, 1)


class _Reader:
    """Gathers the entries of a policy, and refuses what contradicts itself."""

    def __init__(self, rules: Rules):
        law, hands = plain_law(rules), graph()
        self.most = MOST
        self.fourths = [n for n in range(len(hands.low)) if law.may_shoot[n] and law.open[n]]
        self.said: dict[str, dict[object, Amount]] = {when: {} for when in WHEN}

    def limit(self, text: str, where: str) -> None:
        """Take in the most units of a shot."""
        if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > MOST:
            raise PolicyError(f"{where}: most={text} is not understood: write whole units, at most {MOST}.")
        self.most = int(text)

    def read(self, when: str, hand: str, amount: str, where: str) -> None:
        """Take in an amount."""
        said, what = self.said[when], _amount(amount, where)
        for key in self._keys(when, hand, where):
            if key in said:
                raise PolicyError(f"{where}: {quoted(hand)} speaks for a hand that has its shot already: name it once.")
            said[key] = what

    def _keys(self, when: str, hand: str, where: str) -> list[object]:
        """What an entry speaks for: a rank, nodes of three cards by total or by name, or the rest."""
        if hand == REST:
            return [REST]
        try:
            if when != FOURTH:
                return [parse_rank(hand)]
            if hand.count("-") == 2:
                node = graph().node_of([parse_rank(card) for card in hand.split("-")])
                if node in self.fourths:
                    return [("cards", node)]
                raise PolicyError(f"{where}: before its fourth card nobody holds {quoted(hand)}: leave it out.")
        except PolicyError:
            raise
        except PontoonError as fault:
            raise PolicyError(f"{where}: {fault} {REST} stands for all the rest.") from None
        return self._of_total(hand, where)

    def _of_total(self, text: str, where: str) -> list[object]:
        match = re.fullmatch(r"(soft|hard|)\s*([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
        if not match:
            raise PolicyError(f"{where}: {quoted(text)} is no hand before its fourth card: {_HOW}.")
        hands, kind = graph(), match[1]
        low, high = int(match[2]), int(match[3] or match[2])
        found: list[object] = [
            node
            for node in self.fourths
            if low <= hands.best[node] <= high and kind in ("", "soft" if hands.soft[node] else "hard")
        ]
        if not found:
            raise PolicyError(f"{where}: no three cards that may take a fourth count {quoted(text)}: mend the total.")
        return found

    def policy(self, name: str) -> ShotPolicy:
        """The policy of all entries."""
        table = np.tile(np.array(_NOTHING, np.int64), (BEFORE_FOURTHS + len(graph().low), 1))
        for when, begin in ((SECOND, 0), (SPLIT, NEW_HANDS)):
            said = self.said[when] or self.said[SECOND]
            for rank in range(len(RANKS)):
                table[begin + rank] = said.get(rank, said.get(REST, _NOTHING))
        said = self.said[FOURTH]
        for node in self.fourths:
            table[BEFORE_FOURTHS + node] = said.get(("cards", node), said.get(node, said.get(REST, _NOTHING)))
        return tabled(name, table, self.most)


def tabled(name: str, table: NDArray[np.int64], most: int = MOST) -> ShotPolicy:
    """The policy of a table (32 + nodes, 3): units, and parts of wholes of the room."""
    units, parts, wholes = (np.ascontiguousarray(column) for column in table.T)
    sealed(units, parts, wholes)
    return ShotPolicy(name, digest_of(units, parts, wholes, np.array([most])), units, parts, wholes, most)


def _amount(text: str, where: str) -> Amount:
    """Units, or a part of the room."""
    if text == "all":
        return 0, 1, 1
    if re.fullmatch(r"[0-9]{1,4}", text) and int(text) <= MOST:
        return int(text), 0, 1
    match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", text)
    if match and 0 < int(match[1]) <= int(match[2]):
        return 0, int(match[1]), int(match[2])
    raise PolicyError(
        f"{where}: a shot of {quoted(text)} is not understood: write units up to {MOST}, a fraction of the room as in "
        "1/2, or all."
    )
