"""A slow, obvious oracle for one punter against the banker; nothing here comes from the package under test.

* A policy looks at its own hand only, so a finished hand is a multiset of cards together with the number of
  orders in which it can have been drawn.
* The chance of one such order of the punter's and one of the banker's, out of one shuffled pack, does not
  depend on who drew when: it is a product of falling factorials, one for each kind of card.
* So an expectation is the sum, over pairs of finished hands, of orders x chance x payment.

Not covered: splitting, burning, a banker who doubles, shots, several punters, a pack that is not shuffled.

A card is a whole number: 1 an ace, 2 to 9, 10 a ten, 11 a picture (worth 10 too). A hand is a sorted tuple.
"""

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from types import SimpleNamespace

import numpy as np

RANKS = "A23456789TJQK"
CARD = {rank: min(place, 11) for place, rank in enumerate(RANKS, start=1)}
CARDS = range(1, 12)
PUNTER_OUTCOMES = ("pontoon", "five_card_trick", "twenty_one", "stood", "bust", "royal_pontoon", "unplayed")
BANKER_OUTCOMES = ("pontoon", "five_card_trick", "twenty_one", "stood", "bust", "not_played")

# fmt: off
PAGAT = {  # the rule fields that matter heads-up, and the rules that hold unless others are named
    "packs": 1, "min_stick": 15, "max_cards": 5, "soft_21_may_draw": False,
    "first_buy_min": 1, "first_buy_max": 2, "later_buy": "between", "buy_after_twist": False, "max_buys": 0,
    "fifth_card_bought_from": 0, "five_card_trick": "beats-21", "five_card_pays": 2, "banker_five_takes": 2,
    "pontoon_pays": 2, "ace_ten_is_pontoon": True, "royal_pontoon": False, "natural_from_all": False,
    "banker_pontoon_shown": "at-once", "banker_pontoon_takes": 2, "banker_pontoon_from_pontoon": "same",
    "banker_pontoon_from_21": "same", "drawn_21_pays": 1, "banker_bust_pays_21": 1, "ties": "banker",
    "ties_at_21": "banker",
}
CHOICES = {  # packs may also be "infinite"; the rest are numbers or yes and no
    "later_buy": ("between", "up-to-initial"), "five_card_trick": ("none", "beats-21", "level-with-21"),
    "banker_pontoon_shown": ("at-once", "after-play"), "ties": ("banker", "stand-off"),
    "ties_at_21": ("banker", "stand-off"), "max_cards": (5, None, "none"),
}
_ARNOLD = {
    "min_stick": 16, "first_buy_min": 0, "first_buy_max": 1, "later_buy": "up-to-initial",
    "fifth_card_bought_from": 12, "five_card_pays": 1, "banker_five_takes": 1, "banker_pontoon_takes": 1,
    "banker_pontoon_shown": "after-play",
}
_VINGT_UN = {
    "min_stick": 0, "first_buy_max": 0, "five_card_trick": "none", "max_cards": "none", "drawn_21_pays": 2,
    "banker_bust_pays_21": 2, "banker_pontoon_from_pontoon": 0,
}
_CASINO = {
    "packs": 8, "first_buy_max": 1, "max_buys": 1, "buy_after_twist": True, "soft_21_may_draw": True,
    "banker_pontoon_takes": 1, "banker_five_takes": 1,
}
PRESETS = {
    "pagat": {}, "eight-deal": {}, "shoot": {}, "parlett": {},
    "pontoon-2011": _ARNOLD, "russian-home": _ARNOLD,
    "pontoon-1939": {
        "min_stick": 0, "first_buy_min": 0, "first_buy_max": 1, "later_buy": "up-to-initial",
        "five_card_trick": "level-with-21", "pontoon_pays": 3, "drawn_21_pays": 2, "banker_bust_pays_21": 2,
        "banker_pontoon_takes": 3, "banker_pontoon_from_pontoon": 1, "banker_pontoon_from_21": 2,
        "banker_pontoon_shown": "after-play",
    },
    "vingt-un-1850": {**_VINGT_UN, "ties_at_21": "stand-off"},
    "vingt-un-1800": {**_VINGT_UN, "ties": "stand-off", "natural_from_all": True},
    "casino-rtg": _CASINO, "casino-microgaming": _CASINO,
}
# fmt: on


def house_of(fields):
    """The rules as attributes: those of `PAGAT` but for the fields given."""
    wrong = [name for name, value in fields.items() if value not in CHOICES.get(name, [value])]
    wrong += fields.keys() - PAGAT.keys()
    if wrong:
        raise ValueError(f"not rule fields, or not values of them: {', '.join(wrong)}")
    return SimpleNamespace(**PAGAT | fields)


def plus(hand, card):
    """The hand with one card more."""
    return tuple(sorted((*hand, card)))


