"""The verdict of a witness policy on a checkpoint, in words; and the output of `verify` for a checkpoint."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import out
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.witnesses.policy import Policy, Witnessed

LAST = 253_402_300_799
"""The last second that a date can represent (Unix time)."""


def at_of(at: int) -> str:
    """Return a Unix time as an ISO date and time."""
    return datetime.fromtimestamp(min(at, LAST), UTC).isoformat()


def now() -> int:
    """Return the current Unix time in seconds."""
    return int(time.time())


def read_policy(file: Path | None) -> Policy | None:
    """Return the policy in a file; `None` without a file."""
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.witnesses.policy import Policy

    return Policy.parse(read_file(file)) if file is not None else None


def of_policy(witnessed: Witnessed | None) -> Iterator[Text]:
    """Yield the verdict of a policy, line by line; nothing without a policy."""
    if witnessed is None:
        return
    for name, one in witnessed.by.items():
        yield plural(
            witnessed.stated.size, "Cosigned by {name} at {at}: 1 event.", "Cosigned by {name} at {at}: {n} events.",
            name=name, at=at_of(one.at),
        )  # fmt: skip
    for name, one in witnessed.early.items():
        yield say("Not counted: {name} at {at}, which is in the future.", name=name, at=at_of(one.at))
    if missing := [name for name in witnessed.missing if name not in witnessed.early]:
        yield say("Not cosigned by {names}.", names=", ".join(missing))
    yield say("The policy's quorum is reached.") if witnessed.reached else say("The policy's quorum IS NOT reached.")


def in_doubt(what: Text | str) -> Text:
    """Return a line for something that is in doubt."""
    return say("IN DOUBT: {what}", what=what)


def policy_data(witnessed: Witnessed | None) -> dict[str, Any] | None:
    """Return the verdict of a policy as plain data."""
    if witnessed is None:
        return None
    return {
        "size": witnessed.stated.size,
        "cosigned": {name: one.at for name, one in witnessed.by.items()},
        "early": {name: one.at for name, one in witnessed.early.items()},
        "missing": list(witnessed.missing),
        "quorum": witnessed.reached,
    }


def is_checkpoint(contents: bytes) -> bool:
    """Return whether a file looks like a checkpoint, and is not JSON."""
    return b"\n\n\xe2\x80\x94 " in contents and not contents.lstrip().startswith(b"{")


def verify_checkpoint(file: Path, contents: bytes, keys: Sequence[str], policy: Policy | None) -> int:
    """Verify a checkpoint, print who signed it, and return the exit code: 1 if the quorum is not reached."""
    from tablescribe.ledger.proofs.tree.high_water_mark import text_of
    from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, signed_by

    trusted = [VerifierKey.parse(key) for key in keys] + (policy.logs if policy is not None else [])
    if not trusted:
        raise click.UsageError("say whose checkpoint it is: --key, or a `log` line in the policy")
    try:
        note = contents.decode()
    except UnicodeDecodeError as error:
        raise BadNote("it is not UTF-8") from error
    stated = Checkpoint.parse(text_of(note))
    key, *_ = signed_by(note, [key for key in trusted if key.name == stated.origin])
    witnessed = policy.judge(note, now()) if policy is not None else None
    words = plural(
        stated.size,
        "{file}: {origin} has 1 event, signed with {key}",
        "{file}: {origin} has {n} events, signed with {key}",
        file=str(file), origin=stated.origin, key=str(key),
    )  # fmt: skip
    data = {"file": str(file), "origin": stated.origin, "size": stated.size, "key": str(key),
            "policy": policy_data(witnessed)}  # fmt: skip
    out("\n".join(visible(told(line), one_line=True) for line in (words, *of_policy(witnessed))), data)
    return 0 if witnessed is None or witnessed.reached else 1
