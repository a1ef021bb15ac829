"""The tables of policies, checked against the rules: what every name and file comes down to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..cards import RANKS, TEN
from ..errors import PolicyError, quoted
from ..hands import BUST, WIDTH, graph
from ..law import IS_BURNABLE, NODE_BITS, plain_law, pontoon_level, split_rank
from ..rulebook import Rules
from .names import digest_of, sealed
from .players import CODES, STICK
from .walk import FIRST_AMOUNT, Memory, Walk, describe, first_nodes, first_pairs, most_packs, refusal, tabulate, walk


@dataclass(frozen=True, eq=False)
class Awareness:
    """What a policy looks at besides its hand: what it staked, a double, and how the hand came of a split.

    A *situation* is a level of the initial stake together with the banker's double: number ``2 * level + doubled``.

    Attributes
    ----------
    levels : int64 (levels,)
        Smallest initial stake (before a double) of each level, rising; the first is 1.
    splits : int8 (situations, 16)
        Up to how many hands a pair of that rank is split: 0 never, 1 whenever legal, k while fewer than k are held.
    burns : int8 (situations, nodes)
        Whether that hand of two cards is burnt.
    begins : int16 (situations, 192)
        The phase in which a hand begins, by `deal.split_slot` (0: no split).
    """

    levels: NDArray[np.int64]
    splits: NDArray[np.int8]
    burns: NDArray[np.int8]
    begins: NDArray[np.int16]

    def situation(self, initial: int, doubled: bool) -> int:
        """The situation with that initial stake (before a double)."""
        return 2 * (int(np.searchsorted(self.levels, initial, "right")) - 1) + doubled


@dataclass(frozen=True, eq=False)
class PunterPolicy:
    """How a punter plays his hand; made by `punter.punter_policy` or `table_policy`.

    Attributes
    ----------
    name : str
    digest : str
        Hash of what the policy does in the states that it meets: equal for policies that play alike.
    moves : int8 (phases, nodes)
        Code of the action by phase and hand, sticking on one that takes no card; phase 0 is that of two cards.
    following : int16 (phases, 16)
        The next phase, by phase and code.
    amounts : int64 (16,)
        Halves of the initial stake that codes 4 to 15 buy for.
    splits : int8 (16,)
        Whether a pair of that rank is split (as in `Awareness`, of whose situation 0 this is a copy).
    burns : int8 (nodes,)
        Whether that hand of two cards is burnt; burning comes before splitting.
    aware : Awareness or None
        What it looks at besides the hand; None: nothing, every hand begins in phase 0.
    made_for : str
        Digest of rules under which it is known to be legal.
    """

    name: str
    digest: str
    moves: NDArray[np.int8]
    following: NDArray[np.int16]
    amounts: NDArray[np.int64]
    splits: NDArray[np.int8]
    burns: NDArray[np.int8]
    aware: Awareness | None = None
    made_for: str = ""
    by_chance: ClassVar[bool] = False  # True: see `mixed.policies`

    @property
    def phases(self) -> int:
        """How many phases it tells apart."""
        return len(self.moves)

    @property
    def ever_splits(self) -> NDArray[np.bool_]:
        """Ranks of the pairs that it splits in some situation (16,)."""
        return np.asarray((self.splits if self.aware is None else self.aware.splits.max(axis=0)) > 0)

    @property
    def ever_burns(self) -> bool:
        """Whether it burns any hand in some situation."""
        return bool((self.burns if self.aware is None else self.aware.burns).any())

    def begin(self, initial: int, doubled: bool, slot: int = 0) -> int:
        """The phase in which a hand begins, the initial stake being that before a double."""
        if self.aware is None:
            return 0
        return int(self.aware.begins[self.aware.situation(initial, doubled), slot])

    def burnt(self, initial: int, doubled: bool) -> NDArray[np.int8]:
        """Which hands it burns, by node."""
        return self.burns if self.aware is None else self.aware.burns[self.aware.situation(initial, doubled)]

    def most_hands(self, initial: int, doubled: bool, rank: int, legal: int) -> int:
        """Up to how many hands it splits a pair of that rank where `legal` are allowed; 1: it does not split."""
        splits = self.splits if self.aware is None else self.aware.splits[self.aware.situation(initial, doubled)]
        most = int(splits[rank])
        return legal if most == 1 else min(max(most, 1), legal)


@dataclass(frozen=True, eq=False)
class BankerPolicy:
    """How the banker plays; made by `banker.banker_policy` or `banker_table`.

    Attributes
    ----------
    name : str
    digest : str
        Hash of what the policy does in the states that it meets.
    draws : int8 (2, nodes)
        Whether he draws on that hand: when he has not doubled, and when he has.
    doubles : int8 (16,)
        Whether he doubles all stakes on that first card.
    books : reading.eyes.Books or None
        What he knows of the punters of his table where he reads it: he then decides by what he sees, and may draw
        wherever `draws` says so.
    """

    name: str
    digest: str
    draws: NDArray[np.int8]
    doubles: NDArray[np.int8]
    books: Any = None
    by_chance: ClassVar[bool] = False  # True: see `mixed.policies`


def table_policy(
    name: str,
    rules: Rules,
    moves: ArrayLike,
    following: ArrayLike,
    amounts: ArrayLike | None = None,
    splits: ArrayLike | None = None,
    burns: ArrayLike | None = None,
) -> PunterPolicy:
    """A punter's policy from its tables, checked against the rules.

    Parameters
    ----------
    name : str
    rules : Rules
    moves, following, amounts, splits, burns
        As in `PunterPolicy`; the last three may be left out, for none.

    Raises
    ------
    PolicyError
        When the tables break the rules in a state that they meet.
    """
    nodes = len(graph().low)
    tables = (
        closed(np.atleast_2d(np.array(moves, np.int8)), rules),
        np.atleast_2d(np.array(following, np.int16)),
        np.zeros(CODES, np.int64) if amounts is None else np.array(amounts, np.int64),
        _flags(splits, 16),
        _flags(burns, nodes),
    )
    _check_shape(PunterPolicy(name, "", *tables))
    _check_first_cards(PunterPolicy(name, "", *tables), rules)
    for rank in np.flatnonzero(tables[3]).tolist():  # burning comes first
        tables[3][rank] &= 1 - tables[4][graph().node_of([rank, rank])]
    found = walk_of(PunterPolicy(name, "", *tables), rules)
    sealed(*tables)
    digest = digest_of(*tabulate(rules, found, name), tables[3], tables[4])
    return PunterPolicy(name, digest, *tables, made_for=rules.rules_id)


def solved_policy(
    name: str,
    rules: Rules,
    moves: NDArray[np.int8],
    following: NDArray[np.int16],
    aware: Awareness,
    amounts: NDArray[np.int64] | None = None,
) -> PunterPolicy:
    """A policy that looks at all a punter may look at, from tables known to be legal under the rules."""
    bought = np.zeros(CODES, np.int64) if amounts is None else amounts.copy()
    tables = (moves, following, bought, aware.splits[0].copy(), aware.burns[0].copy())
    parts = (aware.levels, aware.splits, aware.burns, aware.begins)
    sealed(*tables, *parts)
    digest = digest_of(*tables[:3], *parts)
    return PunterPolicy(name, digest, closed(moves, rules), *tables[1:], aware=aware, made_for=rules.rules_id)


def closed(moves: NDArray[np.int8], rules: Rules) -> NDArray[np.int8]:
    """The moves of a policy, sticking on hands that take no card under the rules: so the deal takes them."""
    is_open = np.array(plain_law(rules).open, bool)
    if moves.shape[-1] != len(is_open):
        return moves  # to be refused by its shape
    found = np.where(is_open, moves, np.int8(STICK))
    sealed(found)
    return found


def _flags(said: ArrayLike | None, size: int) -> NDArray[np.int8]:
    return np.zeros(size, np.int8) if said is None else np.array(said).astype(bool).astype(np.int8)


def walk_of(policy: PunterPolicy, rules: Rules) -> Walk:
    """All states that a policy meets under the rules, with the codes as in `walk.walk`.

    Raises
    ------
    PolicyError
        When it does there what the rules forbid.
    """
    _check_shape(policy)
    _check_first_cards(policy, rules)
    if policy.aware is not None and policy.made_for != rules.rules_id:
        raise PolicyError(
            f"The policy {quoted(policy.name)} was worked out for other rules than {rules.name!r}: work it out anew."
        )
    codes = {_long_code(policy, code): code for code in range(CODES)}

    def decide(memory: Memory, node: int) -> int:
        code = int(policy.moves[memory.phase, node])
        fault = None if 0 <= code < CODES else f"has code {code} on {describe(node)}, which means nothing"
        fault = fault or refusal(rules, memory, node, _long_code(policy, code))
        if fault:
            raise PolicyError(
                f"The policy {quoted(policy.name)} breaks the rules {rules.name!r}: it {fault}; change that."
            )
        return _long_code(policy, code)

    def follow(phase: int, code: int) -> int:
        return int(policy.following[phase, codes[code]])

    return walk(rules, first_nodes(rules, policy.splits, policy.burns), decide, follow, policy.name)


def _long_code(policy: PunterPolicy, code: int) -> int:
    return code if code < FIRST_AMOUNT else FIRST_AMOUNT + int(policy.amounts[code])


def _check_shape(policy: PunterPolicy) -> None:
    """Refuse tables that do not fit together."""
    nodes, phases = len(graph().low), len(policy.moves)
    shapes = (policy.moves.shape, policy.following.shape, policy.amounts.shape, policy.splits.shape, policy.burns.shape)
    if shapes != ((phases, nodes), (phases, CODES), (CODES,), (16,), (nodes,)) or not phases:
        raise PolicyError(f"The tables of the policy {quoted(policy.name)} do not fit together: see PunterPolicy.")
    if policy.following.min() < 0 or policy.following.max() >= phases:
        raise PolicyError(
            f"The policy {quoted(policy.name)} leads to a phase that it does not have: number them from 0."
        )
    amounts = [int(half) for half in policy.amounts[FIRST_AMOUNT:] if half]
    if len(set(amounts)) < len(amounts) or min(amounts, default=1) < 0:
        raise PolicyError(
            f"The policy {quoted(policy.name)} has a negative amount, or one twice: give each amount once."
        )


def _check_first_cards(policy: PunterPolicy, rules: Rules) -> None:
    """Refuse splits and burns that the rules never allow."""
    for rank in np.flatnonzero(policy.splits).tolist():
        if rank >= len(RANKS) or split_rank(rules, rank, rank) != rank:
            text = RANKS[rank] if rank < len(RANKS) else rank
            raise PolicyError(f"The policy {quoted(policy.name)} splits {text}: {never_splits(rules)}.")
    stray = np.flatnonzero(policy.burns & ~burnable(rules))
    if len(stray):
        raise PolicyError(
            f"The policy {quoted(policy.name)} burns {describe(int(stray[0]))}: under {rules.name!r} "
            f"(burn={rules.burn}) that hand cannot be burnt; leave it out."
        )


def never_splits(rules: Rules) -> str:
    """The end of a sentence that refuses a split."""
    pairs = {"none": "no pair", "aces": "two aces only", "rank": "equal ranks", "value": "equal values, tens as T"}
    which = pairs[rules.split] if rules.splits else "no pair"
    return f"under {rules.name!r} {which} may be split; leave it out or choose other rules"


def burnable(rules: Rules) -> NDArray[np.int8]:
    """Which hands of two cards the rules let a punter burn, by node."""
    table = np.zeros(len(graph().low), np.int8)
    for entry in plain_law(rules).pair:
        if entry & IS_BURNABLE:
            table[entry & NODE_BITS] = 1
    return table


def banker_table(name: str, rules: Rules, draws: ArrayLike, doubles: ArrayLike | None = None) -> BankerPolicy:
    """A banker's policy from its tables, checked against the rules.

    Parameters
    ----------
    name : str
    rules : Rules
    draws, doubles
        As in `BankerPolicy`; one row of draws serves for both. He never doubles when the latter is left out.

    Raises
    ------
    PolicyError
        When he draws on a hand that takes no card, or doubles where he may not.
    """
    some = _flags(draws, 0)
    tables = (np.tile(some, (2, 1)) if some.ndim == 1 else some, _flags(doubles, 16))
    check_banker(BankerPolicy(name, "", *tables), rules)
    met = np.zeros_like(tables[0])
    for doubled in range(1 + bool(tables[1].any())):
        mine = tables[0][doubled].astype(bool).tolist()
        for node in banker_nodes(rules, mine.__getitem__):
            met[doubled, node] = mine[node]
    sealed(*tables)
    return BankerPolicy(name, digest_of(met, tables[1]), *tables)


def banker_nodes(rules: Rules, draws: Callable[[int], bool]) -> list[int]:
    """The hands on which a banker who draws like that is asked whether he does."""
    law, hands = plain_law(rules), graph()
    fits = hands.fits(most_packs(rules))
    queue = list(
        dict.fromkeys(
            node for one, two, node, _ in first_pairs(rules) if law.open[node] and not pontoon_level(rules, one, two)
        )
    )
    seen = set(queue)
    for node in queue:  # grows while it is read
        for rank in range(TEN + 1) if draws(node) else ():
            child = law.take[node * WIDTH + rank]
            if child != BUST and law.open[child] and fits[child] and child not in seen:
                seen.add(child)
                queue.append(child)
    return queue


def check_banker(policy: BankerPolicy, rules: Rules) -> None:
    law = plain_law(rules)
    if policy.draws.shape != (2, len(law.open)) or policy.doubles.shape != (16,):
        raise PolicyError(
            f"The tables of the banker {quoted(policy.name)} do not fit: make it with banker_policy, or see "
            "BankerPolicy."
        )
    if (policy.draws.astype(bool) & ~np.array(law.open, bool)).any():
        raise PolicyError(
            f"The banker {quoted(policy.name)} draws on a hand that takes no card under {rules.name!r}: make it for "
            "these rules with banker_policy(name, rules)."
        )
    if policy.doubles.any() and rules.banker_doubles == "no":
        raise PolicyError(
            f"The banker {quoted(policy.name)} doubles, and under {rules.name!r} he may not (banker_doubles=no): "
            "leave the option out, or set banker_doubles."
        )
