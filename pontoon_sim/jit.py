"""The only door to Numba: decorators, and where compiled kernels are kept.

Numba's own cache does not notice an edit in *another* file than the kernel's. Here the cache folder is named by
a digest of all the package's sources, of Numba's version and of its switches, so that an edit anywhere gives a
new, empty folder. The folder lies in the package where that can be written, else in the user's cache folder;
where neither can be written, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba.extending import overload, register_jitable

__all__ = ["JIT", "cache_folder", "inlined", "is_a", "is_warm", "jitable", "kernel", "overload"]

PACKAGE = Path(__file__).parent
MARK = "pontoon_sim.kernels"  # lies in each cache folder that this module made
KEPT = 3  # cache folders of other versions of the sources that are left alone

#: False when ``NUMBA_DISABLE_JIT=1``: everything then runs as plain Python.
JIT = not numba.config.DISABLE_JIT


def sources_digest() -> str:
    """A digest of all that compiled code depends on."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for name in sorted(name for name in os.environ if name.startswith("NUMBA_") and "CACHE" not in name):
        digest.update(f"{name}={os.environ[name]}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _candidates() -> list[Path]:
    if chosen := os.environ.get("PONTOON_CACHE_DIR"):
        return [Path(chosen) / "pontoon_sim"]
    user = os.environ.get("XDG_CACHE_HOME")
    home = Path(user) if user else Path(os.path.expanduser("~/.cache"))  # noqa: PTH111 - never fails without a home
    return [PACKAGE / "__kernels__", home / "pontoon_sim"]


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _forget_old(parent: Path, keep: Path) -> None:
    """Remove all but the newest few caches of other versions of the sources, and nothing that is no such cache."""
    others = [folder for folder in parent.iterdir() if folder != keep and (folder / MARK).is_file()]
    others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in others[KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _find_cache() -> Path | None:
    if not JIT:
        return None
    name = sources_digest()
    for parent in _candidates():
        if _usable(parent / name):
            (parent / name / MARK).touch()
            with suppress(OSError):  # another process may tidy up at the same time
                _forget_old(parent, parent / name)
            return parent / name
    return None


_CACHE = _find_cache()


def cache_folder() -> Path | None:
    """Where compiled kernels of these very sources are kept; None when they are not."""
    return _CACHE


def is_warm(name: str) -> bool:
    """Whether the kernel of that function name lies compiled in the cache (or nothing needs compiling)."""
    return not JIT or (_CACHE is not None and any(_CACHE.rglob(f"*.{name}-*.nbc")))


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """An entry point that is compiled on its first call, cached, and runs without the interpreter's lock.

    Compiled without reference counting (``_nrt``), which halves the time of a deal: a kernel may therefore not
    allocate, and Numba refuses to compile one that does. Scratch arrays are passed in.
    """
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_CACHE or "")
    try:
        made = numba.njit(nogil=True, cache=_CACHE is not None, _nrt=False, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
    if JIT and _CACHE is not None:
        _forgive(made._cache)
    return made


def _forgive(cache: Any) -> None:
    """Let a damaged cache, or a full disk, cost no more than a compilation."""
    load, save = cache.load_overload, cache.save_overload

    def load_or_forget(*args: Any) -> Any:
        try:
            return load(*args)
        except Exception:  # whatever half a file unpickles to
            for path in (_CACHE or Path()).rglob("*.nb[ic]"):
                path.unlink(missing_ok=True)
            return None

    def save_or_not(*args: Any) -> None:
        with suppress(Exception):
            save(*args)

    cache.load_overload, cache.save_overload = load_or_forget, save_or_not


#: A part of the deal that is written into its caller when compiled, and plain Python when called from Python.
inlined = register_jitable(forceinline=True)

#: The same, but a function of its own when compiled: for what happens rarely.
jitable = register_jitable


def is_a(record: type, typed: Any) -> bool:
    """Whether that is the compiler's type of such a named tuple: by it an `overload` chooses what to compile."""
    return getattr(typed, "instance_class", None) is record
