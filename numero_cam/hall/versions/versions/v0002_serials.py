"""Games have serials, by which they are ordered whatever clocks say, and a size."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
GAMES = "numero_cam_hall_games"
#: Earlier versions knew no other order than that of the clock.
NUMBERED = f"""
UPDATE {GAMES} SET
  begun = (SELECT COUNT(*) FROM {GAMES} other
    WHERE other.began < {GAMES}.began OR other.began = {GAMES}.began AND other.game <= {GAMES}.game),
  size = COALESCE((SELECT SUM(LENGTH(text) + 500) FROM numero_cam_hall_plays plays WHERE plays.game = {GAMES}.game), 0)
"""  # noqa: S608 - of names above


def upgrade() -> None:
    """Add the serials and the size."""
    for name in ("begun", "told", "size"):
        op.add_column(GAMES, sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.execute(NUMBERED)
    op.execute(f"UPDATE {GAMES} SET told = begun")  # noqa: S608 - of names above
    op.create_index("ix_numero_cam_hall_games_told", GAMES, ["told"])
