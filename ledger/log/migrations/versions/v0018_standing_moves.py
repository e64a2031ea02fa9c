"""Count only moves that stand in the read models, which are rebuilt."""

from alembic import op

revision = "0018"
down_revision = "0017"

READ_MODELS = (
    "listed_matches", "listed_seats", "listed_labels", "listed_people", "listed_tables", "listed_tournaments",
    "tallies",
)  # fmt: skip


def upgrade() -> None:
    """Empty the read models so that they are rebuilt."""
    for name in READ_MODELS:
        op.execute(f"DELETE FROM {name}")
    op.execute("DELETE FROM tracking WHERE name = 'lists/1'")
