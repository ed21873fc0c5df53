"""The points printed on the cards: a table in a file that users edit, because packs differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules.cards import Card
from numero_cam.games.numero.rules.notation import NotationError, parse_card
from numero_cam.games.shared.checks import check

VERSION = 1
MAX_POINTS = 100
"""Highest points that a table can give to a card."""
MAX_BYTES = 100_000
"""Maximum size of a table's file, in bytes; a table with every card has 3,000."""
_FORM = tr(
    'the file begins with the line "version = {version}", then comes the line "[points]", and below it the cards, such as "15" = 2',
    version=VERSION,
)
_OWN_TABLE = Path(__file__).with_name("printed.toml")


class PrintedPointsError(ValueError):
    """A table of printed points that cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True, repr=False)
class PrintedPoints:
    """Printed points by card face; a face that is not in the table has none.

    Attributes:
        table: Points (0-100) by `Card.face`, such as `{"15": 2, "x3": 10}`.
    """

    table: Mapping[str, int] = field(default_factory=dict)
    _known: dict[Card, int] = field(init=False, repr=False, compare=False)  # By card: a search asks for the same few all the time.

    def __post_init__(self) -> None:
        """Guard the table against later changes."""
        object.__setattr__(self, "table", MappingProxyType(dict(self.table)))
        object.__setattr__(self, "_known", {})

    def __reduce__(self) -> tuple[type["PrintedPoints"], tuple[dict[str, int]]]:
        """Travel between processes: the guarded table itself does not."""
        return PrintedPoints, (dict(self.table),)

    def __hash__(self) -> int:
        """Equal tables have one hash: a mapping alone has none."""
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

    @classmethod
    def default(cls) -> "PrintedPoints":
        """Return the table that comes with the package: 1 has 1, 15 has 2, each wild card 10."""
        return _default()

    @classmethod
    def load(cls, path: Path | str) -> "PrintedPoints":
        """Read a table from a TOML file.

        Raises:
            PrintedPointsError: If the file cannot be read or holds anything else than cards and points.
        """
        from numero_cam.base.bounded_reader import read_toml  # noqa: PLC0415 - only where a table is read: a typed solve starts without it

        return cls(_checked(read_toml(path, PrintedPointsError, MAX_BYTES), path))


@cache
def _default() -> PrintedPoints:
    return PrintedPoints.load(_OWN_TABLE)


def _checked(data: Mapping[str, object], path: Path | str) -> dict[str, int]:
    """Return the points by face, or raise the one line that says what is wrong."""
    unknown = min(set(data) - {"version", "points"}, default=None)
    check(
        unknown is None,
        PrintedPointsError,
        tr('{path}: "{unknown}" has no meaning where it stands; {form}', path=path, unknown=_cut(unknown), form=_FORM),
    )
    check(
        "version" in data,
        PrintedPointsError,
        tr('{path}: the line "version = {version}" is missing; {form}', path=path, version=VERSION, form=_FORM),
    )
    says = data["version"]
    check(
        says == VERSION,
        PrintedPointsError,
        tr("{path}: says version = {says}; this program reads version = {version}", path=path, says=_cut(says), version=VERSION),
    )
    points = data.get("points")
    if not isinstance(points, dict):
        msg = tr('{path}: the line "[points]" is missing; {form}', path=path, form=_FORM)
        raise PrintedPointsError(msg)
    table: dict[str, int] = {}
    for name, value in points.items():
        face = _face(name, path)
        check(
            face not in table, PrintedPointsError, tr('{path}: "{name}" names {face} a second time', path=path, name=_cut(name), face=face)
        )
        known = type(value) is int and 0 <= value <= MAX_POINTS
        check(
            known,
            PrintedPointsError,
            tr(
                '{path}: "{name}" = {value}: points are whole numbers from 0 to {most}',
                path=path,
                name=_cut(name),
                value=_cut(value),
                most=MAX_POINTS,
            ),
        )
        table[face] = value
    return table


def _cut(what: object) -> str:
    """Return what a file says as a message shows it."""
    return " ".join(str(what)[:40].split())


def _face(name: str, path: Path | str) -> str:
    try:
        card = parse_card(name)
    except NotationError:
        msg = tr('{path}: "{name}" is no card; write it without colour, such as "15", "x3", "3/4", "sqrt"', path=path, name=_cut(name))
        raise PrintedPointsError(msg) from None
    reason = tr('"{name}" has a colour; points are the same for all colours, write "{card.value}"', name=_cut(name), card=card)
    check(card.colour is None, PrintedPointsError, f"{path}: {reason}")
    return card.face
