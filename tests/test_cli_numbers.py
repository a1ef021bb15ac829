"""Counts as people write them, and what is no count."""

from __future__ import annotations

import click
import pytest
from command_line import run

from pontoon_sim.cli.numbers import COUNT, PLACES, POSITIVE, SEED


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("1e6", 10**6),
        ("2e6", 2 * 10**6),
        ("1.5e6", 1_500_000),
        ("1.5M", 1_500_000),
        ("10_000", 10_000),
        ("1_000_000", 10**6),
        ("5M", 5 * 10**6),
        ("3k", 3000),
        ("2G", 2 * 10**9),
        (" 7 ", 7),
        ("1e+3", 1000),
        ("1.0", 1),
    ],
)
def test_counts_are_read(text, number):
    assert COUNT.convert(text, None, None) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.5",
        "-5",
        "0",
        "1e400",
        "1e999999999",
        "ten",
        "nan",
        "inf",
        "1__0",
        "_1",
        "1_",
        "1,000",
        "0x10",
        "1e-5",
        "5MM",
        "1e1.5",
        "٣",
        "+5",
        "1e9999999999",
        "1e20",
    ],
)
def test_what_is_no_count_is_refused_in_a_sentence(text):
    with pytest.raises(click.BadParameter) as refusal:
        COUNT.convert(text, None, None)
    assert str(refusal.value).endswith(".") or "write" in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("text", ["1.5", "-5", "0", "1e400", "ten", "nan"])
def test_a_bad_count_is_wrong_usage(text):
    result = run("edge", "--deals", text, code=2)
    assert result.stdout == ""
    assert f"'{text}'" in result.stderr


def test_seeds_go_from_0_to_very_large():
    assert SEED.convert("0", None, None) == 0
    assert SEED.convert(str(2**63), None, None) == 2**63
    assert SEED.convert(str(2**128 - 1), None, None) == 2**128 - 1
    for text in ("-1", str(2**128), "1.5", "abc"):
        with pytest.raises(click.BadParameter):
            SEED.convert(text, None, None)


def test_a_table_has_10_punters_at_most():
    assert PLACES.convert("10", None, None) == 10
    with pytest.raises(click.BadParameter, match="11"):
        PLACES.convert("11", None, None)


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "x", ""])
def test_a_precision_is_a_number_above_0(text):
    assert POSITIVE.convert("5e-4", None, None) == 0.0005
    with pytest.raises(click.BadParameter, match="no number above 0"):
        POSITIVE.convert(text, None, None)
