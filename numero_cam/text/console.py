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

from numero_cam.base.records import TableCard, TableState
from numero_cam.games.numero.engine import Game, Phase, State
from numero_cam.games.numero.engine.notation import play_text
from numero_cam.games.numero.engine.operations import Built, Challenged, Dealt, Discarded, Drawn, Laid, Operation, Passed, Returned, Taken
from numero_cam.games.numero.engine.options import Options
from numero_cam.games.numero.engine.points import entries
from numero_cam.games.numero.rules import Build, Card, Colour, Position, parse_card
from numero_cam.games.numero.rules.build import computed_value
from numero_cam.games.numero.rules.calculation import Lone, Way, items_of, value_of
from numero_cam.games.numero.rules.choices import Language
from numero_cam.games.numero.solve.records import CardSet, Play, Settings, Solution
from numero_cam.table.doubts import doubt_of
from numero_cam.table.table_position import DOUBTFUL
from numero_cam.text.game_words import END_ITEMS, equation
from numero_cam.text.plays import no_take_line, not_proven_line, reason_words, say_play, sentence
from numero_cam.text.readings import perhaps_words, place_words
from numero_cam.text.words import card_words, count, formula, nth, step_text

if TYPE_CHECKING:
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


__all__ = ["card_text", "card_words", "cards_text", "count", "item_text"]

_STYLES = {Colour.RED: "red", Colour.BLUE: "blue", Colour.GREEN: "green", Colour.ORANGE: "yellow"}


def card_text(card: Card, language: Language = "fractions") -> Text:
    """Return a card in words, coloured like the card."""
    return Text(card_words(card, language), style=_STYLES.get(card.colour, "") if card.colour else "")


def item_text(item: Card | Build, language: Language = "fractions") -> Text:
    """Return a card or a build in words."""
    if isinstance(item, Card):
        return card_text(item, language)
    value = "" if item.value is None else f" = {item.value}"
    return Text.assemble("build of ", Text(" and ").join(card_text(card, language) for card in item.cards), value)


def cards_text(items: Sequence[Card | Build], language: Language = "fractions") -> Text:
    """Return a list of cards and builds in words."""
    return Text(", ").join(item_text(item, language) for item in items) if items else Text("no card")


