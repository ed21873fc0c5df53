"""What people ask of the table, as records, whoever passes them on."""

from dataclasses import dataclass


class RefusedError(Exception):
    """Something cannot be done now; its text is for the person who asked.

    Args:
        why: One line.
        referee: Whether it can be done when a person, such as a referee, said whether an answer was shown.
        replaces: Number of the game that would end by it; it can be done by who says so. None where that is not the reason.
    """

    def __init__(self, why: str, *, referee: bool = False, replaces: int | None = None) -> None:
        super().__init__(why)
        self.referee, self.replaces = referee, replaces


class StartGame:
    """A game is to begin: the next still table is its deal. Each game has a record of its own for what is chosen."""


class DraftPlay:
    """Somebody builds a play card by card, and asks what may come next; nothing changes. Each game has a record of its own."""


@dataclass(frozen=True)
class Rematch:
    """A new game like the one that was played last begins: the same players and rules, and the next player begins."""


@dataclass(frozen=True)
class ResumeGame:
    """A kept game is to go on; the table lies as it was left."""

    game: int  #: Its number.


@dataclass(frozen=True)
class StartPractice:
    """No game: the table is shown with its best take."""


@dataclass(frozen=True)
class StopWatching:
    """The watching ends."""


@dataclass(frozen=True)
class SetRecording:
    """Pictures and decisions are kept from now on, or no longer."""

    on: bool  #: Whether they are kept.


@dataclass(frozen=True)
class TableRequest:
    """A command with who gave it and what they saw."""

    command: object  #: What is asked: one of the records above, or a command of the game.
    revision: int | None  #: Of the game as whoever asked had it before them; None where it does not matter.
    page: int  #: Number of the page that asked; it is told where the command is refused.
    kind: str  #: How the page calls the command, for the refusal.
    #: Number of the game that is played and that ends by the command, where whoever asks knows that; None where none does.
    replaces: int | None = None
