"""Open a match in a Python prompt without changing it: `./dev debug MATCH [--ledger PATH_OR_URL]`.

A ledger in a file is copied, and you can change the copy freely. One in PostgreSQL is opened with read-only
transactions. The prompt has `match`, `events`, `table`, `game`, `moves`, `ledger`, `scribe`, `say`, `show` and `audit`.
"""

from __future__ import annotations

import argparse
import code
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tablescribe.cli.terminal.state import default_ledger
from tablescribe.domain.games import game
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.reading.reader import Reader

BANNER = """Match {match.id} of {match.opened.game}, version {match.version}. {where}
match   the aggregate            events  its events, including what was taken back
table   the table now            moves   the moves that count
game    rules, names, panels     audit   audit(match): findings
say     a text in English        show    show(): the table, zone by zone
ledger, scribe: the ledger and its commands"""


@contextmanager
def opened(target: str) -> Iterator[Ledger]:
    """Yield a copy of a ledger in a file, or a server's ledger with read-only transactions.

    Raises:
        LedgerError: there is no ledger, or it needs a migration first.
        FileNotFoundError: there is no such file.
    """
    if "://" in target and not target.startswith("sqlite"):
        read_only = "options=-c%20default_transaction_read_only%3Don"
        with closing(open_ledger(f"{target}{'&' if '?' in target else '?'}{read_only}", create=False)) as ledger:
            yield ledger
        return
    path = Path(target.removeprefix("sqlite:///"))
    if not path.is_file():
        raise FileNotFoundError(f"There is no ledger at {path}.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        original = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(original, uri=True)) as ours, closing(sqlite3.connect(copy)) as other:
            ours.backup(other)
        with closing(open_ledger(str(copy), create=False)) as ledger:
            yield ledger


def names(ledger: Ledger, beginning: str) -> dict[str, Any]:
    """Return the names in the prompt, for the match with this id or prefix.

    Raises:
        NoSuchMatch: there is none, or several.
    """
    match_id = ledger.find(beginning)
    match = ledger.match(match_id)
    reader = Reader(match.opening)

    def show() -> None:
        for zone, pieces in sorted(match.table.zones.items()):
            print(f"{zone}: {', '.join(pieces)}")
        for key, value in sorted(match.table.values.items()):
            print(f"{key} = {value}")

    return {
        "match": match, "events": ledger.events_of(match_id), "table": match.table, "moves": match.moves,
        "game": game(match.opened.game), "ledger": ledger, "scribe": Scribe(ledger),
        "audit": audit, "say": reader.tell, "show": show,
    }  # fmt: skip


def main(words: list[str] | None = None) -> None:
    """Open a prompt on a match."""
    parser = argparse.ArgumentParser(prog="./dev debug", description="Open a match in a prompt; it cannot change.")
    parser.add_argument("match", metavar="MATCH", help="The id of a match, or its beginning.")
    parser.add_argument("--ledger", default=default_ledger(), help="A file, or a URL of PostgreSQL.")
    given = parser.parse_args(words)
    try:
        with opened(given.ledger) as ledger:
            found = names(ledger, given.match)
            copied = "A copy of the ledger is open." if "://" not in given.ledger else "Transactions are read-only."
            code.interact(BANNER.format(match=found["match"], where=copied), local=found, exitmsg="")
    except (Spoken, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
