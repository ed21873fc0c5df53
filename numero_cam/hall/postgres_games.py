"""Copies the games that earlier versions kept in PostgreSQL into the file of games."""

from collections import defaultdict
from datetime import datetime

import sqlalchemy as sa

from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.games.numero.engine.log_entry import LogEntry, read_entry
from numero_cam.hall.engine import address_notices, display_address, open_engine, parse_address
from numero_cam.store.games import GameStore
from numero_cam.store.store_errors import named_errors

_GAMES = "SELECT game, began, players, setting FROM numero_cam_games ORDER BY game"
_LINES = 'SELECT kind, text, "by", seen, n, at FROM numero_cam_lines WHERE game = :game ORDER BY n'


def copy_postgres_games(url: str, into: GameStore) -> int:
    """Copy the games of a database in their order, and return their number; the database stays as it is.

    A game that the file holds already, even with more lines, is not copied again.
    """
    address = parse_address(url)
    name, copied = "; ".join((display_address(address), *address_notices(address))), 0
    if address.drivername == "sqlite":
        raise StoreError(tr("{database}: is a file; copy it as any file", database=name))
    held = defaultdict[str, list[tuple[LogEntry, ...]]](list)
    for kept in into.games():
        held[kept.began].append(into.lines(kept.game))
    engine = open_engine(address)
    try:
        with named_errors(name, sa.exc.SQLAlchemyError), engine.begin() as connection:
            for game, began, players, setting in connection.execute(sa.text(_GAMES)).all():
                lines = tuple(read_entry(**row) for row in connection.execute(sa.text(_LINES), {"game": game}).mappings())
                if lines and not any(held_lines[: len(lines)] == lines for held_lines in held[began]):
                    into.append(into.begin(setting, players.split("\n"), datetime.fromisoformat(began)), lines)
                    copied += 1
    finally:
        engine.dispose()
    return copied
