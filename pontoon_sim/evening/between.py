"""What people do between the deals of an evening: four questions, answered by kind.

A kind is a named tuple of arrays and whole numbers. It may note what a deal brought, and change stakes and policies
before the next one by writing into the tables of `Players`. `Nothing` does neither. In compiled code the type chooses
(`overload`, as for the questions of the deal); with the JIT off they are methods.

Whatever a kind looks at must be known to the people that it stands for; see `memory` for the firewall.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..jit import is_a, overload


def sit_down(between, law, players, table, evening):
    """A sitting begins: the pack is fresh, and the first banker is known."""
    between.sit_down(law, players, table, evening)


def prepare(between, law, ring, players, table, evening):
    """A deal is about to begin."""
    between.prepare(law, ring, players, table, evening)


def note(between, law, ring, players, table, evening, moves):
    """A deal is settled and counts; used cards still lie on the table. `moves`: the seat that takes the bank next.

    It is ``table.punters`` where the bank stays.
    """
    between.note(law, ring, players, table, evening, moves)


def get_up(between, law, players, table, evening):
    """A sitting is over."""
    between.get_up(law, players, table, evening)


class Nothing(NamedTuple):
    """Nobody does anything between deals."""

    none: int = 0

    def sit_down(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        """Nothing."""

    def prepare(self, law: Any, ring: Any, players: Any, table: Any, evening: Any) -> None:
        """Nothing."""

    def note(self, law: Any, ring: Any, players: Any, table: Any, evening: Any, moves: int) -> None:
        """Nothing."""

    def get_up(self, law: Any, players: Any, table: Any, evening: Any) -> None:
        """Nothing."""


@overload(sit_down)
def _sit_down(between, law, players, table, evening):
    return (lambda between, law, players, table, evening: None) if is_a(Nothing, between) else None


@overload(prepare)
def _prepare(between, law, ring, players, table, evening):
    return (lambda between, law, ring, players, table, evening: None) if is_a(Nothing, between) else None


@overload(note)
def _note(between, law, ring, players, table, evening, moves):
    return (lambda between, law, ring, players, table, evening, moves: None) if is_a(Nothing, between) else None


@overload(get_up)
def _get_up(between, law, players, table, evening):
    return (lambda between, law, players, table, evening: None) if is_a(Nothing, between) else None
