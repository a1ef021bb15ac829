"""What all names of policies and schedules have in common: files, options, and what must wait."""

from __future__ import annotations

import hashlib
from os import PathLike, fspath
from pathlib import Path, PurePath

from numpy.typing import NDArray

from ..errors import LaterError, PolicyError, did_you_mean, quoted

OPTIMAL = "optimal"  # the name of the best answer to the other side
EQUILIBRIUM = "equilibrium"  # the name of play that nobody gains against by playing otherwise (`mixed`)
READS = "reads-the-table"  # the name of a banker who decides by what he sees (`reader`)


def as_file(name: str | PathLike[str]) -> Path | None:
    """The file that a name means, or None: a path, or text with a slash or ending in ``.csv``.

    Raises
    ------
    PolicyError
        When it is neither text nor a path.
    """
    if not isinstance(name, str | PathLike):
        raise PolicyError(
            f"{quoted(name)} is no name of a policy: write text such as 'stick-16', or the path of a CSV file."
        )
    if not isinstance(name, str):
        path = fspath(name)
        if not isinstance(path, str):
            raise PolicyError(f"{quoted(path)} is no path of a CSV file: write it as text.")
        return Path(path)
    return Path(name) if "/" in name or name.lower().endswith(".csv") else None


def short_name(name: str) -> str:
    """The name of a policy as tables show it: of a file without its folders."""
    return PurePath(name).name if name.lower().endswith((".csv", ".npz")) else name


def refuse_later(kind: str, name: str, later: dict[str, str]) -> None:
    """Refuse what this version cannot answer yet.

    Parameters
    ----------
    kind : str
        What it would be, in words.
    name : str
    later : dict
        Words that must wait, with what to use instead.
    """
    word = name.split(":")[0].strip()
    if word in later:
        raise LaterError(f"This version cannot answer the {kind} {quoted(word)} yet: use {later[word]} instead.")


def is_optimal(name: object) -> bool:
    """Whether a policy or a schedule is to be the best one; refuses options of it.

    Raises
    ------
    PolicyError
    """
    if not isinstance(name, str) or name.split(":")[0].strip() != OPTIMAL:
        return False
    if name.strip() != OPTIMAL:
        raise PolicyError(f"{quoted(name)}: optimal takes no options, it decides everything itself: leave them out.")
    return True


def reads_the_table(name: object) -> bool:
    """Whether a banker of that name decides by what he sees of the table."""
    return isinstance(name, str) and name.split(":")[0].strip() == READS


def asks_for_best(*said: object) -> bool:
    """Whether some policy or schedule, or one of a list of them, is to be the best one."""
    return any(is_optimal(one) for some in said for one in (some if isinstance(some, list | tuple) else [some]))


def refuse_optimal(kind: str, name: str) -> None:
    """Refuse to name a best play by itself.

    Raises
    ------
    PolicyError
    """
    if is_optimal(name):
        raise PolicyError(
            f"The {kind} 'optimal' is no table of its own, it is the best answer to the other side: ask for it where "
            "both sides are known, as in edge, chart or exact.answers.answered."
        )


def options_of(name: str, known: tuple[str, ...]) -> dict[str, str]:
    """The options that follow the colons of a name.

    Raises
    ------
    PolicyError
        For an unknown option, one given twice, or one without a value.
    """
    found: dict[str, str] = {}
    for text in name.split(":")[1:]:
        option, _, value = (part.strip() for part in text.partition("="))
        if option not in known:
            raise PolicyError(
                f"{quoted(name)}: {quoted(option)} is no option of this policy{did_you_mean(option, known)}: "
                f"it takes {' and '.join(known)}."
            )
        if option in found:
            raise PolicyError(f"{quoted(name)}: the option {option!r} is given twice: give it once.")
        if not value:
            raise PolicyError(f"{quoted(name)}: the option {option!r} has no value: write it as {option}=....")
        found[option] = value
    return found


def digest_of(*arrays: NDArray) -> str:
    """A short hash of tables: their shapes and bytes."""
    digest = hashlib.blake2b(digest_size=6)
    for array in arrays:
        digest.update(repr(array.shape).encode() + array.tobytes())
    return digest.hexdigest()


def sealed(*arrays: NDArray) -> None:
    """Make the tables of a policy read-only: it is shared between all who ask for its name."""
    for array in arrays:
        array.flags.writeable = False
