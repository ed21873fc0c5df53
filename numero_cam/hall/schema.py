"""The tables of a hall's database, and their upgrade from an earlier version by Alembic with the steps in `versions`."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from numero_cam.base.errors import StoreError
from numero_cam.catalogue import tr
from numero_cam.store.store_errors import check_version

STEPS = Path(__file__).with_name("versions")
VERSION_TABLE = "numero_cam_hall_version"
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


def upgrade(connection: sa.Connection, name: str, steps: Sequence[Path] = (STEPS / "versions",)) -> None:
    """Bring the tables of a database up to this version of the program, within the transaction of the connection.

    Args:
        connection: In a transaction that may write.
        name: Of the database, for messages.
        steps: Folders of the steps.
    """
    config = _config(steps)
    known = ScriptDirectory.from_config(config).get_current_head() or "0"
    found = current_version(connection, name)
    check_version(name, found, int(known))
    if found < int(known):
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current_version(connection: sa.Connection, name: str = "") -> int:
    """Return the version of the tables in a database, the number of its last migration; 0 where there are none."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    found = context.get_current_heads()
    if len(found) > 1 or not all(each.isdecimal() for each in found):
        raise StoreError(tr("{name}: its tables are of no version of this program", name=name))
    return int(found[0]) if found else 0


def known_version() -> int:
    """Return the version of the tables that this program makes."""
    return int(ScriptDirectory.from_config(_config((STEPS / "versions",))).get_current_head() or "0")


def _config(steps: Sequence[Path]) -> Config:  # of Alembic
    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", "\n".join(map(str, steps)).replace("%", "%%"))
    return config
