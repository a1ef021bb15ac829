"""What each house rule is worth: the bank's edge with one field changed at a time, strategies kept and re-optimised."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from .arguments import real, seed_for, threads_for
from .consistency import spelt
from .effects_result import Effect, EffectsResult, Worth
from .errors import LaterError, OptionError, RulesError, did_you_mean, quoted
from .exact.answers import FIRST_GUESS, Answers, answered
from .exact.table import exact_table
from .house_edge import edge
from .policy.adapt import adapted_banker, adapted_punter, adapted_stakes
from .policy.build import seated, seats_of
from .policy.names import OPTIMAL, is_optimal
from .presets import rules as find_rules
from .rulebook import FIELDS, OVER_DEALS, Rules

#: Values of fields that hold a whole number; of the others all are tried.
NUMBERS: dict[str, tuple[int, ...]] = {
    "stake_max": (1, 2, 5, 10, 20),
    "min_stick": (0, 12, 13, 14, 15, 16, 17, 18),
    "first_buy_max": (0, 1, 2, 3, 4, 5),
    "first_buy_min": (0, 1, 2),
    "max_buys": (0, 1, 2, 3),
    "fifth_card_bought_from": (0, 12),
    "brulet_limit": (1, 6, 12),
    "brulet_pool": (1, 2, 5),
}
#: Fields that do nothing to a single deal from a fresh pack in which nobody shoots; and the dealer, who is a strategy.
BETWEEN_DEALS = (
    *OVER_DEALS, "bank_passes", "misericorde", "shuffle", "gather", "exhaustion", "shoot", "kitty", "dealer",
    "split_dealing", "stake_min",
)  # fmt: skip
#: Payouts in stakes: the edge is linear in each of them while strategies are kept.
PAYOUTS = (
    "pontoon_pays", "five_card_pays", "banker_pontoon_takes", "banker_five_takes", "drawn_21_pays",
    "banker_bust_pays_21",
)  # fmt: skip
DEALS = 2_000_000  # where something cannot be worked out exactly


def effects(
    rules: str | Path | Rules = "pagat",
    *,
    punters: int | None = None,
    punter: Any = OPTIMAL,
    banker: Any = None,
    stakes: Any = "min",
    fields: str | Sequence[str] = (),
    target: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    watch: Callable[[int, int, str], None] | None = None,
    prepare: Callable[[], None] | None = None,
) -> EffectsResult:
    """What each house rule is worth: the bank's edge with one field changed at a time.

    Each change is looked at twice. *Kept*: everybody plays on as before, as far as the new rules let them (a buy or a
    stick that is not allowed any more becomes a twist). *Re-optimised*: the punters answer the banker as well as can
    be, and the banker plays the ``stick-N/M`` that leaves them least (a casino's dealer stays as he is).

    Parameters
    ----------
    rules : str, Path or Rules
    punters : int
        5 unless the rules are a casino's. Seats do not touch each other, so this scales most figures only.
    punter, banker, stakes
        How they play before the change, as in `edge`; by default both sides as in *re-optimised*. Stakes stay as given
        (``optimal`` are chosen anew).
    fields : str or sequence of str
        Fields to change; all by default.
    target : float
        Sort by nearness to this edge per unit of initial stake, and find payouts that hit it.
    seed, threads
        For what cannot be exact and is simulated.
    watch : callable
        Called with the number of changes done, of all, and the next one.
    prepare : callable
        Called once all arguments are understood, before anything is worked out.

    Returns
    -------
    EffectsResult

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood.
    """
    start = time.perf_counter()
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    seats = seats_of(punters if punters is not None else 1 if system.dealer else 5)
    work = _Work(system, seats, seed_for(seed), threads_for(threads))
    aim, chosen = _target(target), _fields(fields)
    seated(system, seats, *(_named(one, plain) for one, plain in ((punter, "stick-16"), (banker, None), (stakes, 1))))
    if prepare:
        prepare()
    best = work.reoptimised(system, stakes)
    plain = (punter, banker or best.banker.name) == (OPTIMAL, best.banker.name)
    base_players = best if plain else work.players(system, punter, banker or system.dealer or OPTIMAL, stakes)
    base = Effect("", None, work.worth(system, base_players), work.worth(system, best), best.banker.name)
    changes, left_out = _changes(system, chosen)
    rows, complete = [], True
    try:
        for done, (field, value, changed) in enumerate(changes):
            if watch:
                watch(done, len(changes), f"{field}={spelt(value)}")
            rows.append(work.effect(field, value, changed, base_players, stakes))
    except KeyboardInterrupt:
        complete = False
    return EffectsResult(
        rules=system,
        punters=seats,
        punter=base_players.punters[0].name,
        banker=base_players.banker.name,
        stakes=base_players.stakes[0].name,
        base=base,
        rows=_sorted(rows, base, aim),
        target=aim,
        fair=tuple(_fair(system, rows, base, aim)) if aim is not None else (),
        left_out=left_out,
        complete=complete,
        elapsed_s=time.perf_counter() - start,
    )


class _Work:
    """Works edges out, exactly where that can be."""

    def __init__(self, base: Rules, punters: int, seed: int, threads: int):
        self.rules, self.punters, self.seed, self.threads = base, punters, seed, threads
        self.guess = FIRST_GUESS

    def players(self, rules: Rules, punter: Any, banker: Any, stakes: Any) -> Answers:
        found = answered(rules, self.punters, punter, banker, stakes, guess=self.guess)
        if rules == self.rules and found.limits:
            self.guess = found.limits  # searches under changed rules set out from here
        return found

    def reoptimised(self, rules: Rules, stakes: Any) -> Answers:
        """Both sides at their best; a schedule that the rules do not take is adapted."""
        if stakes != OPTIMAL:
            before = self.players(self.rules, "stick-21", "stick-17", stakes).stakes
            stakes = [adapted_stakes(one, rules) for one in before]
        return self.players(rules, OPTIMAL, rules.dealer or OPTIMAL, stakes)

    def effect(self, field: str, value: Any, rules: Rules, before: Answers, stakes: Any) -> Effect:
        kept = Answers(
            [adapted_punter(one, rules, self.rules) for one in before.punters],
            adapted_banker(before.banker, rules),
            [adapted_stakes(one, rules) for one in before.stakes],
            (),
        )
        best = self.reoptimised(rules, stakes)
        return Effect(field, value, self.worth(rules, kept), self.worth(rules, best), best.banker.name)

    def worth(self, rules: Rules, who: Answers) -> Worth:
        """The bank's edge."""
        try:
            packs = rules.packs_for(self.punters)
            found = exact_table(rules, who.punters, who.banker, who.stakes, packs)
        except LaterError:
            return self._simulated(rules, who)
        return Worth(float(found.gain), float(found.gain / found.initial))

    def _simulated(self, rules: Rules, who: Answers) -> Worth:
        result = edge(
            rules,
            punters=self.punters,
            punter=who.punters,
            banker=who.banker,
            stakes=who.stakes,
            deals=DEALS,
            seed=self.seed,
            threads=self.threads,
        )
        per_deal, share = result.bank_edge["per_deal"], result.bank_edge["per_initial_stake"]
        return Worth(per_deal.value, share.value, "mc", share.standard_error)


def _changes(base: Rules, fields: tuple[str, ...]) -> tuple[list[tuple[str, Any, Rules]], dict[str, str]]:
    """Every single change that makes other rules; and those that cannot be made alone, with the reason."""
    found, left_out, seen = [], {}, {base.rules_id}
    for field in fields:
        for value in values_of(field):
            if value == getattr(base, field):
                continue
            try:
                changed = find_rules(base, **{field: value})
            except RulesError as fault:
                left_out[f"{field}={spelt(value)}"] = str(fault)
                continue
            if changed.rules_id not in seen:
                seen.add(changed.rules_id)
                found.append((field, value, changed))
    return found, left_out


def values_of(field: str) -> tuple[Any, ...]:
    """The values of a field that are tried."""
    if field in NUMBERS:
        return NUMBERS[field]
    kind = Rules.model_fields[field].annotation
    if get_origin(kind) is Literal:
        return get_args(kind)
    return (False, True)


def _fields(said: str | Sequence[str]) -> tuple[str, ...]:
    said = (said,) if isinstance(said, str) else said
    known = tuple(name for name in FIELDS if name not in BETWEEN_DEALS)
    for name in said:
        if name in BETWEEN_DEALS:
            raise OptionError(
                f"{quoted(name)} does nothing to a single deal from a fresh pack: leave it out, or choose "
                f"{', '.join(known[:5])} or another."
            )
        if name not in known:
            raise OptionError(f"There is no field {quoted(name)}{did_you_mean(name, known)}: see pontoon rules show.")
    return tuple(said) or known


def _sorted(rows: list[Effect], base: Effect, target: float | None) -> tuple[Effect, ...]:
    def change(row: Effect) -> float:
        return abs(row.reoptimised.minus(base.reoptimised).per_initial_stake or 0)

    def distance(row: Effect) -> float:
        return abs((row.reoptimised.per_initial_stake or 0) - (target or 0))

    return tuple(sorted(rows, key=(lambda row: -change(row)) if target is None else distance))


def _fair(base: Rules, rows: list[Effect], origin: Effect, target: float) -> Iterator[tuple[str, float]]:
    """Payouts that would bring the edge to the target, strategies kept: on the line through two values."""
    here = origin.kept.per_initial_stake
    for field in PAYOUTS:
        line = [row for row in rows if row.field == field and row.kept.per_initial_stake is not None]
        now = base.effective()[field]
        if not line or now is None or here is None:
            continue
        there = line[0].kept.per_initial_stake or 0.0
        slope = (there - here) / (line[0].value - now)
        if slope:
            yield field, now + (target - here) / slope


def _named(said: Any, instead: Any) -> Any:
    """What is named, with something else for what is to be the best: whether it can be understood at all."""
    if isinstance(said, list | tuple):
        return [_named(one, instead) for one in said]
    return instead if is_optimal(said) else said


def _target(target: float | None) -> float | None:
    if target is None:
        return None
    aim = real(target)
    if aim is None or abs(aim) > 1:
        raise OptionError(
            f"A target of {quoted(target)} is no edge: write a share of the stakes, such as 0, or 0.05 for 5 %."
        )
    return aim
