"""A position: the cards of the centre and of one hand, and the problems that a real game cannot have."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.rules.build import Build, cards_of
from numero_cam.games.numero.rules.cards import NUMERO_COLOURS, Card
from numero_cam.games.numero.rules.notation import NotationError, parse_item, parse_items

HAND_SIZE = 5  #: Number of cards dealt to each player, and the most that a hand holds.
MAX_EXPECTED_CARDS = 20  #: Number of cards in centre and hand above which a position is reported as a problem.


class Defect(Enum):
    """The kinds of problem a position can have."""

    CARD_TWICE = "card twice"
    HAND_TOO_LARGE = "hand too large"
    TOO_MANY_CARDS = "too many cards"
    BUILD_WITHOUT_NUMBER = "build without a number card"
    BUILD_VALUE = "build of an impossible value"
    NOT_IN_PACK = "card not in the pack"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that a real game cannot have; the solver still answers such a position."""

    defect: Defect  #: Its kind.
    text: str  #: One line for people.

    def __str__(self) -> str:
        """Return the line for people."""
        return self.text


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The cards of the centre and of one hand."""

    centre: tuple[Card | Build, ...]  #: Single cards and builds, in any order.
    hand: tuple[Card, ...]  #: The cards of the player whose turn it is.

    def __str__(self) -> str:
        """Return the cards for people: `centre 11r 8o, hand 11g x3`."""
        return f"centre {_card_list(self.centre)}, hand {_card_list(self.hand)}"

    def __repr__(self) -> str:
        """Return the call that makes this position."""
        return f"parse_position({[str(item) for item in self.centre]}, {[str(card) for card in self.hand]})"

    def cards(self) -> Iterator[Card]:
        """Yield every card of centre and hand, also those inside builds, the centre first."""
        for item in self.centre:
            yield from cards_of(item)
        yield from self.hand

    def problems(self, packs: int = 1) -> tuple[Problem, ...]:
        """Return the problems that a real game cannot have, in the order card twice, hand, number of cards, builds.

        Args:
            packs: Number of packs that are mixed, 1 or more; each has each card once.
        """
        return (*_repeated_cards(tuple(self.cards()), packs), *_size_problems(self), *_impossible_builds(self.centre))


def _card_list(items: Sequence[Card | Build]) -> str:
    """Return the items as a text for people."""
    return " ".join(map(str, items)) or "empty"


def parse_position(centre: str | Sequence[str], hand: str | Sequence[str]) -> Position:
    """Return the position that two lists name.

    Args:
        centre: One text of cards and builds, or a sequence of tokens.
        hand: The same for the hand; no builds.

    Raises:
        NotationError: A token names no card or build, or a build is in the hand.
    """
    cards: list[Card] = []
    for place, item in enumerate(_items(hand), start=1):
        if isinstance(item, Build):
            raise NotationError(str(item), place, tr("a build lies in the middle, not in the hand"))
        cards.append(item)
    return Position(_items(centre), tuple(cards))


def _items(cards: str | Sequence[str]) -> tuple[Card | Build, ...]:
    """Return the cards and builds of a text or a sequence of tokens."""
    if isinstance(cards, str):
        return parse_items(cards)
    items: list[Card | Build] = []
    for place, token in enumerate(cards, start=1):
        if not isinstance(token, str):
            raise NotationError(str(token), place)
        try:
            items.append(parse_item(token))
        except NotationError as error:
            raise NotationError(token, place, error.reason) from None
    return tuple(items)


def _times_words(count: int) -> str:
    """Return a number of times in words."""
    return {1: tr("once"), 2: tr("twice")}.get(count, tr("{n} times", n=count))


def _too_often(card: object, count: int, packs: int, most: int) -> Problem:
    """Return the problem of a card, or number, that is there `count` times, more often than the `most` of the packs."""
    sentence = ngettext(
        "{card} lies there {times}; one pack has it {most}",
        "{card} lies there {times}; {n} packs have it {most}",
        packs,
        card=card,
        times=_times_words(count),
        most=_times_words(most),
    )
    return Problem(Defect.CARD_TWICE, sentence)


def _repeated_cards(cards: tuple[Card, ...], packs: int) -> Iterator[Problem]:
    """Yield a problem for each card that is there more often than in the packs."""
    for card, count in sorted(Counter(cards).items(), key=lambda pair: pair[0].sort_key):
        if count > packs and (card.is_wild or card.colour):
            yield _too_often(card, count, packs, packs)
    numbers = [card for card in cards if card.is_number and not card.is_playing]
    unknown = {card.value for card in numbers if card.colour is None}
    for value, count in sorted(Counter(card.value for card in numbers).items()):
        most = packs * len(NUMERO_COLOURS)
        if count > most and value in unknown:
            yield _too_often(value, count, packs, most)


def _size_problems(position: Position) -> Iterator[Problem]:
    """Yield a problem for a hand with too many cards, and one for too many cards in all."""
    if len(position.hand) > HAND_SIZE:
        yield Problem(
            Defect.HAND_TOO_LARGE,
            tr("the hand has {number} cards; a hand has at most {most}", number=len(position.hand), most=HAND_SIZE),
        )
    count = sum(1 for _ in position.cards())
    if count > MAX_EXPECTED_CARDS:
        yield Problem(
            Defect.TOO_MANY_CARDS,
            tr("the position has {count} cards; more than {most} are not expected", count=count, most=MAX_EXPECTED_CARDS),
        )


def _impossible_builds(centre: tuple[Card | Build, ...]) -> Iterator[Problem]:
    """Yield a problem for each build that cannot be in a real game."""
    for item in centre:
        if isinstance(item, Card) or item.is_possible:
            continue
        if not item.has_number:
            yield Problem(Defect.BUILD_WITHOUT_NUMBER, tr("build {item} has no number card; it stays out of takes", item=item))
        elif item.value is None:
            yield Problem(Defect.BUILD_VALUE, tr("build {item} has no exact value; it stays out of takes", item=item))
        else:
            yield Problem(
                Defect.BUILD_VALUE,
                tr("build {item} is {value}, not a whole number 1-15; it stays out of takes", item=item, value=item.value),
            )
