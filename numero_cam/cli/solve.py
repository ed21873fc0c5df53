"""``numero-cam solve``: the best take of a typed position, of many, or of a photo."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from numero_cam.catalogue import ngettext, tr
from numero_cam.cli.options import (
    ADVICE_RULES,
    ANSWERS,
    POSITION,
    AdviceOptions,
    BadArgumentsError,
    CorrectOption,
    LanguageOption,
    LimitOption,
    OutputFormat,
    PictureOptions,
    RuleOptions,
    SeatOption,
    ShowOptions,
    grouped,
    packs_of,
    print_json,
    refuse_without_photo,
    refused,
    say_notices,
    settings_of,
)
from numero_cam.games.numero.rules.choices import ChildLevel, Language

if TYPE_CHECKING:
    from collections.abc import Callable

    from numero_cam.app.answers import Answer, Child, FullAnswer, LineAnswer, Question
    from numero_cam.app.photos import PhotoSolved
    from numero_cam.app.session import Session
    from numero_cam.games.numero.rules import Build, Card, Position


def typed_position(centre: str | None, hand: str | None) -> "Position":
    """Return the position of ``--centre`` and ``--hand``."""
    from numero_cam.games.numero.rules import Position

    if centre is None or hand is None:
        missing = "--centre" if centre is None else "--hand"
        raise BadArgumentsError(tr('{option} is missing; give both, such as --centre "7r 8b" --hand "15g x2"', option=missing))
    return Position(typed_centre(centre), typed_hand(hand))


def typed_centre(text: str) -> "tuple[Card | Build, ...]":
    """Return the cards and builds of ``--centre``."""
    from numero_cam.games.numero.rules import NotationError, parse_items

    with refused(NotationError, "--centre: "):
        return parse_items(text)


def typed_hand(text: str) -> "tuple[Card, ...]":
    """Return the cards of ``--hand``."""
    from numero_cam.games.numero.rules import NotationError, parse_cards

    with refused(NotationError, "--hand: "):
        return parse_cards(text)


def print_take_sentence(answer: "Answer", output_format: OutputFormat, *, no_take: str = "", name: str = "") -> None:
    """Print the best take in one sentence after a name, or `no_take` where there is none; with ``--brief`` also if it is not proven."""
    from numero_cam.text import console

    named = f"{name}: " if name else ""
    console.print_sentence(named + console.solution_sentence(answer.solution, language=output_format.language, no_take=no_take))
    if output_format.brief and answer.solution.plays and not answer.solution.proven:
        print(tr("Not proven: a better take may exist."))


def print_answer(answer: "Answer", output_format: OutputFormat) -> None:
    """Print problems, takes, their number, a child's take and the advice of an answer, as far as it has them."""
    from numero_cam.text import console

    language = output_format.language
    console.print_lines([tr("Problem: {problem}", problem=problem) for problem in answer.problems])
    console.print_solution(answer.position, answer.solution, answer.settings, language=language)
    if answer.count is not None:
        console.print_lines([_count_line(answer.count, len(answer.solution.plays))])
    if answer.child is not None:
        console.print_lines([child_line(answer.child)])
    if answer.advice is not None:
        from numero_cam.text.advice import advice_rows
        from numero_cam.text.words import unit_word

        if answer.advice:
            by = answer.settings.by
            unit = unit_word(by)
            head = (tr("advice"), tr("worth ({unit})", unit=unit), tr("reason"))
            console.print_table(head, advice_rows(answer.advice, by=by), numbers=(1,))
            worth = tr("What a play is worth: the {unit} that you win more than the others in this turn and the next ones.", unit=unit)
            console.print_lines([worth])
        else:
            console.print_lines([tr("There is nothing to play with an empty hand.")])


def _count_line(found: int, shown: int) -> str:
    """Return how many best takes there are, and how many of them are shown."""
    if found == shown:
        return ngettext("There is one best take.", "There are {n} best takes with different cards or sets.", found)
    return ngettext(
        "There is one best take; the {shown} simplest are shown.",
        "There are {n} best takes with different cards or sets; the {shown} simplest are shown.",
        found,
        shown=shown,
    )


