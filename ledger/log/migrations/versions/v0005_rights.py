"""Protect the service's secret and `head` from recording roles; add the origin of imported events."""

import sqlalchemy as sa
from alembic import op

from tablescribe.ledger.log.triggers import lock_functions

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables, and the functions of PostgreSQL."""
    op.create_table(
        "service",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO service SELECT key, value FROM about WHERE key = 'share_key'")
    op.execute("DELETE FROM about WHERE key = 'share_key'")
    op.create_table(
        "imports",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("first_version", sa.Integer, nullable=False),
        sa.Column("last_version", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("worth", sa.Text, nullable=False),
        sa.Column("ledger_id", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "first_version", name="one_import_an_event"),
    )
    if op.get_bind().dialect.name == "postgresql":
        schema = op.get_bind().execute(sa.text("SELECT current_schema()")).scalar_one()
        for statement in lock_functions(str(schema)):
            op.execute(statement)
