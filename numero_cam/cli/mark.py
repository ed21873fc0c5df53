"""``numero-cam mark``: photos of filled slips to the table of the class."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from numero_cam.cli.options import BadArgumentsError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numero_cam.assistant.mark_run import Written
    from numero_cam.assistant.slip_store import SlipStore


class _Asked(NamedTuple):
    """What is to be taken: see the options of the command."""

    photos: tuple[str, ...]
    decisions: Path | None
    answers: Path | None
    printing: int | None
    doubtful: Path | None


def mark(
    *,
    photos: Annotated[
        list[str] | None, typer.Argument(metavar="[PHOTO]...", show_default=False, help="Photos of filled slips, or folders.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the page and the table are written.")] = Path("marked"),
    decisions: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="Take what you decided on the page about unclear slips.")
    ] = None,
    answers: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", show_default=False, help="Take typed answers, number,answer; with --printing.")
    ] = None,
    printing: Annotated[
        int | None,
        typer.Option(
            metavar="N", show_default=False, help="The number below the code strip: of typed answers, and of slips with a torn strip."
        ),
    ] = None,
    keep_doubtful: Annotated[
        Path | None, typer.Option(metavar="FOLDER", show_default=False, help="Keep pictures of slips that were not clear, without names.")
    ] = None,
) -> None:
    """Marks photos of filled slips: who took what, and who found the best take.

    Lay six to nine slips side by side and take a sharp photo; several photos make a pile. A slip with clear marks that are a take is
    accepted. All others wait on the page, which your browser opens: the picture of each with what was read. Decide there, save, and give
    the file to --decisions. Nothing is mended by itself, and the same photos twice change nothing. Pictures are kept only until you decide.

    \b
    Examples:
      numero-cam mark week12/*.jpg
      numero-cam mark --decisions decisions-5B-12.csv
      numero-cam mark --printing 483920 --answers answers.csv
    """
    from numero_cam.assistant.slip_store import open_store

    if not photos and decisions is None and answers is None:
        raise BadArgumentsError("give photos of slips, --decisions or --answers")
    if answers is not None and printing is None:
        raise BadArgumentsError("--answers needs --printing: the number below the strip of the slips, which week printed too")
    with open_store() as store:
        if printing is not None and store.printing(printing) is None:
            raise BadArgumentsError(f"--printing {printing}: nothing was printed under this number on this computer")
        problems, numbers = _taken(store, _Asked(tuple(photos or ()), decisions, answers, printing, keep_doubtful))
        from numero_cam.assistant.mark_run import write_results

        written = write_results(store, numbers, out)
    _tell(written)
    sys.stdout.flush()
    for problem in problems:
        sys.stderr.write(f"numero-cam: {problem}\n")
    if problems:
        raise typer.Exit(1)


def _taken(store: "SlipStore", asked: _Asked) -> tuple[list[str], set[int]]:
    """What went wrong, and which printings it was about."""
    from numero_cam.assistant.many import photos_of
    from numero_cam.assistant.mark_run import mark_photos
    from numero_cam.assistant.mark_typed import take_answers, take_decisions
    from numero_cam.tell.console import progress
    from numero_cam.tell.words import count

    problems: list[str] = []
    numbers: set[int] = set()
    if asked.photos:
        with progress(len(photos_of(asked.photos)), "Marking") as done:
            marked = mark_photos(asked.photos, store, given=asked.printing, doubtful=asked.doubtful, done=done)
        print(f"{count(marked.slips, 'slip')} in {count(marked.photos, 'photo')}, {marked.accepted} of them clear")
        problems += marked.problems
        numbers |= set(marked.printings)
    if asked.answers and asked.printing and (printed := store.printing(asked.printing)):
        taken = take_answers(asked.answers, store, printed)
        print(f"{count(taken.lines, 'answer')} taken from {asked.answers}")
        problems += taken.problems
        numbers.add(asked.printing)
    if asked.decisions:
        taken, about = take_decisions(asked.decisions, store)
        print(f"{count(taken.lines, 'decision')} taken from {asked.decisions}")
        problems += taken.problems
        numbers |= set(about)
    return problems, numbers


def _tell(written: "Iterable[Written]") -> None:
    from numero_cam.tell.words import count

    for one in written:
        table = one.table
        handed = sum(row.judged is not None for row in table.rows)
        best = sum(row.found_best for row in table.rows)
        print(f"{table.printing.heading}: {handed} of {count(len(table.rows), 'pupil')} have an answer, {best} found the best take")
        waiting = count(len(table.waiting), "slip")
        print(f"{waiting} to look at: open {one.page}" if table.waiting else f"The page: {one.page}")
        print(f"For a spreadsheet: {one.csv}")
