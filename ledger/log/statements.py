"""The recorder's statements for SQLite, as text.

They equal the statements that SQLAlchemy compiles from the tables; a test verifies it. So a short command does not
import SQLAlchemy. For a server, the statements are compiled when a ledger is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablescribe.ledger.log.database import backend_of
from tablescribe.ledger.log.schema_version import OF_EVENTS, PAGE, SOME

if TYPE_CHECKING:
    from sqlalchemy import Engine

HIGHEST = "\U0010ffff"
"""The highest code point. A prefix plus this character sorts after every id with that prefix."""

_ROW = (
    "SELECT events.position, events.ledger_id, events.match_id, events.version, events.type, events.body, "
    "events.previous, events.hash FROM events "
)
_END = "FROM events WHERE events.match_id = ? ORDER BY events.version DESC LIMIT 1"

SQLITE: dict[str, Any] = {
    "last_position": "SELECT max(events.position) AS max_1 FROM events",
    "end": f"SELECT events.version, events.hash {_END}",
    "tail": "SELECT events.version, (SELECT max(events.position) AS max_1 FROM events) AS anon_1, events.hash " + _END,
    "insert_event": f"INSERT INTO events ({', '.join(OF_EVENTS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    "insert_command": "INSERT INTO commands (match_id, command_id, digest, first_version, count) "
    "VALUES (?, ?, ?, ?, ?)",
    "select_command": "SELECT commands.digest, commands.first_version, commands.count FROM commands "
    "WHERE commands.match_id = ? AND commands.command_id = ?",
    "bodies": "SELECT events.version, events.type, events.body FROM events WHERE events.match_id = ? "
    "ORDER BY events.version",
    "match_rows": f"{_ROW}JOIN events AS found ON events.position = found.position "
    f"WHERE found.match_id = ? AND found.version > ? ORDER BY found.version LIMIT {PAGE}",
    "streams_rows": f"{_ROW}JOIN events AS found ON events.position = found.position "
    "WHERE found.match_id IN (KEYS) AND found.position <= ? ORDER BY found.match_id, found.version",
    "all_rows": f"{_ROW}WHERE events.position > ? ORDER BY events.position LIMIT {PAGE}",
    "following": "SELECT events.match_id, events.version, events.type, events.body, events.position FROM events "
    "WHERE events.position > ? ORDER BY events.position LIMIT ",
    "select_event": "SELECT events.position, events.type, events.body FROM events "
    "WHERE events.match_id = ? AND events.version = ?",
    "joined_bodies": "SELECT group_concat(CAST(anon_1.body AS TEXT)) AS group_concat_1 FROM (SELECT events.body AS "
    "body, events.version AS version FROM events WHERE events.match_id = ? ORDER BY events.version) AS anon_1",
    "put": {(False, True): f"INSERT INTO answered VALUES ({', '.join('?' * (len(OF_EVENTS) + 2))})"},
    "upsert_tracking": "INSERT INTO tracking (name, position) VALUES (?, ?) ON CONFLICT (name) DO UPDATE "
    "SET position = excluded.position WHERE tracking.position < excluded.position",
    "first_event": "SELECT events.match_id FROM events "
    "WHERE events.match_id = ? AND events.version = 1 AND events.type = ?",
    "first_events": "SELECT events.match_id FROM events WHERE events.match_id >= ? AND events.match_id < ? "
    f"AND events.version = 1 AND events.type = ? ORDER BY events.match_id LIMIT {SOME}",
    "streams": "SELECT events.match_id FROM events WHERE events.version = 1 AND events.type = ? "
    "ORDER BY events.position",
    "texts": "SELECT texts.commitment, texts.text FROM texts WHERE texts.match_id = ?",
    "insert_text": "INSERT INTO texts (commitment, match_id, version, salt, text) VALUES (?, ?, ?, ?, ?)",
    "insert_picture": "INSERT INTO pictures (commitment, match_id, version, salt, data) VALUES (?, ?, ?, ?, ?)",
    "tracked": "SELECT tracking.position FROM tracking WHERE tracking.name = ?",
    "seed": "SELECT seeds.seed FROM seeds WHERE seeds.match_id = ?",
    "about": 'SELECT about.value FROM about WHERE about."key" = ?',
    "names": "SELECT identities.ref, identities.name FROM identities WHERE identities.ref IN (KEYS)",
    "spellings": "SELECT spellings.spelt, spellings.called FROM spellings WHERE spellings.spelt IN (KEYS)",
    "names_and_spellings": "SELECT identities.ref, identities.name, 1 FROM identities WHERE identities.ref IN (KEYS) "
    "UNION ALL SELECT spellings.spelt, spellings.called, 2 FROM spellings WHERE spellings.spelt IN (KEYS)",
}
"""Equal to the output of `compiling.py`, except for line ends. `of_keys` replaces KEYS by placeholders."""


class Statements:
    """The statements of the hot path, as SQL text of the dialect."""

    last_position: str
    end: str
    tail: str
    insert_event: str
    insert_command: str
    select_command: str
    bodies: str
    match_rows: str
    streams_rows: str
    all_rows: str
    following: str
    select_event: str
    joined_bodies: str
    put: dict[tuple[bool, bool], str]
    upsert_tracking: str
    first_event: str
    first_events: str
    streams: str
    texts: str
    insert_text: str
    insert_picture: str
    tracked: str
    seed: str
    about: str
    names: str
    spellings: str
    names_and_spellings: str

    def __init__(self, engine: Engine) -> None:
        self._mark = backend_of(engine).MARK
        if engine.name == "sqlite":
            self.__dict__.update(SQLITE)
            return
        from tablescribe.ledger.log.compiling import compiled

        self.__dict__.update(compiled(engine))

    def of_keys(self, statement: str, *many: int) -> str:
        """Return a statement with each KEYS replaced by a number of placeholders, as given by `many`, in order."""
        for one in many:
            statement = statement.replace("KEYS", ", ".join([self._mark] * one), 1)
        return statement
