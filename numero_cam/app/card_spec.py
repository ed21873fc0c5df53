"""What the program must know of a game to see, learn, print and watch its cards: one record for each game. Loads nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.base.files import GameModels

if TYPE_CHECKING:
    from numero_cam.app.prints import DeckPrint, PrintedDeck
    from numero_cam.vision.decks.profile import DeckProfile

NOT_READ = frozenset(("none", "back", "joker"))  #: Words for a card that is seen and not read.


class CardsTextError(ValueError):
    """A text that names no cards of a game; one line."""


@dataclass(frozen=True)
class PackKind:
    """How the cards of a pack are named."""

    #: Returns the canonical notation of a card's text, given the labels of its photo so far.
    notation_of: Callable[[str, Sequence[str | None]], str]
    whole_pack: Callable[[Sequence[str]], tuple[str, ...]]  #: Returns the faces of the whole pack, given the faces that were seen.
    example: str  #: A card as people write it.

    def label(self, text: str, beside: Sequence[str | None] = ()) -> str | None:
        """Return the canonical notation of a card; None for one that is seen and not read. `beside`: the labels of its photo so far."""
        plain = text.strip().lower()
        return None if plain in NOT_READ else self.notation_of(plain, beside)


@dataclass(frozen=True)
class BuiltInDeck:
    """A deck that comes with the program."""

    words: str  #: Description for people, in a list of decks.
    profile: "Callable[[], DeckProfile]"  #: Returns the deck.


@dataclass(frozen=True)
class CardSpec:
    """The cards of a game."""

    game: str  #: Name of the game in files of decks and on the command line.
    title: str  #: Name of the game as people write it.
    models: GameModels  #: Names of the models that read its cards.
    #: Returns how its cards are named, given a file of the characters on them; None for the file of the program.
    pack_kind: Callable[[Path | None], PackKind]
    #: Writes a deck as a PDF. Raises a `CardsTextError` or a `PositionError` for cards that the game does not have.
    print_deck: "Callable[[DeckPrint], PrintedDeck]"
    built_in: Mapping[str, BuiltInDeck]  #: Decks that come with the program, by name. A game without any reads by learned decks alone.
    max_copies: int = 1  #: Maximum number of copies of a card in a pack.
    has_characters: bool = False  #: Whether a file says which character is on which card.
    #: Returns a line with the cards of the pack that a face model cannot read, by the labels of each of its outputs; empty for none.
    unread: Callable[[Mapping[str, Sequence[str]]], str] = lambda _labels: ""

    def with_characters(self, path: Path | None) -> "CardSpec":
        """Return the same cards with the characters of a file; None for those of the program."""
        return replace(self, pack_kind=lambda _: self.pack_kind(path))
