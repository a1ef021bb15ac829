"""Every written-down case of the rule book: who pays whom, or why the deal is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pontoon_sim.errors import DealError
from pontoon_sim.script import settle

CASES = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]


def settled_or_refused(document: dict[str, Any]) -> dict[str, Any]:
    try:
        return settle(document).to_dict()
    except DealError as refusal:
        return {"error": refusal.code, "event": refusal.event}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    found = settled_or_refused(case)
    expected = dict(case["expect"])
    hands = expected.pop("hands", {})
    assert {key: found.get(key, "no such key") for key in expected} == expected, case["why"]
    for seat, shown in hands.items():
        assert len(found["hands"][seat]) == len(shown)
        for hand, part in zip(found["hands"][seat], shown, strict=True):
            assert {key: hand[key] for key in part} == part, case["why"]


@pytest.mark.parametrize("case", [case for case in CASES if "net" in case["expect"]], ids=lambda case: case["id"])
def test_the_parts_of_a_settlement_agree(case):
    found = settle(case)
    assert sum(found.net.values()) == 0
    assert found.explain()
    if "brulet" not in case.get("set", {}):
        for seat in case["players"][:-1]:
            assert sum(hand.net for hand in found.hands[seat]) == found.net[seat]
