"""From decisions, hand by hand, to the cells of a chart: which block a hand belongs to, and what is usual there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..cards import RANKS, TEN
from ..hands import graph
from ..policy.match import State
from ..policy.names import OPTIMAL
from ..policy.players import BUY_LEAST
from ..policy.reach import reach
from ..policy.stakes import StakeSchedule
from ..policy.tables import PunterPolicy
from ..policy.walk import number_text
from ..policy.write import policy_states
from ..presets import rules as find_rules
from ..rulebook import Rules
from .cells import CellMaker, Decision, Values, doubles_only, may_buy
from .figures import Table, seated
from .states import long_rows
from .strategy import Block, Move, Row, StrategyChart

MANY = 5  # cards: where hands have no limit, the last column holds so many and more
TENS = "10-K"  # a pair of any cards that count ten


def chart(
    rules: str | Path | Rules = "pagat",
    *,
    punter: Any = "optimal",
    banker: Any = None,
    stakes: Any = "min",
    punters: int = 1,
) -> StrategyChart:
    """The chart of a punter's strategy.

    Parameters
    ----------
    rules : str, Path or Rules
    punter : str, path or PunterPolicy
        What is charted.
    banker : str, path or BankerPolicy
        The rules' own dealer, or ``stick-17``, when left out.
    stakes : str, int, path or StakeSchedule
    punters : int
        Punters at the table, 1 to 10: more of them may mean more packs.

    Raises
    ------
    PontoonError
        With a sentence, when an argument cannot be understood or carried out.

    Examples
    --------
    >>> chart("casino-rtg", punter="stick-17").blocks[0].columns
    ('2', '3', '4')
    """
    system = find_rules(rules) if not isinstance(rules, Rules) else rules
    return chart_of_table(seated(system, punter, banker, stakes, punters))


def chart_of_table(table: Table) -> StrategyChart:
    """The chart of the policy at a table; of the best response, with what every action is worth."""
    told: dict[str, Any] = {"gain": table.gain()}
    if table.punter.name == OPTIMAL:
        from .best import of_the_best

        told = of_the_best(table)
    return chart_of_policy(
        table.punter,
        table.rules,
        banker=table.banker.name,
        punters=table.punters,
        stakes=table.stakes,
        **told,
    )


def chart_of_policy(
    policy: PunterPolicy,
    rules: Rules,
    *,
    banker: str,
    punters: int = 1,
    stakes: StakeSchedule | None = None,
    gain: float | None = None,
    values: Callable[[State], Values | None] = lambda state: None,
    beside: Iterable[Decision] = (),
    notes: tuple[str, ...] = (),
) -> StrategyChart:
    """The chart of a given policy.

    Parameters
    ----------
    policy : PunterPolicy
    rules : Rules
    banker : str
        Name of the banker's policy.
    punters : int
        Punters at the table, for the number of packs.
    stakes : StakeSchedule, optional
    gain : float, optional
        The punter's expected result in initial stakes.
    values : callable, optional
        The expected results by code in a state that the policy meets; see `Decision`.
    beside : iterable of Decision
        States that the policy itself never meets, for who has strayed from it.
    notes : tuple of str

    Raises
    ------
    PolicyError
        When the policy breaks the rules, or remembers more of a hand than a table can say.
    """
    often = reach(policy, rules, rules.packs_for(punters))
    met = dict(policy_states(policy, rules))
    decisions = [
        Decision(state, code, often.get(state, 0.0), values(state), shown=state in often) for state, code in met.items()
    ]
    decisions += [one for one in beside if one.state not in met]
    return chart_of(
        decisions, rules, punter=policy.name, banker=banker, punters=punters, stakes=stakes, gain=gain, notes=notes
    )


def chart_of(
    decisions: Iterable[Decision],
    rules: Rules,
    *,
    punter: str,
    banker: str,
    punters: int = 1,
    stakes: StakeSchedule | None = None,
    gain: float | None = None,
    notes: tuple[str, ...] = (),
) -> StrategyChart:
    """The chart of decisions, one for each state; see `chart_of_policy`."""
    known = list(decisions)
    blocks = tuple(_Blocks(rules, [one for one in known if one.shown]).blocks())
    return StrategyChart(
        rules=rules.name,
        title=rules.title or rules.name,
        rules_id=rules.rules_id,
        punter=punter,
        banker=banker,
        punters=punters,
        packs=rules.packs_for(punters),
        stakes=None if stakes is None else {rank: int(stakes.stakes[place]) for place, rank in enumerate(RANKS)},
        blocks=blocks,
        legend=tuple(_legend(blocks, rules)),
        gain=gain,
        notes=notes,
        states=tuple(long_rows([(one.state, one.code, one.weight, one.values) for one in known], rules, punter)),
    )


class _Blocks:
    """Sorts decisions into blocks, and those of a block into cells."""

    def __init__(self, rules: Rules, decisions: list[Decision]):
        self.rules, self.decisions = rules, decisions
        self.buys = any(
            code >= BUY_LEAST for one in decisions for code in ((one.code,) if one.values is None else one.values)
        )

    def blocks(self) -> Iterator[Block]:
        """One where nobody buys; else one for hands that may buy, and one for those that may not any more."""
        if not self.buys:
            yield self._block(*self._words_without(), self.decisions)
            return
        free = [one for one in self.decisions if may_buy(one.state.memory, self.rules)]
        barred = [one for one in self.decisions if not may_buy(one.state.memory, self.rules)]
        for (title, note), some in zip(self._words(), (free, barred), strict=True):
            if some:
                yield self._block(title, note, some)

    def _words_without(self) -> tuple[str, str]:
        if self.rules.first_buy_max:
            return "Stick or twist", "this policy never buys"
        return "Stick or twist", "no card can be bought"

    def _words(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Title and note of the two blocks."""
        rules = self.rules
        if doubles_only(rules):
            after = "" if rules.buy_after_twist else " or twisted"
            return ("Before doubling", "you may still double"), (f"Once you have doubled{after}", "twist or stick only")
        least = number_text(rules.first_buy_min, 1) if rules.first_buy_min else "any part"
        most = number_text(rules.first_buy_max, 1)
        first = f"first buy: {least} to {most}" if least != most else f"first buy: {most}"
        if rules.later_buy == "between":
            later = "later: 1 to the last buy" if rules.max_buys != 1 else ""
        else:
            later = "later: up to 1" if rules.max_buys != 1 else ""
        stakes = " stakes" if most != "1" else " stake"
        note = "; ".join(part for part in (first + stakes, later) if part)
        ends = [] if rules.buy_after_twist else ["twisted"]
        ends += [f"bought {rules.max_buys} time{'s' * (rules.max_buys > 1)}"] if rules.max_buys else []
        return ("While you may buy", note), (f"Once you have {' or '.join(ends)}", "twist or stick only")

    def _block(self, title: str, note: str, decisions: list[Decision]) -> Block:
        cells: dict[tuple[Row, str], list[Decision]] = defaultdict(list)
        for one in decisions:
            cells[_row(one.state, self.rules), self._column(one.state)].append(one)
        maker = CellMaker(self.rules)
        made = {place: maker.cell(some) for place, some in cells.items()}
        rows = sorted({row for row, _ in made}, key=_row_order)
        columns = tuple(sorted({column for _, column in made}, key=lambda text: int(text.rstrip("+"))))
        return _tens_as_one(Block(title, note, tuple(rows), columns, made))

    def _column(self, state: State) -> str:
        cards = int(graph().cards[state.node])
        return str(cards) if cards < MANY or self.rules.max_cards == 5 else f"{MANY}+"


