"""The 80 cards of NUMO by number and copy, and the decks that are played with (docs/numo-rules.md, section 1)."""

from dataclasses import dataclass
from enum import Enum

from numero_cam.catalogue import tr

HIGHEST_DOUBLE = 12  #: The numbers from 1 to this one are on two cards each.
LOWER_NUMBERS = (*range(1, 26), 27, 28, 29)  #: Numbers of the lower deck.
#: Numbers of the upper deck. Both decks have the products of the tables 1-12 and the primes to 43; their sums are 487 and 2,726.
UPPER_NUMBERS = (
    30, 31, 32, 33, 35, 36, 37, 40, 41, 42, 43, 44, 45, 48, 49, 50, 54, 55, 56, 60,
    63, 64, 66, 70, 72, 77, 80, 81, 84, 88, 90, 96, 99, 100, 108, 110, 120, 121, 132, 144,
)  # fmt: skip
PRIMES = frozenset((2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43))  #: Prime numbers on cards.
NUMBERS = frozenset((*LOWER_NUMBERS, *UPPER_NUMBERS))


class Season(Enum):
    """A season, with the colour of its cards."""

    SPRING = "green"
    SUMMER = "gold"
    AUTUMN = "brown"
    WINTER = "blue"

    @property
    def text(self) -> str:
        """Name of the season in lower case."""
        return self.name.lower()


LOWER_CHARACTERS = ("male elvin", "fairie queen", "dwarf", "goblin", "troll", "unicorn", "mermaid", "kraken", "sea serpent")
UPPER_CHARACTERS = ("female elvin", "halfling", "wizard", "king goblin", "ogre", "valkyrie", "griffin", "werewolf", "dragon")
CAVE_FACE = "sea serpents cave"
LAIR_FACE = "dragons lair"
DWELLINGS = {CAVE_FACE: "sea serpent", LAIR_FACE: "dragon"}  #: The two dwellings, each with the character that lives there.
LOWER_FACES = (*LOWER_CHARACTERS, CAVE_FACE)
UPPER_FACES = (*UPPER_CHARACTERS, LAIR_FACE)


class NumoCardError(ValueError):
    """Cards that NUMO does not have; the message is one line."""


@dataclass(frozen=True, slots=True, order=True)
class NumoCard:
    """A card of NUMO."""

    number: int  #: The number on it, 1-144; also its value.
    copy: int = 1  #: 1, or 2 for the second card of a number from 1 to 12.

    def __post_init__(self) -> None:
        """Check number and copy."""
        if self.number not in NUMBERS:
            near = sorted(NUMBERS, key=lambda number: (abs(number - self.number), number))[:2]
            raise NumoCardError(
                tr(
                    "no card of NUMO has the number {number}; the nearest are {least} and {most}",
                    number=self.number,
                    least=min(near),
                    most=max(near),
                )
            )
        if not 1 <= self.copy <= copies_of(self.number):
            raise NumoCardError(
                tr("there is no card {number}.{copy}: {how_often}", number=self.number, copy=self.copy, how_often=_how_often(self.number))
            )

    @property
    def is_lower(self) -> bool:
        """Whether it belongs to the lower deck."""
        return self.number < UPPER_NUMBERS[0]

    def __str__(self) -> str:
        """Return `7`, or `7.2` for the second card 7."""
        return f"{self.number}.{self.copy}" if self.copy > 1 else str(self.number)


def copies_of(number: int) -> int:
    """Return the number of cards with a number: 2 up to 12, else 1."""
    return 2 if number <= HIGHEST_DOUBLE else 1


def _how_often(number: int) -> str:
    """Return in words how many cards of a number the pack has."""
    return (
        tr("the pack has two cards {number}", number=number)
        if copies_of(number) > 1
        else tr("the pack has one card {number}", number=number)
    )


def too_many_error(number: int) -> NumoCardError:
    """Return the error for more cards of a number than the pack has."""
    return NumoCardError(tr("{number} is there too often: {how_often}", number=number, how_often=_how_often(number)))


LOWER_DECK = tuple(NumoCard(number, copy) for number in LOWER_NUMBERS for copy in range(1, copies_of(number) + 1))
UPPER_DECK = tuple(NumoCard(number) for number in UPPER_NUMBERS)
ALL_CARDS = LOWER_DECK + UPPER_DECK


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The picture on a card."""

    face: str  #: A character or a dwelling in lower case, such as `troll` or `dragons lair`.
    season: Season  #: The season whose colours it has.

    def __str__(self) -> str:
        """Return `troll winter`."""
        return f"{self.face} {self.season.text}"
