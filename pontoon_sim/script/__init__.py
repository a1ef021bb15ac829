"""Written-down deals: read, played through the one deal of the rule book, settled or refused."""

from __future__ import annotations

from .play import Ask, Script, Void, legal, settle, settle_deal
from .statement import Settlement

__all__ = ["Ask", "Script", "Settlement", "Void", "legal", "settle", "settle_deal"]
