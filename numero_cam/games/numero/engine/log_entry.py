"""The record of what happened in a game, from the watching to the store, the pages and the export, and its one form as JSON."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from numero_cam.base.bounded_reader import finite_number, list_of, parse_json, plain_text, whole_number
from numero_cam.games.numero.engine.game import NumeroLine
from numero_cam.games.numero.engine.operations import Drawn, Move, Passed
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.engine.state import State
from numero_cam.games.numero.rules import Build, Card, parse_build, parse_card
from numero_cam.games.numero.rules.calculation import Acted, Lone, Total, Way, parse_way, way_text
from numero_cam.games.numero.rules.choices import MAX_PACKS
from numero_cam.games.numero.rules.notation import parse_item

ChangeKind = Literal["change", "back", "redo"]
KeptKind = Literal["deal", "operation", "undo", ChangeKind, "problem", "note", "end"]
EntryKind = Literal[KeptKind, "question", "refusal", "referee"]
EntryAuthor = Literal["eyes", "person"]

MAX_BODY_LENGTH = 100_000  #: Maximum length of the JSON of an entry, in characters.
MAX_PLAY_LENGTH = 2000  #: Maximum length of a card, a build or a calculation of an operation, in characters.
MAX_LISTED = 500  #: Maximum number of entries of a list of an operation; four packs have 356 cards.
MAX_OTHERS = 20  #: Maximum number of plays that an operation may have been instead.
MAX_WHOLE = 1000  #: Maximum whole number of an operation.
MAX_PARTS = 10_000  #: Maximum number of entries that carry out a change.
MIN_UNDOUBTED = 0.9  #: Probability, 0..1, below which people are told with a play which other one it may have been.
CHANGES: tuple[ChangeKind, ...] = get_args(ChangeKind)  #: Kinds of entries that change what earlier ones recorded.
_NOTING_KINDS = ("deal", "note", *CHANGES)  #: Kinds whose rows have `parts`, by which a reader knows that changes are noted.


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that happened in a game."""

    #: `deal`: the game begins, also anew with a corrected deal; `operation`: a play or a draw; `undo`: the last operation of the game was
    #: not played; `change`: plays recorded before are changed; `back`: the last play or change is taken back; `redo`: what was taken back
    #: last is done again; `problem`: what no legal play explains; `note`: any other remark; `end`: nobody watches it any more.
    #: Never kept are a `question` (which play was it? none where it is withdrawn), a `refusal` of a command, and `referee`: one that is
    #: refused only because a person must say whether an answer was shown.
    kind: EntryKind
    text: str = ""  #: What it says to people: a line of the game's text, of a deal all lines up to here, else a sentence.
    by: EntryAuthor = "eyes"  #: Who decided it: the camera (`eyes`) or a person.
    #: What was played or undone, or what a changed play was instead; None for other kinds, and as long as it is only known as text.
    operation: Move | None = None
    sure: float = 1.0  #: Probability, 0..1, that it is right.
    #: What it may have been instead, or what a question asks, each with its probability, the most probable first.
    others: tuple[tuple[Move, float], ...] = ()
    n: int = 0  #: Number of the entry in its game, from 1; 0 before it is kept. Of a question its own, by which it is answered.
    at: str = ""  #: When it was kept, ISO 8601 in UTC.
    t: float = 0.0  #: Seconds since the start of the film or of watching; 0 where nobody watched.
    #: Words that answer a question about the game itself, such as yes and no, what is assumed first. A `note` that has them asks it, and
    #: an entry with one answers it.
    answers: tuple[str, ...] = ()
    parts: int = 0  #: Number of entries after it that carry out a `change`, `back` or `redo`.
    #: The game after it; None for an entry that was read without its game.
    line: NumeroLine | None = field(default=None, compare=False, repr=False)
    #: `others` as earlier versions kept them, which need the game to be read: lines of its text.
    other_lines: tuple[tuple[str, float], ...] = field(default=(), compare=False, repr=False)
    noted: bool = field(default=True, compare=False, repr=False)  #: Whether changes are noted from it on; earlier versions noted none.

    @property
    def after(self) -> State:
        """The state of the game after it."""
        assert self.line is not None, "an entry that was read without its game"  # noqa: S101 - a mistake of the program
        return self.line.state

    @property
    def before(self) -> State:
        """The state of the game in which its operation was or would be played."""
        assert self.line is not None, "an entry that was read without its game"  # noqa: S101 - a mistake of the program
        return self.line.parent.state if self.kind == "operation" else self.line.state

    @property
    def perhaps(self) -> Move | None:
        """The likeliest play that it may have been instead, where the camera is not sure enough; else None."""
        doubted = self.kind == "operation" and self.by == "eyes" and self.sure < MIN_UNDOUBTED
        return self.others[0][0] if doubted and self.others and not isinstance(self.operation, Drawn | Passed) else None

    @property
    def points(self) -> int:
        """Points that the player scored with its operation."""
        if self.operation is None or self.kind != "operation":
            return 0
        scored = entries(self.before, self.operation, self.after)
        return sum(entry.points for entry in scored if entry.player == self.operation.player)

    @property
    def row(self) -> dict[str, Any]:
        """The entry as it is kept; `read_entry` reads it. `seen` is JSON: operation, probability and alternatives, empty without them."""
        seen: dict[str, object] = {"sure": self.sure, "others": self.other_lines}
        if self.operation is not None:
            instead = [[operation_json(other), share] for other, share in self.others]
            # `others` is for earlier versions, which read how sure it is only beside it.
            seen = {"operation": operation_json(self.operation), "sure": self.sure, "others": [], "instead": instead}
        if self.kind in _NOTING_KINDS and self.noted:
            seen["parts"] = self.parts
        if self.answers:
            seen["answers"] = self.answers
        is_plain = self.operation is None and self.sure == 1.0 and not self.other_lines and {*seen} == {"sure", "others"}
        body = "" if is_plain else json.dumps(seen, ensure_ascii=False)
        return {"kind": self.kind, "text": self.text, "by": self.by, "seen": body, "n": self.n, "at": self.at}


