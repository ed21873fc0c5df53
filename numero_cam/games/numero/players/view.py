"""What one player knows: the table, the own hand, and which cards have not been seen yet."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from numero_cam.games.numero.engine.options import CHOICES, HAND, Options
from numero_cam.games.numero.engine.state import Item, State, without
from numero_cam.games.numero.rules import WILD_CARDS, Card, Kind, Position, cards_of
from numero_cam.games.numero.rules.cards import SUITS
from numero_cam.games.numero.rules.choices import LevelName
from numero_cam.games.numero.solve import Settings

MAX_DEAL_TRIES = 8
"""Maximum number of deals that are drawn until the next player could have taken nothing in the last turn."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What the other of two players could take in his last turn, and did not: it tells of his hand.

    Attributes:
        centre: What lay there.
        played: The cards that he played instead.
        held: How many of his cards he held then.
    """

    centre: tuple[Item, ...]
    played: tuple[Card, ...]
    held: int


@dataclass(frozen=True, slots=True)
class View:
    """What one player knows in a turn.

    Attributes:
        options: What is played.
        player: Whose view it is, who is to play.
        centre: Cards and builds that lie there.
        hand: The own hand.
        unseen: Cards that nobody has shown: other hands and the stock.
        others: How many cards the others hold, in the order of their turns.
        answers: For each of the others the values of builds of his that lie there: he should hold them.
        stock: How many cards are left to draw.
        refusal: What the next player left lying in his last turn, where that is known.
    """

    options: Options
    player: int
    centre: tuple[Item, ...]
    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    others: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]
    stock: int
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """One way in which the unseen cards may lie.

    Attributes:
        hands: The others' hands, in the order of their turns.
        stock: The cards to draw, the next one first.
    """

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def view_of(state: State, player: int | None = None) -> View:
    """Return what a player knows, by default the one whose turn it is; no hidden card of the state is looked at but to count it."""
    players = len(state.seats)
    who_looks = state.player if player is None else player
    hand = state.seats[who_looks].hand
    order = [(who_looks + step) % players for step in range(1, players)]
    seen = [*hand, *(card for item in state.centre for card in cards_of(item))]
    seen += [card for seat in state.seats for card in seat.won]
    claims = [claim for claim in state.claims if claim.build in state.centre]
    answers = tuple(tuple(int(claim.build.value or 0) for claim in claims if claim.player == who) for who in order)
    return View(
        state.options,
        who_looks,
        state.centre,
        hand,
        unseen(state.options, seen),
        tuple(state.seats[who].hand_size for who in order),
        answers,
        state.stock_size,
    )


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody says of a game of which only a position is seen.

    Attributes:
        level: The guide's level, which tells the cards of the pack; `None` where nobody says it.
        wilds: The wild cards of the pack; `None` for those of the level.
        players: How many play, 2 to 4.
        stock: How many cards are left to draw; `None` where nothing was taken yet.
    """

    level: LevelName | None = None
    wilds: tuple[Card, ...] | None = None
    players: int = 2
    stock: int | None = None


def view_of_position(position: Position, settings: Settings, told: Told | None = None) -> View:
    """Return what is known where only a position is seen: each of the others holds five cards, as far as there are any.

    Args:
        position: The centre, and the hand of whoever is to play.
        settings: What the solver was asked for.
        told: What else is known; without it two play, and nothing was taken yet.

    Raises:
        OptionsError: If no such game is played.
    """
    told = told or Told()
    return view_of_table(position, options_of(position, settings, told), told.stock)


def view_of_table(position: Position, options: Options, stock: int | None = None) -> View:
    """Return the same where it is known what is played."""
    hidden = unseen(options, list(position.cards()))
    others = max(options.players - 1, 1)
    held = tuple(max(min(HAND, len(hidden) - place * HAND), 0) for place in range(others))
    most = len(hidden) - sum(held)
    return View(options, 0, position.centre, position.hand, hidden, held, ((),) * others, most if stock is None else min(stock, most))


