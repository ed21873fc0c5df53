"""The commands of ``deck`` and their options."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

deck_app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]})


class Paper(StrEnum):
    """Sizes of paper."""

    A4 = "a4"
    LETTER = "letter"


class Flip(StrEnum):
    """How a printer turns a sheet."""

    LONG = "long"
    SHORT = "short"


PaperOption = Annotated[Paper, typer.Option(help="Size of the paper.")]


@deck_app.callback()
def deck() -> None:
    """Packs of cards: the project's own, to print and cut."""


@deck_app.command("print")
def print_deck(
    *,
    out: Annotated[Path, typer.Argument(metavar="OUT.pdf", help="The file to write.")],
    paper: PaperOption = Paper.A4,
    cards: Annotated[
        str | None, typer.Option(metavar="CARDS", show_default=False, help='These cards only, such as "7r 15o x3"; without, all 89.')
    ] = None,
    backs: Annotated[bool, typer.Option("--backs/--no-backs", help="Whether each sheet is followed by its reverse.")] = True,
    flip: Annotated[Flip, typer.Option(help="The edge over which your printer turns a sheet printed on both sides.")] = Flip.LONG,
    answers: Annotated[
        Path | None, typer.Option(metavar="OUT.txt", show_default=False, help="Also write which card lies where on each sheet.")
    ] = None,
) -> None:
    """Writes the project's own deck as a PDF to print and cut.

    Nine cards of 63 x 88 mm a sheet, with lines to cut along, backs on the reverse pages. Print at 100 %, on both sides. Each colour has
    its form too: red square, blue disc, green hexagon, orange diamond.

    \b
    Examples:
      numero-cam deck print deck.pdf
      numero-cam deck print deck.pdf --paper letter --flip short
      numero-cam deck print spare.pdf --cards "7r 15o x3" --no-backs
      numero-cam deck print deck.pdf --answers answers.txt
    """
    from numero_cam.cli.deck import run_print

    run_print(out, cards=cards, paper=paper.value, backs=backs, flip=flip.value, answers_out=answers)
