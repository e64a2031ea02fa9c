"""Idempotent commands: a retry gets the first answer, a lost race is decided again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import msgspec
from eventsourcing.persistence import StoredEvent

from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.appending import Command
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.matches.ledger import Ledger

Done = TypeVar("Done")
Leave: TypeAlias = Callable[[Match, Sequence[tuple[StoredEvent, int]]], None]


class IdempotentCommands:
    """Carries out commands on the matches of a ledger.

    Args:
        ledger: where what came of them is saved.
        load: returns a match as it stands now, to go on with.
        leave: takes a match as it was left, and what was recorded of it at last, each event with its position.
    """

    def __init__(self, ledger: Ledger, load: Callable[[str], Match], leave: Leave) -> None:
        self.ledger = ledger
        self._load = load
        self._leave = leave

    def record(
        self,
        match_id: str,
        do: Callable[[Match], Done],
        command_id: str | None,
        content: list[Any],
        expected_version: int | None,
        in_time: Callable[[Match, int], bool] = lambda match, version: False,
    ) -> Done:
        """Carry out a command on a match and save what came of it, or return the first answer of a retry.

        `in_time` says whether the command means the same though the match is at a later version than expected.
        """
        match = self._load(match_id)  # before the answer is looked for: whoever races us now makes us stale
        version = match.version
        command = None
        if command_id is not None:
            command = Command(command_id, hashlib.sha256(msgspec.json.encode(content, order="sorted")).digest())
        several = content[0] == "play"
        try:
            if expected_version not in (None, version) and not in_time(match, expected_version):
                raise Stale(match.id, expected_version, version)
            done = do(match)
        except Exception as error:  # a retry may not be legal any more
            if (first := self._first_answer(match.id, command, several)) is not None:
                return cast(Done, first)
            if isinstance(error, Spoken) and error.recorded:
                self.ledger.save(match, expected_version=version)
            raise
        try:
            recorded = self.ledger.put(match, expected_version=version, command=command)
        except Stale:  # by a retry of the same command that raced this one, or by another seat's answer?
            if (first := self._first_answer(match.id, command, several)) is not None:
                return cast(Done, first)
            if expected_version is not None:  # look again: in time, or answered meanwhile, or stale after all
                return self.record(match_id, do, command_id, content, expected_version, in_time)
            raise
        self._leave(match, recorded)
        return done

    def _first_answer(self, match_id: str, command: Command | None, several: bool) -> Any:
        """Return what a command came to when it was recorded before, `None` if it was not."""
        if command is None or (answer := self.ledger.log.answer(match_id, command)) is None:
            return None
        events: list[AnyEvent] = self.ledger.events_of(match_id)
        found = events[answer.first_version - 1 : answer.first_version - 1 + answer.events]
        return found if several else found[-1]
