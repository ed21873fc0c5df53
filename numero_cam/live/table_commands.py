"""What people ask of the table, as records, whoever passes them on."""

from dataclasses import dataclass

from numero_cam.games.numero.rules.choices import By, Hands
from numero_cam.games.numero.watching.game_commands import GameCommand


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


@dataclass(frozen=True)
class StartGame:
    """A game is to begin: the next still table is its deal."""

    players: tuple[str, ...]  #: Their names in the order of play.
    near: str = ""  #: Who sits at the lower edge of the picture; empty for the first.
    hands: Hands = "open"  #: Where the hands are.
    cards: str = "all"  #: The set of cards, as `--level` of the command line takes it.
    by: By | None = None  #: What is played for; None for what this set of cards is played for.
    numbers: int | None = None  #: An own highest number card instead of that set's; None for that set's.
    #: An own choice of wild cards, as `--wilds` of the command line takes it, `none` for none; None for that set's.
    wilds: str | None = None
    packs: int = 1  #: How many packs are mixed.


@dataclass(frozen=True)
class DraftPlay:
    """A play as far as somebody has built it, who asks what may come next; nothing changes."""

    draft: int  #: Number of the question, which the answer repeats.
    k: int | None = None  #: Index of the operation that is corrected; None for a new play at the end.
    player: str = ""  #: Name of the player; empty for who is to play, or who made the play that is corrected.
    verb: str = ""  #: The kind of play; empty where it is open.
    card: str = ""  #: The number card of the hand, in the game's notation; empty where it is open.
    items: tuple[str, ...] = ()  #: The other cards and builds in the order of the taps, in the game's notation.


@dataclass(frozen=True)
class PlaceCard:
    """A card lies elsewhere than it was taken for, where no game is played."""

    track: int  #: Its number in the sights.
    place: str  #: `hand` or `centre`.


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


#: What a page asks of the table.
TableCommand = StartGame | DraftPlay | PlaceCard | Rematch | ResumeGame | StartPractice | StopWatching | SetRecording | GameCommand


@dataclass(frozen=True)
class TableRequest:
    """A command with who gave it and what they saw."""

    command: TableCommand  #: What is asked.
    revision: int | None  #: Of the game as whoever asked had it before them; None where it does not matter.
    page: int  #: Number of the page that asked; it is told where the command is refused.
    kind: str  #: How the page calls the command, for the refusal.
    #: Number of the game that is played and that ends by the command, where whoever asks knows that; None where none does.
    replaces: int | None = None
    #: Whether the game that begins is looked at in pictures of a page, also where the table has a source of its own.
    by_page: bool = False
