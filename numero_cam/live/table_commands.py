"""What people ask of the table, as records, whoever passes them on."""

from dataclasses import dataclass

from numero_cam.games.numero.rules.choices import By, Hands
from numero_cam.games.numero.watching.game_commands import GameCommand


class RefusedError(Exception):
    """Something cannot be done now; its text is for the person who asked.

    Args:
        why: One line.
        referee: Whether a person, such as a referee, must first say whether an answer was shown.
        replaces: Number of the game that would end by the command; it must be given as ``TableRequest.replaces``. None for other reasons.
    """

    def __init__(self, why: str, *, referee: bool = False, replaces: int | None = None) -> None:
        super().__init__(why)
        self.referee, self.replaces = referee, replaces


@dataclass(frozen=True)
class StartGame:
    """Begin a game: the next still table is its deal."""

    players: tuple[str, ...]  #: Their names in the order of play.
    near: str = ""  #: Name of the player at the lower edge of the picture; empty for the first.
    hands: Hands = "open"  #: Whether the hands lie open or are hidden.
    cards: str = "all"  #: The set of cards, as `--level` of the command line takes it.
    by: By | None = None  #: What is played for; None for what this set of cards is played for.
    numbers: int | None = None  #: An own highest number card instead of that set's; None for that set's.
    #: An own choice of wild cards, as `--wilds` of the command line takes it, `none` for none; None for that set's.
    wilds: str | None = None
    packs: int = 1  #: How many packs are mixed.
    demonstration: bool = False  #: Whether it is a demonstration: its players are invented, so it is kept as a game of nobody.


@dataclass(frozen=True)
class DraftPlay:
    """Ask what may come next in a play that somebody enters card by card; the game does not change."""

    draft: int  #: Number of the question, which the answer repeats.
    k: int | None = None  #: Index of the operation that is corrected; None for a new play at the end.
    player: str = ""  #: Name of the player; empty for who is to play, or who made the play that is corrected.
    verb: str = ""  #: The kind of play; empty where it is open.
    card: str = ""  #: The number card of the hand, in the game's notation; empty where it is open.
    items: tuple[str, ...] = ()  #: The other cards and builds in the order of the taps, in the game's notation.


@dataclass(frozen=True)
class PlaceCard:
    """Correct the place of a card where no game is played."""

    track: int  #: Number of the card in the sights.
    place: str  #: `hand` or `centre`.


@dataclass(frozen=True)
class Rematch:
    """Begin a new game with the players and rules of the last one; the next player begins."""


@dataclass(frozen=True)
class ResumeGame:
    """Go on with a kept game; the table lies as it was left."""

    game: int  #: Its number.


@dataclass(frozen=True)
class StartPractice:
    """Begin practice: without a game the table is shown with its best take."""


@dataclass(frozen=True)
class StopWatching:
    """End the watching of the game, or practice."""


@dataclass(frozen=True)
class SetRecording:
    """Begin or end the recording of pictures and decisions."""

    on: bool  #: Whether it begins.


#: What a page asks of the table.
TableCommand = StartGame | DraftPlay | PlaceCard | Rematch | ResumeGame | StartPractice | StopWatching | SetRecording | GameCommand


@dataclass(frozen=True)
class TableRequest:
    """A command with who gave it and what they saw."""

    command: TableCommand  #: What is asked.
    revision: int | None  #: Revision of the game that the page showed; None where it does not matter.
    page: int  #: Number of the page that asked; it is told where the command is refused.
    kind: str  #: How the page calls the command, for the refusal.
    #: Number of the game that the command ends, by which whoever asks agrees to that; None where they did not agree to any.
    replaces: int | None = None
    #: Whether the game that begins is looked at in pictures of a page, also where the table has a source of its own.
    by_page: bool = False
