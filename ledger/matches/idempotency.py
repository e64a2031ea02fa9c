"""Idempotent commands: a retry gets the first answer, and a command that lost a race is executed again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, cast

import msgspec
from eventsourcing.persistence import StoredEvent

from tablescribe.domain.match.clock_events import CLOCKING
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.appending import Command, reused
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.log.pictures import StoredPicture
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.log.texts import words_of
from tablescribe.ledger.matches.ledger import Ledger

Done = TypeVar("Done")
Leave: TypeAlias = Callable[[Match, Sequence[tuple[StoredEvent, int]]], None]


class IdempotentCommands:
    """Executes commands on the matches of a ledger.

    Args:
        ledger: stores the new events.
        load: returns the current state of a match.
        leave: called after a command, with the match, the events just recorded and their positions.
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
        words: Sequence[str] = (),
        pictures: Sequence[StoredPicture] = (),
    ) -> Done:
        """Execute a command on a match and record its events; for a retry, return the first answer.

        Args:
            match_id: id of the match, or a prefix of it.
            do: decides on the match and returns the answer.
            command_id: idempotency key, if any.
            content: the command as plain data, without words. Its digest is kept for ever; a retry must match it.
            words: words that a person wrote in the command; a retry must have the same ones, until they are erased.
            expected_version: version that the client decided on, if any; later clock events do not count.
            in_time: returns whether the command is still valid although the match is past the expected version.
            pictures: pictures of the events, stored beside the log; `do` may fill the list.

        Raises:
            CommandReused: the id was used for another command.
        """
        match = self._load(match_id)  # load before looking for an answer: a later concurrent write makes this stale
        version = match.version
        command = None
        if command_id is not None:
            command = Command(command_id, hashlib.sha256(msgspec.json.encode(content, order="sorted")).digest())
        several = content[0] == "play"
        try:
            known = expected_version is None or match.is_at(expected_version)
            if expected_version is not None and not known and not in_time(match, expected_version):
                raise Stale(match.id, expected_version, version)
            done = do(match)
        except Exception as error:  # a retry may no longer be legal
            if (first := self._first_answer(match.id, command, several, words)) is not None:
                return cast(Done, first)
            if isinstance(error, Spoken) and error.recorded:
                self.ledger.save(match, expected_version=version)
            raise
        try:
            recorded = self.ledger.put(match, expected_version=version, command=command, pictures=pictures)
        except Stale:  # because of a concurrent retry of this command, or of another seat's answer
            if (first := self._first_answer(match.id, command, several, words)) is not None:
                return cast(Done, first)
            if expected_version is not None:  # decide again on the new version
                return self.record(match_id, do, command_id, content, expected_version, in_time, words, pictures)
            raise
        self._leave(match, recorded)
        return done

    def _first_answer(self, match_id: str, command: Command | None, several: bool, words: Sequence[str]) -> Any:
        """Return the answer of an earlier execution of this command; `None` if there is none.

        Raises:
            CommandReused: its id was recorded with different content.
        """
        if command is None or (answer := self.ledger.log.answer(match_id, command)) is None:
            return None
        events: list[AnyEvent] = self.ledger.events_of(match_id)
        found = events[answer.first_version - 1 : answer.first_version - 1 + answer.events]
        told = {_bare(text) for event in found for text in words_of(event)}
        found = [event for event in found if not isinstance(event, CLOCKING)] or found  # clock events are automatic
        if ERASED not in told and not {_bare(text) for text in words} - {""} <= told:
            raise reused(command.id, match_id)
        return found if several else found[-1]


def _bare(text: str) -> str:
    """Return a text with its spaces normalised, as it is recorded."""
    return " ".join(str(text).split())
