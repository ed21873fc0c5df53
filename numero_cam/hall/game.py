"""The games of a hall: the choices of an organiser, the names of players, and a game replayed from its lines."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from types import MappingProxyType
from typing import get_args

from numero_cam.app.table_games import replay_log
from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine import Game, Phase
from numero_cam.games.numero.engine.log_entry import EntryAuthor, KeptKind, LogEntry
from numero_cam.games.numero.engine.operations import Dealt, Drawn, HandShown
from numero_cam.games.numero.engine.state import State
from numero_cam.games.shared.names import MAX_NAME_LENGTH, distinct_names, name_problem
from numero_cam.hall.records import Entrant, EventSetting, GameStatus
from numero_cam.text.play_story import play_story

ROOM_FOR_NUMBER = 2  #: Characters kept free behind a shortened name for a number, where two names are shortened to the same.


@dataclass(frozen=True)
class GameChoices:
    """The choices of an organiser, each as its value and words for people."""

    levels: Sequence[tuple[str, str]]  #: Cards that are played with.
    by: Sequence[tuple[str, str]]  #: What wins a game.
    hands: Sequence[tuple[str, str]]  #: How hands are held.


def game_choices() -> GameChoices:
    """Return the choices of an organiser."""
    return GameChoices(
        levels=(
            ("1", tr("Level 1: numbers only")),
            ("2", tr("Level 2: numbers and −")),
            ("3", tr("Level 3: numbers, − × ÷")),
            ("unit-fractions", tr("with ½ ⅓ ¼ …")),
            ("all", tr("all cards of the pack")),
        ),
        by=(("points", tr("points, with every bonus")), ("cards", tr("the most cards"))),
        hands=(("open", tr("lie open on the table")), ("hidden", tr("are held, and hidden"))),
    )


def writable_names(labels: Sequence[str]) -> tuple[str, ...]:
    """Return the names under which entrants play each other: their own where the game can write them, else the nearest it can.

    A game's text has no name such as `5B`, whose digit would be the number of a turn.
    """
    return distinct_names([label if not name_problem([label]) else _writable_name(label) for label in labels])


def replay_match(lines: Sequence[LogEntry], called: Mapping[str, str] = MappingProxyType({})) -> Game | None:
    """Return the game that all lines of it make; None where it was not dealt yet.

    `called` are the names of players in the returned game by the names that they played under; others keep theirs.
    """
    for n, line in enumerate(lines, 1):
        if line.n != n or line.kind not in get_args(KeptKind) or line.by not in get_args(EntryAuthor):
            raise GameError(tr("line {n} of the game is missing, or of no known kind", n=n))
    again = replay_log(lines)
    if again is None:
        return None
    game, _ = again
    game.names = tuple(called.get(name, name) for name in game.names)
    return game


def newest_plays(game: Game) -> Iterator[LogEntry]:
    """Yield the plays of a game after the deal, the newest first, each with its sentence."""
    for line in game.line.back_to(0):
        if not isinstance(line.operation, Dealt):
            said = play_story(game.names, line.parent.state, line.operation)["said"]
            yield LogEntry("operation", said, operation=line.operation, line=line)


def scores_of(game: Game) -> dict[str, int]:
    """Return each player's score."""
    return _named_scores(game, game.state)


def scores_before_hands(game: Game) -> tuple[dict[str, int], ...]:
    """Return each player's score before each of the last operations, if these are hands that were shown after the end of the game."""
    shown = takewhile(lambda line: isinstance(line.operation, HandShown), game.line.back_to(0))
    return tuple(_named_scores(game, line.parent.state) for line in shown)


def _named_scores(game: Game, state: State) -> dict[str, int]:
    return {name: seat.score for name, seat in zip(game.names, state.seats, strict=True)}


def status_of(game: Game) -> GameStatus:
    """Return the status of a game by its plays, without its scores; a draw of cards is not counted as the last play."""
    newest = next((play for play in newest_plays(game) if not isinstance(play.operation, Drawn)), LogEntry("operation"))
    return GameStatus(said=newest.text, points=newest.points, over=game.state.phase is Phase.OVER)


def _writable_name(label: str) -> str:
    """Return a name without `:`, `,` and `#`, not beginning with a digit, short enough for a number behind it."""
    plain = " ".join("".join(" " if letter in ":,#" else letter for letter in label).split())
    named = plain if plain and not plain[0].isdigit() else tr("Team {name}", name=plain).strip()
    return named[: MAX_NAME_LENGTH - ROOM_FOR_NUMBER].rstrip()


def ordered_names(event: EventSetting, entrants: Sequence[Entrant], players: Collection[str]) -> tuple[str, ...] | None:
    """Return the names under which two entrants played, in the order of the entrants; None where `players` are others.

    Whether names of children are shown in the event may have changed since the game began, so both are tried.
    """
    for shown in (event.names_shown, not event.names_shown):
        names = writable_names([entrant.label(replace(event, names_shown=shown)) for entrant in entrants])
        if set(names) == set(players):
            return names
    return None


def error_words(error: GameError, event: EventSetting, *, names: bool = False) -> str:
    """Return the error of a replay in words; a general sentence where it may hold names of children that are not shown."""
    return str(error) if names or event.names_shown or not event.people else tr("its lines make no game; the organiser sees which")


def start_message(setting: EventSetting, players: Sequence[str]) -> dict[str, object]:
    """Return the message ``start`` of a game of an event, see ``docs/live-protocol.md``.

    The first of the two players begins, and sits at the lower edge of the picture.
    """
    return {
        "type": "start",
        "players": list(players),
        "near": players[0],
        "hands": setting.hands,
        "cards": setting.level,
        "by": setting.by,
    }
