"""Scratch memory that threads do not share: small arrays of NumPy's may lie side by side in one cache line."""

from __future__ import annotations

from typing import Any

import numpy as np

LINE = 128  # bytes that processors fetch together, at the most


def apart(size: int, kind: Any) -> Any:
    """An array of zeros with cache lines of its own.

    Parameters
    ----------
    size : int
    kind : dtype
    """
    item = np.dtype(kind).itemsize
    block = np.zeros(size * item + 2 * LINE, np.uint8)
    skip = LINE - block.ctypes.data % LINE
    return block[skip : skip + size * item].view(kind)
