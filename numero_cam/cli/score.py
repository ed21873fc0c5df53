"""``numero-cam score``: the points of a take that lies spread on the table, typed or in a photo."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.base.errors import ReadingError
from numero_cam.cli.answers import print_json
from numero_cam.cli.decks import known_decks
from numero_cam.cli.options import BadArgumentsError, SolveOptions
from numero_cam.cli.photos import load_reader, parse_corrections, see
from numero_cam.cli.solve import make_settings
from numero_cam.rules import Card, NotationError, Position, parse_card, parse_items
from numero_cam.solve import Settings
from numero_cam.solve.arrange import Arrangement, Spread, SpreadError, arrange
from numero_cam.tell import console
from numero_cam.tell.check_list import take_json

if TYPE_CHECKING:
    from numero_cam.base.records import TableState
    from numero_cam.observe.decode import TableTake

_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif", ".gif"}


def run_score(photo: str | None, take: str | None, taker: str | None, options: SolveOptions, *, cleared: bool | None) -> None:
    """Scores the one take that is given.

    Raises:
        BadArgumentsError: None or two takes, options that do not fit, or unknown notation.
        NumeroCamError: The input cannot be used.
    """
    if (photo is None) == (take is None):
        raise BadArgumentsError('give one of: a photo, or --take with the cards, such as --take "10r 10o 6b 4g"')
    settings = make_settings(options)
    card = _taker(taker)
    if photo is None and take is not None and _is_photo(take):
        photo = take
    if photo is not None:
        _score_photo(photo, card, settings, options, cleared=cleared)
    elif options.correct or options.config or options.deck:
        raise BadArgumentsError("--correct, --config and --deck go with a photo only")
    else:
        _score_typed(take or "", card, settings, options, cleared=cleared)


def _score_typed(take: str, taker: Card | None, settings: Settings, options: SolveOptions, *, cleared: bool | None) -> None:
    try:
        items = parse_items(take)
    except NotationError as error:
        raise BadArgumentsError(f"--take: {error}") from error
    if not items:
        raise BadArgumentsError('--take holds no card; give the cards of the take with the taking card, such as "10r 10o 6b 4g"')
    try:
        spread = Spread(items, taker, cleared)
    except SpreadError as error:
        raise BadArgumentsError(f"--with: {error}") from error
    arrangement, milliseconds = _timed(spread, settings, options)
    problems = [str(problem) for problem in Position(items, ()).problems(packs=options.packs)]
    if options.as_json:
        print_json(take_json(spread, settings, arrangement, milliseconds=milliseconds, problems=problems))
    else:
        console.print_lines([f"Problem: {problem}" for problem in problems])
        console.print_take(spread, arrangement, settings)


def _taker(text: str | None) -> Card | None:
    if text is None:
        return None
    try:
        return parse_card(text)
    except NotationError as error:
        raise BadArgumentsError(f"--with: {error}") from error


def _is_photo(text: str) -> bool:
    """Whether a text names no cards but a photo, which need not be there."""
    path = Path(text)
    try:
        parse_items(text)
    except NotationError:
        try:
            return path.suffix.lower() in _PICTURES or path.is_file()
        except (OSError, ValueError):  # a name that no system takes
            return False
    return False


def _timed(spread: Spread, settings: Settings, options: SolveOptions) -> tuple[Arrangement, float]:
    start = time.perf_counter()
    return arrange(spread, settings, limit_seconds=options.limit), (time.perf_counter() - start) * 1000


def _score_photo(photo: str, taker: Card | None, settings: Settings, options: SolveOptions, *, cleared: bool | None) -> None:
    from numero_cam.observe.decode import table_take
    from numero_cam.tell.readings_table import doubt_lines

    corrections = parse_corrections(options.correct)
    _, state = see(load_reader(options.config, known_decks(options.deck)), photo, packs=options.packs, corrections=corrections)
    table = table_take(state)
    why = _why_not(state, table)
    try:
        spread = Spread(table.cards, None if why else taker, cleared)
    except SpreadError as error:
        raise ReadingError(f"--with: {error}") from error
    arrangement, milliseconds = Arrangement(None, why=why, proven=False, searched=False), 0.0
    if not why:
        arrangement, milliseconds = _timed(spread, settings, options)
    problems = [*state.problems, *map(str, Position(table.cards, ()).problems(packs=options.packs))]
    if options.as_json:
        named = [*problems, why] if why else problems
        answer = take_json(spread, settings, arrangement, milliseconds=milliseconds, problems=named)
        print_json(_photo_json(state, table, answer, milliseconds))
    else:
        console.print_readings(state)
        console.print_lines([*doubt_lines(state, table.look_at), *(f"Problem: {problem}" for problem in problems)])
        console.print_take(spread, arrangement, settings)


def _why_not(state: "TableState", table: "TableTake") -> str:
    """Why the photo's take cannot be scored; points of a part of a take would be the points of nothing."""
    if not state.cards:
        return "no card was found in this photo"
    if not table.cards and not table.unknown:
        return "no take was found: it is a single row or fan, alone in the photo"
    names = ", ".join(map(str, table.unknown))
    return f"a card of the take is not known (number {names}), mend it with --correct" if names else ""


def _photo_json(state: "TableState", table: "TableTake", answer: dict[str, object], milliseconds: float) -> dict[str, object]:
    """The object of a typed take with what the photo shows around it, as for `solve`."""
    from numero_cam.tell.readings_json import cards_json, milliseconds_json

    times = {**state.milliseconds, "solve": milliseconds, "total": state.milliseconds.get("total", 0.0) + milliseconds}
    return {
        "image": state.name,
        "width": state.width,
        "height": state.height,
        **answer,
        "milliseconds": milliseconds_json(times),
        "cards": cards_json(state),
        "look_at": list(table.look_at),
        "complete": not table.unknown,
    }
