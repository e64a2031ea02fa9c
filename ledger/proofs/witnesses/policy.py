"""Witness policies: which witnesses are trusted, and how many of them must have cosigned a checkpoint.

A policy is a text file as in c2sp.org/tlog-policy, one statement per line; lines that begin with # are comments:

    log     tablescribe/0f3c…+12345678+AZC3…
    witness club      club.example/witness+1a2b3c4d+BK/Q…
    witness federation  federation.example/w1+5e6f7a8b+BGmN…
    witness ada       ada.example+9c0d1e2f+BLpR…
    group   two-of-us 2 club federation ada
    quorum  two-of-us

A group requires `any`, `all` or a number of its members, which are witnesses or groups defined above it. Each is a
member of at most one group, so that each witness counts once. `quorum` names the witness or group that must have
cosigned, or is `none`. A public key may belong to only one log or witness.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey
from tablescribe.ledger.proofs.witnesses.cosignature import Cosignature, WitnessKey, cosignatures

MOST_BYTES = 2**16
"""Maximum size of a policy; a larger one is refused unread."""

LEEWAY = 300
"""Maximum number of seconds that a cosignature may be in the future, because clocks differ."""

NONE = "none"
"""The quorum that requires no cosignatures."""

_NOT_ALLOWED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_COUNT = re.compile(r"[1-9][0-9]{0,8}")


class BadPolicy(LedgerError):
    """An invalid policy file; the message names the line."""

    code = "policy.bad"


@dataclass(frozen=True)
class Witnessed:
    """Result of applying a policy to a checkpoint.

    Attributes:
        stated: the checkpoint.
        by: valid cosignatures, by the witness's name, in the order of the policy.
        early: cosignatures with a time in the future, which do not count.
        missing: names of the witnesses without a valid cosignature.
        reached: whether the quorum is reached.
    """

    stated: Checkpoint
    by: dict[str, Cosignature]
    early: dict[str, Cosignature]
    missing: tuple[str, ...]
    reached: bool


@dataclass
class Policy:
    """A policy: trusted logs, witnesses, groups and the quorum; see the module."""

    logs: list[VerifierKey] = field(default_factory=list)
    witnesses: dict[str, WitnessKey] = field(default_factory=dict)
    groups: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    quorum: str = ""

    @classmethod
    def parse(cls, contents: bytes) -> Policy:
        """Parse a policy file.

        Raises:
            BadPolicy: it is invalid; the message names the line and the fault.
        """
        if len(contents) > MOST_BYTES:
            raise BadPolicy(say("the policy is larger than {n} bytes", n=MOST_BYTES))
        found = cls()
        for number, line in enumerate(contents.split(b"\n"), 1):
            try:
                found._read(line)
            except _Wrong as wrong:
                raise BadPolicy(say("the policy, line {line}: {why}", line=number, why=wrong.why)) from None
        if not found.quorum:
            raise BadPolicy(say("the policy has no quorum: end it with `quorum NAME`, or `quorum none`"))
        return found

    def wants(self, by: Collection[str], name: str | None = None) -> bool:
        """Return whether witnesses with these names satisfy the quorum, or a named group or witness."""
        name = self.quorum if name is None else name
        if name == NONE:
            return True
        if name in self.witnesses:
            return name in by
        least, members = self.groups[name]
        return sum(self.wants(by, member) for member in members) >= least

    def judge(self, note: str, now: int) -> Witnessed:
        """Apply the policy to a checkpoint; the log's own signature is not checked.

        Args:
            note: the checkpoint.
            now: seconds since 1970; cosignatures later than this plus `LEEWAY` do not count.

        Raises:
            BadNote: it is not a checkpoint, or a cosignature by one of the witnesses is wrong or repeated.
        """
        stated = Checkpoint.parse(text_of(note))
        found = {one.key: one for one in cosignatures(note, self.witnesses.values())}
        told = {name: found[key] for name, key in self.witnesses.items() if key in found}
        by = {name: one for name, one in told.items() if one.at <= now + LEEWAY}
        early = {name: one for name, one in told.items() if name not in by}
        missing = tuple(name for name in self.witnesses if name not in by)
        return Witnessed(stated, by, early, missing, self.wants(by))

    def best(self, notes: Sequence[str], now: int) -> Witnessed | None:
        """Return the result for the largest checkpoint that reaches the quorum, else for the largest of all."""
        judged = [self.judge(note, now) for note in notes]
        return max(judged, key=lambda one: (one.reached, one.stated.size), default=None)

    def _read(self, line: bytes) -> None:
        try:
            text = line.decode()
        except UnicodeDecodeError:
            _wrong(say("it is not UTF-8"))
        if _NOT_ALLOWED.search(text):
            _wrong(say("it has control characters. Lines must end with a single newline character"))
        words = re.split(r"[ \t]+", text.strip(" \t"))
        if words == [""] or words[0].startswith("#"):
            return
        match words:
            case ["log", key] | ["log", key, _]:
                self._add_log(key)
            case ["witness", name, key] | ["witness", name, key, _]:
                self._add_witness(name, key)
            case ["group", name, least, _, *_]:
                self._add_group(name, least, words[3:])
            case ["quorum", name]:
                self._set_quorum(name)
            case _:
                _wrong(say("write one of: log KEY, witness NAME KEY, group NAME any|all|N MEMBERS, quorum NAME"))

    def _add_log(self, text: str) -> None:
        try:
            key = VerifierKey.parse(text)
        except BadNote as error:
            _wrong(say("this is not a log's key: {why}", why=error.why))
        self._refuse_known(key)
        self.logs.append(key)

    def _add_witness(self, name: str, text: str) -> None:
        try:
            key = WitnessKey.parse(text)
        except BadNote as error:
            _wrong(say("this is not a witness's key: {why}", why=error.why))
        self._refuse_known(key)
        self._refuse_taken(name)
        self.witnesses[name] = key

    def _add_group(self, name: str, least: str, members: list[str]) -> None:
        self._refuse_taken(name)
        inside = {one for _, others in self.groups.values() for one in others}
        for member in members:
            if member not in self.witnesses and member not in self.groups:
                _wrong(say("{name} is not a witness or group from a line above", name=member))
            if member in inside:
                _wrong(say("{name} is already a member and would count twice", name=member))
            inside.add(member)
        count = {"any": 1, "all": len(members)}.get(least, int(least) if _COUNT.fullmatch(least) else 0)
        if not 1 <= count <= len(members):
            _wrong(say("a group needs any, all, or 1 to {n} of its members", n=len(members)))
        self.groups[name] = count, tuple(members)

    def _set_quorum(self, name: str) -> None:
        if self.quorum:
            _wrong(say("there is a quorum already"))
        if name != NONE and name not in self.witnesses and name not in self.groups:
            _wrong(say("{name} is not a witness or group from a line above", name=name))
        self.quorum = name

    def _refuse_known(self, key: VerifierKey) -> None:
        if any(one.public == key.public for one in (*self.logs, *self.witnesses.values())):
            _wrong(say("this key is already in use. Each log or witness needs its own key"))

    def _refuse_taken(self, name: str) -> None:
        if name == NONE or name in self.witnesses or name in self.groups:
            _wrong(say("the name {name} is taken", name=name))


class _Wrong(Exception):
    def __init__(self, why: Text) -> None:
        self.why = why


def _wrong(why: Text) -> NoReturn:
    raise _Wrong(why)
