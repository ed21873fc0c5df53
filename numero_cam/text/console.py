"""Prints results to the terminal: tables, plays with their arithmetic, progress. Pipes get no colours."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from numero_cam.catalogue import tr
from numero_cam.games.numero.rules import Build, Card, Colour, Position, parse_card
from numero_cam.games.numero.rules.build import computed_value
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, Solution
from numero_cam.text.plays import SCORINGS, no_take_line, not_proven_line, reason_words, say_play, sentence
from numero_cam.text.words import card_words, count, formula, nth, step_text

if TYPE_CHECKING:
    from numero_cam.base.records import TableCard, TableState
    from numero_cam.games.numero.solve.arrange import Arrangement, Spread

PLAIN_WIDTH = 200  #: Number of columns where the output is no terminal; no table is wider.
#: Minimum number of columns of a terminal for a table with wrapped cells; in a narrower one it is printed as a list.
MIN_WRAPPED_TABLE_WIDTH = 60
_STYLES = {Colour.RED: "red", Colour.BLUE: "blue", Colour.GREEN: "green", Colour.ORANGE: "yellow"}


def make_console() -> Console:
    """Return a console for the present standard output, with its width and colours; NO_COLOR is respected."""
    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def print_line(console: Console, text: str | Text, *, bold: bool = False) -> None:
    """Print a line; it is wrapped on a terminal and left whole in a pipe."""
    styled = Text(text) if isinstance(text, str) else text
    if bold:
        styled.stylize("bold")
    console.print(styled, soft_wrap=not console.is_terminal)


def print_fitting_table(console: Console, table: Table) -> None:
    """Print a table, or its rows as a list if the terminal is too narrow for the table."""
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
        titles = 1 if table.columns[1].justify == "right" else 2  # a number needs the name of its column
        print_line(console, Text("  ").join(cells[:titles]))
        for head, cell in zip(heads[titles:], cells[titles:], strict=True):
            if cell.plain not in ("", "-"):
                print_line(console, Text.assemble(f"    {head}: " if head else "    ", cell))


def print_readings(state: "TableState") -> None:
    """Print the cards of a photo as a table."""
    from numero_cam.text.readings import no_card_line  # noqa: PLC0415 - loads numpy

    console = make_console()
    template = (
        tr("{state.name}: {cards} in {state.width} x {state.height} pixels, deck {state.deck}")
        if state.deck
        else tr("{state.name}: {cards} in {state.width} x {state.height} pixels")
    )
    print_line(console, template.format(state=state, cards=count(len(state.cards), "card")))
    if state.cards:
        print_fitting_table(console, readings_table(state))
    else:
        print_line(console, no_card_line(state))
    console.print()


def readings_table(state: "TableState") -> Table:
    """Return a table with a row for each card: number, face, zone, place in its stack, confidence and note."""
    from numero_cam.text.readings import zone_words  # noqa: PLC0415 - loads numpy

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("n", justify="right")
    for name in (tr("card"), tr("in words"), tr("where"), tr("lies")):
        table.add_column(name)
    table.add_column(tr("sure"), justify="right")
    table.add_column(tr("note"))
    for card in state.cards:
        label = card.reading.label
        sure = "-" if label is None else f"{card.reading.confidence:.1%}"
        words = card_text(parse_card(label)) if label else Text(tr("unknown"), style="bold")
        table.add_row(str(card.n), Text(label or "?"), words, zone_words(card.zone), _stack_words(state, card), sure, _note(state, card))
    return table


def _stack_words(state: "TableState", card: "TableCard") -> str:
    """Return the place of a card in its stack, from the lowest: `second card of the build 12`; empty for a card alone."""
    stack = sorted((other for other in state.cards if other.stack == card.stack), key=lambda other: other.order)
    if len(stack) == 1:
        return ""
    labels = [other.reading.label for other in stack]
    value = computed_value(tuple(parse_card(label) for label in labels if label)) if all(labels) else None
    if card.zone != "centre":
        return tr("{nth} card of a fan", nth=nth(card.order))
    template = tr("{nth} card of a build") if value is None else tr("{nth} card of the build {value}")
    return template.format(nth=nth(card.order), value=value)


def _note(state: "TableState", card: "TableCard") -> str:
    """Return the note of a card: the reason of a doubt, and what the card may be."""
    from numero_cam.table.doubts import DOUBTFUL_BELOW, find_doubt  # noqa: PLC0415 - loads numpy
    from numero_cam.text.readings import perhaps_words  # noqa: PLC0415 - the same

    reading = card.reading
    doubtful = reading.label is None or reading.confidence < DOUBTFUL_BELOW
    maybe = perhaps_words(find_doubt(state, card).alternatives) if doubtful else ""
    return "; ".join(part for part in (reading.reason, maybe) if part)


def print_lines(lines: Sequence[str | Text]) -> None:
    """Print lines of text, and an empty line after them if there are any."""
    console = make_console()
    for line in lines:
        print_line(console, line)
    if lines:
        console.print()


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
    """Print a table and an empty line; `numbers` are the columns that are right-aligned, from 0."""
    table = Table(box=None, pad_edge=False)
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if place in numbers else "left")
    for row in rows:
        table.add_row(*row)
    console = make_console()
    print_fitting_table(console, table)
    console.print()


@contextmanager
def progress(total: int, what: str, *, quiet: bool = False) -> Iterator[Callable[[], None]]:
    """Show progress on standard error: a bar on a terminal, nothing elsewhere. The yielded function is to be called after each item.

    `what` names the items in the plural; `quiet` shows none, because a program reads the answer.
    """
    if sys.stderr.isatty() and not quiet:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 - only on a terminal

        with Progress(what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
            task = bar.add_task(what, total=total)
            yield lambda: bar.advance(task)
    else:
        yield lambda: None


def print_solution(position: Position, solution: Solution, settings: Settings, *, language: Language = "fractions") -> None:
    """Print a position and its best takes with their arithmetic and points."""
    console = make_console()
    for name, items in ((tr("Middle"), position.centre), (tr("Hand"), position.hand)):
        print_line(console, Text.assemble((f"{name:8}", "bold"), cards_text(items, language)))
    console.print()
    for place, play in enumerate(solution.plays, start=1):
        _print_play(console, play, place, settings, language)
        print_line(console, say_play(play, language))
        console.print()
    if solution.plays and not solution.proven:
        print_line(console, not_proven_line(solution))


def print_take(spread: "Spread", arrangement: "Arrangement", settings: Settings, *, language: Language = "fractions") -> None:
    """Print a take that lies spread on the table, with its sets and its points by the pack's printed check list."""
    from numero_cam.text.check_list import check_list_notes  # noqa: PLC0415 - no part of a typed position

    console = make_console()
    print_line(console, Text.assemble((tr("Take").ljust(8), "bold"), cards_text(spread.items, language)))
    console.print()
    play = arrangement.play
    if play is not None:
        _print_checked(console, spread, arrangement, settings, language)
    for note in check_list_notes(spread, arrangement):
        print_line(console, note)
    if play and not arrangement.proven:
        print_line(console, tr("Not proven: the time limit stopped the search, a better arrangement may exist."))


