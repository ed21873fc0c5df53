"""The tables of a hall's database, and the steps that bring those of an earlier version up to this one."""

from collections.abc import Sequence

import sqlalchemy as sa

from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.store.store_errors import check_version

#: Has the version of the other tables as its one row. Alembic made it in earlier versions, so it is no table of `META`.
VERSION = sa.Table("numero_cam_hall_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
META = sa.MetaData()
_ON_DELETE = "CASCADE"

EVENTS = sa.Table(
    "numero_cam_hall_events",
    META,
    sa.Column("event", sa.Integer, primary_key=True),
    sa.Column("began", sa.String(32), nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
    sa.Column("closed", sa.Boolean, nullable=False),
    sqlite_autoincrement=True,  # the number of a deleted event or match is never given again: a table may still play it
)
ENTRANTS = sa.Table(
    "numero_cam_hall_entrants",
    META,
    sa.Column("event", sa.Integer, sa.ForeignKey(EVENTS.c.event, ondelete=_ON_DELETE), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("members", sa.Text, nullable=False),
    sa.Column("joined", sa.Integer, nullable=False),
    sa.Column("left", sa.Boolean, nullable=False),
)
MATCHES = sa.Table(
    "numero_cam_hall_matches",
    META,
    sa.Column("match", sa.Integer, primary_key=True),
    sa.Column("event", sa.Integer, sa.ForeignKey(EVENTS.c.event, ondelete=_ON_DELETE), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer),
    sa.Column("home", sa.Integer, nullable=False),
    sa.Column("away", sa.Integer),
    sa.UniqueConstraint("event", "round", "home", name="numero_cam_hall_one_match"),
    sa.UniqueConstraint("event", "round", "place", name="numero_cam_hall_one_place"),
    sqlite_autoincrement=True,
)
RESULTS = sa.Table(
    "numero_cam_hall_results",
    META,
    sa.Column("match", sa.Integer, sa.ForeignKey(MATCHES.c.match, ondelete=_ON_DELETE), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("home", sa.Integer, nullable=False),
    sa.Column("away", sa.Integer, nullable=False),
    sa.Column("by", sa.String(16), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)
CLAIMS = sa.Table(
    "numero_cam_hall_claims",
    META,
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("device", sa.String(36), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)
GAMES = sa.Table(
    "numero_cam_hall_games",
    META,
    sa.Column("game", sa.String(36), primary_key=True),
    sa.Column("match", sa.Integer, sa.ForeignKey(MATCHES.c.match, ondelete=_ON_DELETE), nullable=False, index=True),
    sa.Column("began", sa.String(32), nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
    sa.Column("have", sa.Integer, nullable=False),
    sa.Column("stand", sa.Text, nullable=False),
    sa.Column("begun", sa.Integer, nullable=False),  # serial of the first message; serials, since clocks go back
    sa.Column("told", sa.Integer, nullable=False, index=True),  # serial of the last message
    sa.Column("size", sa.Integer, nullable=False),
)
PLAYS = sa.Table(
    "numero_cam_hall_plays",
    META,
    sa.Column("game", sa.String(36), sa.ForeignKey(GAMES.c.game, ondelete=_ON_DELETE), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("came", sa.String(32), nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("by", sa.String(16), nullable=False),
)
LOG = sa.Table(
    "numero_cam_hall_log",
    META,
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("event", sa.Integer, sa.ForeignKey(EVENTS.c.event, ondelete=_ON_DELETE), nullable=False, index=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("who", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)

_GAMES = "numero_cam_hall_games"
#: SQL that makes tables of each version, from 1, those of the next one. A step that was released is never changed.
STEPS: Sequence[Sequence[str]] = (
    (
        *(f"ALTER TABLE {_GAMES} ADD COLUMN {name} INTEGER NOT NULL DEFAULT 0" for name in ("begun", "told", "size")),
        # Version 1 knew no other order than that of the clock.
        f"""UPDATE {_GAMES} SET
            begun = (SELECT COUNT(*) FROM {_GAMES} other
                WHERE other.began < {_GAMES}.began OR other.began = {_GAMES}.began AND other.game <= {_GAMES}.game),
            size = COALESCE((SELECT SUM(LENGTH(text) + 500) FROM numero_cam_hall_plays plays WHERE plays.game = {_GAMES}.game), 0)""",  # noqa: S608
        f"UPDATE {_GAMES} SET told = begun",  # noqa: S608 - of names above
        f"CREATE INDEX ix_numero_cam_hall_games_told ON {_GAMES} (told)",
    ),
)


def upgrade(connection: sa.Connection, name: str, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Bring the tables of a database up to the version after the last step, within the connection's transaction; `name` is for messages."""
    found, known = current_version(connection, name), len(steps) + 1
    check_version(name, found, known)
    if found == known:
        return
    if not found:
        VERSION.create(connection, checkfirst=True)
        META.create_all(connection)
    for statement in (statement for step in steps[found - 1 :] for statement in step) if found else ():
        connection.exec_driver_sql(statement)
    connection.execute(VERSION.delete())
    connection.execute(VERSION.insert().values(version_num=str(known)))


def current_version(connection: sa.Connection, name: str = "") -> int:
    """Return the version of the tables in a database; 0 where there are none."""
    found = connection.execute(sa.select(VERSION.c.version_num)).scalars().all() if sa.inspect(connection).has_table(VERSION.name) else ()
    if len(found) > 1 or not all(each.isdecimal() for each in found):
        raise StoreError(tr("{name}: its tables are of no version of this program", name=name))
    return int(found[0]) if found else 0