def options_of(position: Position, settings: Settings, told: Told | None = None) -> Options:
    """Return what is played, as far as a position, the solver's settings and what is told say it.

    Where nothing is told: all wild cards, or all but fractions; with playing cards none, as their packs have none, unless one lies there.
    """
    told = told or Told()
    playing = any(card.colour in SUITS for card in position.cards())
    fractions = settings.fractions_in_play == "auto" and settings.scoring == "website"
    if not fractions:
        fractions = settings.scoring_for(position).fractions_in_play
    wilds = tuple(card for card in WILD_CARDS if fractions or card.kind is not Kind.FRACTION)
    values = settings.values if settings.values in CHOICES["values"] else "any"
    chosen: dict[str, object] = {"by": settings.by, "scoring": settings.scoring, "values": values, "printed": settings.printed}
    chosen |= {"negative": "yes" if settings.negative else "no", "scoring_steps": settings.scoring_steps}
    if told.wilds is not None:
        chosen["wilds"] = told.wilds
    elif told.level is None:
        chosen["wilds"] = wilds if not playing or any(card.is_wild for card in position.cards()) else ()
    return Options.level(told.level or "all", **{**chosen, "playing": playing, "players": told.players})


def unseen(options: Options, seen: Iterable[Card]) -> tuple[Card, ...]:
    """Return the pack without the cards seen; a number card whose colour is not known stands for any of its number."""
    counts = Counter(seen)
    left: list[Card] = []
    for card in options.pack():
        if counts[card]:
            counts[card] -= 1
        else:
            left.append(card)
    for card in filter(lambda one: one.is_number, counts.elements()):
        same = next((other for other in left if other.is_number and other.value == card.value), None)
        if same is not None:
            left.remove(same)
    return tuple(left)


def refusal_of(state: State, centre: tuple[Item, ...], won: int) -> Refusal | None:
    """Return what the other of two players refused in the turn before this one; `None` where he took something.

    Args:
        state: The own turn after it.
        centre: What was left to him.
        won: How many cards he had won before.
    """
    other = state.seats[1 - state.player]
    if len(other.won) != won:
        return None
    lying = [card for item in state.centre for card in cards_of(item)]
    played = without(tuple(lying), [card for item in centre for card in cards_of(item)])
    return Refusal(centre, played, min(len(other.hand), max(HAND - len(played), 0)))


def dealt(view: View, rng: random.Random, takes: Callable[[tuple[Item, ...], tuple[Card, ...]], bool]) -> Deal:
    """Return one way in which the unseen cards may lie, likely by what was played.

    Builders hold the answers to their builds where these are unseen; and who took nothing in his last turn could take
    nothing then, if such cards are found soon.

    Args:
        view: What is known.
        rng: Deals.
        takes: Whether anything can be taken from a centre by a hand.
    """
    deal = _dealt(view, rng)
    refusal = view.refusal
    if refusal is not None:
        tries = 1
        while takes(refusal.centre, (*deal.hands[0][: refusal.held], *refusal.played)) and tries < MAX_DEAL_TRIES:
            deal = _dealt(view, rng)
            tries += 1
    return Deal(tuple(tuple(sorted(hand, key=hash)) for hand in deal.hands), deal.stock)


def _dealt(view: View, rng: random.Random) -> Deal:
    """Return a deal; in each hand the cards held for long come first."""
    cards = rng.sample(view.unseen, len(view.unseen))
    hands = []
    for count, answers in zip(view.others, view.answers, strict=True):
        hand = [found for value in answers if (found := _picked(cards, value)) is not None][:count]
        more = count - len(hand)
        hands.append((*hand, *cards[:more]))
        cards = cards[more:]
    return Deal(tuple(hands), tuple(cards[: view.stock]))


def _picked(cards: list[Card], value: int) -> Card | None:
    """Take a number card of this value out of the cards."""
    found = next((card for card in cards if card.is_number and card.value == value), None)
    if found is not None:
        cards.remove(found)
    return found


def wilds_of(cards: Sequence[Card]) -> list[Card]:
    """Return the wild cards among some cards."""
    return [card for card in cards if card.is_wild]
