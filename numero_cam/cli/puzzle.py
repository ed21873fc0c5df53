"""``numero-cam puzzle``: makes puzzles and prints them."""

from typing import TYPE_CHECKING, Annotated

import typer

from numero_cam.base.errors import NumeroCamError
from numero_cam.catalogue import tr
from numero_cam.cli.options import BadArgumentsError, JsonOption, command_group, refused, wild_cards
from numero_cam.games.numero.rules.choices import By, PuzzleKind

if TYPE_CHECKING:
    from numero_cam.app.puzzles import PuzzleOptions, PuzzleSet


def run_make(asked: "PuzzleOptions", *, answers: bool, as_json: bool) -> None:
    """Make and print puzzles, as JSON lines or for people; raise an error where fewer were found than wanted."""
    from numero_cam.app.puzzles import make_puzzles
    from numero_cam.cli.options import print_json
    from numero_cam.games.numero.puzzles import LevelError
    from numero_cam.text.words import count

    with refused(LevelError):
        made = make_puzzles(asked)
    if as_json:
        for line in made.to_dicts():
            print_json(line)
    else:
        _print(made, answers=answers)
    if len(made.puzzles) < made.asked:
        found = count(len(made.puzzles), "puzzle") if made.puzzles else tr("no puzzle")
        raise NumeroCamError(
            tr(
                "{puzzles} of this kind found, {wanted} wanted; take a wider --hardness, or leave --unique out",
                puzzles=found,
                wanted=made.asked,
            )
        )


def _print(made: "PuzzleSet", *, answers: bool) -> None:
    """Print puzzles for people, and their answers after them if they are wanted."""
    from numero_cam.text import console
    from numero_cam.text.puzzles import answer_line, explained_hardness_line, goal_line, hardness_line, task_line
    from numero_cam.text.words import unit_word

    for number, puzzle in enumerate(made.puzzles, start=1):
        centre, hand = (" ".join(map(str, cards)) for cards in (puzzle.position.centre, puzzle.position.hand))
        task = task_line(goal_line(PuzzleKind.BEST, puzzle.by))
        title = tr("Puzzle {number}: most {unit}, {level}", number=number, unit=unit_word(puzzle.by), level=made.words)
        console.print_lines(
            [
                title,
                f"  {task}",
                tr("  Middle  {centre}", centre=centre),
                tr("  Hand    {hand}", hand=hand),
                f"  {hardness_line(puzzle)}",
                "",
            ]
        )
    if answers:
        lines = (f"{answer_line(puzzle)} {explained_hardness_line(puzzle)}" for puzzle in made.puzzles)
        console.print_lines([tr("Answer {number}: {answer}", number=number, answer=line) for number, line in enumerate(lines, start=1)])


puzzle_app = command_group()


@puzzle_app.callback()
def puzzle() -> None:
    """Puzzles: a middle and a hand, whose best take is to be found."""


@puzzle_app.command("make")
def make_puzzle(
    *,
    level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", show_default=False, help="silver:1-40 or gold:1-40, the week of the school year; or a card set."),
    ] = None,
    wilds: Annotated[
        str | None, typer.Option(metavar="CARDS", show_default=False, help='In place of a level these wild cards: "-2 x2 1/2", or none.')
    ] = None,
    numbers: Annotated[int, typer.Option(metavar="N", help="With --wilds: the highest number card, 5-15.")] = 15,
    hardness: Annotated[
        str | None, typer.Option(metavar="A-B", show_default=False, help="How hard, 1-100: 40-60. Without it as the level says, or any.")
    ] = None,
    count: Annotated[int, typer.Option(metavar="N", help="How many puzzles, 1-2000.")] = 1,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same puzzles for the same text; another text, others.")] = "1",
    unique: Annotated[bool, typer.Option("--unique", help="Only puzzles with one best take.")] = False,
    by: Annotated[By, typer.Option(help="What the best take has most of.")] = "cards",
    centre: Annotated[int, typer.Option("--centre", "--center", metavar="N", help="Cards in the middle, 3-8.")] = 5,
    hand: Annotated[int, typer.Option(metavar="N", help="Cards in the hand, 2-5.")] = 5,
    answers: Annotated[bool, typer.Option("--answers", help="Give the best takes away, after the puzzles.")] = False,
    json: JsonOption = False,
) -> None:
    """Makes puzzles, proves their best takes, and says how hard they are; with --answers, why.

    Silver goes from addition to - x and / through the year, gold from the first twelve wild cards to proper fractions. Card sets: 1-10, 1,
    2, x2, x, 3, unit-fractions, proper-fractions, fractions, all. Hardness is a percentile: 60 is harder than about sixty of a hundred
    deals of the same cards.

    \b
    Examples:
      numero-cam puzzle make --level silver:12 --count 5
      numero-cam puzzle make --level gold:30 --unique --seed 5B --answers
      numero-cam puzzle make --wilds "-2 x2 1/2" --hardness 40-60 --json
    """
    from numero_cam.app.puzzles import PuzzleOptions

    if (level is None) == (wilds is None):
        raise BadArgumentsError(tr('give one of --level, such as silver:12, or --wilds, such as "-2 x2 1/2"'))
    if level is not None and numbers != 15:
        raise BadArgumentsError(tr("--numbers goes with --wilds; a level says which cards are dealt"))

    cards = None if wilds is None else wild_cards(wilds)
    run_make(
        PuzzleOptions(level or "", cards, numbers, hardness or "", count, seed, unique, by, centre, hand), answers=answers, as_json=json
    )
