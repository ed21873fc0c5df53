"""What a page asks and is told about photos; it is added to the desk once the eyes are loaded."""

from dataclasses import replace
from typing import TYPE_CHECKING

from browser.desk import Desk, Fields, worth_fields
from numero_cam.app.answers import Question
from numero_cam.app.corrections import parse_corrections
from numero_cam.app.deck_learn import AnsweredCard, learn_deck, parse_rows
from numero_cam.app.decks import NUMERO_CARDS, find_deck, kept_decks, remove_deck
from numero_cam.app.photos import PhotoSolved
from numero_cam.app.session import open_session
from numero_cam.base.errors import DeckError
from numero_cam.base.outputs import write_new
from numero_cam.capture.files import read_photo
from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.solve import Settings
from numero_cam.live.game_messages import practice_message
from numero_cam.vision.decks.files import deck_path

if TYPE_CHECKING:
    from numero_cam.base.records import Frame

UNREAD = "?"  #: The face of a card that could not be read.


class PhotoDesk:
    """Answers questions about the photo that the page gave last.

    Args:
        desk: Gets the questions.
    """

    def __init__(self, desk: Desk) -> None:
        self._session = open_session()
        self._frame: Frame
        self._solved: PhotoSolved
        self._pack: list[tuple[Frame, list[AnsweredCard]]] = []  #: Photos of the pack that is being learned, with their cards.
        desk.add("photo", self._photo)
        desk.add("decks", self._decks)

    def _photo(self, asked: Fields) -> Fields:
        """Return the best take of a `photo`, or of the one before, with `corrections` such as `3=7r`, counted `by`."""
        if asked["photo"] is not None:
            self._frame = read_photo(bytes(asked["photo"]), name=asked["name"])
        session = replace(self._session, question=Question(Settings(by=asked["by"])))
        self._solved = solved = session.solve(self._frame, parse_corrections(asked["corrections"]))
        worth = worth_fields(next(iter(solved.answer.plays), None))
        return {**practice_message(solved), **worth, "table": _table(solved), "solved": solved.to_dict()}

    def _decks(self, asked: Fields) -> Fields:
        """Do something with learned decks and return all: `do` is add, learn, open (a `photo` that is its file), save, remove, or empty."""
        said, text, name = "", "", asked["name"]
        match asked["do"]:
            case "add":
                cards = self._cards(asked["rows"])
                self._pack.append((replace(self._frame, name=tr("photo {number}", number=len(self._pack) + 1)), cards))
            case "learn":
                photos, answers = zip(*self._pack, strict=True) if self._pack else ((), ())
                deck = learn_deck(name, photos, answers=answers, replace=True)
                self._pack = []
                said = ngettext("{n} card was learned.", "{n} cards were learned.", len(deck.examples))
            case "open":
                _open_deck(name, bytes(asked["photo"]))
            case "save":
                text = deck_path(name).read_text(encoding="utf-8")
            case "remove":
                remove_deck(name)
        if asked["do"] in {"learn", "open", "remove"}:
            self._session = open_session()
        decks = [[deck.name, deck.error] for deck in kept_decks([NUMERO_CARDS])]
        return {"decks": decks, "photos": len(self._pack), "said": said, "text": text}

    def _cards(self, rows: str) -> list[AnsweredCard]:
        """Return the cards of the photo as its rows say, else as it was read and mended; without those that are not clear.

        Raises:
            DeckError: There are none.
        """
        if rows.strip():
            return parse_rows(rows, 1)[0]
        unclear = self._solved.table.look_at
        cards = [AnsweredCard(card.card, card.corners) for card in self._solved.state.cards if card.card and card.n not in unclear]
        if not cards:
            raise DeckError(tr("no card of this photo is clear: tap the cards and say what they are, or type the rows"))
        return cards


def _open_deck(name: str, data: bytes) -> None:
    """Keep the file of a learned deck.

    Raises:
        DeckError: It is none, or cannot be used here, or there is one of this name.
    """
    if not write_new(deck_path(name), data, DeckError, private=True):
        raise DeckError(tr("a pack {name} is there already: remove it first", name=name))
    try:
        find_deck(name)
    except DeckError:
        remove_deck(name)
        raise


def _table(solved: PhotoSolved) -> Fields:
    """Return the cards of a photo as the live table's page shows those of a picture."""
    state = solved.state
    cards = [
        {
            "id": card.n,
            "quad": (card.corners / (state.width, state.height)).round(4).tolist(),
            "face": card.card or UNREAD,
            "others": [[face, float(chance)] for face, chance in card.alternatives],
            "zone": {"hand": "row", "centre": "centre"}.get(card.zone or "", "won"),
            "player": "",
            "unclear": card.n in solved.table.look_at,
        }
        for card in state.cards
    ]
    return {"width": state.width, "height": state.height, "cards": cards}