def _gains(play: Play) -> dict[str, str]:
    """Return how many cards and points a play brings, as fields of a template."""
    return {"cards": count(play.cards, "card"), "points": count(play.points, "point")}


def _print_checked(console: Console, spread: "Spread", arrangement: "Arrangement", settings: Settings, language: Language) -> None:
    """Print the sets of a take, then its points for each item of the pack's printed check list."""
    from numero_cam.text.check_list import check_list  # noqa: PLC0415 - no part of a typed position

    play = arrangement.play
    if play is None:
        return
    more = sum(item.points for item in arrangement.unjudged)
    head = (
        tr("Taken with the {taker}: {sets}, {cards}, {points}, and up to {more} more that could not be judged")
        if more
        else tr("Taken with the {taker}: {sets}, {cards}, {points}")
    )
    print_line(console, head.format(taker=card_words(play.taker), sets=count(len(play.sets), "set"), more=more, **_gains(play)), bold=True)
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
        reasons = [reason_words(item, language) for item in play.breakdown if item.item == line.item and line.points is not None]
        points = "?" if line.points is None else f"+ {line.points}" if line.points else "-"
        table.add_row(line.number, line.text, points, "; ".join(reasons) or line.reason)
    table.add_row("", SCORINGS[settings.scoring], f"= {play.points}", "")
    print_fitting_table(console, table)


def print_sentence(text: str) -> None:
    """Print a sentence in bold."""
    print_line(make_console(), text, bold=True)


def solution_sentence(solution: Solution, *, language: Language = "fractions", no_take: str = "") -> str:
    """Return the best take of a solution in one sentence."""
    return sentence(solution.plays[0], language) if solution.plays else no_take or no_take_line(solution)


def play_line(play: Play, language: Language = "fractions") -> str:
    """Return a play in one line: its taking card, sets, cards and points."""
    sets = "; ".join(formula(group.way, language) for group in play.sets)
    template = (
        tr("With {play.taker}: {sets} ({cards}, {points}, clears the middle)")
        if play.clears
        else tr("With {play.taker}: {sets} ({cards}, {points})")
    )
    return template.format(play=play, sets=sets, **_gains(play))


def _print_play(console: Console, play: Play, place: int, settings: Settings, language: Language) -> None:
    """Print a take with its sets and points; `place` is 1 for the best."""
    most = tr("Best take (most points)") if settings.by == "points" else tr("Best take (most cards)")
    head = (
        tr("{take}: with the {taker}, {cards}, {points}, clears the middle")
        if play.clears
        else tr("{take}: with the {taker}, {cards}, {points}")
    )
    take = most if place == 1 else tr("Take {place}", place=place)
    print_line(console, head.format(take=take, taker=card_words(play.taker), **_gains(play)), bold=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value, language)
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("points", justify="right")
    table.add_column("item")
    for item in play.breakdown:
        table.add_row(f"+ {item.points}", reason_words(item, language))
    table.add_row(f"= {play.points}", SCORINGS[settings.scoring])
    print_fitting_table(console, table)


def _print_group(console: Console, group: CardSet, value: Fraction, language: Language) -> None:
    """Print a set, which makes this value, with its cards and calculations."""
    result = f" = {value}" if group.calculations else ""
    way, cards = (f"{formula(group.way, language)}{result}", "bold"), cards_text(group.cards, language)
    print_line(console, Text.assemble("  ", way, "   ", tr("with"), " ", cards))
    for step in group.calculations:
        print_line(console, f"      {step_text(step, language)}")


def card_text(card: Card, language: Language = "fractions") -> Text:
    """Return a card in words, in its colour."""
    return Text(card_words(card, language), style=_STYLES.get(card.colour, "") if card.colour else "")


def item_text(item: Card | Build, language: Language = "fractions") -> Text:
    """Return a card or a build in words."""
    if isinstance(item, Card):
        return card_text(item, language)
    before, after = (tr("build of {cards}") if item.value is None else tr("build of {cards} = {item.value}")).split("{cards}")
    cards = Text(tr(" and ")).join(card_text(card, language) for card in item.cards)
    return Text.assemble(before, cards, after.format(item=item))


def cards_text(items: Sequence[Card | Build], language: Language = "fractions") -> Text:
    """Return a list of cards and builds in words."""
    return Text(", ").join(item_text(item, language) for item in items) if items else Text(tr("no card"))
