"""What one player knows: the table, the own hand, and the cards that are not seen yet."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from numero_cam.games.numero.engine.options import CHOICES, Options
from numero_cam.games.numero.engine.state import Item, State, without
from numero_cam.games.numero.rules import WILD_CARDS, Card, Kind, Position, cards_of
from numero_cam.games.numero.rules.cards import SUITS
from numero_cam.games.numero.rules.choices import LevelName
from numero_cam.games.numero.rules.position import HAND_SIZE
from numero_cam.games.numero.solve import Settings

MAX_DEAL_TRIES = 8  #: Maximum number of deals that are drawn until the next player could have taken nothing in the last turn.


@dataclass(frozen=True, slots=True)
class Refusal:
    """A centre from which the other of two players took nothing in the last turn, which says something about the hand."""

    centre: tuple[Item, ...]  #: Cards and builds that lay in the centre.
    played: tuple[Card, ...]  #: The cards that the player played instead.
    held: int  #: Number of the present cards of the hand that the player held then.


@dataclass(frozen=True, slots=True)
class View:
    """What one player knows in a turn."""

    options: Options  #: Options of the game.
    player: int  #: Index of the player, who is to play.
    centre: tuple[Item, ...]  #: Cards and builds of the centre.
    hand: tuple[Card, ...]  #: Cards of the player.
    unseen: tuple[Card, ...]  #: Cards in other hands or in the stock.
    others: tuple[int, ...]  #: Number of cards of each other player, in the order of their turns.
    #: For each other player, values of the builds that this player made and should hold the answers to.
    answers: tuple[tuple[int, ...], ...]
    stock: int  #: Number of cards left to draw.
    refusal: Refusal | None = None  #: The centre from which the next player took nothing in the last turn; None where he took or may have.


@dataclass(frozen=True, slots=True)
class UnseenDeal:
    """One possible deal of the unseen cards."""

    hands: tuple[tuple[Card, ...], ...]  #: The others' hands, in the order of their turns.
    stock: tuple[Card, ...]  #: The cards to draw, the next one first.


def view_of(state: State, player: int | None = None) -> View:
    """Return what a player knows, by default the player whose turn it is; hidden cards are only counted."""
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
class GameFacts:
    """What is known of a game of which only a position is seen."""

    level: LevelName | None = None  #: The guide's level, which decides the cards of the pack; None where it is not known.
    wilds: tuple[Card, ...] | None = None  #: The wild cards of the pack; None for those of the level.
    players: int = 2  #: Number of players, 2 to 4.
    stock: int | None = None  #: Number of cards left to draw; None where nothing was taken yet.


def view_of_position(position: Position, settings: Settings, facts: GameFacts | None = None) -> View:
    """Return the view of a position; the other players are taken to hold five cards each, as far as there are any.

    Args:
        position: The centre, and the hand of the player who is to play.
        settings: Settings of the solver.
        facts: What else is known; by default two play, and nothing was taken yet.
    """
    facts = facts or GameFacts()
    return view_of_table(position, options_of(position, settings, facts), facts.stock)


def view_of_table(position: Position, options: Options, stock: int | None = None) -> View:
    """Return the view of a position in a game with known options; `stock` is as in `GameFacts`."""
    hidden = unseen(options, list(position.cards()))
    others = max(options.players - 1, 1)
    held = tuple(max(min(HAND_SIZE, len(hidden) - place * HAND_SIZE), 0) for place in range(others))
    most = len(hidden) - sum(held)
    return View(options, 0, position.centre, position.hand, hidden, held, ((),) * others, most if stock is None else min(stock, most))


def options_of(position: Position, settings: Settings, facts: GameFacts | None = None) -> Options:
    """Return the options of a game, derived from a position, the solver's settings and known facts.

    Without facts the pack has all wild cards, or all but fractions; with playing cards it has none, unless the position has one.
    """
    facts = facts or GameFacts()
    playing = any(card.colour in SUITS for card in position.cards())
    fractions = settings.fractions_in_play == "auto" and settings.scoring == "website"
    if not fractions:
        fractions = settings.scoring_for(position).fractions_in_play
    wilds = tuple(card for card in WILD_CARDS if fractions or card.kind is not Kind.FRACTION)
    values = settings.values if settings.values in CHOICES["values"] else "any"
    chosen: dict[str, object] = {"by": settings.by, "scoring": settings.scoring, "values": values, "printed": settings.printed}
    chosen |= {"negative": "yes" if settings.negative else "no", "scoring_steps": settings.scoring_steps}
    if facts.wilds is not None:
        chosen["wilds"] = facts.wilds
    elif facts.level is None:
        chosen["wilds"] = wilds if not playing or any(card.is_wild for card in position.cards()) else ()
    return Options.level(facts.level or "all", **{**chosen, "playing": playing, "players": facts.players})


def unseen(options: Options, seen: Iterable[Card]) -> tuple[Card, ...]:
    """Return the pack without the cards that were seen; a number card of unknown colour stands for any card of its number."""
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
    """Return the centre from which the other of two players took nothing in the previous turn; None where something was taken.

    Args:
        state: The state after that turn.
        centre: The centre before that turn.
        won: Number of cards that the other player had won before it.
    """
    other = state.seats[1 - state.player]
    if len(other.won) != won:
        return None
    lying = [card for item in state.centre for card in cards_of(item)]
    played = without(tuple(lying), [card for item in centre for card in cards_of(item)])
    return Refusal(centre, played, min(len(other.hand), max(HAND_SIZE - len(played), 0)))


def sample_deal(view: View, rng: random.Random, takes: Callable[[tuple[Item, ...], tuple[Card, ...]], bool]) -> UnseenDeal:
    """Return a random deal of the unseen cards that agrees with what was played.

    Builders hold the answers to their builds if these are unseen. A player who took nothing in the last turn gets a hand that could take
    nothing, if one is found within `MAX_DEAL_TRIES`; `takes` returns whether a hand can take something from a centre.
    """
    deal = _dealt(view, rng)
    refusal = view.refusal
    if refusal is not None:
        tries = 1
        while takes(refusal.centre, (*deal.hands[0][: refusal.held], *refusal.played)) and tries < MAX_DEAL_TRIES:
            deal = _dealt(view, rng)
            tries += 1
    return UnseenDeal(tuple(tuple(sorted(hand, key=hash)) for hand in deal.hands), deal.stock)


def _dealt(view: View, rng: random.Random) -> UnseenDeal:
    """Return a random deal in which builders hold their answers, which come first in each hand."""
    cards = rng.sample(view.unseen, len(view.unseen))
    hands = []
    for count, answers in zip(view.others, view.answers, strict=True):
        hand = [found for value in answers if (found := _picked(cards, value)) is not None][:count]
        more = count - len(hand)
        hands.append((*hand, *cards[:more]))
        cards = cards[more:]
    return UnseenDeal(tuple(hands), tuple(cards[: view.stock]))


def _picked(cards: list[Card], value: int) -> Card | None:
    """Remove a number card of this value from the cards and return it; None where there is none."""
    found = next((card for card in cards if card.is_number and card.value == value), None)
    if found is not None:
        cards.remove(found)
    return found


def wilds_of(cards: Sequence[Card]) -> list[Card]:
    """Return the wild cards among some cards."""
    return [card for card in cards if card.is_wild]
