"""Points of a take, item by item, by the website's rules and by the guide of 2000 (contract, table of points)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from numero_cam.games.numero.rules.build import Build
from numero_cam.games.numero.rules.cards import NUMERO_COLOURS, SUITS, Card, Colour, Kind
from numero_cam.games.numero.rules.choices import ScoringName, ScoringSteps
from numero_cam.games.numero.rules.printed import PrintedPoints

#: The guide's letter of each score item that is a bonus; other items, such as takes and printed points, always count.
BONUS_LETTERS = {
    "five": "B",
    "six": "B",
    "four_colours": "C",
    "one_colour": "C",
    "three_operations": "D",
    "four_operations": "D",
    "clear": "E",
    "most_cards": "F",
}
FIVE_CARDS = 5  #: Number of cards of a set that brings `FIVE_CARDS_POINTS`, and from which colours count.
SIX_CARDS = 6  #: Number of cards from which a set brings `SIX_CARDS_POINTS`.
FIVE_CARDS_POINTS = 2  #: Points for a set of five cards.
SIX_CARDS_POINTS = 5  #: Points for a set of six or more cards.
FOUR_OPERATIONS = 4  #: Number of operations + - x ÷.
OPERATION_POINTS = {3: 5, FOUR_OPERATIONS: 10}  #: Points for a set by its number of different operations.
COLOUR_POINTS = 5  #: Points for a set with all four colours, or with one colour only.
CLEAR_POINTS = 5  #: Points for a turn that takes every card of the centre.

MINUS_BIT = 1  #: Bit of subtraction in a mask of operations.
TIMES_BIT = 2  #: Bit of multiplication.
DIVIDED_BIT = 4  #: Bit of division.
UNKNOWN_COLOUR = 1 << len(Colour)  #: The bit above those of all colours.
_COLOUR_BITS = {colour: 1 << place for place, colour in enumerate(Colour)}
_ALL_NUMERO = sum(_COLOUR_BITS[colour] for colour in NUMERO_COLOURS)
_ALL_SUITS = sum(_COLOUR_BITS[colour] for colour in SUITS)
_NUMBER_WORDS = {4: "four", 5: "five", 6: "six"}


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scoring rules."""

    rules: ScoringName  #: `website` (the current rules) or `guide` (2000).
    fractions_in_play: bool  #: Whether fraction cards are in play, which only the guide's operations bonus depends on.
    printed: PrintedPoints  #: Points printed on the cards.
    steps: ScoringSteps = "all"  #: The bonuses that count, by the guide's letters: `all`, or those that a class has learned.

    def counts(self, item: str) -> bool:
        """Return whether a score item counts at these steps (docs/rules.md, article 10.9)."""
        return self.steps == "all" or BONUS_LETTERS.get(item, "A") in self.steps

    @property
    def without_print(self) -> "Scoring":
        """The same rules without printed points: they decide the bonuses of sets, and are a small cache key."""
        return _without_print(self.rules, self.fractions_in_play, self.steps)

    def card_points(self, card: Card) -> int:
        """Return the points of the card alone: its printed points and, by the website's rules, 1."""
        return self.printed.of(card) + (self.rules == "website")

    def size_points(self, cards: int) -> int:
        """Return the bonus of a set for its number of cards."""
        if not self.counts("five"):
            return 0
        return SIX_CARDS_POINTS if cards >= SIX_CARDS else FIVE_CARDS_POINTS if cards == FIVE_CARDS else 0

    def colour_points(self, colours: int, cards: int) -> int:
        """Return the colour bonus of a set with this mask of colours and this number of cards."""
        return COLOUR_POINTS if self.counts("four_colours") and colour_item(colours, cards) else 0

    def operation_points(self, operations: int, cards: int) -> int:
        """Return the operations bonus of a set with this number of different operations (0-4) and this number of cards."""
        if not self.counts("four_operations") or (self.rules == "guide" and (cards < FIVE_CARDS or self.fractions_in_play)):
            return 0
        return OPERATION_POINTS.get(operations, 0)

    @property
    def clear_points(self) -> int:
        """The bonus for a turn that takes every card of the centre."""
        return CLEAR_POINTS if self.counts("clear") else 0


