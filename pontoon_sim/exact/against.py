"""How the banker ends against every hand, and what each hand is worth when it ends: tables for one deck."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import TEN
from ..hands import HandGraph, graph
from ..jit import JIT
from ..law import CLASSES, DOUBLES_ORDINARY, Law, compiled_law, plain_law
from ..policy.tables import BankerPolicy
from ..rulebook import Rules
from .deck import Deck, pontoon_faces
from .kernels import banker_walk


class Side(NamedTuple):
    """Deals in which the banker does, or does not, double: weights of his first card, and how often a stake counts."""

    first: NDArray[np.float64]  # (13,)
    times: int


class Game:
    """Rules, a banker and the graph of hands, as the exact walks want them."""

    def __init__(self, rules: Rules, banker: BankerPolicy):
        self.rules, self.banker = rules, banker
        self.law: Law = compiled_law(rules, keep_extras=True) if JIT else plain_law(rules)
        self.graph: HandGraph = graph()
        self.draws = np.ascontiguousarray(banker.draws).copy()  # writable, as kernels want them
        self.plain = plain_law(rules)
        self.pay = np.array(self.plain.pay, float).reshape(CLASSES, CLASSES) / self.plain.unit
        self.undoubled = np.array(self.plain.undoubled, float).reshape(CLASSES, CLASSES)
        short = self.graph.cards <= 5 if rules.max_cards == 5 else self.graph.cards >= 0
        self.nodes = int(np.flatnonzero(short)[-1]) + 1  # hands that can be met: those of more cards come last
        self.klass = np.array(self.plain.klass)[: self.nodes]
        self.at_once = bool(self.plain.shown_at_once) or rules.natural_from_all
        self.ordinary = self.plain.extras.doubles == DOUBLES_ORDINARY
        self.faces_matter = rules.pontoon_ranking != "equal" or not rules.ace_ten_is_pontoon or self._doubles_by_face()
        self.reach = np.zeros(self.nodes)

    @property
    def must_draw(self) -> NDArray[np.bool_]:
        """The hands on which a punter may not stick, though they take a card."""
        law = self.plain
        return (np.array(law.open[: self.nodes]) == 1) & (np.array(law.may_stick[: self.nodes]) == 0)

    def whole(self, table: NDArray[Any]) -> NDArray[np.int8]:
        """A table of flags by hand for all nodes of the graph: policies have them whole."""
        found = np.zeros((*table.shape[:-1], len(self.graph.low)), np.int8)
        found[..., : self.nodes] = table
        return found

    def hands(self, deck: Deck) -> NDArray[np.int64]:
        """All hands of two cards and more that can be met."""
        fits = self.graph.cards >= 2
        if not deck.infinite:
            fits &= (self.graph.counts <= deck.values).all(axis=1)
        return np.flatnonzero(fits[: self.nodes])

    def _doubles_by_face(self) -> bool:
        return len(set(self.banker.doubles[TEN:13].tolist())) > 1

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The deals without a double, and those with one where the banker ever doubles."""
        doubles = self.banker.doubles[:13].astype(float)
        plain = Side(1 - doubles, 1)
        return (plain, Side(doubles, 2)) if doubles.any() else (plain,)


class Against:
    """What hands are worth against the banker, the cards of a deck but their own being unseen.

    Parameters
    ----------
    game : Game
    side : Side
    deck : Deck
        Before the hand's own cards.
    own : tuple of int
        Ranks of the hand's first cards that are tens: their faces are known.
    wanted : int64 array
        The hands to look at.
    """

    def __init__(self, game: Game, side: Side, deck: Deck, own: tuple[int, ...], wanted: NDArray[np.int64]):
        self.game, self.side, self.deck, self.own, self.wanted = game, side, deck, own, wanted
        weights = (np.ones(13), side.first)  # of the ten's face, behind an ace and as the first card
        self.faces = np.array([pontoon_faces(game.rules, deck.without(*own), some) for some in weights])
        self.first = self._first_by_value(deck.without(*own))

    @cached_property
    def ends(self) -> NDArray[np.float64]:
        """Probability of the banker's classes by hand, in the rows of those wanted."""
        game, found = self.game, np.zeros((self.game.nodes, CLASSES))
        banker_walk(
            game.law,
            game.graph,
            game.draws[self.side.times - 1],
            self.deck.values,
            int(self.deck.infinite),
            self.first,
            self.faces,
            int(game.at_once),
            self.wanted,
            game.reach,
            found,
        )
        return found

    def _first_by_value(self, deck: Deck) -> NDArray[np.float64]:
        """Weight of the banker's first card by value: for a ten, the share of its faces."""
        tens = deck.ranks[TEN:]
        share = float((tens * self.side.first[TEN:]).sum() / tens.sum()) if tens.sum() else 0.0
        return np.concatenate([[0.0], self.side.first[:TEN], [share]])

    @cached_property
    def gains(self) -> NDArray[np.float64]:
        """Expected gain of a hand that ends there, per unit of its total stake."""
        return np.einsum("nc,nc->n", self.ends, self.game.pay[self.game.klass])

    @cached_property
    def squares(self) -> NDArray[np.float64]:
        """The same of its square."""
        return np.einsum("nc,nc->n", self.ends, self.game.pay[self.game.klass] ** 2)

    @cached_property
    def undoubled(self) -> NDArray[np.float64]:
        """Gain per unit of that part of the stake which an ordinary double does not count for."""
        game = self.game
        return np.einsum("nc,nc->n", self.ends, (game.pay * game.undoubled)[game.klass])

    @cached_property
    def quiet(self) -> NDArray[np.float64]:
        """Chance that the deal goes on after a hand is bust, by hand and the value of the card that busts it."""
        game, deck = self.game, self.deck
        gone = game.graph.counts[: game.nodes] * (0.0 if deck.infinite else 1.0)
        busts = np.zeros(11) if deck.infinite else np.ones(11)
        size: NDArray[np.float64] = np.ones(game.nodes)
        if not deck.infinite:
            size = np.maximum(deck.size - game.graph.cards[: game.nodes] - 1.0, 2.0)
        chance = (deck.values @ self.first - gone @ self.first)[:, None] - busts * self.first
        chance /= size[:, None]
        if game.at_once:
            aces = (deck.values[1] - gone[:, 1])[:, None] - busts * (np.arange(11) == 1)
            tens = (deck.values[10] - gone[:, 10])[:, None] - busts * (np.arange(11) == 10)
            pairs = size if deck.infinite else size * (size - 1)
            chance -= aces * tens / pairs[:, None] * self._either_first[1:].sum()
        return np.ascontiguousarray(chance)

    def pontoons(self, held: Deck) -> NDArray[np.float64]:
        """Chances of the banker's two levels of pontoon (index 1, 2), the punter's two cards gone from `held`."""
        aces, tens = held.values[1], held.values[10]
        pairs = held.size * (1.0 if held.infinite else held.size - 1)
        return self._either_first * aces * tens / pairs

    @property
    def _either_first(self) -> NDArray[np.float64]:
        """Weights of ace and ten by level of pontoon, in both orders."""
        return self.first[1] * self.faces[0] + self.first[10] * self.faces[1]


def known_tens(game: Game, *ranks: int) -> tuple[int, ...]:
    """Those of a hand's first cards whose face may matter."""
    return tuple(sorted(rank for rank in ranks if rank >= TEN)) if game.faces_matter else ()
