"""Results that an object remembers for itself, and that go when it goes.

`functools.cache` on a method keeps every object that was ever asked alive: a solver holds tables of megabytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A method whose result for each arguments is worked out once by each object; arguments are by position."""
    name = f"_remembered_{method.__name__}"

    @wraps(method)
    def asked(self: S, *args: P.args, **kwargs: P.kwargs) -> R:
        found: dict[Any, R] = vars(self).setdefault(name, {})
        key = (args, tuple(kwargs.items()))
        if key not in found:
            found[key] = method(self, *args, **kwargs)
        return found[key]

    return asked
