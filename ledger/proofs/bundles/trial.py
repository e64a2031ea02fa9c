"""Trial bundle: check that a match can be exported again before it is imported.

Imported events stay in the log forever. A match that no bundle can hold, or that verifiers refuse, would make every
later bundle of the whole ledger fail.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tablescribe.domain.match.event import Stamp
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
    """Raise `BadFile` if a match cannot be bundled, whole or for spectators, or verifiers would refuse the bundle."""
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
        except Exception as error:  # a crafted match may cause any exception
            why = say(
                "match {match} was not imported: it would not fit into a bundle ({why})",
                match=match_id, why=f"{type(error).__name__}: {error}"[:300],
            )  # fmt: skip
            raise BadFile(why) from error
        finally:
            ledger.close()
