"""The tables of kept games are those of version 1: an older program reads what a newer one keeps, and the other way round."""

from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from numero_cam.games.numero.engine.log_entry import LogEntry
from numero_cam.store.games import GameStore

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
    "numero_cam_analyses": {"game": "INTEGER", "n": "INTEGER", "version": "TEXT", "body": "TEXT"},
    "numero_cam_progress": {"game": "INTEGER", "n": "INTEGER", "version": "TEXT", "body": "TEXT"},
    "numero_cam_learners": {"name": "TEXT", "body": "TEXT"},
}
KEYS = {
    "numero_cam_about": ["version"],
    "numero_cam_games": ["game"],
    "numero_cam_lines": ["game", "n"],
    "numero_cam_snapshots": ["game"],
    "numero_cam_analyses": ["game"],
    "numero_cam_progress": ["game"],
    "numero_cam_learners": ["name"],
}


def test_tables_and_columns_are_those_of_version_1(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(GameStore(path)) as store:
        store.append(store.begin("{}", ("Ann", "Ben")), [LogEntry("deal", "d")])
        store.keep_snapshots({store.games()[0]: "{}"}, "1")
        store.keep_snapshots({store.games()[0]: "[]"}, "1", "analyses")
        store.keep_snapshots({store.games()[0]: "[]"}, "1", "progress")
        store.keep_learner("Ann", "", "{}")
    engine = sa.create_engine(f"sqlite:///{path}")
    seen = sa.inspect(engine)
    assert set(seen.get_table_names()) == set(COLUMNS)
    for table, columns in COLUMNS.items():
        found = seen.get_columns(table)
        assert {one["name"]: str(one["type"]) for one in found} == columns
        assert not any(one["nullable"] for one in found)
        assert seen.get_pk_constraint(table)["constrained_columns"] == KEYS[table]
        for foreign in seen.get_foreign_keys(table):
            assert (foreign["referred_table"], foreign["constrained_columns"]) == ("numero_cam_games", ["game"])
            assert foreign["options"] == {"ondelete": "CASCADE"}
    assert [table for table in COLUMNS if seen.get_foreign_keys(table)] == [
        "numero_cam_lines",
        "numero_cam_snapshots",
        "numero_cam_analyses",
        "numero_cam_progress",
    ]
    engine.dispose()
