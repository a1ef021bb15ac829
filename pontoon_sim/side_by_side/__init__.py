"""Several policies, bankers, stakes or rules side by side, on the same cards: which is better, and is it sure?"""

from __future__ import annotations

from .result import CompareResult
from .run import compare

__all__ = ["CompareResult", "compare"]
