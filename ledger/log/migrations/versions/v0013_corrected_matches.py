"""Add corrections of closed matches, and times as they were entered, to the read models, which are rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

READ_MODELS = (
    "listed_matches", "listed_seats", "listed_labels", "listed_people", "listed_tables", "listed_tournaments",
    "tallies",
)  # fmt: skip


def upgrade() -> None:
    """Add the columns, and empty the read models so that they are rebuilt."""
    for name in READ_MODELS:
        op.execute(f"DELETE FROM {name}")
    for column in ("void", "corrected"):
        op.add_column("listed_matches", sa.Column(column, sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("listed_matches", sa.Column("entered", sa.Text, nullable=False, server_default=sa.text("''")))
    op.execute("DELETE FROM tracking WHERE name = 'lists/1'")
