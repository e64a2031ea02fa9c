"""The proofs of a site: public bundles of matches and tournaments, the verifier, and the published log."""

from __future__ import annotations

import base64
import gzip
from importlib.resources import files
from pathlib import Path

from tablescribe.ledger.care.publishing import publish
from tablescribe.ledger.proofs.bundles.bundle import make
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import with_cosignatures
from tablescribe.replays.site.shown import ShownMatch
from tablescribe.replays.web.public.page_cache import CachedTournament

BEGINS, ENDS = "<script>\n", "\n// Part 2:"
"""The markers before and after the verifier's script in its page."""


class Proofs:
    """Makes proofs from one checkpoint of the ledger, signed once."""

    def __init__(self, notary: Notary, passphrase: str | None = None) -> None:
        """Sign a checkpoint of the current ledger."""
        self._notary, self._passphrase = notary, passphrase
        self._signer = notary.ledger_signer(passphrase)
        self._note = notary.checkpoint(passphrase)
        self._tree = LogTree(notary.ledger)

    @property
    def key(self) -> str:
        """The public key of the ledger."""
        return str(self._signer.key)

    def of_match(self, one: ShownMatch) -> dict[str, bytes]:
        """Return the bundle of a match, also as a script, because browsers can load no other file from a disk."""
        contents = make(
            self._notary.ledger,
            [one.id],
            self._signer,
            checkpoint=self._note,
            redacted=True,
            words=one.words,
            tree=self._tree,
        )
        packed = base64.b64encode(gzip.compress(contents, 9, mtime=0)).decode()
        return {
            f"bundles/{one.id}.bundle": contents,
            f"bundles/{one.id}.js": f'tablescribeBundle("{packed}");'.encode(),
        }

    def of_tournament(self, known: CachedTournament) -> dict[str, bytes]:
        """Return the bundles of a tournament with all its matches; a large one has several."""
        parts = self._notary.tournament_parts(known.now.id, words=known.shown.words, passphrase=self._passphrase)
        name = f"bundles/{known.now.id}"
        return {f"{name}{f'.{n}' if n > 1 else ''}.bundle": contents for n, contents in enumerate(parts, start=1)}

    def publish(self, folder: Path) -> int:
        """Publish the log in a folder of the site; return the number of new files."""
        ledger = self._notary.ledger
        return publish(LogTree(ledger), with_cosignatures(ledger, self._note), folder)


def verifier_page() -> bytes:
    """Return the page that checks proofs."""
    return files("tablescribe.ledger.proofs.verifiers").joinpath("verify.html").read_bytes()


def verifier_script() -> bytes:
    """Return the verifier's script without its page, for pages of matches."""
    _, _, behind = verifier_page().decode().partition(BEGINS)
    script, end, _ = behind.partition(ENDS)
    assert end, "the page of the verifier has another form"
    return script.encode()