def _row(state: State, rules: Rules) -> Row:
    hands = graph()
    if state.pair is not None:
        return Row("pair", TENS if rules.split == "value" and state.pair == TEN else RANKS[state.pair] * 2)
    return Row("soft" if hands.soft[state.node] else "hard", str(hands.best[state.node]))


def _row_order(row: Row) -> tuple[int, int]:
    kind = ("hard", "soft", "pair").index(row.kind)
    if row.kind == "pair":
        return kind, TEN if row.label == TENS else RANKS.index(row.label[0])
    return kind, int(row.label)


def _tens_as_one(block: Block) -> Block:
    """The block with one row for pairs of tens and of court cards, where these are all played alike."""
    tens = [Row("pair", rank * 2) for rank in RANKS[TEN:]]
    cells = [block.cells.get((row, "2")) for row in tens]
    first = cells[0]
    if first is None or any(
        cell is None or (cell.move, cell.specials) != (first.move, first.specials) for cell in cells
    ):
        return block
    label = Row("pair", TENS)
    rows = tuple(label if row == tens[0] else row for row in block.rows if row not in tens[1:])
    kept = {place: cell for place, cell in block.cells.items() if place[0] not in tens}
    together = replace(first, weight=sum(cell.weight for cell in cells if cell is not None))
    return replace(block, rows=rows, cells=kept | {(label, "2"): together})


def _legend(blocks: Iterable[Block], rules: Rules) -> Iterator[tuple[Move, str]]:
    """Every move that occurs, in the order of the letters."""
    found = {cell.move for block in blocks for cell in block.cells.values()}
    found |= {special.move for block in blocks for cell in block.cells.values() for special in cell.specials}
    words = {
        "S": "stick",
        "T": "twist",
        "B": "double the stake" if doubles_only(rules) else "buy for the most",
        "b": "buy for the least",
        "P": "split the pair",
        "X": f"burn the {rules.burn}",
    }
    for move in sorted(found, key=lambda move: ("STBbPX".index(move.letter), move.text)):
        yield move, words[move.letter] if move.text == move.letter else f"buy for {move.amount} stakes"
