"""Add witnesses' cosignatures of checkpoints."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "cosignatures",
        sa.Column("size", POSITION, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("size", "name", "line", name="one_cosignature"),
    )
