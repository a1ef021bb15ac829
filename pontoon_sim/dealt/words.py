"""What is asked about the deal: each question's name, as programs know it, and its words, as readers do."""

from __future__ import annotations

import re

#: Patterns of whole names with their words, by section, in the order in which they are told.
SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "Two cards": (
        (r"two_cards_(\d+)", r"best total \1 in two cards"),
        (r"two_cards_(hard|soft)_(\d+)", r"\1 \2 in two cards"),
        (r"two_cards_at_least_(\d+)", r"\1 or more in two cards"),
    ),
    "Hands": (
        ("pontoon", "a pontoon"),
        ("high_pontoon", "a pontoon that outranks the others"),
        ("pair", "two cards of one rank"),
        ("two_aces", "two aces"),
        ("split_pair", "a pair that may be split"),
        ("burnable_hand", "a hand that may be burnt"),
        ("sticking_hand", "two cards that may stick"),
        ("three_sevens", "7-7-7 in three cards"),
        ("royal_pontoon", "a royal pontoon"),
        (r"within_21_in_(\d)", r"\1 cards within 21, aces low"),
        ("trick_no_pontoon_first", "5 cards within 21, and no pontoon first"),
    ),
    "At the table": (
        ("some_pontoon_1", "a pontoon in 1 hand"),
        (r"some_pontoon_(\d+)", r"some pontoon among \1 hands"),
        (r"all_pontoons_(\d+)", r"pontoons in \1 given hands"),
        ("bank_passes_1", "a change of the bank, 1 punter"),
        (r"bank_passes_(\d+)", r"a change of the bank, \1 punters"),
    ),
    "One card more": (
        (r"bust_(\d+)_equal_ranks", r"a bust from hard \1, ranks equally likely"),
        (r"bust_(\d+)_in_(\d)", r"a bust from hard \1 of \2 cards"),
    ),
}
TWO_CARDS, HANDS, AT_THE_TABLE, ONE_MORE = SECTIONS

#: What stands before a question's name among the measures of experiments.
CHANCE = "chance_"
#: All patterns with their words.
WORDS = tuple(told for section in SECTIONS.values() for told in section)


def section_of(name: str) -> str:
    """The section that a question belongs to."""
    return next(section for section, told in SECTIONS.items() if any(re.fullmatch(one, name) for one, _ in told))


def words_of(name: str) -> str:
    """A question in words."""
    return next(re.sub(f"^{one}$", text, name) for one, text in WORDS if re.fullmatch(one, name))
