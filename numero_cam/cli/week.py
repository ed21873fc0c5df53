"""``numero-cam week``: one PDF for the week of a class: a page to project, slips to shade, the answers last."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from numero_cam.cli.deck_app import PaperOption
from numero_cam.games.numero.rules.choices import By


def week(
    *,
    class_: Annotated[str, typer.Argument(metavar="CLASS", help="A class of numero-cam class, or a list number,name,level.")],
    out: Annotated[Path | None, typer.Option(metavar="OUT.pdf", show_default=False, help="The file to write; else CLASS-WEEK.pdf.")] = None,
    called: Annotated[
        str | None, typer.Option("--week", metavar="NAME", show_default=False, help="What the week is called; else the calendar's number.")
    ] = None,
    paper: PaperOption = "a4",
    by: Annotated[By, typer.Option(help="What the best take has most of.")] = "cards",
    spares: Annotated[int, typer.Option(min=0, max=50, metavar="N", help="Spare slips of each level, for slips that were lost.")] = 2,
    seed: Annotated[
        int | None, typer.Option(metavar="N", show_default=False, help="Decides on the cards: the same number, the same puzzles.")
    ] = None,
) -> None:
    """Makes the puzzles of a week for a class, as one PDF to print.

    First a page to project for each level, then slips, four a page, one for each pupil with a puzzle of his level, and the answers last.
    Print at 100 %, cut, let pupils shade what they take, and photograph the slips: numero-cam mark reads them. What is on which slip is
    remembered on this computer.

    \b
    Examples:
      numero-cam week 5B
      numero-cam week 5B.csv --week 12 --paper letter --out monday.pdf
    """
    from numero_cam.assistant.classes import pupils_of
    from numero_cam.assistant.week import WeekAsked, write_week
    from numero_cam.cli.outputs import check_out
    from numero_cam.tell.words import count

    if out:
        check_out(out, (".pdf",), "--out")
    name, pupils = pupils_of(class_)
    called = called or str(date.today().isocalendar().week)  # noqa: DTZ011 - the week where the teacher is
    place = out or Path(f"{name}-{called}.pdf".replace("/", "-"))
    check_out(place, (".pdf",), "OUT.pdf")
    made = write_week(place, name, pupils, WeekAsked(called, paper, by, seed, spares))
    printing = made.printing
    print(f"{place}: {count(made.pages, 'page')}, {count(len(printing.slips), 'slip')}, printing {printing.number}")
    for number in made.without_name:
        print(f"The name of pupil {number} has letters that no font here can print; the slip has the number alone.")
