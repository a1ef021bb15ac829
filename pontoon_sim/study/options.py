"""What an experiment may set: the options of the command that it measures with, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from ..arguments import MOST_DEALS, count_of
from ..errors import OptionError, did_you_mean, quoted
from ..rulebook import FIELDS

Command = Literal["edge", "bank", "series", "memory", "shoot", "purse", "effects", "chart", "solve", "odds"]
COMMANDS: tuple[str, ...] = get_args(Command)

SET = "set."
#: What every command takes, beside ``set.FIELD`` for any field of the rules; a `change` is a text as for ``--set``, or
#: several joined by ``;``, or `AS_IT_IS`.
COMMON = ("rules", "punters", "punter", "banker", "stakes", "gather", "packs", "change")
AS_IT_IS = "none"
#: What it takes besides, by the names of its own options.
OWN: dict[str, tuple[str, ...]] = {
    "edge": ("pack",),
    "bank": ("evening", "sale_every"),
    "series": ("length", "series", "first_banker", "bold", "bold_series"),
    "memory": ("spread", "kind", "busts"),
    "shoot": ("shoot", "top_up", "pack"),
    "purse": ("purse", "length", "sessions", "target", "pack", "moving"),
    "effects": ("field", "target"),
    "chart": (),
    "solve": ("stakes_levels", "buys", "precision"),
    "odds": ("pack",),
}
#: What a command finds itself, or is not about, and so does not take.
_FOUND = dict.fromkeys(("solve", "odds"), ("punter", "banker", "stakes", "gather"))
#: Commands whose cells are worked out, not played.
UNPLAYED = ("effects", "chart", "solve", "odds")
#: The one figure that stands for a cell where there is room for one: measure, in words, whether it is a share.
HEADLINES: dict[str, tuple[str, str, bool]] = {
    "edge": ("bank_edge_per_initial_stake", "bank edge", True),
    "bank": ("price_endless", "price of the bank", False),
    "series": ("win_probability", "first banker wins", True),
    "memory": ("gain", "gain", False),
    "shoot": ("bank_all_per_initial_stake", "bank edge with shots", True),
    "purse": ("ruin", "ruin", True),
    "effects": ("bank_edge_per_initial_stake", "bank edge", True),
    "chart": ("banker_share_bust", "banker bust", True),
    "solve": ("punter_ev_per_deal", "punter's gain", False),
    "odds": ("chance_pontoon", "pontoon", True),
}


def known_options(command: str) -> list[str]:
    """All that a cell of that command may set."""
    common = [name for name in COMMON if name not in _FOUND.get(command, ())]
    return [*common, *OWN[command], *(SET + field for field in FIELDS)]


def refuse_unknown(name: str, command: str) -> None:
    """Refuse an option that the command does not take.

    Raises
    ------
    ValueError
        With a sentence.
    """
    known = known_options(command)
    if name not in known:
        others = [other for other in COMMANDS if name in OWN[other]]
        where = f": it belongs to command = {' or '.join(map(quoted, others))}" if others else ""
        cells = "" if command == "edge" else f" in cells of {command}"
        raise ValueError(f"{name!r} cannot vary{cells}{did_you_mean(name, known)}{where}")


def _whole(name: str, said: Any) -> Any:
    if not isinstance(said, str):
        return said
    try:
        return count_of(said, 0, MOST_DEALS, "write for instance 5, 2e6 or 5M")
    except ValueError as fault:
        raise OptionError(f"{name}: {fault}") from None


def _flag(name: str, said: Any) -> bool:
    if isinstance(said, bool):
        return said
    raise OptionError(f"{name} is {quoted(said)}: write true or false.")


def _text(_: str, said: Any) -> Any:
    return said


def _number(name: str, said: Any) -> Any:
    try:
        return float(said) if isinstance(said, str) else said
    except ValueError:
        raise OptionError(f"{name} is {quoted(said)}, which is no number: write for instance 0.02.") from None


def _several(read: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    """Of one value, or of a list of them."""
    return lambda name, said: [read(name, one) for one in said] if isinstance(said, list) else read(name, said)


_READ: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(
        ("punters", "packs", "sale_every", "length", "series", "bold_series", "top_up", "sessions"), _whole
    ),
    "evening": _several(_whole),
    "moving": _flag,
}
#: Options whose reading hangs on the command.
_READ_BY: dict[tuple[str, str], Callable[[str, Any], Any]] = {
    ("purse", "purse"): _several(_whole),
    ("purse", "target"): _several(_whole),
    ("effects", "target"): _number,
    ("solve", "precision"): _number,
}


def value_of(command: str, name: str, said: Any) -> Any:
    """What an option is set to, counts in texts (from ranges, or as in 2M) as numbers.

    Raises
    ------
    OptionError
    """
    return _READ_BY.get((command, name), _READ.get(name, _text))(name, said)


def listed_values(said: Any) -> Sequence[Any]:
    """One value or several, as several."""
    return said if isinstance(said, list | tuple) else [said]
