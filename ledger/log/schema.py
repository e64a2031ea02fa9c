"""Tables of a ledger. `triggers.py` keeps the log append-only."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)

metadata = MetaData()

POSITION = BigInteger().with_variant(Integer(), "sqlite")  # SQLite's rowid must be an INTEGER

events = Table(
    "events",
    metadata,
    Column("position", POSITION, primary_key=True, autoincrement=False, comment="gapless, in commit order, from 1"),
    Column("ledger_id", Text, nullable=False, comment="the ledger that recorded the event first"),
    Column("match_id", Text, nullable=False),
    Column("version", Integer, nullable=False, comment="from 1, without gaps, in a match"),
    Column("type", Text, nullable=False),
    Column("body", LargeBinary, nullable=False, comment="canonical bytes, hashed as they are"),
    Column("previous", LargeBinary, nullable=False, comment="hash of the match's event before; empty for the first"),
    Column("hash", LargeBinary, nullable=False, comment="see chain.py"),
    UniqueConstraint("match_id", "version", name="one_event_a_version"),
)

first_events = Index("first_events", events.c.match_id, sqlite_where=literal_column("version = 1"))

commands = Table(
    "commands",
    metadata,
    Column("match_id", Text, nullable=False),
    Column("command_id", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False, comment="SHA-256 of the command's content"),
    Column("first_version", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    PrimaryKeyConstraint("match_id", "command_id", name="one_answer_a_command"),
)

tracking = Table(
    "tracking",
    metadata,
    Column("name", Text, primary_key=True),
    Column("position", POSITION, nullable=False),
)

identities = Table(
    "identities",
    metadata,
    Column("ref", Text, primary_key=True, comment="the random reference that events carry"),
    Column("name", Text, nullable=False),
    Column("salt", LargeBinary, nullable=False),
)

texts = Table(
    "texts",
    metadata,
    Column("commitment", Text, primary_key=True, comment="in the event: HMAC-SHA-256 of the text under the salt"),
    Column("match_id", Text, nullable=False, comment="of a match, or of the ledger's keys"),
    Column("version", Integer, nullable=False, comment="of the event that people wrote it for"),
    Column("salt", LargeBinary, nullable=False),
    Column("text", Text, nullable=False, comment="a JSON string"),
)
Index("texts_by_event", texts.c.match_id, texts.c.version)

pictures = Table(
    "pictures",
    metadata,
    Column("commitment", Text, primary_key=True, comment="in the event: HMAC-SHA-256 of the picture under the salt"),
    Column("match_id", Text, nullable=False),
    Column("version", Integer, nullable=False, comment="of the note that has it"),
    Column("salt", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False, comment="a JPEG file without metadata"),
)
Index("pictures_by_event", pictures.c.match_id, pictures.c.version)

seeds = Table(
    "seeds",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("seed", LargeBinary, nullable=False, comment="of a sealed match; secret until it is closed"),
)

subtrees = Table(
    "subtrees",
    metadata,
    Column("level", Integer, nullable=False, comment="a multiple of 8: the subtree has 2^level leaves"),
    Column("number", POSITION, nullable=False, comment="from 0, from the left"),
    Column("hash", LargeBinary, nullable=False),
    PrimaryKeyConstraint("level", "number", name="one_hash_a_subtree"),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("size", POSITION, primary_key=True, autoincrement=False, comment="of the log when it was signed"),
    Column("note", Text, nullable=False, comment="a C2SP checkpoint, signed by the ledger's key"),
    Column("at", Text, nullable=False, comment="when, ISO 8601"),
)

cosignatures = Table(
    "cosignatures",
    metadata,
    Column("size", POSITION, nullable=False, comment="of the checkpoint"),
    Column("name", Text, nullable=False, comment="of the witness's key"),
    Column("line", Text, nullable=False, comment="the C2SP signature line, with its newline"),
    Column("at", Text, nullable=False, comment="when it came here, ISO 8601"),
    PrimaryKeyConstraint("size", "name", "line", name="one_cosignature"),
)

access = Table(
    "access",
    metadata,
    Column("id", Text, primary_key=True, comment="random; stands as the recorder in what its holder records"),
    Column("token", LargeBinary, nullable=False, unique=True, comment="SHA-256 of the random 256-bit token"),
    Column("role", Text, nullable=False),
    Column("match_id", Text, comment="the one match it is for; none: all"),
    Column("seat", Integer),
    Column("label", Text, nullable=False),
    Column("created", Text, nullable=False, comment="ISO 8601, UTC; the two below alike"),
    Column("expires", Text),
    Column("revoked", Text),
)

access_log = Table(
    "access_log",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("access_id", Text, nullable=False),
    Column("match_id", Text, nullable=False),
    Column("what", Text, nullable=False, comment="whose hidden things were shown, or which chair was taken"),
)

pins = Table(
    "pins",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("hash", Text, nullable=False, comment="argon2id"),
)

Index("looks_by_match", access_log.c.match_id, access_log.c.access_id)

wrong_pins = Table(
    "wrong_pins",
    metadata,
    Column("id", Text, primary_key=True, comment="random"),
    Column("who", Text, nullable=False, comment="the match it was for; or a keyed hash of the sender's address"),
    Column("at", Float, nullable=False, comment="seconds since 1970"),
)
Index("wrong_pins_by_whom", wrong_pins.c.who)

consents = Table(
    "consents",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("request", Text, nullable=False, comment="random; whoever answers names it"),
    Column("version", Integer, nullable=False, comment="of the match, when it was asked"),
    Column("target", Integer, nullable=False, comment="the last move that would stay"),
    Column("seat", Integer, nullable=False, comment="that asks"),
    Column("reason", Text, nullable=False, comment="in its own words"),
    Column("agreed", Text, nullable=False, comment="a JSON array of seats"),
    Column("refused", Integer, comment="the seat that does not agree"),
    Column("at", Text, nullable=False, comment="when, ISO 8601, UTC"),
)

rates = Table(
    "rates",
    metadata,
    Column("bucket", Text, primary_key=True, comment="a hash of who asks, and for what kind of thing"),
    Column("tokens", Float, nullable=False),
    Column("at", Float, nullable=False, comment="seconds since 1970, by the server's clock"),
)

about = Table(
    "about",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

service = Table(
    "service",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False, comment="secret, such as what signs share links"),
)

imports = Table(
    "imports",
    metadata,
    Column("match_id", Text, nullable=False),
    Column("first_version", Integer, nullable=False, comment="the first event that was taken over"),
    Column("last_version", Integer, nullable=False),
    Column("at", Text, nullable=False, comment="when, ISO 8601, UTC"),
    Column("worth", Text, nullable=False, comment="export: nobody vouches; bundle: a key; vouched: one that was given"),
    Column("ledger_id", Text, nullable=False, comment="the ledger that the file says it is from"),
    Column("key", Text, nullable=False, comment="the key that signed it; empty for an export"),
    Column("digest", LargeBinary, nullable=False, comment="SHA-256 of the file"),
    PrimaryKeyConstraint("match_id", "first_version", name="one_import_an_event"),
)

boxes = Table(
    "boxes",
    metadata,
    Column("name", Text, nullable=False, comment="what the table calls its box"),
    Column("revision", Integer, nullable=False, comment="from 1, without gaps; the last one is the box as it is now"),
    Column("game", Text, nullable=False),
    Column("digest", Text, nullable=False, comment="SHA-256 of the catalogue, as `Catalogue.digest` tells it"),
    Column("catalogue", Text, nullable=False, comment="JSON"),
    Column("match_id", Text, nullable=False, comment="the match it was learnt from; empty: made or brought by hand"),
    Column("at", Text, nullable=False, comment="when, ISO 8601, UTC"),
    PrimaryKeyConstraint("name", "revision", name="one_revision_of_a_box"),
)

spellings = Table(
    "spellings",
    metadata,
    Column("spelt", Text, primary_key=True, comment="what is the same for all ways to type a name"),
    Column("called", Text, nullable=False, comment="what the person is called since"),
)

listed_matches = Table(
    "listed_matches",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("position", POSITION, nullable=False, unique=True, comment="of its first event"),
    Column("version", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("opened", Text, nullable=False, comment="ISO 8601, UTC, microseconds; the two below alike"),
    Column("last", Text, nullable=False),
    Column("closed", Text, comment="none: it is open"),
    Column("moves", Integer, nullable=False, comment="that stand: none that was taken back"),
    Column("ending", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("round", Text, nullable=False),
    Column("board", Text, nullable=False, comment="the table's name or number"),
    Column("tags", Text, nullable=False, comment="a JSON array"),
    Column("minutes", Integer, comment="that it took, as it was told; none: nobody did"),
    Column("read_as", Text, comment="the match that counts, where this is one of two logs that it was read from"),
    Column("void", Integer, nullable=False, server_default=text("0"), comment="1: it does not count"),
    Column("corrected", Integer, nullable=False, server_default=text("0"), comment="1: another result counts"),
    Column("entered", Text, nullable=False, server_default=text("''"), comment="day or time of play, as entered"),
)
Index("listed_newest", listed_matches.c.opened, listed_matches.c.position)
Index("listed_by_game", listed_matches.c.game, listed_matches.c.opened, listed_matches.c.position)
listed_open = Index(
    "listed_open", listed_matches.c.opened, listed_matches.c.position, sqlite_where=literal_column("closed IS NULL")
)
PARTIAL = {first_events: "version = 1", listed_open: "closed IS NULL"}
"""Partial indexes. `postgres.py` sets the condition for PostgreSQL: setting it here would import that dialect."""

Index("listed_last", listed_matches.c.last)

listed_seats = Table(
    "listed_seats",
    metadata,
    Column("match_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ref", Text, nullable=False, comment="the reference that the match was opened with"),
    Column("person", Text, comment="of `listed_people`; none: erased, unknown, a guest, or an automaton"),
    Column("opened", Text, nullable=False, comment="as the match's; the next alike"),
    Column("position", POSITION, nullable=False),
    Column("won", Integer, nullable=False),
    Column("score", BigInteger),
    PrimaryKeyConstraint("match_id", "seat", name="one_line_a_seat"),
)
Index("listed_by_person", listed_seats.c.person, listed_seats.c.opened, listed_seats.c.position)
Index("listed_by_ref", listed_seats.c.ref)

listed_labels = Table(
    "listed_labels",
    metadata,
    Column("kind", Text, nullable=False, comment="event, tag, or word: of a title and the like"),
    Column("label", Text, nullable=False, comment="what is the same for all ways to type it"),
    Column("opened", Text, nullable=False),
    Column("position", POSITION, nullable=False),
    Column("match_id", Text, nullable=False),
    PrimaryKeyConstraint("kind", "label", "opened", "position", name="one_label_a_match"),
)
Index("listed_labels_by_match", listed_labels.c.match_id)

listed_people = Table(
    "listed_people",
    metadata,
    Column("person", Text, primary_key=True, comment="random"),
    Column("name", Text, nullable=False),
    Column("spelt", Text, nullable=False, unique=True),
)

tallies = Table(
    "tallies",
    metadata,
    Column("other", Text, nullable=False, comment="a person who sat there too; empty: whoever did"),
    Column("person", Text, nullable=False, comment="empty: of all seats, whoever sat there"),
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False, comment="0: of all seats"),
    Column("matches", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("decided", BigInteger, nullable=False, comment="finished and not abandoned"),
    Column("won", BigInteger, nullable=False),
    Column("ahead", BigInteger, nullable=False, comment="came out before the other person"),
    Column("behind", BigInteger, nullable=False),
    Column("moves", BigInteger, nullable=False),
    Column("seconds", BigInteger, nullable=False, comment="that the timed ones took, together"),
    Column("timed", BigInteger, nullable=False, server_default=text("0"), comment="finished ones of known duration"),
    Column("told", BigInteger, nullable=False, server_default=text("0"), comment="of these, told and not measured"),
    PrimaryKeyConstraint("other", "person", "game", "seat", name="one_tally_a_kind"),
)

listed_tables = Table(
    "listed_tables",
    metadata,
    Column("match_id", Text, nullable=False, comment="of a match that was paired, opened or not"),
    Column("tournament_id", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "tournament_id", name="one_line_a_table"),
)

listed_tournaments = Table(
    "listed_tournaments",
    metadata,
    Column("tournament_id", Text, primary_key=True),
    Column("position", POSITION, nullable=False, unique=True, comment="of its first event"),
    Column("version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("announced", Text, nullable=False, comment="ISO 8601, UTC, microseconds"),
    Column("rounds", Integer, nullable=False, comment="that are planned"),
    Column("round", Integer, nullable=False, comment="the last that was paired; 0: none yet"),
    Column("entrants", Integer, nullable=False),
    Column("finished", Integer, nullable=False, comment="1: it is over"),
)

LISTS = (listed_matches, listed_seats, listed_labels, listed_people, tallies, listed_tables, listed_tournaments)
"""Tables of the read models: projected from the log, disposable, never read to decide, sign or audit."""

NAMED = (
    ("identities", "name"), ("access", "label"), ("spellings", "spelt"), ("spellings", "called"),
    ("listed_people", "name"), ("listed_people", "spelt"), ("texts", "text"), ("consents", "reason"),
)  # fmt: skip
"""Columns with names and words of people. Erased values are overwritten, and the database keeps no statistics."""

PICTURED = (("pictures", "salt"), ("pictures", "data"))
"""Columns with pictures. Erased values are overwritten, and the database keeps no statistics."""

DESCRIBED = (
    *((listed_matches.name, column) for column in ("title", "event", "place", "round", "board", "tags")),
    ("listed_labels", "label"), ("tallies", "game"), (listed_tournaments.name, "title"),
)  # fmt: skip
"""Columns of the read models with words that people write. Statistics of erased values are deleted."""