@cache
def _without_print(rules: ScoringName, fractions_in_play: bool, steps: ScoringSteps) -> Scoring:  # noqa: FBT001 - the key of a cache
    """Return the cached scoring rules without printed points."""
    return Scoring(rules, fractions_in_play, PrintedPoints({}), steps)


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """Points, and what is counted."""

    #: `takes`, `cards`, `printed`, a key of `BONUS_LETTERS`, or at the table `challenge_caught`, `challenge_shown`, `centre`, `hand_cards`,
    #: `hand_printed`, `most_cards`, `whole_pack`, `all_won`.
    item: str
    points: int  #: Points, or cards in games by cards; below 0 for a penalty.
    number: int = 0  #: Number of sets, cards or colours that are counted; 0 where none are.
    printed: tuple[tuple[int, Card], ...] = ()  #: Points that are printed on cards.
    signs: str = ""  #: Signs of the operations of a set, such as `+−×`.
    unknown_colours: tuple[Card, ...] = ()  #: Cards because of which it is not known whether a set has a colour bonus.
    build: Build | None = None  #: The build that is challenged.

    @property
    def reason(self) -> str:
        """What the points are for, in the words of the JSON; `numero_cam.text.plays` has those for people."""
        if self.unknown_colours:
            return f"no colour bonus: the colour of {', '.join(map(str, self.unknown_colours))} is not known"
        printed = ", ".join(f"{points} on {card}" for points, card in self.printed)
        answer = f"{self.build.value} for the build {self.build}" if self.build else ""
        cards = counted(self.number, "card")
        return {
            "takes": counted(self.number, "take"),
            "cards": cards,
            "printed": printed,
            "five": f"{cards} in a take",
            "six": f"{cards} in a take",
            "three_operations": " ".join(self.signs),
            "four_operations": " ".join(self.signs),
            "one_colour": "one colour in a take",
            "four_colours": f"all {_NUMBER_WORDS.get(self.number, self.number)} colours in a take",
            "clear": "every card of the middle taken",
            "challenge_shown": f"the {answer} was shown",
            "challenge_caught": f"no {answer}",
            "centre": f"{cards} left in the centre",
            "hand_cards": f"{cards} left in the hand",
            "hand_printed": f"left in the hand: {printed}",
            "most_cards": f"most cards ({self.number})",
            "whole_pack": "the whole pack was dealt",
            "all_won": "every card was won",
        }[self.item]


@dataclass(frozen=True, slots=True)
class Scored:
    """The points of a take."""

    points: int  #: Sum of the points of all items.
    taker_set: int  #: Index of the set in which the taking card is counted.
    breakdown: tuple[ScoreItem, ...]  #: The items, in the order of the contract's table.


@cache
def operation_bits(card: Card) -> int:
    """Return the mask of operations that a card stands for: `MINUS_BIT`, `TIMES_BIT`, `DIVIDED_BIT`; a sum is no card's operation."""
    match card.kind:
        case Kind.SUBTRACT:
            return MINUS_BIT
        case Kind.MULTIPLY | Kind.POWER:
            return TIMES_BIT
        case Kind.DIVIDE | Kind.ROOT:
            return DIVIDED_BIT
        case Kind.FRACTION:
            return DIVIDED_BIT if card.value.numerator == 1 else DIVIDED_BIT | TIMES_BIT
        case _:
            return 0


@cache
def colour_bit(card: Card) -> int:
    """Return the bit of a number card's colour, `UNKNOWN_COLOUR` for an unknown one, 0 for a wild card."""
    if card.is_wild:
        return 0
    return UNKNOWN_COLOUR if card.colour is None else _COLOUR_BITS[card.colour]


