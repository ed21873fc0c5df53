"""``numero-cam solve``: the best take of a typed position, of many, or of a photo."""

import time
from pathlib import Path

from numero_cam.base.errors import ConfigError
from numero_cam.cli.answers import Answer, Child, print_json
from numero_cam.cli.options import BadArgumentsError, SolveOptions
from numero_cam.rules import NotationError, Position, PrintedPoints, PrintedPointsError, parse_items, parse_position
from numero_cam.solve import Settings, Solution, best_plays, child_play, solve


def run_solve(photo: str | None, centre: str | None, hand: str | None, positions: Path | None, options: SolveOptions) -> None:
    """Finds the one source that is given and answers it.

    Raises:
        BadArgumentsError: None or several sources, options that do not fit, or unknown notation.
        NumeroCamError: The input cannot be used.
        typer.Exit: With status 1 where a line of a file could not be answered.
    """
    typed = centre is not None or hand is not None
    if (photo is not None) + typed + (positions is not None) != 1:
        raise BadArgumentsError("give one of: a photo, --centre with --hand, or --positions FILE")
    if photo is None and (options.annotate or options.correct or options.config or options.deck):
        raise BadArgumentsError("--annotate, --correct, --config and --deck go with a photo only")
    settings = make_settings(options)
    if options.every and options.top > 1:
        raise BadArgumentsError("--all shows every best take, --top N the N best; give one of them")
    if options.advise:
        from numero_cam.cli.thinking import effort_of

        effort_of(options.think)
    if options.target is not None:
        from numero_cam.cli.target import answer_target

        if not typed:
            raise BadArgumentsError("--target goes with --centre and --hand")
        answer_target(_typed_position(centre or "", hand or ""), options)
    elif positions is not None:
        from numero_cam.cli.positions import answer_positions

        answer_positions(positions, settings, options)
    elif photo is not None:
        from numero_cam.cli.solve_photo import answer_photo

        answer_photo(photo, settings, options)
    else:
        _answer_typed(_typed_position(centre, hand), settings, options)


def make_settings(options: SolveOptions) -> Settings:
    """The solver's settings.

    Raises:
        ConfigError: The table of printed points cannot be used.
    """
    try:
        printed = PrintedPoints.load(options.printed_points) if options.printed_points else PrintedPoints.default()
    except PrintedPointsError as error:
        raise ConfigError(f"--printed-points {error}") from error
    return Settings(
        by=options.by, scoring=options.scoring, values=options.values, fractions_in_play=options.fractions_in_play, printed=printed
    )


def answer(position: Position, settings: Settings, options: SolveOptions) -> Answer:
    """Solves one position and measures how long that took."""
    start = time.perf_counter()
    counted: int | None = None
    if options.every:
        best = best_plays(position, settings, limit_seconds=options.limit)
        solution, counted = Solution(best.plays, best.proven), best.count
    else:
        solution = solve(position, settings, top=options.top, limit_seconds=options.limit)
    milliseconds = (time.perf_counter() - start) * 1000
    child = (
        Child(options.child, child_play(position, settings, level=options.child, limit_seconds=options.limit)) if options.child else None
    )
    advice = None
    if options.advise:
        from numero_cam.cli.thinking import effort_of
        from numero_cam.game.advisor import advise
        from numero_cam.game.view import view_of_position

        advice = advise(view_of_position(position, settings), effort_of(options.think))
    return Answer(position, settings, solution, milliseconds, position.problems(packs=options.packs), counted, child, advice)


def _typed_position(centre: str | None, hand: str | None) -> Position:
    if centre is None or hand is None:
        missing = "--centre" if centre is None else "--hand"
        raise BadArgumentsError(f'{missing} is missing; give both, such as --centre "7r 8b" --hand "15g x2"')
    for name, text in (("--centre", centre), ("--hand", hand)):
        try:
            parse_items(text)
        except NotationError as error:
            raise BadArgumentsError(f"{name}: {error}") from error
    try:
        return parse_position(centre, hand)
    except NotationError as error:
        raise BadArgumentsError(f"--hand: {error}") from error


def _answer_typed(position: Position, settings: Settings, options: SolveOptions) -> None:
    found = answer(position, settings, options)
    if options.as_json:
        print_json(found.as_json())
    else:
        found.print()