def child_line(child: "Child") -> str:
    """Return the take that a child of a level finds, on one line."""
    from numero_cam.text import console

    play, level = child.found.play, child.level
    if play is None:
        if child.found.proven:
            return tr("A child of level {level} finds no take", level=level)
        return tr("A child of level {level} finds no take in the time", level=level)
    take = console.play_line(play)
    if child.found.proven:
        return tr("A child of level {level} finds: {take}", level=level, take=take)
    return tr("A child of level {level} finds in the time: {take}", level=level, take=take)


def best_line(answer: "Answer", language: Language) -> str:
    """Return the best play on one line; see ``print_take_sentence``."""
    from numero_cam.text import console
    from numero_cam.text.plays import no_take_line

    return console.play_line(answer.solution.plays[0], language) if answer.solution.plays else no_take_line(answer.solution)


def answer_typed(position: "Position", question: "Question", output_format: OutputFormat) -> None:
    """Solve a typed position and print the answer."""
    from numero_cam.app.answers import answer

    found = answer(position, question)
    if output_format.as_json:
        print_json(found.to_dict())
        return
    print_take_sentence(found, output_format)
    if not output_format.brief:
        print()
        print_answer(found, output_format)


def answer_positions(path: Path, question: "Question", output_format: OutputFormat) -> None:
    """Answer each line of a file at once; a bad line gets its error in its place.

    Args:
        path: JSON lines; ``-`` for standard input.
        question: The question about each position.
        output_format: JSON or words; each answer is one line in any form.
    """
    from numero_cam.app.answers import answer_lines

    failed = False
    for found in answer_lines(_lines(path), question, str(path)):
        failed |= found.answer is None
        if output_format.as_json:
            print_json(found.to_dict())
        _print_line_answer(found, output_format)
    if failed:
        raise typer.Exit(1)


def _print_line_answer(found: "LineAnswer", output_format: OutputFormat) -> None:
    """Print the answer to a line of a file, or its error."""
    if found.answer is None:
        sys.stdout.flush()
        say_notices([tr("line {found.line}: {found.error}", found=found)])
    elif not output_format.as_json:
        sentences = [best_line(found.answer, output_format.language)]
        if found.answer.solution.plays and not found.answer.solution.proven:
            sentences.append(tr("Not proven: a better take may exist."))
        sentences += [tr("Problem: {problem}.", problem=problem) for problem in found.answer.problems]
        print(f"{found.line}: {' '.join(sentences)}", flush=True)


def _lines(path: Path) -> Iterator[bytes]:  # of a file, or of standard input for `-`
    from numero_cam.app.answers import MAX_POSITION_BYTES
    from numero_cam.base.bounded_reader import split_lines
    from numero_cam.base.errors import PositionError, reason_of

    try:
        with sys.stdin.buffer if str(path) == "-" else path.open("rb") as file:
            yield from split_lines(file, MAX_POSITION_BYTES, str(path), PositionError)
    except OSError as error:
        raise PositionError(tr("{file}: cannot be read: {reason}", file=path, reason=reason_of(error))) from error


def answer_target(position: "Position", target: str, question: "Question", output_format: OutputFormat) -> None:
    """Print which number cards take every card of centre and hand as one set; `target` is a number, or ``all``."""
    from numero_cam.app.answers import answer_full
    from numero_cam.games.numero.solve import SettingsError

    if any(card.is_number for card in position.hand):
        raise BadArgumentsError(tr("with --target the hand holds wild cards only; every number card of the puzzle lies in the middle"))
    if question.every or question.child or question.top > 1:
        raise BadArgumentsError(tr("--target answers one question; --child and --top go with the best take"))
    numbers = _numbers(target)
    with refused(SettingsError):
        found = answer_full(position, numbers, question)
    if output_format.as_json:
        print_json(found.to_dict())
    else:
        _print(found, numbers)


