"""Check who cosigned a checkpoint, without Tablescribe: python verify_witnesses.py FILE --witness NAME+HASH+BASE64...

FILE is a checkpoint or a bundle. Of a bundle, only the checkpoint is checked; `verify_bundle.py` checks the rest. This
is a second implementation of c2sp.org/tlog-cosignature (Ed25519). It shares no code with Tablescribe and needs Python
3.11 and the package `cryptography`. Exit status: 0 enough witnesses cosigned, 1 too few or a forgery, 2 usage error.
"""

import argparse
import json
import re
import sys
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LARGEST, LATEST, LEEWAY = 32 << 20, 253402300799, 300
FIELD, ORDER_8 = 2**255 - 19, 0x5FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL = (0, 1, FIELD - 1, ORDER_8, FIELD - ORDER_8)


def public_key(text: str) -> tuple[str, bytes, bytes]:
    """Parse NAME+HASH+BASE64; return the name of a witness's key, its four-byte hash, and the key."""
    name, hashed, code = text.split("+", 2)
    data = b64decode(code, validate=True)
    short = sha256(name.encode() + b"\n" + data).digest()[:4]
    height = int.from_bytes(data[1:], "little") % 2**255
    right = len(data) == 33 and data[0] == 4 and name and short.hex() == hashed and b64encode(data).decode() == code
    if not right or height >= FIELD or height in SMALL:
        raise ValueError(text)
    return name, short, data[1:]


def checkpoint_of(contents: bytes) -> tuple[str, bool]:
    """Return the checkpoint in a file, which is a checkpoint or a bundle, and whether it is a bundle."""
    text = contents.decode()
    return (str(json.loads(text)["checkpoint"]), True) if text.startswith("{") else (text, False)


def demand(holds: object, what: str) -> None:
    """Raise `ValueError` with this message unless the condition holds."""
    if not holds:
        raise ValueError(what)


def unbase64(text: str) -> bytes:
    """Decode canonical base64."""
    data = b64decode(text, validate=True)
    demand(b64encode(data).decode() == text, "it is not base64 as it must be written")
    return data


def stated(note: str, bundled: bool) -> tuple[str, int]:
    """Return origin and size of the log that a note is about; refuse a malformed signature line of anybody."""
    text, found, lines = note.rpartition("\n\n")
    demand(len(note.encode()) <= 1_000_000 and not re.search(r"[\x00-\x09\x0b-\x1f]", note), "it has odd characters")
    demand(found and lines.endswith("\n") and lines.count("\n") <= (32 if bundled else 100), "it is no checkpoint")
    origin, size, root, *more = text.split("\n") + [""] * 2
    demand(origin and root and all(more[:-2]) and not (bundled and more[:-2]), "it is no checkpoint")
    demand(re.fullmatch("0|[1-9][0-9]{0,18}", size) and int(size) <= 1 << 62, "its size is none")
    demand(len(unbase64(root)) == 32 and (int(size) or unbase64(root) == sha256().digest()), "its root is none")
    signed = []
    for number, line in enumerate(lines.split("\n")[:-1]):
        dash, name, code = line.split(" ")
        blob, plain = unbase64(code), re.fullmatch("[!-*,-~]{1,100}", name)
        demand(dash == "—" and name and "+" not in name and not any(map(str.isspace, name)), "a name is none")
        demand(len(blob) >= 5 and not (bundled and number and not (plain and len(blob) <= 8192)), "a line is none")
        signed.append((name, blob[:4]))
    demand(not bundled or len({*signed}) == len(signed), "somebody has signed it twice")
    return origin, int(size)


def check(note: str, witnesses: list[tuple[str, bytes, bytes]], now: float, bundled: bool = False) -> dict[bytes, int]:
    """Return the time of each witness's cosignature by its key; other signatures are ignored."""
    stated(note, bundled)
    text, _, lines = note.rpartition("\n\n")
    times = dict[bytes, int]()
    for line in lines.split("\n")[:-1]:
        dash, name, code = line.split(" ")
        blob = b64decode(code, validate=True)
        for key in (key for known, short, key in witnesses if (known, short) == (name, blob[:4])):
            at = int.from_bytes(blob[4:12], "big")
            message = f"cosignature/v1\ntime {at}\n{text}\n".encode()
            if dash != "—" or len(blob) != 76 or at >= 1 << 63 or b64encode(blob).decode() != code or key in times:
                raise ValueError(f"the cosignature of {name} is none, or there twice")
            Ed25519PublicKey.from_public_bytes(key).verify(blob[12:], message)
            times[key] = at
    return {key: at for key, at in times.items() if at <= now + LEEWAY}


def main() -> None:
    """Check the file given on the command line, and print who cosigned, without terminal control characters."""
    parser = argparse.ArgumentParser(description="Check who cosigned a checkpoint, or that of a bundle.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--witness", action="append", required=True, help="who counts: NAME+HASH+BASE64")
    parser.add_argument("--quorum", type=int, help="how many of them are enough; by default all")
    file, given, quorum = vars(parser.parse_args()).values()
    try:
        witnesses = [public_key(text) for text in given]
    except ValueError as error:
        parser.error(f"that is no witness's key, NAME+HASH+BASE64: {error}")
    quorum = len(witnesses) if quorum is None else quorum
    if len({key for _, _, key in witnesses}) < len(witnesses) or not 1 <= quorum <= len(witnesses):
        parser.error("each witness has a key of its own, and --quorum is not more than there are")
    try:
        if file.stat().st_size > LARGEST:
            raise ValueError("it is too large")
        note, bundled = checkpoint_of(file.read_bytes())
        times = check(note, witnesses, datetime.now(UTC).timestamp(), bundled)
        origin, size = stated(note, bundled)
    except InvalidSignature:
        sys.exit("WRONG: the cosignature of one of your witnesses is forged, or of another checkpoint")
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        sys.exit(f"WRONG: {str(error)!r}")
    lines = [f"A log of {size} events: {ascii(origin)[1:-1]}\n"]
    for name, _, key in witnesses:
        at = datetime.fromtimestamp(min(times[key], LATEST), UTC).isoformat() if key in times else ""
        lines.append(f"{ascii(name)[1:-1]} {f'cosigned at {at}' if at else 'did not cosign, or at a time to come'}\n")
    lines.append(f"{'OK' if len(times) >= quorum else 'DOUBT'}: {len(times)} of {len(witnesses)}; you want {quorum}\n")
    sys.stdout.write("".join(lines))
    sys.exit(len(times) < quorum)


if __name__ == "__main__":
    main()
