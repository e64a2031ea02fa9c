"""Add the table of pictures of notes, each of which can be erased."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0014"


def upgrade() -> None:
    """Create the table. On PostgreSQL, the server keeps no statistics of the pictures."""
    op.create_table(
        "pictures",
        sa.Column("commitment", sa.Text, primary_key=True),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("pictures_by_event", "pictures", ["match_id", "version"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE pictures ALTER COLUMN salt SET STATISTICS 0")
        op.execute("ALTER TABLE pictures ALTER COLUMN data SET STATISTICS 0")
