"""Add the read models, spellings of people's names, and an index on first events."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables and indexes."""
    op.create_table(
        "spellings",
        sa.Column("spelt", sa.Text, primary_key=True),
        sa.Column("called", sa.Text, nullable=False),
    )
    op.create_table(
        "listed_matches",
        sa.Column("match_id", sa.Text, primary_key=True),
        sa.Column("position", POSITION, nullable=False, unique=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("opened", sa.Text, nullable=False),
        sa.Column("last", sa.Text, nullable=False),
        sa.Column("closed", sa.Text),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("rule", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("round", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
    )
    op.create_table(
        "listed_seats",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ref", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("opened", sa.Text, nullable=False),
        sa.Column("position", POSITION, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger),
        sa.PrimaryKeyConstraint("match_id", "seat", name="one_line_a_seat"),
    )
    op.create_table(
        "listed_labels",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("opened", sa.Text, nullable=False),
        sa.Column("position", POSITION, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "label", "opened", "position", name="one_label_a_match"),
    )
    op.create_table(
        "listed_people",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("spelt", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "tallies",
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("matches", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("decided", sa.BigInteger, nullable=False),
        sa.Column("won", sa.BigInteger, nullable=False),
        sa.Column("ahead", sa.BigInteger, nullable=False),
        sa.Column("behind", sa.BigInteger, nullable=False),
        sa.Column("moves", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("other", "person", "game", "seat", name="one_tally_a_kind"),
    )
    op.create_index("listed_newest", "listed_matches", ["opened", "position"])
    op.create_index("listed_by_game", "listed_matches", ["game", "opened", "position"])
    op.create_index("listed_last", "listed_matches", ["last"])
    op.create_index("listed_by_person", "listed_seats", ["person", "opened", "position"])
    op.create_index("listed_by_ref", "listed_seats", ["ref"])
    op.create_index("listed_labels_by_match", "listed_labels", ["match_id"])
    op.create_index(
        "listed_open",
        "listed_matches",
        ["opened", "position"],
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )
    postgres = op.get_bind().dialect.name == "postgresql"
    collated = ' COLLATE "C"' if postgres else ""  # byte order, so that a prefix is a range
    op.execute(f"CREATE INDEX first_events ON events (match_id{collated}) WHERE version = 1")
    if postgres:  # keeps names out of pg_statistic
        for table, column in (("spellings", "spelt"), ("spellings", "called"), ("listed_people", "name")):
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")
        op.execute("ALTER TABLE listed_people ALTER COLUMN spelt SET STATISTICS 0")
