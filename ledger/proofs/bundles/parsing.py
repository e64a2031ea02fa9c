"""Parsing of a bundle: what the bytes of a file must be before anything in it is believed."""

from __future__ import annotations

import msgspec

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import BadFile
from tablescribe.ledger.log.pictures import has_pictures
from tablescribe.ledger.proofs.bundles.bundle import (
    FORMAT,
    VERSION,
    WITH_PICTURES,
    WITH_TEXTS,
    WITH_TOURNAMENT,
    Bundle,
    formatted,
    is_tournament,
)
from tablescribe.ledger.proofs.bundles.limits import EARLIER, check_size
from tablescribe.ledger.proofs.bundles.schema import check_written

_PACKED = {b"\x1f\x8b": "gzip", b"PK": "zip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"(\xb5/\xfd": "zstd"}


def parse(contents: bytes) -> Bundle:
    """Parse the bytes of a bundle, which must be in canonical form.

    Raises:
        BadFile: it is not a bundle, or is newer, truncated, compressed, too large or not in canonical form.
    """
    bundle = decode(contents)
    check_canonical_file(bundle, contents)
    return bundle


def decode(contents: bytes) -> Bundle:
    """Decode the bytes of a bundle; whether they are in canonical form is left to `check_canonical_file`.

    Raises:
        BadFile: it is not a bundle, or is newer, truncated, compressed or too large.
    """
    packer = next((name for magic, name in _PACKED.items() if contents.startswith(magic)), None)
    if packer is not None:
        raise BadFile(say("it is compressed with {packer}. If you trust its source, unpack it first", packer=packer))
    check_size(contents)
    try:
        check_written(contents)
        bundle = msgspec.json.decode(contents, type=Bundle)
    except (BadFile, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        _check_head(contents)  # only now: a file that decodes has told both, and would be read twice
        if isinstance(error, BadFile):
            raise
        raise _no_bundle(error) from error
    _check_format(bundle)
    without = bundle.texts is msgspec.UNSET, bundle.pictures is msgspec.UNSET
    expected = bundle.version < WITH_TEXTS, bundle.version < WITH_PICTURES
    if bundle.version not in _versions(bundle) or without != expected:
        raise BadFile(say("bundles do not have a version {version}", version=bundle.version))
    if len(bundle.earlier) > EARLIER:
        raise BadFile(say("it has more than {n} earlier checkpoints", n=EARLIER))
    return bundle


def check_canonical_file(bundle: Bundle, contents: bytes) -> None:
    """Check that a bundle is written as the bytes that it was decoded from.

    Raises:
        BadFile: they are not in canonical form.
    """
    try:
        as_written = formatted(bundle)
    except UnicodeEncodeError as error:
        raise BadFile(say("it contains an invalid text")) from error
    if len(as_written) + 1 != len(contents) or not contents.startswith(as_written) or not contents.endswith(b"\n"):
        raise BadFile(say("it was changed after it was written"))


def _versions(bundle: Bundle) -> tuple[int, ...]:
    """Return the versions that a bundle with these streams may have.

    Bundles of version 1 and 2 may hold words that only look like commitments, as people could write anything.
    """
    held = WITH_TOURNAMENT if any(map(is_tournament, bundle.streams)) else VERSION
    if any(has_pictures(one.type) for stream in bundle.streams for one in stream.log):
        return (WITH_PICTURES,)
    return held, WITH_TEXTS, WITH_PICTURES


def _check_head(contents: bytes) -> None:
    """Check that a file is a bundle of a version that is known here: its other fields may then be wrong.

    Raises:
        BadFile: it is not.
    """
    try:
        _check_format(msgspec.json.decode(contents, type=_Head))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise _no_bundle(error) from error


def _check_format(head: _Head | Bundle) -> None:
    if head.format != FORMAT:
        raise BadFile(say("it is not a bundle: its format is {format}", format=repr(head.format[:60])))
    if head.version > WITH_PICTURES:
        raise BadFile(
            say(
                "it has version {version}, but this Tablescribe reads up to version {known}. Update Tablescribe",
                version=head.version,
                known=WITH_PICTURES,
            )
        )


def _no_bundle(error: Exception) -> BadFile:
    return BadFile(say("it is not a bundle, or it is incomplete: {why}", why=str(error)))


class _Head(msgspec.Struct):
    """The fields that every version has."""

    format: str
    version: int
