"""``numero-cam deck print``: the project's own deck as a PDF."""

from pathlib import Path

from numero_cam.base.outputs import write_whole
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import check_out
from numero_cam.games.numero.rules import NotationError, parse_cards
from numero_cam.games.numero.rules.cards import PACK
from numero_cam.printing.deck_art import read_art
from numero_cam.printing.deck_sheets import answers, deck_pages
from numero_cam.printing.pdf import pdf


def run_print(out: Path, *, cards: str | None, paper: str, backs: bool, flip: str, answers_out: Path | None) -> None:
    """Writes the PDF and, where asked for, the answers.

    Raises:
        BadArgumentsError: The files cannot lie there, or the cards are no cards.
        PaperError: A card that the deck does not have.
        NumeroCamError: A file cannot be written.
    """
    check_out(out, (".pdf",), "OUT.pdf")
    if answers_out:
        check_out(answers_out, (".txt",), "--answers")
    faces = _faces(cards)
    pages = deck_pages(faces, read_art(), paper=paper, backs=backs, flip=flip)
    write_whole(out, pdf(pages, "numero-cam deck"))
    if answers_out:
        write_whole(answers_out, answers(faces).encode())
    print(f"{out}: {len(faces)} cards on {len(pages)} pages")


def _faces(cards: str | None) -> list[str]:
    if cards is None:
        return [str(card) for card in PACK]
    try:
        return [str(card) for card in parse_cards(cards)]
    except NotationError as error:
        raise BadArgumentsError(f"--cards {error}") from error
