"""``numero-cam solve PHOTO``: the best take of the table in a photo."""

from typing import TYPE_CHECKING

from numero_cam.cli.answers import Answer, print_json
from numero_cam.cli.decks import known_decks
from numero_cam.cli.options import SolveOptions
from numero_cam.cli.photos import annotate, check_annotate, load_reader, parse_corrections, see
from numero_cam.cli.solve import answer
from numero_cam.observe.decode import TablePosition, table_position
from numero_cam.solve import Settings
from numero_cam.tell import console
from numero_cam.tell.readings_json import cards_json, milliseconds_json
from numero_cam.tell.readings_table import look_lines
from numero_cam.tell.roles import play_roles

if TYPE_CHECKING:
    from numero_cam.base.records import TableState


def answer_photo(photo: str, settings: Settings, options: SolveOptions) -> None:
    """Reads a photo, solves what is known of it, and says which cards need a look.

    Raises:
        NumeroCamError: Photo, models or corrections cannot be used.
        BadArgumentsError: The options do not fit.
    """
    corrections = parse_corrections(options.correct)
    check_annotate(options.annotate, [photo])
    frame, state = see(load_reader(options.config, known_decks(options.deck)), photo, packs=options.packs, corrections=corrections)
    table = table_position(state)
    found = answer(table.position, settings, options)
    if options.as_json:
        print_json(photo_json(state, table, found))
    else:
        console.print_readings(state)
        console.print_lines([*look_lines(state, table), *(f"Problem: {problem}" for problem in (*state.problems, *missing(state)))])
        found.print()
    if options.annotate:
        plays = found.solution.plays
        roles = play_roles(table, plays[0]) if plays else {}
        annotate(options.annotate, frame, state, roles, [found.line(), *look_lines(state, table)])


def photo_json(state: "TableState", table: TablePosition, found: Answer) -> dict[str, object]:
    """The object of the contract for a solved photo."""
    milliseconds = {**state.milliseconds, "solve": found.milliseconds}
    milliseconds["total"] = state.milliseconds.get("total", 0.0) + found.milliseconds
    return {
        "image": state.name,
        "width": state.width,
        "height": state.height,
        **({"deck": state.deck} if state.deck else {}),
        **found.as_json(),
        "problems": [*state.problems, *missing(state), *(str(problem) for problem in found.problems)],
        "milliseconds": milliseconds_json(milliseconds),
        "cards": cards_json(state),
        "look_at": list(table.look_at),
        "complete": table.complete,
    }


def missing(state: "TableState") -> list[str]:
    """What a photo must show for a take to be possible, and does not."""
    if not state.cards:
        return ["no card was found in this photo"]
    zones = {card.zone for card in state.cards}
    lines = []
    if "hand" not in zones:
        lines.append("no hand was found: it is the row or fan nearest the photo's lower edge, with the centre above it")
    if "centre" not in zones:
        lines.append("no card was found in the centre")
    return lines
