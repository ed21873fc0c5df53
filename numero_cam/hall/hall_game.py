"""What a hall asks of a game. Each game answers in a module of its own; this room names none."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from numero_cam.base.errors import GameError
from numero_cam.catalogue import tr
from numero_cam.hall.records import Entrant, EventSetting, PlayLine


@dataclass(frozen=True)
class ToldPlay:
    """A play of a game as people are told it."""

    player: str  #: Who played.
    said: str  #: The play as a sentence.
    points: int  #: What it brought.


@dataclass(frozen=True)
class ReplayedMatch:
    """A game that was played again from its lines."""

    text: str  #: The game in its text form.
    scores: Mapping[str, int]  #: Each player's score.
    over: bool  #: Whether it is over.
    plays: Sequence[ToldPlay]  #: The plays that stand, after the deal.
    newest: ToldPlay | None  #: The last of them; cards that were drawn belong to the play before. None before the first.


@dataclass(frozen=True)
class GameChoices:
    """What an organiser can choose, each as its value and words for people."""

    levels: Sequence[tuple[str, str]]  #: Cards that are played with.
    by: Sequence[tuple[str, str]]  #: What wins a game.
    hands: Sequence[tuple[str, str]]  #: How hands are held.


class HallGame(Protocol):
    """A game as a hall has it. It has no state, so any thread may ask it."""

    def choices(self) -> GameChoices:
        """Return what an organiser can choose."""
        ...

    def player_names(self, labels: Sequence[str]) -> tuple[str, ...]:
        """Return the names under which entrants play each other: their own where the game can write them, else the nearest it can.

        Args:
            labels: How boards and lists call them.
        """
        ...

    def replay(self, setting: str, lines: Sequence[PlayLine], called: Mapping[str, str] = ...) -> ReplayedMatch | None:
        """Return the game that lines make; None where it was not dealt yet.

        Args:
            setting: How it is played, as the store of the table keeps it.
            lines: All lines.
            called: How players are called in plays and scores where it is not by the name that they played under.
        """
        ...


def ordered_names(game: HallGame, event: EventSetting, entrants: Sequence[Entrant], players: Collection[str]) -> tuple[str, ...] | None:
    """Return the names under which two entrants played, in their order; None where others played.

    Args:
        game: The game.
        event: How the event is played. Children's names may be shown since the game began, or no more.
        entrants: The two.
        players: Who played, in any order.
    """
    for shown in (event.names_shown, not event.names_shown):
        names = game.player_names([entrant.label(replace(event, names_shown=shown)) for entrant in entrants])
        if set(names) == set(players):
            return names
    return None


def error_words(error: GameError, event: EventSetting, *, names: bool = False) -> str:
    """Return why a game cannot be played again, without its line where the names of children in it are not shown.

    Args:
        error: What was found.
        event: How the event is played.
        names: Whether they may be shown in any case.
    """
    return str(error) if names or event.names_shown or not event.people else tr("its lines make no game; the organiser sees which")


def start_message(setting: EventSetting, players: Sequence[str]) -> dict[str, object]:
    """Return the message of a page that begins a game of an event, see ``docs/live-protocol.md``.

    Args:
        setting: How the event is played.
        players: The two entrants; the first begins, and sits at the lower edge of the picture.
    """
    return {
        "type": "start",
        "players": list(players),
        "near": players[0],
        "hands": setting.hands,
        "cards": setting.level,
        "by": setting.by,
    }