def low_total(hand):
    """The total with every ace as 1."""
    return sum(min(card, 10) for card in hand)


def best_total(hand):
    """The total with one ace as 11 where that does not bust."""
    low = low_total(hand)
    return low + 10 if 1 in hand and low + 10 <= 21 else low


def result(hand, house, banker=False):
    """What a finished hand is: (kind, total); the total is 0 where only the kind counts."""
    if low_total(hand) > 21:
        return "bust", 0
    if house.royal_pontoon and not banker and hand == (7, 7, 7):
        return "royal_pontoon", 0
    if is_pontoon(hand, house):
        return "pontoon", 0
    if len(hand) == 5 and house.five_card_trick != "none":
        return "five_card_trick", 0
    total = best_total(hand)
    return ("twenty_one" if total == 21 else "stood"), total


def is_pontoon(hand, house):
    """An ace with a picture, or with a ten where that counts."""
    return hand == (1, 11) or (hand == (1, 10) and house.ace_ten_is_pontoon)


def wants_card(hand, hard, soft, house):
    """Does a holder who sticks on `hard` (or on a soft `soft`) take another card?"""
    low, best = low_total(hand), best_total(hand)
    is_soft = best > low
    full = len(hand) == 5 and (house.max_cards == 5 or house.five_card_trick != "none")
    if low > 21 or full or is_pontoon(hand, house):
        return False
    if best == 21 and not (is_soft and house.soft_21_may_draw):
        return False
    return best < (soft if is_soft else hard)


def addition(hand, stake, additions, twisted, way, house):
    """What the punter pays for the next card, by his way of taking cards: 0 is a twist."""
    barred = twisted and not house.buy_after_twist
    spent = house.max_buys and len(additions) >= house.max_buys
    certain = len(hand) == 4 and low_total(hand) < house.fifth_card_bought_from
    if way == "twist" or barred or spent or certain or house.first_buy_max == 0:
        return 0
    if not additions:
        least, most = max(1, math.ceil(house.first_buy_min * stake)), math.floor(house.first_buy_max * stake)
    elif house.later_buy == "up-to-initial":
        least, most = 1, stake
    else:
        least, most = (stake if additions[-1] >= stake else 1), additions[-1]
    return {"minbuy": least, "buy-max": most}[way] if least <= most else 0


def payment(punter, banker, house):
    """What the punter gains for each unit staked; both arguments are as `result` gives them."""
    kind, total = punter
    their_kind, their_total = banker
    if kind == "bust":
        return -1
    if house.five_card_trick == "level-with-21":  # one class with a drawn 21
        kind, total = ("twenty_one", 21) if kind == "five_card_trick" else punter
        their_kind, their_total = ("twenty_one", 21) if their_kind == "five_card_trick" else banker
    if kind == "royal_pontoon":
        return 3
    if their_kind == "pontoon":
        if kind == "pontoon" and house.natural_from_all:
            return 0
        special = {"pontoon": house.banker_pontoon_from_pontoon, "twenty_one": house.banker_pontoon_from_21}
        takes = special.get(kind, "same")
        return -(house.banker_pontoon_takes if takes == "same" else takes)
    if kind == "pontoon":
        return house.pontoon_pays
    if their_kind == "five_card_trick":
        return -house.banker_five_takes
    if kind == "five_card_trick":
        return house.five_card_pays
    if their_kind == "bust":
        return house.banker_bust_pays_21 if total == 21 else 1
    if total > their_total:
        return house.drawn_21_pays if total == 21 else 1
    if total < their_total:
        return -house.drawn_21_pays if their_total == 21 else -1
    free = house.ties == "stand-off" or (total == 21 and house.ties_at_21 == "stand-off")
    return 0 if free else -1


def finished_hands(first, hard, soft, house, way="twist", stake=1):
    """{(hand, total stake): number of orders}: all that somebody with that first card can end with."""
    done = Counter()
    live = Counter({(plus((first,), second), (), False): 1 for second in CARDS})
    while live:
        longer = Counter()
        for (hand, additions, twisted), orders in live.items():
            if not wants_card(hand, hard, soft, house):
                done[hand, stake + sum(additions)] += orders
                continue
            paid = addition(hand, stake, additions, twisted, way, house)
            bought = (*additions, paid) if paid else additions
            for card in CARDS:
                longer[plus(hand, card), bought, twisted or not paid] += orders
        live = longer
    return done


def pack_of(packs):
    """{card: how many}; for the infinite pack the numbers of one pack stand for shares."""
    packs = 1 if packs == "infinite" else packs
    return {card: packs * (12 if card == 11 else 4) for card in CARDS}


def _in_a_row(have, wanted, packs):
    """Ways to draw `wanted` of `have` cards one after another: a falling factorial (a power if infinite)."""
    if packs == "infinite":
        return have**wanted
    return math.prod(have - gone for gone in range(wanted))


