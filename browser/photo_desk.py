"""What a page asks and is told about photos; it is added to the desk once the eyes are loaded."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from browser.desk import Desk, Fields, further_fields, further_takes, worth_fields
from numero_cam.annotate.card_roles import CardRoles, play_roles
from numero_cam.annotate.drawing import bottom_first
from numero_cam.app.answers import Question, answer
from numero_cam.app.corrections import parse_corrections
from numero_cam.app.deck_learn import AnsweredCard, learn_deck, parse_rows
from numero_cam.app.decks import NUMERO_CARDS, find_deck, kept_decks, remove_deck
from numero_cam.app.photos import PhotoRead, PhotoSolved, find_gaps, table_position
from numero_cam.app.session import open_session
from numero_cam.base.errors import DeckError
from numero_cam.base.outputs import write_new
from numero_cam.base.records import CardReading, TableCard, TableState
from numero_cam.capture.files import read_photo
from numero_cam.catalogue import ngettext, tr
from numero_cam.games.numero.rules import parse_card
from numero_cam.games.numero.solve import Play, Settings
from numero_cam.live.game_messages import take_fields
from numero_cam.vision.decks.files import deck_path

if TYPE_CHECKING:
    from numero_cam.base.records import Frame

UNREAD = "?"  #: The face of a card that could not be read.
FIRST_ADDED = 1001  #: Number of the first card that a person added; a photo has fewer cards.


class PhotoDesk:
    """Answers questions about the photo that the page gave last."""

    def __init__(self, desk: Desk) -> None:
        self._session = open_session()
        self._seen: PhotoRead
        self._mended: list[str] | None = None  #: The corrections with which it was read; None where it is to be read again.
        self._solved: PhotoSolved
        self._pack: list[tuple[Frame, list[AnsweredCard]]] = []  #: Photos of the pack that is being learned, with their cards.
        desk.add("photo", self._photo)
        desk.add("further", self._further)
        desk.add("decks", self._decks)

    def _photo(self, asked: Fields) -> Fields:
        """Return the best take of a `photo`, or of the one before, counted `by`.

        It has `corrections` such as `3=7r`, and cards that were `added`: each a face, where its middle lies as shares of width and height
        (null: beside the others), and `hand`, `centre`, or empty for where its neighbour lies.
        """
        seen = self._read(asked)
        state = _with_added(seen.state, asked.get("added", []))
        table = table_position(state)
        found = answer(table.position, Question(Settings(by=asked["by"])))
        self._solved = solved = PhotoSolved(seen.frame, state, table, find_gaps(state), found)
        best = next(iter(found.plays), None)
        lines = {} if best else {"lines": [_what_to_do(solved)]}
        told = {**take_fields(best), **worth_fields(best), **lines, "roles": self._roles(best), "problems": _problems(solved)}
        return {**told, "table": _table(solved), "solved": solved.to_dict()}

    def _read(self, asked: Fields) -> PhotoRead:
        """Return what is read in a photo, or in the one before with other corrections; what was read so already is not read again."""
        corrections = asked["corrections"]
        if asked["photo"] is not None:
            frame = read_photo(bytes(asked["photo"]), name=asked["name"])
        elif corrections == self._mended:
            return self._seen
        else:
            frame = self._seen.frame
        self._seen, self._mended = self._session.read(frame, parse_corrections(corrections)), corrections
        return self._seen

    def _further(self, _: Fields) -> Fields:
        """Return what there is to take beside the best take of the photo; see `further_fields`."""
        further = further_takes(self._solved.answer)
        found = further_fields(self._solved.answer, further)
        takes = [{**told, "roles": self._roles(play)} for told, play in zip(found["takes"], further.plays, strict=True)]
        return {**found, "takes": takes}

    def _roles(self, play: Play | None) -> Fields:
        """Return which cards of the photo a take is made of: the number of the taking card, and those of each set."""
        roles = CardRoles() if play is None else play_roles(self._solved.table, play)
        return {"taker": roles.taker, "sets": list(map(sorted, roles.sets))}

    def _decks(self, asked: Fields) -> Fields:
        """Do something with learned decks and return all: `do` is add, learn, open (a `photo` that is its file), save, remove, or empty."""
        said, text, name = "", "", asked["name"]
        match asked["do"]:
            case "add":
                cards = self._cards(asked["rows"])
                self._pack.append((replace(self._seen.frame, name=tr("photo {number}", number=len(self._pack) + 1)), cards))
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
            self._session, self._mended = open_session(), None
        decks = [[deck.name, deck.error] for deck in kept_decks([NUMERO_CARDS])]
        return {"decks": decks, "photos": len(self._pack), "said": said, "text": text}

    def _cards(self, rows: str) -> list[AnsweredCard]:
        """Return the cards of the photo as its rows say, else as it was read and mended; without those that are not clear."""
        if rows.strip():
            return parse_rows(rows, 1)[0]
        unclear = self._solved.table.look_at
        clear = (card for card in self._solved.state.cards if card.n < FIRST_ADDED and card.n not in unclear)
        cards = [AnsweredCard(card.card, card.corners) for card in clear if card.card]
        if not cards:
            raise DeckError(tr("no card of this photo is clear: tap the cards and say what they are, or type the rows"))
        return cards


def _open_deck(name: str, data: bytes) -> None:
    """Keep the file of a learned deck; refuse one that cannot be used here, or of a name that is there."""
    if not write_new(deck_path(name), data, DeckError, private=True):
        raise DeckError(tr("a pack {name} is there already: remove it first", name=name))
    try:
        find_deck(name)
    except DeckError:
        remove_deck(name)
        raise


def _with_added(state: TableState, added: Sequence[Sequence[Any]]) -> TableState:
    """Return a table with cards that nobody saw (see `_photo`), each as large as the others and numbered from `FIRST_ADDED` on."""
    for n, (face, x, y, place) in enumerate(added, start=FIRST_ADDED):
        quads = np.array([card.corners for card in state.cards]).reshape(-1, 4, 2)
        width, height = np.median(np.ptp(quads, axis=1), axis=0) if len(quads) else (state.width / 10, state.width / 7)
        near = [card for card in state.cards if card.zone == place] if place else list(state.cards)
        if x is None:
            right = max(near, key=lambda card: card.corners[:, 0].max(), default=None)
            middle = (state.width / 2, state.height / 2) if right is None else right.corners.mean(axis=0) + np.array([1.1 * width, 0])
        else:
            middle = (x * state.width, y * state.height)
        middle = np.clip(middle, (width / 2, height / 2), (state.width - width / 2, state.height - height / 2))
        corners = middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
        neighbours = sorted(
            (card for card in state.cards if card.zone), key=lambda card: np.linalg.norm(card.corners.mean(axis=0) - middle)
        )
        zone = place or next((card.zone for card in neighbours), "centre")
        stack = max((card.stack for card in state.cards), default=-1) + 1
        reading = CardReading(corners.astype(np.float32), str(parse_card(face)), 1.0)
        state = replace(state, cards=(*state.cards, TableCard(n, reading, zone, stack, 0)))
    return state


def _what_to_do(solved: PhotoSolved) -> str:
    """Return what to do where there is no take, as one sentence or two."""
    gaps = solved.gaps
    reasons = (
        (gaps.cards, tr("I see no card. Photograph the table from above, so near that its cards fill the picture.")),
        (gaps.take, tr("These cards lie in one row. Photograph the middle and your hand together, or tap a card and say where it lies.")),
        (
            gaps.hand,
            tr("I see no hand at the lower edge. Take the photo from where you sit, or tap a card and say that it is in the hand."),
        ),
        (gaps.centre, tr("I see no card in the middle. Photograph the whole table, or tap a card and say that it lies in the middle.")),
        (not solved.answer.proven, tr("I found nothing to take in the time. Take out cards that nobody would take: tap them.")),
        (not solved.table.complete, tr("There is nothing to take with the cards that I could read. Say what the others are: tap them.")),
    )
    return next((line for holds, line in reasons if holds), tr("There is nothing to take. In a game you would build, or put a card down."))


def _problems(solved: PhotoSolved) -> list[str]:
    """Return what is wrong with a photo or its cards, a line each; what to type at a command line is nothing for a page."""
    lines = [line for line in solved.state.problems if " --" not in line]
    if solved.answer.plays and not solved.table.complete:
        lines.append(tr("The answer holds for the known cards only."))
    return [*lines, *map(str, solved.answer.problems)]


def _table(solved: PhotoSolved) -> Fields:
    """Return the cards of a photo, the lowest first, as the live table's page shows those of a picture."""
    state = solved.state
    cards = [
        {
            "id": card.n,
            "quad": (card.corners / (state.width, state.height)).round(4).tolist(),
            "face": card.card or UNREAD,
            "others": [[face, float(chance)] for face, chance in card.alternatives],
            "zone": {"hand": "row", "centre": "centre"}.get(card.zone or "", "won"),
            "player": "",
            "sure": float(card.confidence),
            "unclear": card.n in solved.table.look_at,
        }
        for card in (state.cards[place] for place in bottom_first(state))
    ]
    return {"width": state.width, "height": state.height, "cards": cards}
