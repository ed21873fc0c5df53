"""What people ask of the table, as records, whoever passes them on."""

from dataclasses import dataclass

from numero_cam.games.numero.rules.choices import By, Hands
from numero_cam.games.numero.watching.game_commands import GameCommand


class RefusedError(Exception):
    """Something cannot be done now; its text is for the person who asked."""


@dataclass(frozen=True)
class StartGame:
    """A game is to begin: the next still table is its deal.

    Attributes:
        players: Their names in the order of play.
        near: Who sits at the lower edge of the picture; empty for the first.
        hands: Where the hands are.
        cards: The set of cards, as `--level` of the command line takes it.
        by: What is played for; None for what this set of cards is played for.
        numbers: An own highest number card instead of that set's; None for that set's.
        wilds: An own choice of wild cards, as `--wilds` of the command line takes it, `none` for none; None for that set's.
    """

    players: tuple[str, ...]
    near: str = ""
    hands: Hands = "open"
    cards: str = "all"
    by: By | None = None
    numbers: int | None = None
    wilds: str | None = None


@dataclass(frozen=True)
class ResumeGame:
    """A kept game is to go on; the table lies as it was left.

    Attributes:
        game: Its number.
    """

    game: int


@dataclass(frozen=True)
class StartPractice:
    """No game: the table is shown with its best take."""


@dataclass(frozen=True)
class StopWatching:
    """The watching ends."""


@dataclass(frozen=True)
class SetRecording:
    """Pictures and decisions are kept from now on, or no longer.

    Attributes:
        on: Whether they are kept.
    """

    on: bool


TableCommand = StartGame | ResumeGame | StartPractice | StopWatching | SetRecording | GameCommand


@dataclass(frozen=True)
class TableRequest:
    """A command with who gave it and what they saw.

    Attributes:
        command: What is asked.
        revision: Of the game as whoever asked had it before them; None where it does not matter.
        page: Number of the page that asked; it is told where the command is refused.
        kind: How the page calls the command, for the refusal.
    """

    command: TableCommand
    revision: int | None
    page: int
    kind: str
