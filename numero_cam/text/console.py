"""Results for people in a terminal: tables, plays with their arithmetic, a game as it is played. Pipes get no colours."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, Solution
from numero_cam.text.card_text import cards_text
from numero_cam.text.plays import no_take_line, not_proven_line, reason_words, say_play, sentence
from numero_cam.text.words import card_words, count, formula, step_text

if TYPE_CHECKING:
    from numero_cam.base.records import TableState
    from numero_cam.games.numero.solve.arrange import Arrangement, Spread

PLAIN_WIDTH = 200
"""Columns where the output is no terminal: wide enough that no table is cut."""
MIN_WRAPPED_TABLE_WIDTH = 60
"""In a terminal of fewer columns a table that would have to wrap is read more easily as a list."""


def make_console() -> Console:
    """Made for each call: it asks the stream of the moment for terminal and width, and heeds NO_COLOR."""
    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def print_line(console: Console, text: str | Text, *, bold: bool = False) -> None:
    """Prints a line; a terminal breaks it between words, a pipe gets it whole."""
    styled = Text(text) if isinstance(text, str) else text
    if bold:
        styled.stylize("bold")
    console.print(styled, soft_wrap=not console.is_terminal)


def print_fitting_table(console: Console, table: Table) -> None:
    """Prints a table, or its rows as a list where the terminal is too narrow: nothing is cut off, and no word is broken."""
    needs = Measurement.get(console, console.options, table)
    wanted = Measurement.get(console, console.options.update(width=10_000), table).maximum
    if needs.minimum <= console.width and (wanted <= console.width or console.width >= MIN_WRAPPED_TABLE_WIDTH):
        console.print(table)
        return
    heads = [str(column.header) for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        cells = [cell if isinstance(cell, Text) else Text(str(cell)) for cell in row]
        if not table.show_header:
            print_line(console, Text("  ").join(cell for cell in cells if cell.plain))
            continue
        titles = 1 if table.columns[1].justify == "right" else 2  # a number says nothing without the name of its column
        print_line(console, Text("  ").join(cells[:titles]))
        for head, cell in zip(heads[titles:], cells[titles:], strict=True):
            if cell.plain not in ("", "-"):
                print_line(console, Text.assemble(f"    {head}: " if head else "    ", cell))


def print_readings(state: "TableState") -> None:
    """Prints the cards of a photo as a table."""
    from numero_cam.text.readings import no_card_line  # noqa: PLC0415 - the same
    from numero_cam.text.readings_table import readings_table  # noqa: PLC0415 - loads numpy

    console = make_console()
    deck = tr(", deck {state.deck}", state=state) if state.deck else ""
    print_line(
        console,
        tr(
            "{state.name}: {amount} in {state.width} x {state.height} pixels{deck}",
            state=state,
            amount=count(len(state.cards), "card"),
            deck=deck,
        ),
    )
    if state.cards:
        print_fitting_table(console, readings_table(state))
    else:
        print_line(console, no_card_line(state))
    console.print()


def print_lines(lines: Sequence[str | Text]) -> None:
    """Prints lines of text as they stand, and an empty one after them if there are any."""
    console = make_console()
    for line in lines:
        print_line(console, line)
    if lines:
        console.print()


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
    """Prints a table and an empty line.

    Args:
        head: Names of the columns.
        rows: Their texts.
        numbers: Which columns stand to the right.
    """
    table = Table(box=None, pad_edge=False)
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if place in numbers else "left")
    for row in rows:
        table.add_row(*row)
    console = make_console()
    print_fitting_table(console, table)
    console.print()


@contextmanager
def progress(total: int, what: str, *, asked: bool = False, quiet: bool = False) -> Iterator[Callable[[], None]]:
    """Shows on standard error how far something is that is done many times: a bar on a terminal, elsewhere lines if they are asked for.

    Gives what is to be called each time one is done.

    Args:
        total: How often it is done.
        what: Its name in the plural.
        asked: Whether the user asks to see it wherever the program runs.
        quiet: Whether nothing is shown unless it is asked for, as the answer is for a program.
    """
    if quiet and not asked:
        yield lambda: None
    elif sys.stderr.isatty():
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 - only on a terminal

        with Progress(what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
            task = bar.add_task(what, total=total)
            yield lambda: bar.advance(task)
    else:
        yield _ProgressLines(total, what.lower()).done if asked else lambda: None


PROGRESS_SECONDS = 5.0
"""Seconds between two lines that say how far something is."""


class _ProgressLines:
    """Says in lines how many are done and how long the others will take; the first and the last are always said."""

    def __init__(self, total: int, what: str) -> None:
        self._total, self._what = total, what
        self._number, self._begun, self._next = 0, time.monotonic(), 0.0

    def done(self) -> None:
        self._number += 1
        now = time.monotonic()
        if now < self._next and self._number < self._total:
            return
        self._next = now + PROGRESS_SECONDS
        left = (now - self._begun) / self._number * (self._total - self._number)
        sys.stderr.write(
            tr(
                "numero-cam: {number} of {total} {what}, about {ceil} s left\n",
                number=self._number,
                total=self._total,
                what=self._what,
                ceil=ceil(left),
            )
        )
        sys.stderr.flush()


def print_solution(position: Position, solution: Solution, settings: Settings, *, language: Language = "fractions") -> None:
    """Prints a position and its best takes with their arithmetic and points.

    Args:
        position: What was asked.
        solution: The answer.
        settings: What counts as best.
        language: How fraction cards are read.
    """
    console = make_console()
    for name, items in (("Centre", position.centre), ("Hand", position.hand)):
        print_line(console, Text.assemble((f"{name:8}", "bold"), cards_text(items, language)))
    console.print()
    for place, play in enumerate(solution.plays, start=1):
        _print_play(console, play, place, settings, language)
        print_line(console, say_play(play, language))
        console.print()
    if solution.plays and not solution.proven:
        print_line(console, not_proven_line(solution))


def print_take(spread: "Spread", arrangement: "Arrangement", settings: Settings, *, language: Language = "fractions") -> None:
    """Prints a spread take with its sets and the check list item by item."""
    from numero_cam.text.check_list import check_list_notes  # noqa: PLC0415 - no part of a typed position

    console = make_console()
    print_line(console, Text.assemble(("Take    ", "bold"), cards_text(spread.items, language)))
    console.print()
    play = arrangement.play
    if play is not None:
        _print_checked(console, spread, arrangement, settings, language)
    for note in check_list_notes(spread, arrangement):
        print_line(console, note)
    if play and not arrangement.proven:
        print_line(console, tr("Not proven: the time limit stopped the search, a better arrangement may exist."))


def _print_checked(console: Console, spread: "Spread", arrangement: "Arrangement", settings: Settings, language: Language) -> None:
    from numero_cam.text.check_list import check_list  # noqa: PLC0415 - no part of a typed position

    play = arrangement.play
    if play is None:
        return
    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}"
    more = sum(item.points for item in arrangement.unjudged)
    open_points = tr(", and up to {more} more that could not be judged", more=more) if more else ""
    head = tr(
        "Taken with the {card}: {amount}, {brings}{open_points}",
        card=card_words(play.taker),
        amount=count(len(play.sets), "set"),
        brings=brings,
        open_points=open_points,
    )
    print_line(console, head, bold=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value, language)
        if group.taker and len(play.sets) > 1:
            print_line(console, tr("      counted with the taking card"))
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("number", justify="right")
    table.add_column("item")
    table.add_column("points", justify="right")
    table.add_column("reason")
    for line in check_list(play, arrangement.unjudged, settings, fractions=spread.has_fraction):
        told = [reason_words(item, language) for item in play.breakdown if item.item == line.item and line.points is not None]
        points = "?" if line.points is None else f"+ {line.points}" if line.points else "-"
        table.add_row(line.number, line.text, points, "; ".join(told) or line.reason)
    table.add_row("", tr("by the {settings.scoring} scoring", settings=settings), f"= {play.points}", "")
    print_fitting_table(console, table)


def print_sentence(text: str) -> None:
    """Prints the answer in one sentence, before anything else."""
    print_line(make_console(), text, bold=True)


def solution_sentence(solution: Solution, *, language: Language = "fractions", no_take: str = "") -> str:
    """The best take in one sentence.

    Args:
        solution: The answer.
        language: How fraction cards are read.
        no_take: What is said where there is no play; by default ``no_take_line``.
    """
    return sentence(solution.plays[0], language) if solution.plays else no_take or no_take_line(solution)


def play_line(play: Play, language: Language = "fractions") -> str:
    """A play on one line: its taking card, its sets and what it brings."""
    sets = "; ".join(formula(group.way, language) for group in play.sets)
    clears = tr(", clears the centre") if play.clears else ""
    return tr(
        "With {play.taker}: {sets} ({amount}, {amount_2}{clears})",
        play=play,
        sets=sets,
        amount=count(play.cards, "card"),
        amount_2=count(play.points, "point"),
        clears=clears,
    )


def _print_play(console: Console, play: Play, place: int, settings: Settings, language: Language) -> None:
    head = tr(
        "{value}: with the {card}, ",
        value=f"Best take (most {settings.by})" if place == 1 else f"Take {place}",
        card=card_words(play.taker),
    )
    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}{', clears the centre' if play.clears else ''}"
    print_line(console, head + brings, bold=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value, language)
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("points", justify="right")
    table.add_column("item")
    for item in play.breakdown:
        table.add_row(f"+ {item.points}", reason_words(item, language))
    table.add_row(f"= {play.points}", tr("by the {settings.scoring} scoring", settings=settings))
    print_fitting_table(console, table)


def _print_group(console: Console, group: CardSet, value: Fraction, language: Language) -> None:
    made = f" = {value}" if group.calculations else ""
    print_line(
        console, Text.assemble("  ", (f"{formula(group.way, language)}{made}", "bold"), "   with ", cards_text(group.cards, language))
    )
    for step in group.calculations:
        print_line(console, f"      {step_text(step, language)}")