def readings_table(state: TableState) -> Table:
    """A row for each card: its number, face, place, and how sure the reading is."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("n", justify="right")
    for name in ("card", "in words", "where", "lies"):
        table.add_column(name)
    table.add_column("sure", justify="right")
    table.add_column("note")
    for card in state.cards:
        label = card.reading.label
        sure = "-" if label is None else f"{card.reading.confidence:.1%}"
        words = card_text(parse_card(label)) if label else Text("unknown", style="bold")
        table.add_row(str(card.n), Text(label or "?"), words, place_words(card.zone), _lies(state, card), sure, _note(state, card))
    return table


def _lies(state: TableState, card: TableCard) -> str:
    """Return how a card lies with others: `second card of the build 12`, counted from the lowest; alone is not worth a word."""
    stack = sorted((other for other in state.cards if other.stack == card.stack), key=lambda other: other.order)
    if len(stack) == 1:
        return ""
    labels = [other.reading.label for other in stack]
    value = computed_value(tuple(parse_card(label) for label in labels if label)) if all(labels) else None
    build = "a build" if value is None else f"the build {value}"
    return f"{nth(card.order)} card of {build if card.zone == 'centre' else 'a fan'}"


def _note(state: TableState, card: TableCard) -> str:
    reading = card.reading
    doubtful = reading.label is None or reading.confidence < DOUBTFUL
    maybe = perhaps_words(doubt_of(state, card).perhaps) if doubtful else ""
    return "; ".join(part for part in (reading.reason, maybe) if part)


def print_readings(state: "TableState") -> None:
    """Prints the cards of a photo as a table."""
    from numero_cam.text.readings import no_card_line  # noqa: PLC0415 - the same

    console = make_console()
    deck = f", deck {state.deck}" if state.deck else ""
    print_line(console, f"{state.name}: {count(len(state.cards), 'card')} in {state.width} x {state.height} pixels{deck}")
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
        sys.stderr.write(f"numero-cam: {self._number} of {self._total} {self._what}, about {ceil(left)} s left\n")
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
        print_line(console, "Not proven: the time limit stopped the search, a better arrangement may exist.")


def _print_checked(console: Console, spread: "Spread", arrangement: "Arrangement", settings: Settings, language: Language) -> None:
    from numero_cam.text.check_list import check_list  # noqa: PLC0415 - no part of a typed position

    play = arrangement.play
    if play is None:
        return
    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}"
    more = sum(item.points for item in arrangement.unjudged)
    open_points = f", and up to {more} more that could not be judged" if more else ""
    head = f"Taken with the {card_words(play.taker)}: {count(len(play.sets), 'set')}, {brings}{open_points}"
    print_line(console, head, bold=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value, language)
        if group.taker and len(play.sets) > 1:
            print_line(console, "      counted with the taking card")
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("number", justify="right")
    table.add_column("item")
    table.add_column("points", justify="right")
    table.add_column("reason")
    for line in check_list(play, arrangement.unjudged, settings, fractions=spread.has_fraction):
        told = [reason_words(item, language) for item in play.breakdown if item.item == line.item and line.points is not None]
        points = "?" if line.points is None else f"+ {line.points}" if line.points else "-"
        table.add_row(line.number, line.text, points, "; ".join(told) or line.reason)
    table.add_row("", f"by the {settings.scoring} scoring", f"= {play.points}", "")
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
    clears = ", clears the centre" if play.clears else ""
    return f"With {play.taker}: {sets} ({count(play.cards, 'card')}, {count(play.points, 'point')}{clears})"


def _print_play(console: Console, play: Play, place: int, settings: Settings, language: Language) -> None:
    head = f"{f'Best take (most {settings.by})' if place == 1 else f'Take {place}'}: with the {card_words(play.taker)}, "
    brings = f"{count(play.cards, 'card')}, {count(play.points, 'point')}{', clears the centre' if play.clears else ''}"
    print_line(console, head + brings, bold=True)
    for group in play.sets:
        _print_group(console, group, play.taker.value, language)
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 1))
    table.add_column("points", justify="right")
    table.add_column("item")
    for item in play.breakdown:
        table.add_row(f"+ {item.points}", reason_words(item, language))
    table.add_row(f"= {play.points}", f"by the {settings.scoring} scoring")
    print_fitting_table(console, table)


def _print_group(console: Console, group: CardSet, value: Fraction, language: Language) -> None:
    made = f" = {value}" if group.calculations else ""
    print_line(
        console, Text.assemble("  ", (f"{formula(group.way, language)}{made}", "bold"), "   with ", cards_text(group.cards, language))
    )
    for step in group.calculations:
        print_line(console, f"      {step_text(step, language)}")


_ITEM = "{item}"


def intro_lines(options: Options) -> Iterator[str]:
    """Give the goal of the game and what a play is, for somebody who has never played."""
    if options.is_solitaire:
        yield f"The goal: take as many {options.by} as you can. You play alone: take, and pass when there is nothing left to take."
    else:
        yield f"The goal: win more {options.by} than the others. The cards in the centre are for everybody."
        yield "In each turn you play one number card of your hand. You can:"
    yield "  take     win cards of the centre that make your number: with a 13 you take 10 + 3, and your 13 is won too"
    if not options.is_solitaire:
        yield "  build    lay your card on cards of the centre: 8 + your 4 makes 12. Next turn you take it, if you also hold a 12"
        yield "  discard  lay your card in the centre, if you can do nothing else"
    if options.wilds:
        shown = ", ".join(map(str, options.wilds[:: max(len(options.wilds) // 4, 1)][:4]))
        yield f"Wild cards ({shown}) change a number. You may use as many as you like, with your number card."
    yield "Then you get new cards, as long as there are any. Write hint if you do not know what to do, help for all you can write."


def table_lines(game: Game, person: int) -> Iterator[Text]:
    """Give what the person sees: scores, centre and hand."""
    state = game.state
    unit = game.options.by
    mine = state.seats[person].score
    others = "".join(
        f", {name} {seat.score}" for seat_at, (name, seat) in enumerate(zip(game.names, state.seats, strict=True)) if seat_at != person
    )
    left = f"{count(len(state.stock), 'card')} left to draw." if state.stock else "No card is left to draw."
    yield Text(f"Turn {state.turn}. You have {count(mine, unit.removesuffix('s'))}{others}. {left}")
    yield Text.assemble(("Centre  ", "bold"), _row(state.centre))
    yield Text.assemble(("Hand    ", "bold"), _row(state.seats[person].hand))
    if state.phase is Phase.LAST:
        yield Text("Your last chance: take, or pass.", style="bold")


def _row(items: Sequence[Card | Build]) -> Text:
    return Text("   ").join(map(_shown, items)) if items else Text("no card")


def _shown(item: Card | Build) -> Text:
    """Return a card in words, a build as `[8 blue, 4 red] = 12`."""
    if isinstance(item, Card):
        return _card(item)
    inside = Text(", ").join(map(_card, item.cards))
    return Text.assemble("[", inside, "]", "" if item.value is None else f" = {item.value}")


def _card(card: Card) -> Text:
    """Return a number card in words; a wild card as the player writes it."""
    return card_text(card) if card.is_number else Text(str(card))


def _sentence(words: str, *items: Card | Build | Sequence[Card]) -> Text:
    """Return words with each `{item}` replaced by the next card, build, or list of cards."""
    text = Text()
    parts = words.split(_ITEM)
    for part, item in zip(parts, (*items, None), strict=True):
        text.append(part)
        if isinstance(item, Card | Build):
            text.append_text(_shown(item))
        elif item is not None:
            text.append_text(Text(", ").join(map(_card, item)))
    return text


def event_lines(names: Sequence[str], before: State, operation: Operation, after: State, person: int) -> Iterator[Text]:
    """Give the words for one operation as the person sees it; nothing for cards that others draw."""
    if isinstance(operation, Dealt):
        return
    mine = operation.player == person
    who = "You" if mine else names[operation.player]
    yield from _operation_sentences(who, mine, operation)
    if isinstance(operation, Challenged):
        (entry,) = entries(before, operation, before)
        loser = "you lose" if entry.player == person else f"{names[entry.player]} loses"
        caught = "A bluff" if entry.item == "challenge_caught" else f"The {operation.build.value} is shown"
        yield Text(f"    {caught}: {loser} {count(-entry.points, 'point')}.")
    if isinstance(operation, Taken) and before.options.by == "points":
        gained = [entry for entry in entries(before, operation, after) if entry.item not in END_ITEMS and entry.points]
        why = {"printed": "what is printed on the cards"}
        parts = "; ".join(f"{entry.points} for {why.get(entry.item) or reason_words(entry)}" for entry in gained)
        yield Text(f"    {count(sum(entry.points for entry in gained), 'point')}: {parts}")


def _operation_sentences(who: str, mine: bool, operation: Operation) -> Iterator[Text]:  # noqa: FBT001 - one of two ways to speak
    s, your = ("", "your") if mine else ("s", "the")
    match operation:
        case Drawn(_, cards, centre):
            shown = (("Turned up in the centre: {item}.", centre), ("You draw {item}.", cards if mine else ()))
            yield from (_sentence(words, drawn) for words, drawn in shown if drawn)
        case Laid(_, way):
            yield Text(f"{who} lay{s} a wild card: {equation(way)}.")
        case Taken(_, card, ways):
            won = 1 + sum(len(_flat(way)) for way in ways)
            yield _sentence(f"{who} take{s} {won} cards with {your} {_ITEM}: {' and '.join(map(_set, ways))}.", card)
        case Built(_, card, way, said):
            yield _sentence(f"{who} build{s} {value_of(way, whole=False)} with {your} {_ITEM}: {equation(way)}.", card)
            if not said:
                yield Text("It was not said aloud: it is no build, and the cards of the hand are discarded.")
        case Discarded(_, cards):
            yield _sentence(f"{who} discard{s} {_ITEM}.", cards)
        case Challenged(_, build):
            yield _sentence(f"{who} challenge{s} the build {_ITEM}.", build)
        case Returned():
            yield Text(f"{who} take{s} the wild cards back.")
        case Passed():
            yield Text(f"{who} pass{'' if mine else 'es'}.")


def _set(way: Way) -> str:
    """Return how a set makes the number: its arithmetic, or which single card or build it is."""
    if isinstance(way, Lone):
        return f"the build of {way.item.value}" if isinstance(way.item, Build) else f"the {card_words(way.item)}"
    return equation(way)


def _flat(way: Way) -> list[Card]:
    return [card for item in items_of(way) for card in (item.cards if isinstance(item, Build) else (item,))]


def hint_line(state: State, operation: Operation | None, cards: int, strength: int) -> Text:
    """Return a hint: what kind of play there is, then the card it is made with, then the play itself.

    Args:
        state: In which the play is to be made.
        operation: The play; None where something was laid in this turn.
        cards: How many cards a take wins.
        strength: 1, 2, or 3 for the play itself.
    """
    if operation is None:
        return _sentence(f"Use what you laid: {', '.join([_ITEM] * len(state.laid))}. Or write return to take it back.", *state.laid)
    if isinstance(operation, Passed):
        return Text("There is nothing to take. Write: pass")
    if strength > 2 or (isinstance(operation, Discarded) and strength > 1):
        return Text(f"Write: {play_text(operation)}")
    match operation:
        case Taken(_, card, _):
            return Text(f"There is a take of {cards} cards.") if strength == 1 else _sentence("Take with your {item}.", card)
        case Built(_, card, _):
            return Text("There is no take, but you can build.") if strength == 1 else _sentence("Build with your {item}.", card)
    return Text("There is no take, and I see no build: discard a card.")