def order_chance(hand, packs):
    """The exact chance that the next cards of a fresh pack are those of `hand`, in one given order."""
    pack = pack_of(packs)
    favourable = math.prod(_in_a_row(pack[card], number, packs) for card, number in Counter(hand).items())
    return Fraction(favourable, _in_a_row(sum(pack.values()), len(hand), packs))


def joint_order_chance(hands, others, packs):
    """The matrix of chances that a hand and another come from one pack, each in one given order (floats)."""
    mine, theirs = (np.array([[h.count(card) for card in CARDS] for h in side]) for side in (hands, others))
    pack = pack_of(packs)

    def ways(have, a, b):
        row = [float(_in_a_row(have, drawn, packs)) for drawn in range(a.max() + b.max() + 1)]
        return np.array(row)[a[:, None] + b[None, :]]

    chance = 1 / ways(sum(pack.values()), mine.sum(axis=1), theirs.sum(axis=1))
    for place, have in enumerate(pack.values()):
        chance *= ways(have, mine[:, place], theirs[:, place])
    return chance


def against_banker(hands, hard, soft, house):
    """{hand: {banker's result: chance of both, the hand in one given order}} for a banker who plays on."""
    if not hands:
        return {}
    theirs = Counter()
    for first in CARDS:
        for (hand, _), orders in finished_hands(first, hard, soft, house).items():
            theirs[hand] += orders
    results = [result(hand, house, banker=True) for hand in theirs]
    chances = joint_order_chance(hands, list(theirs), house.packs) * np.array(list(theirs.values()))
    table = {hand: {} for hand in hands}
    for name in sorted(set(results)):
        column = chances[:, [other == name for other in results]].sum(axis=1)
        for hand, chance in zip(hands, column, strict=True):
            table[hand][name] = float(chance)
    return table


def final_hands(hard, soft=None, banker=False, **fields):
    """The exact shares (Fractions) of the final hands, by kind or total, of one who sticks on `hard`."""
    house = house_of(fields)
    shares = Counter()
    for first in CARDS:
        for (hand, _), orders in finished_hands(first, hard, hard if soft is None else soft, house).items():
            kind, total = result(hand, house, banker)
            shares[total or kind] += orders * order_chance(hand, house.packs)
    return dict(shares)


def report(deals):
    """What there is to know of a deal, from (chance, first card, stake, staked, gain, two names) of each."""
    chance, stake, staked, gain = (np.array([deal[i] for deal in deals], dtype=float) for i in (0, 2, 3, 4))
    parts = {"bank": -gain, "initial": stake, "staked": staked}
    total = chance.sum()
    mean = {name: float(chance @ part / total) for name, part in parts.items()}
    moments = {f"{a}_{b}": float(chance @ (parts[a] * parts[b]) / total) for a in parts for b in parts}
    names, ranks, gains = Counter(), Counter(), Counter()
    for part, rank, _, _, won, punter, banker in deals:
        names["punter", punter] += part
        names["banker", banker] += part
        ranks[rank] += part
        gains[rank] += part * won
    answer = {
        "chance": float(total),
        "punter_ev_per_deal": -mean["bank"],
        "bank_per_deal": mean["bank"],
        "mean_initial_stake": mean["initial"],
        "mean_staked": mean["staked"],
        "bank_per_initial_stake": mean["bank"] / mean["initial"],
        "bank_per_unit_staked": mean["bank"] / mean["staked"],
        "variance_per_deal": moments["bank_bank"] - mean["bank"] ** 2,
        "second_moments": moments,
        "punter_outcomes": {name: names["punter", name] / float(total) for name in PUNTER_OUTCOMES},
        "banker_outcomes": {name: names["banker", name] / float(total) for name in BANKER_OUTCOMES},
        "by_first_card": {rank: gains[rank] / ranks[rank] for rank in RANKS if ranks[rank]},
    }
    for name in ("initial", "staked"):  # of one deal: the error of the ratio is the root of it over the deals
        ratio = mean["bank"] / mean[name]
        residual = parts["bank"] - ratio * parts[name]
        answer[f"ratio_variance_{name}"] = float(chance @ residual**2 / total) / mean[name] ** 2
    return answer


def stake_for(rank, stakes):
    """The initial stake on a first card: a number, or a dictionary by rank with '*' for the rest."""
    return stakes.get(rank, stakes.get("*", 1)) if isinstance(stakes, dict) else stakes


