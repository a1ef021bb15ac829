"""pontoon_sim: a Monte Carlo strategy simulator and exact analyser for Pontoon and its ancestors.

>>> import pontoon_sim as ps
>>> result = ps.edge(ps.rules("pagat", min_stick=16), punters=5, punter="stick-16", deals=10_000, seed=1)
>>> result.punters
5

Names are loaded when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .adviser import Advice, advise
    from .charts.making import chart
    from .charts.strategy import StrategyChart
    from .checks.result import SelfcheckResult
    from .checks.run import selfcheck
    from .edge_result import EdgeResult
    from .effects_result import EffectsResult
    from .errors import DealError, PontoonError
    from .house_edge import edge
    from .policy.banker import banker_policy
    from .policy.punter import punter_policy
    from .policy.stakes import stake_schedule
    from .presets import preset_names, rules, to_toml
    from .recall.result import MemoryResult
    from .recall.worth import memory
    from .rule_effects import effects
    from .rule_matrix import Matrix, matrix
    from .rulebook import Rules
    from .script import Settlement, settle

_HOMES = {
    "Advice": "adviser",
    "DealError": "errors",
    "EdgeResult": "edge_result",
    "PontoonError": "errors",
    "Rules": "rulebook",
    "SelfcheckResult": "checks.result",
    "Settlement": "script",
    "StrategyChart": "charts.strategy",
    "EffectsResult": "effects_result",
    "Matrix": "rule_matrix",
    "MemoryResult": "recall.result",
    "effects": "rule_effects",
    "matrix": "rule_matrix",
    "memory": "recall.worth",
    "advise": "adviser",
    "banker_policy": "policy.banker",
    "chart": "charts.making",
    "edge": "house_edge",
    "preset_names": "presets",
    "punter_policy": "policy.punter",
    "rules": "presets",
    "selfcheck": "checks.run",
    "settle": "script",
    "stake_schedule": "policy.stakes",
    "to_toml": "presets",
}

__all__ = [
    "Advice",
    "DealError",
    "EdgeResult",
    "EffectsResult",
    "Matrix",
    "MemoryResult",
    "PontoonError",
    "Rules",
    "SelfcheckResult",
    "Settlement",
    "StrategyChart",
    "__version__",
    "advise",
    "banker_policy",
    "chart",
    "edge",
    "effects",
    "matrix",
    "memory",
    "preset_names",
    "punter_policy",
    "rules",
    "selfcheck",
    "settle",
    "stake_schedule",
    "to_toml",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
