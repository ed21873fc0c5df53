"""The points printed on the cards: a table in a file that users can edit, because packs differ."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules.cards import Card
from numero_cam.games.numero.rules.notation import NotationError, parse_card
from numero_cam.games.shared.breaks import check

VERSION = 1  #: Version of the form of a table's file.
MAX_POINTS = 100  #: Highest points that a table can give to a card.
MAX_FILE_BYTES = 100_000  #: Maximum size of a table's file, in bytes; a table with every card has 3,000.
_FORM = tr(
    'the file begins with the line "version = {version}", then comes the line "[points]", and below it the cards, such as "15" = 2',
    version=VERSION,
)
_DEFAULT_FILE = Path(__file__).with_name("printed.toml")


class PrintedPointsError(ValueError):
    """A table of printed points that cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True, repr=False)
class PrintedPoints:
    """Printed points by card face; a face that is not in the table has none."""

    table: Mapping[str, int] = field(default_factory=dict)  #: Points (0-100) by `Card.face`, such as `{"15": 2, "x3": 10}`.
    _known: dict[Card, int] = field(
        init=False, repr=False, compare=False
    )  # Cached by card, because a search asks for the same few cards very often.

    def __post_init__(self) -> None:
        """Replace the table by a read-only copy."""
        object.__setattr__(self, "table", MappingProxyType(dict(self.table)))
        object.__setattr__(self, "_known", {})

    def __reduce__(self) -> tuple[type["PrintedPoints"], tuple[dict[str, int]]]:
        """Return how to pickle the table, because a read-only mapping cannot be pickled."""
        return PrintedPoints, (dict(self.table),)

    def __hash__(self) -> int:
        """Return the hash of the entries, because a mapping has none."""
        return hash(frozenset(self.table.items()))

    def __repr__(self) -> str:
        """Return the call that makes this table."""
        return "PrintedPoints.default()" if self == _default() else f"PrintedPoints({dict(self.table)})"

    def of(self, card: Card) -> int:
        """Return the points printed on the card; a playing card has none."""
        points = self._known.get(card)
        if points is None:
            points = self._known[card] = 0 if card.is_playing else self.table.get(card.face, 0)
        return points

    def on(self, cards: Iterable[Card]) -> tuple[tuple[int, Card], ...]:
        """Return the cards that have printed points, each after its points."""
        return tuple((points, card) for card in cards if (points := self.of(card)))

    @classmethod
    def default(cls) -> "PrintedPoints":
        """Return the table that comes with the package: 1 has 1, 15 has 2, each wild card 10."""
        return _default()

    @classmethod
    def load(cls, path: Path | str) -> "PrintedPoints":
        """Read a table from a TOML file.

        Raises:
            PrintedPointsError: The file cannot be read, or holds anything else than cards and points.
        """
        from numero_cam.base.bounded_reader import read_toml  # noqa: PLC0415 - only where a table is read: a typed solve starts without it

        return cls(_checked_table(read_toml(path, PrintedPointsError, MAX_FILE_BYTES), path))


@cache
def _default() -> PrintedPoints:
    """Return the cached table of the package."""
    return PrintedPoints.load(_DEFAULT_FILE)


def _checked_table(data: Mapping[str, object], path: Path | str) -> dict[str, int]:
    """Return the points by face, or raise the one line that says what is wrong."""
    try:
        return _points(data)
    except PrintedPointsError as error:
        raise PrintedPointsError(f"{path}: {error}") from None


def _points(data: Mapping[str, object]) -> dict[str, int]:
    """Return the points by face in a file's data; raise a `PrintedPointsError` for whatever else is in it."""
    unknown, version = min(set(data) - {"version", "points"}, default=None), data.get("version")
    no_meaning = tr('"{name}" has no meaning where it stands; {form}', name=_cut(unknown), form=_FORM)
    check(unknown is None, PrintedPointsError, no_meaning)
    check("version" in data, PrintedPointsError, tr('the line "version = {own}" is missing; {form}', own=VERSION, form=_FORM))
    other_version = tr("says version = {says}; this program reads version = {own}", says=_cut(version), own=VERSION)
    check(version == VERSION, PrintedPointsError, other_version)
    points = data.get("points")
    if not isinstance(points, dict):
        raise PrintedPointsError(tr('the line "[points]" is missing; {form}', form=_FORM))
    table: dict[str, int] = {}
    for key, value in points.items():
        face, name = _face(key), _cut(key)
        check(face not in table, PrintedPointsError, tr('"{name}" names {face} a second time', name=name, face=face))
        is_valid = type(value) is int and 0 <= value <= MAX_POINTS
        out_of_range = tr('"{name}" = {value}: points are whole numbers from 0 to {most}', name=name, value=_cut(value), most=MAX_POINTS)
        check(is_valid, PrintedPointsError, out_of_range)
        table[face] = value
    return table


def _cut(what: object) -> str:
    """Return a value from a file as one short line for a message."""
    return " ".join(str(what)[:40].split())


def _face(name: str) -> str:
    """Return the face of a card that a file names without colour. Raises a `PrintedPointsError` for any other name."""
    try:
        card = parse_card(name)
    except NotationError:
        raise PrintedPointsError(
            tr('"{name}" is no card; write it without colour, such as "15", "x3", "3/4", "sqrt"', name=_cut(name))
        ) from None
    coloured = tr('"{name}" has a colour; points are the same for all colours, write "{card.value}"', name=_cut(name), card=card)
    check(card.colour is None, PrintedPointsError, coloured)
    return card.face
