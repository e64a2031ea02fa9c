"""What a policy of witnesses says of a checkpoint, in words; and what `verify` says of a checkpoint alone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.state import out
from domain.visible import visible

if TYPE_CHECKING:
    from ledger.proofs.policy import Policy, Witnessed

LAST = 253_402_300_799
"""The last second that a date can tell, in seconds since 1970."""


def at_of(at: int) -> str:
    """Return a time in seconds since 1970 as people write it."""
    return datetime.fromtimestamp(min(at, LAST), UTC).isoformat()


def now() -> int:
    """Return the time in seconds since 1970."""
    return int(time.time())


def read_policy(file: Path | None) -> Policy | None:
    """Return the policy in a file, if one is given."""
    from ledger.care.files import read_file
    from ledger.proofs.policy import Policy

    return Policy.parse(read_file(file)) if file is not None else None


def of_policy(witnessed: Witnessed | None) -> list[str]:
    """Return what a policy says, line by line; nothing if there is none."""
    if witnessed is None:
        return []
    size = witnessed.stated.size
    lines = [f"Cosigned by {name} at {at_of(one.at)}: {size} events." for name, one in witnessed.by.items()]
    lines += [f"Not counted: {name} at {at_of(one.at)}, which is to come." for name, one in witnessed.early.items()]
    missing = [name for name in witnessed.missing if name not in witnessed.early]
    if missing:
        lines.append(f"Not cosigned by {', '.join(missing)}.")
    lines.append(f"The policy's quorum {'is' if witnessed.reached else 'IS NOT'} reached.")
    return lines


def policy_data(witnessed: Witnessed | None) -> dict[str, Any] | None:
    """Return the same as plain data."""
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
    """Return whether a file may be a checkpoint, and is no JSON."""
    return b"\n\n\xe2\x80\x94 " in contents and not contents.lstrip().startswith(b"{")


def verify_checkpoint(file: Path, contents: bytes, keys: Sequence[str], policy: Policy | None) -> int:
    """Verify a checkpoint, say who signed it, and return the exit code: 1 if the quorum is not reached."""
    from ledger.proofs.mark import text_of
    from ledger.proofs.note import BadNote, Checkpoint, VerifierKey, signed_by

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
    lines = [f"{file}: {stated.origin} has {stated.size} events, signed with {key}", *of_policy(witnessed)]
    data = {"file": str(file), "origin": stated.origin, "size": stated.size, "key": str(key),
            "policy": policy_data(witnessed)}  # fmt: skip
    out("\n".join(visible(line, one_line=True) for line in lines), data)
    return 0 if witnessed is None or witnessed.reached else 1
