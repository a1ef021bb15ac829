"""The adviser: what every legal action is worth in a situation at the table, and why."""

from __future__ import annotations

from .advice import Advice, advise

__all__ = ["Advice", "advise"]
