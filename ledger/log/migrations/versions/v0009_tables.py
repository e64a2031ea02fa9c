"""Add the tournament of each match to the read models, which are rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table, and empty the read models so that they are rebuilt."""
    op.create_table(
        "listed_tables",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("tournament_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "tournament_id", name="one_line_a_table"),
    )
    for name in ("listed_matches", "listed_seats", "listed_labels", "listed_people", "tallies"):
        op.execute(f"DELETE FROM {name}")
    op.execute("DELETE FROM tracking WHERE name = 'lists/1'")
