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
    from .banking.result import BankResult
    from .banking.worth import bank
    from .charts.making import chart
    from .charts.strategy import StrategyChart
    from .checks.result import SelfcheckResult
    from .checks.run import selfcheck
    from .contest.result import SeriesResult
    from .contest.run import series
    from .dealt.result import OddsResult
    from .dealt.run import odds
    from .edge_result import EdgeResult
    from .effects_result import EffectsResult
    from .equilibrium.result import Equilibrium
    from .equilibrium.solving import judge, solve
    from .errors import DealError, PontoonError
    from .house_edge import edge
    from .policy.banker import banker_policy
    from .policy.punter import punter_policy
    from .policy.stakes import stake_schedule
    from .presets import preset_names, rules, to_toml
    from .purses.result import PurseResult
    from .purses.run import purse
    from .recall.result import MemoryResult
    from .recall.worth import memory
    from .rule_effects import effects
    from .rule_matrix import Matrix, matrix
    from .rulebook import Rules
    from .script import Settlement, settle
    from .shooting.result import ShootResult
    from .shooting.run import shoot
    from .show.report import report
    from .side_by_side import CompareResult, compare
    from .sight.result import LookResult
    from .sight.worth import look
    from .study.run import SweepResult, sweep

_HOMES = {
    "Advice": "adviser",
    "CompareResult": "side_by_side",
    "BankResult": "banking.result",
    "bank": "banking.worth",
    "DealError": "errors",
    "EdgeResult": "edge_result",
    "Equilibrium": "equilibrium.result",
    "judge": "equilibrium.solving",
    "solve": "equilibrium.solving",
    "OddsResult": "dealt.result",
    "odds": "dealt.run",
    "PontoonError": "errors",
    "PurseResult": "purses.result",
    "Rules": "rulebook",
    "SelfcheckResult": "checks.result",
    "ShootResult": "shooting.result",
    "SeriesResult": "contest.result",
    "Settlement": "script",
    "StrategyChart": "charts.strategy",
    "EffectsResult": "effects_result",
    "Matrix": "rule_matrix",
    "LookResult": "sight.result",
    "MemoryResult": "recall.result",
    "effects": "rule_effects",
    "look": "sight.worth",
    "matrix": "rule_matrix",
    "memory": "recall.worth",
    "advise": "adviser",
    "banker_policy": "policy.banker",
    "chart": "charts.making",
    "compare": "side_by_side",
    "SweepResult": "study.run",
    "sweep": "study.run",
    "edge": "house_edge",
    "preset_names": "presets",
    "purse": "purses.run",
    "punter_policy": "policy.punter",
    "report": "show.report",
    "rules": "presets",
    "selfcheck": "checks.run",
    "series": "contest.run",
    "settle": "script",
    "shoot": "shooting.run",
    "stake_schedule": "policy.stakes",
    "to_toml": "presets",
}

__all__ = [
    "Advice",
    "BankResult",
    "CompareResult",
    "DealError",
    "EdgeResult",
    "EffectsResult",
    "Equilibrium",
    "LookResult",
    "Matrix",
    "MemoryResult",
    "OddsResult",
    "PontoonError",
    "PurseResult",
    "Rules",
    "SelfcheckResult",
    "SeriesResult",
    "Settlement",
    "ShootResult",
    "StrategyChart",
    "SweepResult",
    "__version__",
    "advise",
    "bank",
    "banker_policy",
    "chart",
    "compare",
    "edge",
    "effects",
    "judge",
    "look",
    "matrix",
    "memory",
    "odds",
    "preset_names",
    "punter_policy",
    "purse",
    "report",
    "rules",
    "selfcheck",
    "series",
    "settle",
    "shoot",
    "solve",
    "stake_schedule",
    "sweep",
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
