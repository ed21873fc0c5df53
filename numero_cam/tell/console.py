"""Results for people in a terminal: tables and the play with its arithmetic. Pipes get the same words without colours.

Rich is asked to neither read markup nor guess what to colour: ``[8b 4r]`` is a build here, not a style.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from numero_cam.rules import Position
from numero_cam.solve.records import CardSet, Play, Settings, Solution
from numero_cam.tell.card_text import card_words, cards_text, count
from numero_cam.tell.signs import formula, step_text
from numero_cam.tell.wording import no_take_line

if TYPE_CHECKING:  # numpy and the scoring of takes, which a typed position does without
    from numero_cam.base.records import TableState
    from numero_cam.solve.arrange import Arrangement, Spread

PLAIN_WIDTH = 200
"""Columns where the output is no terminal: wide enough that no table is cut."""


def print_readings(state: "TableState") -> None:
    """Prints the cards of a photo as a table."""
    from numero_cam.tell.readings_table import readings_table  # noqa: PLC0415 - loads numpy

    console = _console()
    deck = f", deck {state.deck}" if state.deck else ""
    console.print(f"{state.name}: {count(len(state.cards), 'card')} in {state.width} x {state.height} pixels{deck}", soft_wrap=True)
    if state.cards:
        console.print(readings_table(state))
    else:
        console.print("No card was found in this photo.", soft_wrap=True)
    console.print()


def print_lines(lines: Sequence[str | Text]) -> None:
    """Prints lines of text as they stand, and an empty one after them if there are any."""
    console = _console()
    for line in lines:
        console.print(line, soft_wrap=True)
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
    console = _console()
    console.print(table)
    console.print()


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Shows a bar on a terminal's standard error while something is done many times; elsewhere nothing.

    Gives what is to be called each time one is done.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 - only on a terminal

    with Progress(what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def print_solution(position: Position, solution: Solution, settings: Settings, say: Sequence[str], *, no_take: str = "") -> None:
    """Prints a position and its best takes with their arithmetic and points.

    Args:
        position: What was asked.
        solution: The answer.
        settings: What counts as best.
        say: Each play in words, in the order of the plays.
        no_take: What is said where there is no play; by default ``no_take_line``.
    """
    console = _console()
    for name, items in (("Centre", position.centre), ("Hand", position.hand)):
        console.print(Text.assemble((f"{name:8}", "bold"), cards_text(items)), soft_wrap=True)
    console.print()
    if not solution.plays:
        console.print(no_take or no_take_line(solution), soft_wrap=True)
    for place, (play, words) in enumerate(zip(solution.plays, say, strict=True), start=1):
        _print_play(console, play, place, settings)
        console.print(words, soft_wrap=True)
        console.print()
    if solution.plays and not solution.proven:
        console.print("Not proven: the time limit or the number of cards stopped the search, a better take may exist.", soft_wrap=True)


def print_take(spread: "Spread", arrangement: "Arrangement", settings: Settings) -> None:
    """Prints a spread take with its sets and the check list item by item."""
    from numero_cam.tell.check_list import notes, why_line  # noqa: PLC0415 - no part of a typed position

    console = _console()
    console.print(Text.assemble(("Take    ", "bold"), cards_text(spread.items)), soft_wrap=True)
    console.print()
    play = arrangement.play
    if play is None:
        console.print(why_line(arrangement), soft_wrap=True)
    else:
        _print_checked(console, play, spread, arrangement, settings)
    for note in notes(spread, arrangement):
        console.print(note, soft_wrap=True)
    if play and not arrangement.proven:
        console.print("Not proven: the time limit stopped the search, a better arrangement may exist.", soft_wrap=True)


def _print_checked(console: Console, play: Play, spread: "Spread", arrangement: "Arrangement", settings: Settings) -> None:
    from numero_cam.tell.check_list import check_list  # noqa: PLC0415 - no part of a typed position

    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}"
    more = sum(item.points for item in arrangement.unjudged)
    open_points = f", and up to {more} more that could not be judged" if more else ""
    head = f"Taken with the {card_words(play.taker)}: {count(len(play.sets), 'set')}, {brings}{open_points}"
    console.print(Text(head, style="bold"), soft_wrap=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value)
        if group.taker and len(play.sets) > 1:
            console.print("      counted with the taking card", soft_wrap=True)
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("number", justify="right")
    table.add_column("item")
    table.add_column("points", justify="right")
    table.add_column("reason")
    for line in check_list(play, arrangement.unjudged, settings, fractions=spread.has_fraction):
        points = "?" if line.points is None else f"+ {line.points}" if line.points else "-"
        table.add_row(line.number, line.text, points, line.reason)
    table.add_row("", f"by the {settings.scoring} scoring", f"= {play.points}", "")
    console.print(table)


def play_line(play: Play) -> str:
    """A play on one line: its taking card, its sets and what it brings."""
    sets = "; ".join(formula(group.way) for group in play.sets)
    clears = ", clears the centre" if play.clears else ""
    return f"With {play.taker}: {sets} ({count(play.cards, 'card')}, {count(play.points, 'point')}{clears})"


def _console() -> Console:
    """Made for each call: it asks the stream of the moment for terminal and width, and heeds NO_COLOR."""
    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def _print_play(console: Console, play: Play, place: int, settings: Settings) -> None:
    head = f"{f'Best take (most {settings.by})' if place == 1 else f'Take {place}'}: with the {card_words(play.taker)}, "
    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}{', clears the centre' if play.clears else ''}"
    console.print(Text(head + brings, style="bold"), soft_wrap=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value)
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("points", justify="right")
    table.add_column("item")
    for item in play.breakdown:
        table.add_row(f"+ {item.points}", item.reason)
    table.add_row(f"= {play.points}", f"by the {settings.scoring} scoring")
    console.print(table)


def _print_group(console: Console, group: CardSet, value: Fraction) -> None:
    made = f" = {value}" if group.calculations else ""
    console.print(Text.assemble("  ", (f"{formula(group.way)}{made}", "bold"), "   with ", cards_text(group.cards)), soft_wrap=True)
    for step in group.calculations:
        console.print(f"      {step_text(step)}", soft_wrap=True)
