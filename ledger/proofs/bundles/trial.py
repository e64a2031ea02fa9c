"""Trial bundle: could an imported match ever be exported again.

What is in the log stays there. A match that no bundle can hold, or that its verifiers refuse, would make every later
bundle of the whole ledger fail.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tablescribe.domain.match.events import Stamp
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import BadFile
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.proofs.bundles.bundle import make
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.keyring import Keyring
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as verify_as_an_outsider


def refuse_unprovable(rows: Sequence[Row]) -> None:
    """Raise `BadFile` for a match that cannot be bundled, whole or for spectators, or that verifiers would refuse."""
    match_id = rows[0].match_id
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "trial.db")
        try:
            ledger.log.append_rows(list(rows))
            signer = Keyring(ledger, KeyStore(Path(folder))).signer(Stamp(datetime.now(UTC), "", ""))
            for redacted in (False, True):
                contents = make(ledger, [match_id], signer, redacted=redacted)
                verify_bundle(contents, [signer.key])
                verify_as_an_outsider(contents, [str(signer.key)])
        except Exception as error:  # whatever a crafted match brings about
            why = say(
                "match {match} is not taken over: no bundle could hold it ({why})",
                match=match_id, why=f"{type(error).__name__}: {error}"[:300],
            )  # fmt: skip
            raise BadFile(why) from error
        finally:
            ledger.close()
