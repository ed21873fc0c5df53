"""Events, entrants, matches, results, tables, games, plays, and the referee's log."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    _make_events()
    _make_games()
    _make_log()


def _make_events() -> None:
    op.create_table(
        "numero_cam_hall_events",
        sa.Column("event", sa.Integer, primary_key=True),
        sa.Column("began", sa.String(32), nullable=False),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "numero_cam_hall_entrants",
        sa.Column("event", sa.Integer, _event(), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("members", sa.Text, nullable=False),
        sa.Column("joined", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    op.create_table(
        "numero_cam_hall_matches",
        sa.Column("match", sa.Integer, primary_key=True),
        sa.Column("event", sa.Integer, _event(), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("home", sa.Integer, nullable=False),
        sa.Column("away", sa.Integer),
        sa.UniqueConstraint("event", "round", "home", name="numero_cam_hall_one_match"),
        sa.UniqueConstraint("event", "round", "place", name="numero_cam_hall_one_place"),
        sqlite_autoincrement=True,
    )


def _make_games() -> None:
    op.create_table(
        "numero_cam_hall_results",
        sa.Column("match", sa.Integer, _match(), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("home", sa.Integer, nullable=False),
        sa.Column("away", sa.Integer, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "numero_cam_hall_claims",
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("device", sa.String(36), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "numero_cam_hall_games",
        sa.Column("game", sa.String(36), primary_key=True),
        sa.Column("match", sa.Integer, _match(), nullable=False, index=True),
        sa.Column("began", sa.String(32), nullable=False),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("have", sa.Integer, nullable=False),
        sa.Column("stand", sa.Text, nullable=False),
    )
    op.create_table(
        "numero_cam_hall_plays",
        sa.Column("game", sa.String(36), sa.ForeignKey("numero_cam_hall_games.game", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("came", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
    )


def _make_log() -> None:
    op.create_table(
        "numero_cam_hall_log",
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("event", sa.Integer, _event(), nullable=False, index=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )


def _event() -> sa.ForeignKey:
    return sa.ForeignKey("numero_cam_hall_events.event", ondelete="CASCADE")


def _match() -> sa.ForeignKey:
    return sa.ForeignKey("numero_cam_hall_matches.match", ondelete="CASCADE")
