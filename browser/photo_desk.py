"""What a page asks and is told about photos; it is added to the desk once the eyes are loaded."""

from dataclasses import replace
from typing import TYPE_CHECKING

from browser.desk import Desk, Fields, worth_fields
from numero_cam.app.answers import Question
from numero_cam.app.corrections import parse_corrections
from numero_cam.app.photos import PhotoSolved
from numero_cam.app.session import open_session
from numero_cam.capture.files import read_photo
from numero_cam.games.numero.solve import Settings
from numero_cam.numero.live_messages import practice_message

if TYPE_CHECKING:
    from numero_cam.base.records import Frame

UNREAD = "?"
"""The face of a card that could not be read."""


class PhotoDesk:
    """Answers questions about the photo that the page gave last.

    Args:
        desk: Gets the questions.
    """

    def __init__(self, desk: Desk) -> None:
        self._session = open_session()
        self._frame: Frame
        desk.add("photo", self._photo)

    def _photo(self, asked: Fields) -> Fields:
        """Return the best take of a `photo`, or of the one before, with `corrections` such as `3=7r`, counted `by`."""
        if asked["photo"] is not None:
            self._frame = read_photo(bytes(asked["photo"]), name=asked["name"])
        session = replace(self._session, question=Question(Settings(by=asked["by"])))
        solved = session.solve(self._frame, parse_corrections(asked["corrections"]))
        worth = worth_fields(next(iter(solved.answer.plays), None))
        return {**practice_message(solved), **worth, "table": _table(solved), "solved": solved.to_dict()}


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
