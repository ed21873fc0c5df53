"""``numero-cam puzzle make``: what is printed of puzzles."""

from numero_cam.assistant.puzzles import PuzzlesAsked, PuzzlesMade, make_puzzles
from numero_cam.base.errors import NumeroCamError
from numero_cam.cli.answers import print_json
from numero_cam.cli.options import BadArgumentsError
from numero_cam.games.numero.puzzles import LevelError
from numero_cam.games.numero.rules import Card, NotationError, parse_cards
from numero_cam.tell import console
from numero_cam.tell.puzzles import answer_line, hardness_line
from numero_cam.tell.words import count


def wild_cards(text: str) -> tuple[Card, ...]:
    """Return the wild cards of an option.

    Raises:
        BadArgumentsError: Something else is named, or a card twice.
    """
    try:
        cards = () if text.strip().lower() == "none" else parse_cards(text)
    except NotationError as error:
        raise BadArgumentsError(f"--wilds: {error}") from error
    for card in cards:
        if card.is_number or cards.count(card) > 1:
            raise BadArgumentsError(f"--wilds: {card} is {'a number card' if card.is_number else 'there twice; a pack has it once'}")
    return cards


def run_make(asked: PuzzlesAsked, *, answers: bool, as_json: bool) -> None:
    """Prints puzzles.

    Raises:
        BadArgumentsError: There is no such level, or something asked for is out of range.
        NumeroCamError: There are not so many puzzles of this kind; those that there are were printed.
    """
    try:
        made = make_puzzles(asked)
    except LevelError as error:
        raise BadArgumentsError(str(error)) from error
    if as_json:
        for line in made.to_dicts():
            print_json(line)
    else:
        _print(made, answers=answers)
    if len(made.puzzles) < made.asked:
        found = count(len(made.puzzles), "puzzle") if made.puzzles else "no puzzle"
        raise NumeroCamError(f"{found} of this kind found, {made.asked} wanted; take a wider --hardness, or leave --unique out")


def _print(made: PuzzlesMade, *, answers: bool) -> None:
    for number, puzzle in enumerate(made.puzzles, start=1):
        centre, hand = (" ".join(map(str, cards)) for cards in (puzzle.position.centre, puzzle.position.hand))
        title = f"Puzzle {number}: most {puzzle.by}, {made.words}"
        console.print_lines([title, f"  Centre  {centre}", f"  Hand    {hand}", f"  {hardness_line(puzzle)}", ""])
    if answers:
        console.print_lines([f"Answer {number}: {answer_line(puzzle)}" for number, puzzle in enumerate(made.puzzles, start=1)])