def _numbers(target: str) -> tuple[int, ...]:  # of --target
    from numero_cam.games.numero.rules.cards import HIGHEST_NUMBER

    if target == "all":
        return tuple(range(1, HIGHEST_NUMBER + 1))
    if target.isdecimal() and 1 <= int(target) <= HIGHEST_NUMBER:
        return (int(target),)
    raise BadArgumentsError(tr("--target is {target!r}; give a number from 1 to {most}, or all", target=target, most=HIGHEST_NUMBER))


def _print(answer: "FullAnswer", numbers: tuple[int, ...]) -> None:
    """Print which of these numbers take all cards, and how."""
    from numero_cam.text import console
    from numero_cam.text.words import formula, step_text

    found = answer.found
    console.print_lines([tr("Problem: {problem}", problem=problem) for problem in answer.problems])
    if not found.proven:
        console.print_lines([tr("Not finished: the time limit stopped the search; a longer --limit may find more.")])
    if not found.takes:
        if not found.proven:
            return
        console.print_lines(
            [
                tr("No number card takes all of these cards as one set.")
                if len(numbers) > 1
                else tr("The {number} does not take all of these cards as one set.", number=numbers[0])
            ]
        )
        return
    rows = [(str(take.number), formula(take.group.way), "; ".join(map(step_text, take.group.calculations))) for take in found.takes]
    console.print_table((tr("Number"), tr("Way"), tr("Steps")), rows, numbers=(0,))


def print_solved(found: "PhotoSolved", output_format: OutputFormat, *, many: bool = False) -> None:
    """Print the answer in a sentence, the cards, what the user should check, and all of the answer."""
    from numero_cam.text import console
    from numero_cam.text.readings import look_lines, no_take_of_photo

    no_take = no_take_of_photo(found.state, found.gaps, found.table)
    print_take_sentence(found.answer, output_format, no_take=no_take, name=found.state.name if many else "")
    if output_format.brief or found.gaps.cards:
        return
    print()
    console.print_readings(found.state)
    problems = [tr("Problem: {problem}", problem=problem) for problem in (*found.state.problems, *found.missing)]
    console.print_lines([*look_lines(found.state, found.table), *problems])
    print_answer(found.answer, output_format)


class PositionOptions(NamedTuple):
    """The cards that are typed; see the help of these options."""

    centre: Annotated[
        str | None,
        typer.Option("--centre", "--center", metavar="CARDS", rich_help_panel=POSITION, help="Cards of the middle, builds as [8b 4r]."),
    ] = None
    hand: Annotated[
        str | None,
        typer.Option(metavar="CARDS", rich_help_panel=POSITION, help="Cards of your hand. One may replace a photo's."),
    ] = None
    positions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", rich_help_panel=POSITION, help='Many, one a line: {"centre": [], "hand": []}'),
    ] = None


class AnswerOptions(NamedTuple):
    """The answers that are wanted of a position; see the help of these options."""

    top: Annotated[
        str,
        typer.Option(
            metavar="N|all", rich_help_panel=ANSWERS, help="How many takes to show, best first; all: every best one that really differs."
        ),
    ] = "1"
    child: Annotated[
        ChildLevel | None,
        typer.Option(metavar="LEVEL", rich_help_panel=ANSWERS, help="Also a child's take: level 1, 2, 3, fractions or all."),
    ] = None
    target: Annotated[
        str | None,
        typer.Option(metavar="N|all", rich_help_panel=ANSWERS, help="All cards as one set: by number N, or by each that can."),
    ] = None
    limit: LimitOption = 60

    def question(self, rules: RuleOptions, advice: AdviceOptions) -> "Question":
        """Return the question that is asked of each position."""
        from numero_cam.app.answers import Question

        if self.top != "all" and not (self.top.isascii() and self.top.isdigit() and int(self.top[:9]) > 0):
            raise BadArgumentsError(tr("--top is {top!r}; give a number from 1, or all", top=self.top))
        said, effort = rules.read(*(ADVICE_RULES if advice.advise else ())), advice.effort()
        every = self.top == "all"
        return Question(
            settings_of(said),
            top=1 if every else int(self.top[:9]),
            every=every,
            child=self.child,
            effort=effort,
            limit=self.limit,
            packs=packs_of(said),
            told=advice.facts(said),
        )


