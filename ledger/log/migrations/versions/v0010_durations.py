"""How long matches took, as far as somebody told it or saw it: lists begin anew to learn it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make room for what was told and for how many durations are known, and let lists take everything in once more."""
    for name in ("listed_matches", "listed_seats", "listed_labels", "listed_people", "listed_tables", "tallies"):
        op.execute(f"DELETE FROM {name}")
    op.add_column("listed_matches", sa.Column("minutes", sa.Integer))
    for name in ("timed", "told"):
        op.add_column("tallies", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.execute("DELETE FROM tracking WHERE name = 'lists/1'")