def read_entry(kind: EntryKind, text: str, by: EntryAuthor, seen: str, *, n: int = 0, at: str = "") -> LogEntry:
    """Return the entry of a row, whose columns `LogEntry.row` describes.

    The operation of an earlier version, and one whose JSON is damaged, is known as text: it is read with the game.
    """
    entry = LogEntry(kind, text, by, n=n, at=at, noted=False)
    if not seen:
        return entry
    try:
        read = parse_json(seen[:MAX_BODY_LENGTH], "seen", ValueError)
        sure = finite_number(read["sure"], 0, 1)
        answers = tuple(plain_text(answer, MAX_PLAY_LENGTH) for answer in list_of(read.get("answers", []), MAX_OTHERS))
        entry = replace(entry, parts=whole_number(read.get("parts", 0), 0, MAX_PARTS), noted="parts" in read, answers=answers)
        if "operation" not in read:
            lines = tuple((plain_text(line, MAX_PLAY_LENGTH), finite_number(share, 0, 1)) for line, share in read["others"])
            return replace(entry, sure=sure, other_lines=lines)
        others = tuple((parse_operation(other), finite_number(share, 0, 1)) for other, share in list_of(read["instead"], MAX_OTHERS))
        return replace(entry, operation=parse_operation(read["operation"]), sure=sure, others=others)
    except (ValueError, KeyError, TypeError):  # nothing is lost: the text says the operation too
        return entry


KINDS: Mapping[str, type[Move]] = MappingProxyType({kind.__name__.lower(): kind for kind in get_args(Move)})  #: Operations by their names.
_FIELDS = {kind: get_type_hints(kind) for kind in KINDS.values()}  #: The fields of each, with their types.


def operation_json(operation: Move) -> dict[str, object]:
    """Return an operation as JSON values: its kind and its fields, with cards, builds and calculations as texts."""
    of_fields = {each.name: _json_of(getattr(operation, each.name)) for each in fields(operation)}
    return {"kind": type(operation).__name__.lower(), **of_fields}


def _json_of(value: object) -> object:
    """Return the value of a field as JSON: tuples as lists, cards, builds and calculations as texts."""
    match value:
        case tuple():
            return [_json_of(each) for each in value]
        case Card() | Build():
            return str(value)
        case Lone() | Acted() | Total():
            return way_text(value)
    return value


def parse_operation(value: Any) -> Move:  # noqa: ANN401 - any JSON
    """Return the operation that `operation_json` made; a `ValueError` where it is none. Whether a game allows it is for `verify` to say."""
    try:
        kind = KINDS[value["kind"]]
        read: dict[str, Any] = {name: _parse_field(declared, value[name]) for name, declared in _FIELDS[kind].items()}
        return kind(**read)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no operation: {error}") from error


def _text(value: object) -> str:  # of a field of JSON, checked
    return plain_text(value, MAX_PLAY_LENGTH)


def _flag(value: object) -> bool:  # of a field of JSON, checked
    if not isinstance(value, bool):
        raise ValueError("no truth value")  # noqa: TRY004 - told like what the readers find
    return value


#: By the declared type of a field: the function that makes its value of JSON; a `ValueError` where that is none.
_PARSERS: Mapping[object, Callable[[object], object]] = {
    int: lambda value: whole_number(value, 0, MAX_WHOLE),
    bool: _flag,
    bool | None: lambda value: None if value is None else _flag(value),
    Card: lambda value: parse_card(_text(value)),
    Build: lambda value: parse_build(_text(value)),
    Card | Build: lambda value: parse_item(_text(value)),
    Way: lambda value: parse_way(_text(value), packs=MAX_PACKS),
}


def _parse_field(declared: Any, value: object) -> object:  # noqa: ANN401 - a type, as it is declared
    """Return the value of a field of this declared type from JSON."""
    if get_origin(declared) is tuple:
        return tuple(_parse_field(get_args(declared)[0], each) for each in list_of(value, MAX_LISTED))
    return _PARSERS[declared](value)
