"""Add the table of words that people write, each of which can be erased."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table. On PostgreSQL, the server keeps no statistics of the texts."""
    op.create_table(
        "texts",
        sa.Column("commitment", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("texts_by_event", "texts", ["match_id", "version"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE texts ALTER COLUMN text SET STATISTICS 0")
        op.execute("ALTER TABLE consents ALTER COLUMN reason SET STATISTICS 0")
