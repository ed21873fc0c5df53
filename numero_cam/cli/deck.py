"""``numero-cam deck print``: the project's own deck as a PDF."""

from pathlib import Path

from numero_cam.assistant.prints import write_deck, write_numo_deck
from numero_cam.cli.options import BadArgumentsError
from numero_cam.cli.outputs import check_out
from numero_cam.games.numero.rules import NotationError, parse_cards


def run_print(
    out: Path, *, cards: str | None, paper: str, backs: bool, flip: str, answers_out: Path | None, game: str, table: Path | None
) -> None:
    """Writes the PDF and, where asked for, the answers.

    Raises:
        BadArgumentsError: The files cannot lie there, or the cards are no cards.
        PaperError: A card that the deck does not have.
        NumeroCamError: A file cannot be written.
    """
    check_out(out, (".pdf",), "OUT.pdf")
    if answers_out:
        check_out(answers_out, (".txt",), "--answers")
    if table and game != "numo":
        raise BadArgumentsError("--characters is the table of NUMO's characters; it goes with --game numo")
    if game == "numo":
        written = write_numo_deck(out, cards, table=table, paper=paper, backs=backs, flip=flip, answers_out=answers_out)
    else:
        written = write_deck(out, _faces(cards), paper=paper, backs=backs, flip=flip, answers_out=answers_out)
    print(f"{out}: {written.cards} cards on {written.pages} pages")


def _faces(cards: str | None) -> list[str] | None:
    if cards is None:
        return None
    try:
        return [str(card) for card in parse_cards(cards)]
    except NotationError as error:
        raise BadArgumentsError(f"--cards {error}") from error