def _solve_photos(
    names: Sequence[str],
    given: PositionOptions,
    opened: "Callable[[], Session]",
    show: ShowOptions,
    *,
    output_format: OutputFormat,
    correct: Sequence[str] | None,
) -> None:
    """Read photos, solve the known cards of each, and print which cards the user should check."""
    from numero_cam.app.photos import SOLVED, solved_rows
    from numero_cam.cli.photos import PhotoCommand, answer_photos

    centre = None if given.centre is None else typed_centre(given.centre)
    hand = None if given.hand is None else typed_hand(given.hand)
    command = PhotoCommand(
        look=lambda session, photo, corrections: session.solve(photo, corrections, centre=centre, hand=hand),
        print=lambda found, many: print_solved(found, output_format, many=many),
        rows=solved_rows,
        columns=SOLVED,
    )
    answer_photos(names, command, show, opened, correct=correct, typed=(centre, hand) != (None, None))


def _check_together(photos: Sequence[str], given: PositionOptions, target: str | None, *, brief: bool) -> None:
    """Refuse options that do not go together."""
    typed = given.centre is not None or given.hand is not None
    if (bool(photos) or typed) + (given.positions is not None) != 1:
        raise BadArgumentsError(tr("give one of: a photo, --centre with --hand, or --positions FILE"))
    if photos and given.centre is not None and given.hand is not None:
        raise BadArgumentsError(tr("--centre and --hand leave nothing to read in the photo; give one of them beside it, or no photo"))
    if target is not None and (photos or not typed):
        raise BadArgumentsError(tr("--target goes with --centre and --hand"))
    if target is not None and brief:
        raise BadArgumentsError(tr("--brief tells the best take; --target has an answer for each number"))


@grouped
def solve(
    *,
    photos: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PHOTO...]", show_default=False, help="Photos of the table, your hand nearest you; folders; - for standard input."
        ),
    ] = None,
    given: PositionOptions,
    rules: RuleOptions,
    wanted: AnswerOptions,
    advice: AdviceOptions,
    correct: CorrectOption = None,
    seat: SeatOption = "near",
    picture_options: PictureOptions,
    show: ShowOptions,
    language: LanguageOption = "fractions",
) -> None:
    """Finds the best take, with its arithmetic and its points.

    Cards: 7r (1-15; r, b, g, o), 10h (playing cards 1-10; s, h, d, c), -2..-5, x2..x5, /2../5, fractions such as 3/4, N2 N3 sqrt cbrt;
    a build in the middle: [8b 4r].

    \b
    Examples:
      numero-cam solve table.jpg --annotate best.jpg
      numero-cam solve photos --csv > takes.csv
      numero-cam solve table.jpg --correct 3=7r --correct 6=hand
      numero-cam solve --centre "11r 8o 3b 5r" --hand "11g x3 -4 /2"
      numero-cam solve --centre "[8b 4r] 3g" --hand "12o 15r" --by cards --top 3
      numero-cam solve --centre "3 4 5 6 15 3/5" --hand "/3 1/8 -4 sqrt" --target all
      numero-cam solve --centre "9r" --hand "7b 4g x2 15o 1/3" --advise
      numero-cam solve --positions deals.jsonl --json > answers.jsonl
    """
    _check_together(photos or (), given, wanted.target, brief=show.brief)
    if not photos:
        refuse_without_photo(picture_options, show, correct=correct, seat=seat != "near")
    question, output_format = wanted.question(rules, advice), show.form(language)
    if photos:
        from numero_cam.cli.photos import open_session

        _solve_photos(
            photos, given, lambda: open_session(question, picture_options, seat), show, output_format=output_format, correct=correct
        )
    elif given.positions is not None:
        answer_positions(given.positions, question, output_format)
    elif wanted.target is None:
        answer_typed(typed_position(given.centre, given.hand), question, output_format)
    else:
        answer_target(typed_position(given.centre or "", given.hand or ""), wanted.target, question, output_format)
