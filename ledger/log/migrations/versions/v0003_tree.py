"""Add stored subtrees of the Merkle tree, and signed checkpoints."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "subtrees",
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("number", POSITION, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("level", "number", name="one_hash_a_subtree"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("size", POSITION, primary_key=True, autoincrement=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
