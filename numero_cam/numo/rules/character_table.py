"""The table of the character and season on each card, which is read from a TOML file."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType

from numero_cam.base.bounded_reader import parse_toml
from numero_cam.catalogue import tr
from numero_cam.numo.rules.cards import ALL_CARDS, LOWER_FACES, UPPER_FACES, CardPicture, NumoCard, NumoCardError, Season

FILE_VERSION = 1
MAX_FILE_BYTES = 100_000  #: Maximum size of a table's file, in bytes.
_FACES_BY_DECK = {"lower": LOWER_FACES, "upper": UPPER_FACES}


class TableError(ValueError):
    """A table of characters that is wrong; the message is one line for people."""


@dataclass(frozen=True, eq=False)
class CharacterTable:
    """The character and season on each of the 80 cards."""

    looks: Mapping[NumoCard, CardPicture]  #: The picture of each card; all 80 are in it.
    assumed: bool  #: Whether the table was never checked against real cards.

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same pictures and the same `assumed`."""
        return isinstance(other, CharacterTable) and (dict(self.looks), self.assumed) == (dict(other.looks), other.assumed)

    def __hash__(self) -> int:
        """Return a hash that costs nothing: a program has one or two tables."""
        return hash(self.assumed)

    @classmethod
    @cache
    def default(cls) -> "CharacterTable":
        """Return the table of the package, which is assumed."""
        text = resources.files(__package__).joinpath("characters.toml").read_text(encoding="utf-8")
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> "CharacterTable":
        """Parse a table from TOML text in the form of characters.toml."""
        content = parse_toml(text, "the table of characters", TableError)
        if content.get("version") != FILE_VERSION:
            raise TableError(
                tr("version is {found}; this program reads version {version}", found=str(content.get("version"))[:20], version=FILE_VERSION)
            )
        if not isinstance(content.get("assumed"), bool):
            raise TableError(tr("assumed is missing: true, or false where you have looked at the cards"))
        if unknown := sorted(set(content) - {"version", "assumed", *_FACES_BY_DECK}):
            raise TableError(tr('"{name}" is unknown; there are version, assumed, lower and upper', name=unknown[0][:20]))
        looks: dict[NumoCard, CardPicture] = {}
        for deck in _FACES_BY_DECK:
            _read_deck(deck, content.get(deck), looks)
        return cls(MappingProxyType({card: looks[card] for card in ALL_CARDS}), content["assumed"])

    def with_looks(self, looks: Mapping[NumoCard, CardPicture]) -> "CharacterTable":
        """Return this table with other pictures of some cards."""
        return CharacterTable(MappingProxyType({**self.looks, **looks}), self.assumed) if looks else self

    def face(self, card: NumoCard) -> str:
        """Return the character or dwelling of a card."""
        return self.looks[card].face

    def season(self, card: NumoCard) -> Season:
        """Return the season of a card."""
        return self.looks[card].season

    def cards_of(self, face: str) -> tuple[NumoCard, ...]:
        """Return the four cards of a character or dwelling."""
        return tuple(card for card in ALL_CARDS if self.looks[card].face == face)


def _read_deck(deck: str, rows: object, looks: dict[NumoCard, CardPicture]) -> None:
    """Add the pictures of a deck's cards to `looks`, from its table: by face, the card of each season."""
    if not isinstance(rows, dict):
        raise TableError(tr("the table [{deck}] is missing", deck=deck))
    if unknown := [face for face in rows if face not in _FACES_BY_DECK[deck]]:
        raise TableError(
            tr('[{deck}] has "{name}"; there are {choices}', deck=deck, name=unknown[0][:20], choices=", ".join(_FACES_BY_DECK[deck]))
        )
    for face in _FACES_BY_DECK[deck]:
        row = rows.get(face)
        if not isinstance(row, dict) or set(row) != {season.text for season in Season}:
            raise TableError(tr('[{deck}] "{face}" needs one card for each of spring, summer, autumn and winter', deck=deck, face=face))
        for season in Season:
            card = _parse_card(row[season.text], f'[{deck}] "{face}" {season.text}')
            if card.is_lower != (deck == "lower"):
                raise TableError(
                    tr(
                        '[{deck}] "{face}" {season.text}: card {card} is not of the {deck} deck',
                        deck=deck,
                        face=face,
                        season=season,
                        card=card,
                    )
                )
            if card in looks:
                raise TableError(
                    tr(
                        "card {card} is there twice: {looks} and {face} {season.text}",
                        card=card,
                        looks=looks[card],
                        face=face,
                        season=season,
                    )
                )
            looks[card] = CardPicture(face, season)


def _parse_card(value: object, where: str) -> NumoCard:
    """Return the card of an entry such as `7` or `7.2`; `where` begins the message of the error."""
    number, _, copy = str(value).partition(".")
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and copy in ("", "1", "2")):
        raise TableError(tr('{where}: {value!r} is no card; write "7", or "7.2" for the second card 7', where=where, value=str(value)[:20]))
    try:
        return NumoCard(int(number), int(copy or 1))
    except NumoCardError as error:
        raise TableError(f"{where}: {error}") from None
