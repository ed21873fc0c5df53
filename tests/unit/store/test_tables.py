"""The tables of kept games are those of version 1: an older program reads what a newer one keeps, and the other way round."""

from pathlib import Path

import sqlalchemy as sa

from numero_cam.store.games import GameStore, open_engine, parse_address
from numero_cam.store.lines import GameLine

COLUMNS = {
    "numero_cam_about": {"version": "INTEGER"},
    "numero_cam_games": {"game": "INTEGER", "began": "VARCHAR(32)", "players": "TEXT", "setting": "TEXT"},
    "numero_cam_lines": {
        "game": "INTEGER",
        "n": "INTEGER",
        "at": "VARCHAR(32)",
        "kind": "VARCHAR(16)",
        "text": "TEXT",
        "by": "VARCHAR(16)",
        "seen": "TEXT",
    },
    "numero_cam_snapshots": {"game": "INTEGER", "n": "INTEGER", "version": "TEXT", "body": "TEXT"},
}
KEYS = {
    "numero_cam_about": ["version"],
    "numero_cam_games": ["game"],
    "numero_cam_lines": ["game", "n"],
    "numero_cam_snapshots": ["game"],
}
COUNTED = {"numero_cam_games": "game"}  #: Of which table the database gives the numbers itself.


def test_the_tables_and_their_columns(address: str) -> None:
    store = GameStore.open(address)
    game = store.begin("{}", ("Ann", "Ben"))
    store.append(game, [GameLine("deal", "d")])
    store.keep_snapshots({store.games()[0]: "{}"}, "1")
    store.close()
    engine = open_engine(parse_address(address))
    seen = sa.inspect(engine)
    assert set(seen.get_table_names()) == set(COLUMNS)
    for table, columns in COLUMNS.items():
        found = seen.get_columns(table)
        assert {one["name"]: str(one["type"]) for one in found} == columns
        assert not any(one["nullable"] for one in found)
        assert seen.get_pk_constraint(table)["constrained_columns"] == KEYS[table]
        if engine.dialect.name == "postgresql":
            assert [one["name"] for one in found if one["default"]] == ([COUNTED[table]] if table in COUNTED else [])
        for foreign in seen.get_foreign_keys(table):
            assert (foreign["referred_table"], foreign["constrained_columns"]) == ("numero_cam_games", ["game"])
            assert foreign["options"] == {"ondelete": "CASCADE"}
    assert [table for table in COLUMNS if seen.get_foreign_keys(table)] == ["numero_cam_lines", "numero_cam_snapshots"]
    engine.dispose()


def test_sqlite_gives_no_number_twice(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    GameStore.open(f"sqlite:///{path}").close()
    engine = open_engine(parse_address(f"sqlite:///{path}"))
    with engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'").all()
    assert [row.name for row in rows] == ["numero_cam_games"]
    engine.dispose()
