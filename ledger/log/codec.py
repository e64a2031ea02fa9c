"""Encoding of events as msgspec JSON arrays, from a closed list of event types.

Bytes are canonical: `encode(decode(b)) == b` is demanded before anything is stored and when a log is
verified. Nothing is ever imported because a row names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias, cast

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Cipher, Compressor, Mapper, StoredEvent, Transcoder

from tablescribe.domain.match.events import EVENTS, AnyEvent, Opened
from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS, TournamentEvent

Recorded: TypeAlias = AnyEvent | TournamentEvent
"""What the log keeps: the events of matches, of their papers, and of tournaments."""

_encoder = msgspec.json.Encoder()


@cache
def _list_decoder() -> msgspec.json.Decoder[list[Recorded]]:
    return msgspec.json.Decoder(list[Recorded])


@cache
def _any_decoder() -> msgspec.json.Decoder[Recorded]:
    return msgspec.json.Decoder(Recorded)


_CATALOGUE = Opened.__struct_fields__.index("catalogue")


def _of_opened(first: int, last: int | None, **other: Any) -> msgspec.json.Decoder[Any]:
    """Return what decodes some fields of an `Opened` event as an array, without those before and after."""
    fields = [(one.name, other.get(one.name, one.type)) for one in msgspec.structs.fields(Opened)]
    tag = "Opened" if first == 0 else None
    form = msgspec.defstruct(
        "Opened", fields[first:last], frozen=True, array_like=True, gc=False, tag=tag, forbid_unknown_fields=bool(last)
    )
    return msgspec.json.Decoder(form)


_opened_apart = _of_opened(0, None, catalogue=msgspec.Raw)
_opened_before, _opened_after = _of_opened(0, _CATALOGUE), _of_opened(_CATALOGUE + 1, None)

MOST_CATALOGUES = 16
"""Catalogues that are kept in memory as data: nearly all matches of a game are opened with the same."""

_catalogues: dict[bytes, dict[str, Any]] = {}
"""By their bytes, with the comma that follows them in an event."""


class BadEvent(ValueError):
    """Bytes that are no event of ours."""


def encode(event: Recorded) -> bytes:
    """Return an event's bytes.

    Raises:
        BadEvent: the event would not be read back as the same bytes (a value of a wrong type).
    """
    try:
        body = _encoder.encode(event)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise BadEvent(f"a {type(event).__name__} event cannot be written: {error}") from error
    check_canonical(type(event).__name__, body)
    return body


def decode(kind: str, body: bytes) -> Recorded:
    """Return the event of a type from its bytes.

    Raises:
        BadEvent: there is no such type, or the bytes are not of its form.
    """
    try:
        return cast(Recorded, _decoders[kind](body))
    except KeyError:
        raise BadEvent(f"there is no event type {kind!r}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadEvent(f"not a {kind} event: {error}") from error


def _opened(body: bytes) -> Opened:
    """Return an `Opened` event, as its decoder does; of the same bytes, its catalogue is the same data as before's."""
    at = body.find(b',{"name":') + 1  # every catalogue begins with its name
    for written, data in [*_catalogues.items()]:
        if body.startswith(written, at):
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # it stands elsewhere, or the rest is wrong
                before = msgspec.structs.astuple(_opened_before.decode(body[: at - 1] + b"]"))
                after = msgspec.structs.astuple(_opened_after.decode(b"[" + body[at + len(written) :]))
                return Opened(*(*before, data, *after))
    told = msgspec.structs.astuple(_opened_apart.decode(body))
    written = bytes(told[_CATALOGUE]) + b","
    again = _catalogues.get(written)
    if again is None:
        again = _catalogues[written] = msgspec.json.decode(told[_CATALOGUE], type=dict[str, Any])
        while len(_catalogues) > MOST_CATALOGUES:
            _catalogues.pop(next(iter(_catalogues)), None)
    values: Iterable[Any] = (*told[:_CATALOGUE], again, *told[_CATALOGUE + 1 :])
    return Opened(*values)


