"""How deals from fresh packs are sampled: what plays them, and whether their variance is reduced."""

from __future__ import annotations

from dataclasses import replace

from .errors import OptionError, quoted
from .exact.deck import deck_of
from .exact.lasts import can_run_out
from .policy.build import Seated
from .rulebook import Rules
from .simulate import ENGINES, Setting

VARIANCES = ("plain", "reduced")


def of_fresh_packs(engine: str | None, variance: str | None, fresh: bool) -> None:
    """Refuse an engine, or a variance, that is none, or that is chosen where there is nothing to choose.

    Raises
    ------
    OptionError
    """
    if engine is not None and (not isinstance(engine, str) or engine not in ENGINES):
        raise OptionError(f"{quoted(engine)} is no engine: it is auto, lanes or scalar.")
    if engine is not None and not fresh:
        raise OptionError("An engine is chosen for deals from fresh packs that stand alone: leave it out.")
    if variance is not None and (not isinstance(variance, str) or variance not in VARIANCES):
        raise OptionError(f"{quoted(variance)} is no way to sample deals: the variance is plain or reduced.")
    if variance == "reduced" and not fresh:
        raise OptionError(
            "The variance is reduced by how often hands end as they do from a fresh pack, and only of deals that stand "
            "alone: leave it out."
        )


def fresh_setting(rules: Rules, who: Seated, engine: str, variance: str | None) -> Setting:
    """Deals from fresh packs, with reduced variance where nothing speaks against it.

    Raises
    ------
    OptionError
        Where reduced variance is asked for, and something does.
    """
    setting = Setting(rules, len(who.punters), who.packed(), engine, reduced=variance != "plain")
    fault = unreduced(setting, who) if setting.reduced else None
    if fault is None:
        return setting
    if variance == "reduced":
        raise OptionError(f"The variance is not reduced at this table: {fault}; leave it to be chosen by itself.")
    return replace(setting, reduced=False)


def unreduced(setting: Setting, who: Seated) -> str | None:
    """Why nothing is taken off the deals of a table; None where something is."""
    if setting.program is None:
        return "its deals are played one by one, not in lanes"
    if can_run_out(setting.rules, who.punters, who.banker, deck_of(setting.packs)):
        return "its cards could run out in a deal"
    return "its stakes are too large for the sums" if setting.reduction is None else None
