"""Add durations of matches, entered or measured, to the read models, which are rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the columns, and empty the read models so that they are rebuilt."""
    for name in ("listed_matches", "listed_seats", "listed_labels", "listed_people", "listed_tables", "tallies"):
        op.execute(f"DELETE FROM {name}")
    op.add_column("listed_matches", sa.Column("minutes", sa.Integer))
    for name in ("timed", "told"):
        op.add_column("tallies", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.execute("DELETE FROM tracking WHERE name = 'lists/1'")