def expectation(*, punter=16, way="twist", banker=17, banker_soft=None, stakes=1, **fields):
    """The exact result of one deal; `way` is "twist", "buy-max" or "minbuy", `fields` are as in `PAGAT`."""
    house = house_of(fields)
    punter = max(punter, house.min_stick)
    at_once = house.banker_pontoon_shown == "at-once"
    endings = {r: finished_hands(CARD[r], punter, punter, house, way, stake_for(r, stakes)) for r in RANKS}
    two_cards = {rank: [plus((CARD[rank],), second) for second in CARDS] for rank in RANKS}
    ended = {hand for ending in endings.values() for hand, _ in ending}
    busted = sorted(hand for hand in ended if low_total(hand) > 21)
    standing = sorted(ended.difference(busted).union(*two_cards.values()))
    table = against_banker(standing, banker, banker if banker_soft is None else banker_soft, house)
    table |= against_banker(busted, 0, 0, house)  # the banker keeps his two cards and does not show them
    deals = []
    for rank in RANKS:
        stake = stake_for(rank, stakes)
        share = 1 / 3 if CARD[rank] == 11 else 1  # the picture is this one of the three
        for hand in two_cards[rank] if at_once else []:
            mine, theirs = result(hand, house), ("pontoon", 0)
            gain = stake * payment(mine, theirs, house)
            names = ("pontoon" if mine == theirs else "unplayed"), "pontoon"
            deals.append((share * table[hand][theirs], rank, stake, stake, gain, *names))
        for (hand, staked), orders in endings[rank].items():
            mine = result(hand, house)
            for theirs, chance in table[hand].items():
                if at_once and theirs[0] == "pontoon":
                    continue
                gain = staked * payment(mine, theirs, house)
                names = mine[0], banker_name(mine[0], theirs[0], house)
                deals.append((share * orders * chance, rank, stake, staked, gain, *names))
    return report(deals)


def banker_name(punter, banker, house):
    """What the banker's hand counts as, given the kinds of both."""
    unplayed = house.natural_from_all and punter == "pontoon" and banker != "pontoon"
    return "not_played" if punter == "bust" or unplayed else banker


def sample(number, seed=0, *, punter=16, way="twist", banker=17, banker_soft=None, stakes=1, **fields):
    """As `expectation`, by playing deals card by card; adds the standard error of the mean per deal."""
    house, rng, deals = house_of(fields), random.Random(seed), []
    punter, soft = max(punter, house.min_stick), banker if banker_soft is None else banker_soft
    for _ in range(number):
        pack = list(RANKS * 4 * (1 if house.packs == "infinite" else house.packs))

        def draw(pack=pack):
            place = rng.randrange(len(pack))
            return pack[place] if house.packs == "infinite" else pack.pop(place)

        rank = draw()
        stake = stake_for(rank, stakes)
        bank = plus((CARD[draw()],), CARD[draw()])
        hand, additions, twisted = plus((CARD[rank],), CARD[draw()]), (), False
        stopped = house.banker_pontoon_shown == "at-once" and is_pontoon(bank, house)
        while not stopped and wants_card(hand, punter, punter, house):
            paid = addition(hand, stake, additions, twisted, way, house)
            additions, twisted = ((*additions, paid), twisted) if paid else (additions, True)
            hand = plus(hand, CARD[draw()])
        mine = result(hand, house)
        while mine[0] != "bust" and wants_card(bank, banker, soft, house):
            bank = plus(bank, CARD[draw()])
        theirs = result(bank, house, banker=True)
        staked = stake + sum(additions)
        gain = staked * payment(mine, theirs, house)
        name = "unplayed" if stopped and mine[0] != "pontoon" else mine[0]
        deals.append((1, rank, stake, staked, gain, name, banker_name(mine[0], theirs[0], house)))
    answer = report(deals)
    return answer | {"standard_error": math.sqrt(answer["variance_per_deal"] / number)}


def chance_of(number, wanted, pack=None):
    """The exact chance that `number` given cards of a pack make a hand of which `wanted(hand)` is true."""
    pack = pack or pack_of(1)
    ways = sum(
        math.prod(math.comb(pack[card], held) for card, held in Counter(hand).items())
        for hand in combinations_with_replacement(CARDS, number)
        if wanted(hand)
    )
    return Fraction(ways, math.comb(sum(pack.values()), number))


def all_pontoons(hands, packs=1):
    """The chance that that many given hands are all pontoons in two cards."""
    chance = Fraction(1)
    for done in range(hands):
        aces, tens, left = 4 * packs - done, 16 * packs - done, 52 * packs - 2 * done
        chance *= Fraction(2 * aces * tens, left * (left - 1))
    return chance


def some_pontoon(hands, packs=1):
    """The chance of some pontoon among that many hands, by inclusion and exclusion."""
    return sum((-1) ** (k + 1) * math.comb(hands, k) * all_pontoons(k, packs) for k in range(1, hands + 1))


def bank_passes(punters, packs=1):
    """The chance that some punter has a pontoon and the banker has none."""
    return some_pontoon(punters + 1, packs) - all_pontoons(1, packs)
