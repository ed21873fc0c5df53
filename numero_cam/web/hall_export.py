"""Everything of an event as files: results, standings and plays as CSV, games as texts."""

import io
import zipfile

from numero_cam.base.errors import GameError
from numero_cam.hall.hall_game import HallGame
from numero_cam.hall.records import Event, Match
from numero_cam.hall.standings import standings
from numero_cam.store.hall_store import HallStore
from numero_cam.text.spreadsheet import table_csv

Row = dict[str, object]


def export_zip(store: HallStore, game: HallGame, event: Event) -> bytes:
    """Return a ZIP file with everything of an event; names of children are in it where the event is played by children.

    Args:
        store: Holds the event.
        game: The game that is played.
        event: The event.

    Raises:
        StoreError: It cannot be read.
    """
    matches, entrants = store.games(event.number), store.entrants(event.number)
    names = {entrant.number: entrant.name for entrant in entrants}
    rows = [_match_row(match, names) for match in matches]
    placed: list[Row] = [
        {
            "place": row.place,
            "number": row.number,
            "name": names[row.number],
            "points": row.points,
            "buchholz": row.buchholz,
            "wins": row.wins,
            "margin": row.margin,
            "scored": row.scored,
            "played": row.played,
            "byes": row.byes,
        }
        for row in standings(entrants, matches, event.setting.system)
    ]
    plays: list[Row] = []
    files: dict[str, str] = {"matches.csv": _csv(rows), "standings.csv": _csv(placed)}
    for match in matches:
        if not match.game:
            continue
        setting, lines = store.game_lines(match.game)
        about: Row = {"round": match.round, "table": match.table, "game": match.game}
        plays += [{**about, "n": line.n, "at": line.at, "kind": line.kind, "by": line.by, "text": line.text} for line in lines]
        try:
            again = game.replay(setting, lines)
        except GameError:
            continue  # its lines are in plays.csv
        if again is not None:
            files[f"games/round-{match.round}-table-{match.table}.txt"] = again.text
    files["plays.csv"] = _csv(plays)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in sorted(files.items()):
            packed.writestr(name, text)
    return held.getvalue()


def _match_row(match: Match, names: dict[int, str]) -> Row:
    result = match.result
    return {
        "round": match.round,
        "table": match.table,
        "home": names[match.pairing.home],
        "away": names[match.pairing.away] if match.pairing.away is not None else "",
        "home_score": result.home if result else "",
        "away_score": result.away if result else "",
        "by": result.by if result else "",
        "reason": result.reason if result else "",
    }


def _csv(rows: list[Row]) -> str:
    return table_csv(list(rows[0]) if rows else ["nothing"], rows)
