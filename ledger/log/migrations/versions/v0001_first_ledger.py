"""The first ledger."""

import sqlalchemy as sa
from alembic import op

from tablescribe.ledger.log.triggers import append_only_triggers

revision = "0001"
down_revision = None

POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables and the triggers."""
    op.create_table(
        "events",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("ledger_id", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("match_id", "version", name="one_event_a_version"),
    )
    op.create_table(
        "commands",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("first_version", sa.Integer, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "command_id", name="one_answer_a_command"),
    )
    op.create_table(
        "tracking",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("position", POSITION, nullable=False),
    )
    op.create_table(
        "identities",
        sa.Column("ref", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "seeds",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("seed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "about",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    for statement in append_only_triggers(op.get_bind().dialect.name):
        op.execute(statement)
