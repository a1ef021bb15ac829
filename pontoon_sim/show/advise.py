"""Advice as text, from the fields of ``pontoon.advise/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..policy.names import short_name
from .edge import OUTCOMES, per_cent, units
from .page import dim, facts, strong, table


def told(answer: Mapping[str, Any], headline: str, title: str, explain: bool) -> Iterator[Any]:
    """Headline, values, reason, conditions; the chances where they are asked for."""
    yield strong(headline)
    yield ""
    yield _values(answer)
    yield ""
    yield answer["reason"]
    if explain and answer["chances"]:
        yield ""
        yield from _chances(answer["chances"], answer["actions"][0]["action"])
    yield ""
    yield _conditions(answer, title)
    for place, note in enumerate(answer["notes"]):
        if not place:
            yield ""
        yield dim(note)


def _values(answer: Mapping[str, Any]) -> Any:
    mixes = any("often" in action for action in answer["actions"])
    made = table("Action", "units", "loss", *(["often"] if mixes else []), numbers=(1, 2, 3))
    for action in answer["actions"]:
        name = {"declare": "declare the pontoon", "none": "nothing to decide"}.get(action["action"], action["action"])
        if action["amount"] is not None:
            name = f"{name} {action['amount']}" if name == "stake" else f"{name} for {action['amount']}"
        often = [per_cent(action["often"]) if "often" in action else "-"] if mixes else []
        made.add_row(name, units(action["ev"], "+"), "-" if not action["loss"] else units(action["loss"]), *often)
    return made


def _chances(chances: Mapping[str, Any], best: str) -> Iterator[Any]:
    aside = {"split": "not split", "burn": "not burnt"}.get(best, "best play")
    outcomes = [(name, chances[name]) for name in ("sticking", "playing") if chances[name]]
    made = table("", "wins", "ties", "loses", numbers=(1, 2, 3))
    for name, outcome in outcomes:
        made.add_row({"sticking": "sticking", "playing": aside}[name], *map(per_cent, outcome.values()))
    yield made
    if chances["endings"]:
        yield ""
        head = "The hand then ends as" if aside == "best play" else f"The hand ends, {aside}, as"
        made = table(head, "", numbers=(1,))
        for key, name in OUTCOMES:
            if chances["endings"].get(key, 0) > 0:
                made.add_row(name, per_cent(chances["endings"][key]))
        yield made
    if chances["bust_next"] is not None:
        yield ""
        yield f"The next card busts in {per_cent(chances['bust_next'])} of cases."


def _conditions(answer: Mapping[str, Any], title: str) -> Any:
    view = answer["view"]
    said = [
        ("rules", f"{view['rules']}: {title} (digest {view['rules_id']})"),
        ("banker", short_name(view["banker"])),
        ("pack", f"fresh, {view['packs']} pack{'s' * (view['packs'] > 1)} of 52"),
    ]
    if view["split"]:
        said.append(("split", f"{view['split']}, {view['hands']} hands"))
    if view["seen"]:
        said.append(("seen", " ".join(view["seen"])))
    said.append(("method", "exact"))
    return facts(said)
