"""One punter against one banker as a game of OpenSpiel's, so that its code may judge what `pontoon solve` finds.

Nothing is told of the rules here: a line of play is dealt by the one deal of the package (`deal.play_deal`), which asks
for cards and decisions as they come up, and what may be done is what the referee of written-down deals allows
(`script.verdict.legal_moves`). A deal that comes to a question without an answer yet is at a node of the tree.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any, NamedTuple

import pyspiel
from naive_solve import chance_of
from open_spiel.python import policy as spiel_policy

from pontoon_sim.cards import RANKS, value
from pontoon_sim.deal import STICK, TWIST, play_deal
from pontoon_sim.law import plain_law
from pontoon_sim.script.verdict import HandSoFar, legal_moves
from pontoon_sim.tabletop import new_table

PUNTER, BANKER = 0, 1
_NUMBERS = count()


class Asked(Exception):  # noqa: N818 - a question, not an error
    """A decision that is open: whose it is, what he has seen, and what he may do."""

    def __init__(self, player: int, seen: tuple, actions: tuple):
        super().__init__(player, seen)
        self.node = Node(player, seen, actions)


class Node(NamedTuple):
    """Where a line of play stands: a chance node where `chances` are, an end where `gain` is."""

    player: int
    seen: tuple = ()
    actions: tuple = ()
    chances: tuple = ()
    gain: float = 0.0


class Line:
    """The pack and both players of one deal, who answer as they were told, in order, and then ask."""

    def __init__(self, rules: Any, cards: dict[str, int], levels: tuple, told: tuple[int, ...]):
        self.rules, self.levels, self.told = rules, levels, list(told)
        self.law = plain_law(rules)
        self.left = [cards.get(rank, 0) for rank in RANKS]
        self.own, self.his, self.events, self.added = [], [], [], []
        self.stake = self.doubled = self.stuck = 0

    def play(self) -> Node:
        table = new_table(1)
        try:
            play_deal(self.law, self, self, table)
        except Asked as asked:
            return asked.node
        return Node(pyspiel.PlayerId.TERMINAL, gain=table.net[0] / self.law.unit)

    # ---- The pack.

    def draw(self, hand: int) -> int:
        size = sum(self.left)
        if not self.told:
            chances = tuple((rank, some / size) for rank, some in enumerate(self.left) if some)
            asked = Asked(pyspiel.PlayerId.CHANCE, (), ())
            asked.node = asked.node._replace(chances=chances)
            raise asked
        rank = self.told.pop(0)
        self.left[rank] -= 1
        (self.his if hand == 4 else self.own).append(rank)
        return rank

    def throw(self, hand: int) -> None:
        """A bust hand does not come back in this deal."""

    # ---- The punter.

    def ask_stake(self, law: Any, seat: int, rank: int) -> int:
        card = None if self.rules.stakes_when == "before-deal" else rank
        self.stake = self._choice(PUNTER, ("stake", card), self.levels)
        return self.stake

    def ask_situation(self, *_: Any) -> int:
        return 0

    def ask_begin(self, *_: Any) -> int:
        return 0

    def ask_move(self, law: Any, hand: int, node: int, phase: int, base: int, last: int) -> tuple[int, int]:
        held = HandSoFar(
            law, self.rules, "P", cards=[f"{RANKS[rank]}S" for rank in self.own],
            initial=self.stake * (1 + self.doubled), doubled=bool(self.doubled), added=list(self.added),
            twisted=any(what == "twist" for what, _ in self.events),
        )  # fmt: skip
        moves = legal_moves(held, 1)
        actions = [name for name in ("stick", "twist") if name in moves]
        actions += sorted(set(moves["buy"] or ())) if "buy" in moves else []
        action = self._choice(PUNTER, ("turn", tuple(self.own), self._public()), tuple(actions))
        if action == "stick":
            return STICK, 0
        if action == "twist":
            self.events.append(("twist", None))
            return TWIST, 0
        self.added.append(action)
        self.events.append(("buy", action))
        return action, 0

    def see_card(self, law: Any, hand: int, move: int, card: int) -> None:
        """A twisted card lies open."""
        if hand != 4 and move == TWIST:
            self.events[-1] = "twist", value(card)

    # ---- The banker.

    def ask_double(self, law: Any, rank: int) -> bool:
        self.doubled = self._choice(BANKER, ("double", rank, self.stake), (0, 1))
        return bool(self.doubled)

    def ask_bank_draws(self, law: Any, node: int, doubled: int) -> bool:
        seen = (*self._public(), "stick", len(self.own))
        return bool(self._choice(BANKER, ("draw", tuple(self.his), seen), (False, True)))

    def _public(self) -> tuple:
        return (self.stake, self.doubled, *self.events)

    def _choice(self, player: int, seen: tuple, actions: tuple) -> Any:
        if len(actions) == 1:
            return actions[0]
        if not self.told:
            raise Asked(player, seen, actions)
        return actions[self.told.pop(0)]


def spiel_game(rules: Any, cards: dict[str, int], levels: tuple[int, ...]) -> tuple[Any, Any]:
    """The game, and how to turn a `Strategy` into a policy of OpenSpiel's."""
    game_type = pyspiel.GameType(
        short_name=f"python_pontoon_{next(_NUMBERS)}",
        long_name="Pontoon, one punter",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )
    most = 1000.0
    info = pyspiel.GameInfo(
        num_distinct_actions=max(len(levels), 2 + 2),
        max_chance_outcomes=len(RANKS),
        num_players=2,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=30,
    )

    @cache
    def node_of(told: tuple[int, ...]) -> Node:
        return Line(rules, cards, levels, told).play()

    class Game(pyspiel.Game):
        def __init__(self, params: Any = None):
            super().__init__(game_type, info, params or {})

        def new_initial_state(self):
            return State(self)

    class State(pyspiel.State):
        def __init__(self, game):
            super().__init__(game)
            self.told = ()

        @property
        def node(self) -> Node:
            return node_of(self.told)

        def current_player(self):
            return self.node.player

        def _legal_actions(self, player):
            return list(range(len(self.node.actions)))

        def chance_outcomes(self):
            return list(self.node.chances)

        def _apply_action(self, action):
            self.told = (*self.told, action)

        def _action_to_string(self, player, action):
            return RANKS[action] if player == pyspiel.PlayerId.CHANCE else str(self.node.actions[action])

        def information_state_string(self, player=None):
            return repr(self.node.seen)

        def is_terminal(self):
            return self.node.player == pyspiel.PlayerId.TERMINAL

        def returns(self):
            return [self.node.gain, -self.node.gain]

        def __str__(self):
            return repr(self.told)

    pyspiel.register_game(game_type, Game)
    game = Game()

    def policy_of(strategy: Any) -> Any:
        class Play(spiel_policy.Policy):
            def __init__(self):
                super().__init__(game, [PUNTER, BANKER])

            def action_probabilities(self, state, player_id=None):
                node = state.node
                return {at: chance_of(strategy, node.seen, action) for at, action in enumerate(node.actions)}

        return Play()

    return game, policy_of