def colour_item(colours: int, cards: int) -> str | None:
    """Return the colour bonus of a set: `four_colours`, `one_colour` or None."""
    if cards < FIVE_CARDS or colours & UNKNOWN_COLOUR:
        return None
    if colours in (_ALL_NUMERO, _ALL_SUITS):
        return "four_colours"
    return "one_colour" if colours.bit_count() == 1 else None


def score_take(sets: Sequence[Sequence[Card]], taker: Card, *, clears: bool, scoring: Scoring) -> Scored:
    """Return the points of a take with its breakdown.

    Args:
        sets: The cards of each set without the taking card, at least one set; a build counts as its cards.
        taker: The taking card; it counts as part of the set where it brings most points.
        clears: Whether the take leaves the centre empty.
        scoring: The rules that count.
    """
    best: Scored | None = None
    for index in sorted(range(len(sets)), key=lambda place: -len(sets[place])):
        full = [[*cards, taker] if place == index else list(cards) for place, cards in enumerate(sets)]
        numbers = [sum(card.is_number for card in cards) for cards in sets]
        items = tuple(_score_items(full, numbers, clears=clears, scoring=scoring))
        points = sum(item.points for item in items)
        if best is None or points > best.points:
            best = Scored(points, index, items)
    if best is None:
        raise ValueError("a take has at least one set")
    return best


def _score_items(sets: list[list[Card]], numbers: list[int], *, clears: bool, scoring: Scoring) -> Iterator[ScoreItem]:
    """Yield the score items of a take.

    Args:
        sets: The cards of each set, one of which holds the taking card.
        numbers: Number of number cards of each set without the taking card: two or more are an addition.
        clears: Whether the centre is empty afterwards.
        scoring: The rules that count.
    """
    yield ScoreItem("takes", len(sets), len(sets))
    cards = [card for one_set in sets for card in one_set]
    if scoring.rules == "website":
        yield ScoreItem("cards", len(cards), len(cards))
    printed = scoring.printed.on(cards)
    if printed:
        yield ScoreItem("printed", sum(points for points, _ in printed), printed=printed)
    for one_set in sets:
        if size := scoring.size_points(len(one_set)):
            yield ScoreItem("six" if len(one_set) >= SIX_CARDS else "five", size, len(one_set))
    for one_set, count in zip(sets, numbers, strict=True):
        yield from _operation_items(one_set, adds=count > 1, scoring=scoring)
    for one_set in sets if scoring.counts("four_colours") else ():
        yield from _colour_items(one_set)
    if clears and scoring.clear_points:
        yield ScoreItem("clear", scoring.clear_points)


def _operation_items(one_set: list[Card], *, adds: bool, scoring: Scoring) -> Iterator[ScoreItem]:
    """Yield the operations bonus of a set, if it has one; `adds` is whether its number cards are added."""
    bits = 0
    for card in one_set:
        bits |= operation_bits(card)
    operations = bits.bit_count() + adds
    points = scoring.operation_points(operations, len(one_set))
    if points:
        signs = "+" * adds + "".join(sign for sign, bit in (("−", MINUS_BIT), ("×", TIMES_BIT), ("÷", DIVIDED_BIT)) if bits & bit)
        name = "four_operations" if operations == FOUR_OPERATIONS else "three_operations"
        yield ScoreItem(name, points, signs=signs)


def _colour_items(one_set: list[Card]) -> Iterator[ScoreItem]:
    """Yield the colour bonus of a set, or an item of 0 points if an unknown colour is the reason for none."""
    colours = 0
    for card in one_set:
        colours |= colour_bit(card)
    name = colour_item(colours, len(one_set))
    if name == "four_colours":
        yield ScoreItem(name, COLOUR_POINTS, colours.bit_count())
    elif name == "one_colour":
        yield ScoreItem(name, COLOUR_POINTS)
    elif colours & UNKNOWN_COLOUR and len(one_set) >= FIVE_CARDS:
        unknown = tuple(card for card in one_set if colour_bit(card) == UNKNOWN_COLOUR)
        yield ScoreItem("four_colours", 0, unknown_colours=unknown)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
