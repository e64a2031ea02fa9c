"""Add short-lived state shared by service processes: wrong PINs, consents, rate limits."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the tables. On PostgreSQL, `rates` is UNLOGGED: a crash may lose it."""
    op.create_table(
        "wrong_pins",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("wrong_pins_by_whom", "wrong_pins", ["who"])
    op.create_table(
        "consents",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("target", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("refused", sa.Integer),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "rates",
        sa.Column("bucket", sa.Text, primary_key=True),
        sa.Column("tokens", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
    op.create_index("looks_by_match", "access_log", ["match_id", "access_id"])
