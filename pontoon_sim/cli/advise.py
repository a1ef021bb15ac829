"""``pontoon advise``: what every legal action is worth, and why."""

from __future__ import annotations

from typing import Any

import click

from .failures import DONE, USAGE
from .numbers import PLACES, Count
from .options import common
from .output import Face, comma_table, emit_json
from .settle import REFUSAL

_MOST = 10**6
_UNITS = Count(1, _MOST, "write for instance 1")
_BUY = Count(0, _MOST, "write for instance 2, or 0 for a card that was twisted")
_COLUMNS = ("action", "amount", "ev", "loss")


@click.command("advise", short_help="What every legal action on a hand is worth, and why.")
@click.option(
    "--hand",
    metavar="CARDS",
    help="All cards of the hand, the two dealt first, as in A,7 or '10h 6c 4d' or 'ten six four'. One card asks what "
    "to stake on it.",
)
@click.option("--first-card", metavar="CARD", help="Before the second card: what is each stake worth on this one?")
@click.option(
    "--bought",
    type=_BUY,
    metavar="AMOUNT",
    multiple=True,
    help="For how much the next card after the first two was bought (repeatable, in order; 0 for one that was "
    "twisted). The rest were twisted.",
)
@click.option("--stake", type=_UNITS, metavar="N", help="The initial stake, before a double.  [default: the smallest]")
@click.option(
    "--amount", type=_UNITS, metavar="N", help="Value a buy for this amount too, beside the least and the most."
)
@click.option("--split", metavar="RANK", help="The hand came of a split of this rank.")
@click.option("--hands", type=PLACES, metavar="N", help="Hands that the seat holds after splitting.  [default: 2]")
@click.option("--doubled", is_flag=True, help="The banker has doubled the stakes.")
@click.option(
    "--seen",
    metavar="CARDS",
    help="Other cards known to be out, such as those face up before others; first cards of his other hands are known.",
)
@click.option(
    "--banker",
    metavar="POLICY",
    help="The banker's policy, as in `pontoon edge`; optimal is the one that leaves a punter who plays as well as can "
    "be the least (a few seconds); equilibrium (or a file of one) sees what the punter shows, and tells how often the "
    "equilibrium does each action.  [default: the rules' dealer, else stick-17]",
)
@click.option(
    "--punters",
    type=PLACES,
    metavar="N",
    help="Punters at the table; the number of packs may hang on it.  [default: 1]",
)
@click.option("--explain", is_flag=True, help="Tell the chances too: how sticking and playing on end.")
@common(random=False)
def command(
    hand: str | None,
    first_card: str | None,
    rules: str | None,
    set_: tuple[str, ...],
    explain: bool,
    face: Face,
    **given: Any,
) -> int:
    """Advise on a hand: the exact value of every legal action, best first, and why.

    The value of an action is the expected net result of the whole hand from here, in the units of the stakes given,
    when all that follows is played as well as can be. It holds on condition that nothing else is known: all unseen
    cards are equally likely, and where the banker shows a pontoon at once, he has none. loss is what an action gives
    away against the best one.

    Between the least and the most legal amount a buy is never worth more than at the better of the two.

    \b
    Examples:
      pontoon advise --hand A,7
          standard rules, a stake of 1, a banker who sticks on 17
      pontoon advise --hand 5,4,2 --bought 2 --stake 2
          the 2 was bought for 2; the next card may be bought for 2 again
      pontoon advise --hand 8,8 --rules pontoon-1939 --banker stick-17:double=A --doubled
          a pair, the stakes doubled
      pontoon advise --hand 8,3 --split 8 --hands 2 --seen K
          a hand of a split pair of eights, the other one being 8, K
      pontoon advise --hand 8,5 --set burn=13 --explain
          a house rule, and the chances
      pontoon advise --hand A,7 --banker equilibrium
          what each action is worth against a banker who reads you, and how often
          to do it
      pontoon advise --first-card A
          what to stake on an ace

    \b
    Exit codes:
      0 done   1 failed   2 wrong usage, or a situation that the rules do not let come about
    """
    if (hand is None) == (first_card is None):
        raise click.UsageError("Give the cards of a hand, as in --hand A,7, or the first one, as in --first-card A.")
    from ..adviser import advise
    from ..adviser.reading import cards
    from ..errors import DealError, OptionError
    from ..presets import parse_set
    from ..presets import rules as find_rules

    if first_card is not None and len(cards(first_card, "--first-card")) != 1:
        raise OptionError(f"--first-card {first_card[:40]!r} is not one card: a whole hand goes with --hand.")
    system = find_rules("pagat" if rules is None else rules, **parse_set(set_))
    given["seen"] = given["seen"] or ()
    try:
        advice = advise(hand if first_card is None else first_card, rules=system, **given)
    except DealError as fault:
        if not face.json:
            raise
        emit_json({"schema": REFUSAL, "error": fault.code, "event": None, "message": str(fault)})
        return USAGE
    answer = advice.to_dict()
    mixes = any("often" in action for action in answer["actions"])
    columns = (*_COLUMNS, "often") if mixes else _COLUMNS
    face.save(comma_table(columns, ([action.get(name) for name in columns] for action in answer["actions"])))
    if face.json:
        emit_json(answer)
    elif face.draws:
        from ..show.advise import told

        face.show(*told(answer, advice.headline(), system.title, explain))
    return DONE
