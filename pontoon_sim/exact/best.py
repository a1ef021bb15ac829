"""A punter's best play of one hand against a given banker: unsplit, or one that came of a split pair.

The tables are exact for a punter who looks at the values of his own hand's cards and at all that he did with it. (The
face of a ten, which matters only where pontoons rank or ace and ten is none, is not looked at. Where hands may be
burnt, `burnplay` has the exact ones.) What a whole seat is worth when it plays by them is worked out by `seat.Seat`,
not here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..cards import ACE, TEN, value
from ..deal import split_slot
from ..hands import graph
from ..law import IS_BURNABLE, PONTOON, SINGLE, pontoon_level
from .against import Against, Game
from .choices import Choices, choices
from .deck import TENS, Deck, Packs, deck_of
from .kernels import best_walk
from .remembered import remembered
from .splits import Term, terms

TIE = 1e-12  # a later action must be better by so much, per unit of the stake


@dataclass(frozen=True)
class HandPlay:
    """The best play of a hand in every state.

    Attributes
    ----------
    choices : Choices
        Its states.
    worth : float64 (pasts, nodes, 4)
        Expected gain in units of each action by code, the deal going on (no pontoon shown at once); NaN: not allowed.
    value : float64 (pasts, nodes)
        The best of them, times the probability of the cards.
    moves : int8 (pasts, nodes)
        Code of the best action.
    weight : float64 (nodes,)
        Probability of the cards of a hand, in one order.
    """

    choices: Choices
    worth: NDArray[np.float64]
    value: NDArray[np.float64]
    moves: NDArray[np.int8]
    weight: NDArray[np.float64]


class HandSolver:
    """The best play of hands against a banker, from a number of packs (None: an infinite one), or from another deck."""

    def __init__(self, game: Game, packs: Packs):
        self.game, self.packs = game, packs
        self.deck = deck_of(packs)
        self.wanted = game.hands(self.deck)
        self.draws = 3 if game.rules.max_cards == 5 else 19

    def times(self, side: int) -> int:
        """How often a stake counts on that side: 2 once the banker has doubled."""
        return self.game.sides[side].times

    def undoubled(self, side: int, stake: int) -> float:
        """The part of the stake that an ordinary double adds, and special results do not count."""
        return float(stake) if self.game.ordinary and self.times(side) == 2 else 0.0

    @remembered
    def choices(self, side: int, stake: int) -> Choices:
        """The states of a hand with that stake (before a double)."""
        law, times = self.game.plain, self.times(side)
        return choices(law, times * stake, stake if law.extras.cap_undoubled else times * stake, self.draws)

    @remembered
    def unsplit(self, side: int, stake: int) -> HandPlay:
        """The best play of a hand that is not split."""
        return self.playing(side, stake, None)

    def playing(self, side: int, stake: int, forced: NDArray[np.int8] | None) -> HandPlay:
        """What a hand that is not split is worth when some actions are forced: (pasts, nodes), -1 where free."""
        parts = [(self.deck, self.against(side, (), 0), weights(self.deck, self.wanted, self.game.nodes))]
        return self.solve(side, stake, parts, self.wanted, forced)

    def onward(self, side: int, stake: int, told: Choices, node: int, own: tuple[int, ...]) -> tuple[HandPlay, Against]:
        """The best play of a hand from where it stands, in the first of the states told; and what hands end worth.

        Parameters
        ----------
        side, stake : int
        told : Choices
        node : int
            The hand; only those that it may grow into are looked at.
        own : tuple of int
            Its tens, where their faces matter: `against.known_tens`.
        """
        counts = graph().counts
        nodes = self.wanted[(counts[self.wanted] >= counts[node]).all(axis=1)]
        against = Against(self.game, self.game.sides[side], self.deck, own, nodes)
        parts = [(self.deck, against, weights(self.deck, nodes, self.game.nodes))]
        return self.solve(side, stake, parts, nodes, told=told), against

    @remembered
    def half(self, side: int, stake: int, rank: int, hands: int, most: int, paired: bool) -> HandPlay:
        """The best play of a hand of a split pair, the seat holding so many hands of at most so many.

        `paired`: it is a pair of that rank again, which stays one.
        """
        held = graph().counts[self.wanted, value(rank)] > paired
        nodes = self.wanted[held]
        parts = []
        for term in self.terms(rank, most):
            if (term.hands, term.same) == (hands, paired):
                deck, rest = self.thinned(rank, term.gone), self.thinned(rank, term.gone + 1)
                weight = term.weight * weights(rest, nodes, self.game.nodes, value(rank))
                parts.append((deck, self.against(side, self.alike(rank), term.gone), weight))
        return self.solve(side, stake, parts, nodes)

    def split_worth(self, side: int, stake: int, rank: int, most: int) -> float:
        """What a pair is worth when it is split up to so many hands, given that it was dealt.

        Two tens of different rank are no pair where pairs go by rank: such hands of two tens are weighted as if
        they all met one deck, which moves the result by nothing that counts (they stick).
        """
        return sum(self._half_worth(side, stake, rank, most, term) for term in self.terms(rank, most))

    def _half_worth(self, side: int, stake: int, rank: int, most: int, term: Term) -> float:
        game, law = self.game, self.game.plain
        rest, alike = self.thinned(rank, term.gone + 1), self.alike(rank)
        play = self.half(side, stake, rank, term.hands, most, term.same)
        against = self.against(side, alike, term.gone)
        charged, burnt = float(self.times(side) * stake), self.burnt(side, stake)
        total = 0.0
        for second in range(13):
            chance = term.weight * max(rest.chance(second), 0.0)
            if chance == 0 or (second in alike) != term.same:
                continue
            node = graph().node_of([rank, second])
            level = pontoon_level(game.rules, rank, second)
            if level and law.split_pontoon:
                klass = level - 1 + (PONTOON if law.split_pontoon == 2 else SINGLE)
            elif law.split_aces_one_card and rank == ACE:
                klass = int(game.klass[node])
            else:
                there = play.weight[node]
                kept = play.value[0, node] / there if there else 0.0
                total += chance * max(kept, burnt.get(node, -np.inf))
                continue
            pay = game.pay[klass] * (charged - self.undoubled(side, stake) * game.undoubled[klass])
            total += chance * float(against.ends[node] @ pay)
        return total

    @remembered
    def burnt(self, side: int, stake: int) -> dict[int, float]:
        """What each hand that may be burnt is worth burnt, by node, to some thousandths of a stake: a first guess."""
        if self.game.rules.burn == "none":
            return {}
        from .burning import estimated_worth  # which builds on this module

        hands = [(one, two) for one in range(13) for two in range(one, 13)]
        found: dict[int, float] = {}
        for one, two in hands:
            node = graph().node_of([one, two])
            deck = self.deck.without(one, two)
            if self.game.plain.pair[one << 4 | two] & IS_BURNABLE and node not in found and deck.ranks.min() >= 0:
                found[node] = estimated_worth(self.game, deck, side, stake)
        return found

    def terms(self, rank: int, most: int) -> list[Term]:
        """The single hands of a split pair, in expectation."""
        seen = 0 if self.deck.infinite else 2
        left = sum(self.deck.ranks[one] for one in self.alike(rank)) - seen
        return terms(most, left, self.deck.size - seen, self.deck.infinite)

    def slots(self, rank: int, most: int) -> list[tuple[int, int, bool]]:
        """How hands of a pair split up to so many hands may begin: `deal.split_slot`, hands held, a pair again."""
        found = sorted({(term.hands, term.same) for term in self.terms(rank, most)})
        return [(split_slot(rank, hands, int(paired)), hands, paired) for hands, paired in found]

    def alike(self, rank: int) -> tuple[int, ...]:
        """The ranks that make a pair with that rank."""
        return tuple(TENS) if self.game.rules.split == "value" and rank == TEN else (rank,)

    @remembered
    def thinned(self, rank: int, gone: int) -> Deck:
        """The deck with so many cards of a rank (or of those alike) gone."""
        return self.deck.thinned(self.alike(rank), gone)

    @remembered
    def against(self, side: int, alike: tuple[int, ...], gone: int) -> Against:
        """What hands are worth when they end."""
        wanted = self.wanted
        if alike:
            wanted = wanted[graph().counts[wanted, value(alike[0])] > 0]
        return Against(self.game, self.game.sides[side], self.deck.thinned(alike, gone), (), wanted)

    def solve(
        self,
        side: int,
        stake: int,
        parts: list[tuple[Deck, Against, NDArray[np.float64]]],
        nodes: NDArray[np.int64],
        forced: NDArray[np.int8] | None = None,
        told: Choices | None = None,
    ) -> HandPlay:
        """Walk back through the hands; `parts` are the decks that may be, each with weights of the hands."""
        game, told = self.game, told or self.choices(side, stake)
        size = (len(told.pasts), game.nodes)
        worth, value_, moves = np.full((*size, 4), np.nan), np.zeros(size), np.zeros(size, np.int8)
        moves[:] = game.must_draw
        weight = np.stack([part[2] for part in parts])
        best_walk(
            game.law,
            game.graph,
            told.step,
            told.staked,
            self.undoubled(side, stake),
            np.stack([deck.values for deck, _, _ in parts]),
            int(self.deck.infinite),
            np.stack([against.gains for _, against, _ in parts]),
            np.stack([against.undoubled for _, against, _ in parts]),
            np.stack([against.quiet for _, against, _ in parts]),
            weight,
            nodes,
            TIE * stake,
            np.full(size, -1, np.int8) if forced is None else forced,
            worth,
            value_,
            moves,
        )
        return HandPlay(told, worth, value_, moves, weight.sum(axis=0))


def weights(deck: Deck, nodes: NDArray[np.int64], size: int, first: int | None = None) -> NDArray[np.float64]:
    """Probability of the cards of each hand in one given order, but for a first card of a value that lies there.

    The answer has `size` entries, by node; zero where the hand is not among `nodes`.
    """
    hands = graph()
    counts = hands.counts[nodes].astype(int)
    if first is not None:
        counts[:, first] -= 1
    drawn = counts.sum(axis=1)
    most = int(drawn.max(initial=0))
    step = 0 if deck.infinite else 1
    falls = np.ones((11, most + 1))
    for taken in range(most):
        falls[:, taken + 1] = falls[:, taken] * np.maximum(deck.values - step * taken, 0.0)
    sizes = np.cumprod([1.0] + [max(deck.size - step * taken, 1.0) for taken in range(most)])
    table = np.zeros(size)
    table[nodes] = falls[np.arange(11), counts].prod(axis=1) / sizes[drawn]
    return table


__all__ = ["HandPlay", "HandSolver", "weights"]
