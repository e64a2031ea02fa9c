"""Encoding of events as msgspec JSON arrays, from a closed list of event types.

Bytes are canonical: `encode(decode(b)) == b` is checked before an event is stored and when a log is
verified. A type name in a row never causes an import.
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
"""Any event in the log: of a match, its keys and signatures, or a tournament."""

_encoder = msgspec.json.Encoder()


@cache
def _list_decoder() -> msgspec.json.Decoder[list[Recorded]]:
    return msgspec.json.Decoder(list[Recorded])


@cache
def _any_decoder() -> msgspec.json.Decoder[Recorded]:
    return msgspec.json.Decoder(Recorded)


_CATALOGUE = Opened.__struct_fields__.index("catalogue")


def _of_opened(first: int, last: int | None, **other: Any) -> msgspec.json.Decoder[Any]:
    """Return a decoder for the fields from `first` up to `last` of an `Opened` event, as a JSON array of these."""
    fields = [(one.name, other.get(one.name, one.type)) for one in msgspec.structs.fields(Opened)]
    tag = "Opened" if first == 0 else None
    form = msgspec.defstruct(
        "Opened", fields[first:last], frozen=True, array_like=True, gc=False, tag=tag, forbid_unknown_fields=bool(last)
    )
    return msgspec.json.Decoder(form)


_opened_apart = _of_opened(0, None, catalogue=msgspec.Raw)
_opened_before, _opened_after = _of_opened(0, _CATALOGUE), _of_opened(_CATALOGUE + 1, None)

MOST_CATALOGUES = 16
"""Maximum number of decoded catalogues in memory. Nearly all matches of a game share one."""

_catalogues: dict[bytes, dict[str, Any]] = {}
"""Decoded catalogues by their bytes, which include the comma that follows them in an event."""


class BadEvent(ValueError):
    """The bytes are not a valid event of a known type."""


def encode(event: Recorded) -> bytes:
    """Encode an event as canonical bytes.

    Raises:
        BadEvent: the event does not round-trip to the same bytes, because a value has the wrong type.
    """
    try:
        body = _encoder.encode(event)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise BadEvent(f"a {type(event).__name__} event cannot be written: {error}") from error
    check_canonical(type(event).__name__, body)
    return body


def decode(kind: str, body: bytes) -> Recorded:
    """Decode an event of the given type.

    Raises:
        BadEvent: the type is unknown, or the bytes do not match its schema.
    """
    try:
        return cast(Recorded, _decoders[kind](body))
    except KeyError:
        raise BadEvent(f"there is no event type {kind!r}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadEvent(f"not a {kind} event: {error}") from error


def _opened(body: bytes) -> Opened:
    """Decode an `Opened` event. Events with the same catalogue bytes share one decoded catalogue."""
    at = body.find(b',{"name":') + 1  # every catalogue begins with its name
    for written, data in [*_catalogues.items()]:
        if body.startswith(written, at):
            with suppress(msgspec.DecodeError, UnicodeDecodeError):  # bytes of another field, or invalid
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
    """Decoders by event type, created on first use."""

    def __missing__(self, kind: str) -> Callable[[bytes], Any]:
        found = self[kind] = msgspec.json.Decoder(_KINDS[kind]).decode
        return found


_decoders = _Decoders(Opened=_opened)


def decode_rows(stream_id: str, rows: Iterable[tuple[int, str, bytes]]) -> Iterator[tuple[Recorded, bytes]]:
    """Decode rows of (version, type, body) of one match or tournament; yield each event with its bytes.

    Raises:
        BadEvent: an event is invalid, or its bytes name another stream or version than its row.
    """
    for version, kind, body in rows:
        try:
            event = _decoders[kind](body)
        except (LookupError, ValueError, RecursionError):
            event = decode(kind, body)  # raises the error that says why
        if event.originator_version != version or event.originator_id != stream_id:
            raise _another(event, stream_id, version)
        yield event, body


def _another(event: Recorded, stream_id: str, version: int) -> BadEvent:
    return BadEvent(
        f"the bytes of event {version} of match {stream_id} "
        f"tell event {event.originator_version} of match {event.originator_id}"
    )


def decode_joined(bodies: str) -> list[Recorded]:
    """Decode a JSON array of one match's or tournament's bodies; return the events ordered by version.

    Raises:
        BadEvent: an event is invalid.
    """
    try:
        events: list[Recorded] = _list_decoder().decode(bodies)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadEvent(f"an event cannot be read: {error}") from error
    events.sort(key=attrgetter("originator_version"))
    return events


def check_all_canonical(kinds: Sequence[str], bodies: Sequence[bytes]) -> list[Recorded]:
    """Decode many events at once and check that their types match and their bytes are canonical.

    Raises:
        BadEvent: an event is invalid, of another type, or not canonical.
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
    """Decode an event and check that its bytes are canonical.

    Raises:
        BadEvent: the event is invalid or its bytes are not canonical.
    """
    event = decode(kind, body)
    if _encoder.encode(event) != body:
        raise BadEvent(f"the bytes of a {kind} event are not in canonical form")
    return event


class EventMapper(Mapper[str]):
    """Implement the `eventsourcing` mapper with this codec. A stored event's topic is its type."""

    def __init__(
        self, transcoder: Transcoder, compressor: Compressor | None = None, cipher: Cipher | None = None
    ) -> None:
        if compressor is not None or cipher is not None:
            raise ValueError("events are stored as they are hashed and exported: not compressed, not encrypted")
        super().__init__(transcoder)

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Convert an event to the form the recorder stores."""
        event = cast(Recorded, domain_event)
        return StoredEvent(event.originator_id, event.originator_version, type(event).__name__, encode(event))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """Decode a stored event into a domain event.

        Raises:
            BadEvent: the event is invalid, or its bytes name another match or version than its row.
        """
        event = decode(stored_event.topic, stored_event.state)
        if (event.originator_id, event.originator_version) != (
            stored_event.originator_id,
            stored_event.originator_version,
        ):
            raise _another(event, str(stored_event.originator_id), stored_event.originator_version)
        return cast(DomainEventProtocol[str], event)
