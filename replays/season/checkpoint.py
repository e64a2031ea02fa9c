"""The season's checkpoint: one Merkle root over the checkpoints of its ledgers, as a log has one over its events.

Leaf n is SHA-256(0x00 ‖ text of a ledger's checkpoint), in the order of their origins; the tree is that of RFC 6962. A
proof that it includes a ledger has the form of c2sp.org/tlog-proof, with the ledger's signed checkpoint as extra data.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256

from tablescribe.domain.words.text import say
from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.log_tree import origin_of
from tablescribe.ledger.proofs.tree.merkle import Tree, verify_inclusion
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, Signer, VerifierKey, open_note, sign
from tablescribe.replays.season.archive import Archive
from tablescribe.replays.season.deciding import stated_by
from tablescribe.replays.season.errors import BadSeason

FIRST_LINE = "c2sp.org/tlog-proof@v1"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


def season_origin(name: str) -> str:
    """Return the origin of a season, the name in its checkpoint and of its key."""
    return f"tablescribe/season/{name}"


def checkpoint_of(found: Sequence[Archive], signer: Signer, keys: Sequence[str] = ()) -> str:
    """Return the signed checkpoint of a season.

    Args:
        found: its archives.
        signer: the season's key, named by its origin.
        keys: public keys of trusted ledgers.

    Raises:
        BadNote: the checkpoint of a ledger does not have a valid signature.
    """
    leaves = _leaves(found, keys)
    return sign(Checkpoint(signer.name, len(leaves), _tree(leaves).root(len(leaves))).text(), [signer])


def proof_of(found: Sequence[Archive], ledger: str, season: str, keys: Sequence[str] = ()) -> str:
    """Return the proof that a season's checkpoint includes a ledger, given by its id or the beginning of it.

    Raises:
        BadSeason: no ledger matches, or several do; or the checkpoint is of other archives.
        BadNote: the checkpoint of a ledger does not have a valid signature.
    """
    ordered = _ordered(found)
    at = [n for n, one in enumerate(ordered) if one.about.ledger.startswith(ledger)]
    if len(at) != 1:
        raise BadSeason(say("{n} ledgers of the season begin with {ledger}", n=len(at), ledger=ledger))
    leaves, stated = _leaves(found, keys), Checkpoint.parse(text_of(season))
    tree = _tree(leaves)
    if stated.size != len(leaves) or tree.root(len(leaves)) != stated.root:
        raise BadSeason(say("the checkpoint belongs to other archives. Create it again"))
    lines = [
        FIRST_LINE,
        f"extra {b64encode(ordered[at[0]].about.checkpoint.encode()).decode()}",
        f"index {at[0]}",
        *(b64encode(step).decode() for step in tree.inclusion(at[0], len(leaves))),
    ]
    return "\n".join(lines) + f"\n\n{season}"


def verify_proof(
    proof: str, key: VerifierKey, ledger_keys: Sequence[VerifierKey] = ()
) -> tuple[Checkpoint, Checkpoint]:
    """Return the season's checkpoint signed by a key, and the checkpoint of the ledger that it proves to include.

    With keys of ledgers, one of them must have signed the ledger's checkpoint; without, the season vouches for it.

    Raises:
        BadNote, BadProof: the proof is not valid, with the reason.
    """
    head, _, note = proof.partition("\n\n")
    lines = head.split("\n")
    if (
        len(lines) < 3
        or lines[0] != FIRST_LINE
        or not lines[1].startswith("extra ")
        or not lines[2].startswith("index ")
    ):
        raise BadNote("a proof has its first line, the ledger's checkpoint and an index, and a checkpoint below them")
    if not re.fullmatch("0|[1-9][0-9]{0,9}", index := lines[2].removeprefix("index ")):
        raise BadNote("its index is not a number")
    season = Checkpoint.parse(open_note(note, [key]))
    of_ledger = _bytes(lines[1].removeprefix("extra ")).decode("utf-8", "replace")
    text = open_note(of_ledger, ledger_keys) if ledger_keys else text_of(of_ledger)
    ledger = Checkpoint.parse(text)
    if season.origin != key.name or not ledger.origin.startswith(origin_of("")):
        raise BadNote("it does not belong to a season and a ledger")
    verify_inclusion(_leaf(text), int(index), season.size, [_bytes(line) for line in lines[3:]], season.root)
    return season, ledger


def _ordered(found: Sequence[Archive]) -> list[Archive]:
    return sorted(found, key=lambda one: origin_of(one.about.ledger))


def _leaves(found: Sequence[Archive], keys: Sequence[str]) -> list[bytes]:
    return [_leaf(stated_by(one.about, keys).text()) for one in _ordered(found)]


def _leaf(text: str) -> bytes:
    return sha256(b"\x00" + text.encode()).digest()


def _tree(leaves: Sequence[bytes]) -> Tree:
    return Tree(lambda start, stop: leaves[start:stop])


def _bytes(text: str) -> bytes:
    try:
        found = b64decode(text, validate=True)
    except ValueError:
        raise BadNote("it is not base64") from None
    if b64encode(found).decode() != text:
        raise BadNote("it is not base64 as it must be written")
    return found