_KINDS = {event.__name__: event for event in (*EVENTS, *TOURNAMENT_EVENTS)}


class _Decoders(dict[str, Callable[[bytes], Any]]):
    """The decoder of each type of events, made when the first of that type is read."""

    def __missing__(self, kind: str) -> Callable[[bytes], Any]:
        found = self[kind] = msgspec.json.Decoder(_KINDS[kind]).decode
        return found


_decoders = _Decoders(Opened=_opened)


def decode_rows(stream_id: str, rows: Iterable[tuple[int, str, bytes]]) -> Iterator[tuple[Recorded, bytes]]:
    """Yield the events of a match or a tournament, each with its bytes, from rows of version, type and body.

    Raises:
        BadEvent: one is none of ours, or its bytes tell another stream or version than its row.
    """
    for version, kind, body in rows:
        try:
            event = _decoders[kind](body)
        except (LookupError, ValueError, RecursionError):
            event = decode(kind, body)  # this says what is wrong with it
        if event.originator_version != version or event.originator_id != stream_id:
            raise _another(event, stream_id, version)
        yield event, body


def _another(event: Recorded, stream_id: str, version: int) -> BadEvent:
    return BadEvent(
        f"the bytes of event {version} of match {stream_id} "
        f"tell event {event.originator_version} of match {event.originator_id}"
    )


def decode_joined(bodies: str) -> list[Recorded]:
    """Return the events of a match or a tournament from a JSON array of their bodies, in the order of their versions.

    Raises:
        BadEvent: one of them is no event of ours.
    """
    try:
        events: list[Recorded] = _list_decoder().decode(bodies)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadEvent(f"an event cannot be read: {error}") from error
    events.sort(key=attrgetter("originator_version"))
    return events


def check_all_canonical(kinds: Sequence[str], bodies: Sequence[bytes]) -> list[Recorded]:
    """Return events of these types, having checked that their bytes are the only ones that tell them: many at once.

    Raises:
        BadEvent: some are not.
    """
    lines = b"\n".join(bodies) + b"\n"  # the bytes of an event never have a newline
    try:
        events: list[Recorded] = _any_decoder().decode_lines(lines)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadEvent(f"an event cannot be read: {error}") from error
    if _encoder.encode_lines(events) != lines or [type(event).__name__ for event in events] != list(kinds):
        raise BadEvent("the bytes of an event are not in canonical form")
    return events


def check_canonical(kind: str, body: bytes) -> Recorded:
    """Return the event, having checked that its bytes are the only ones that tell it.

    Raises:
        BadEvent: they are not.
    """
    event = decode(kind, body)
    if _encoder.encode(event) != body:
        raise BadEvent(f"the bytes of a {kind} event are not in canonical form")
    return event


class EventMapper(Mapper[str]):
    """The library's mapper, over this codec: the topic of a stored event is its type."""

    def __init__(
        self, transcoder: Transcoder, compressor: Compressor | None = None, cipher: Cipher | None = None
    ) -> None:
        if compressor is not None or cipher is not None:
            raise ValueError("events are stored as they are hashed and exported: not compressed, not encrypted")
        super().__init__(transcoder)

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return an event as the recorder stores it."""
        event = cast(Recorded, domain_event)
        return StoredEvent(event.originator_id, event.originator_version, type(event).__name__, encode(event))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """Return a stored event as the domain knows it.

        Raises:
            BadEvent: it is none of ours, or its bytes tell another match or version than its row.
        """
        event = decode(stored_event.topic, stored_event.state)
        if (event.originator_id, event.originator_version) != (
            stored_event.originator_id,
            stored_event.originator_version,
        ):
            raise _another(event, str(stored_event.originator_id), stored_event.originator_version)
        return cast(DomainEventProtocol[str], event)
