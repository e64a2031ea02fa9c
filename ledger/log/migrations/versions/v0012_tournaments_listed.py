"""Add tournaments, and the merged match of two recorders' logs, to the read models, which are rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the table and the column, and empty the read models so that they are rebuilt."""
    op.create_table(
        "listed_tournaments",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("announced", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("entrants", sa.Integer, nullable=False),
        sa.Column("finished", sa.Integer, nullable=False),
    )
    for name in ("listed_matches", "listed_seats", "listed_labels", "listed_people", "listed_tables", "tallies"):
        op.execute(f"DELETE FROM {name}")
    op.add_column("listed_matches", sa.Column("read_as", sa.Text))
    op.execute("DELETE FROM tracking WHERE name = 'lists/1'")
