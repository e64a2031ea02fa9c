"""Limits on what is recorded, the same in every verifier.

The log is append-only, so anything a verifier would refuse must be refused when it is recorded. Otherwise it could
never be proved. The stand-alone verifiers share no code with the rest and repeat these numbers; tests compare them.
"""

ENTRANTS, REPORTS = 5_000, 50_000
"""Maximum numbers of entrants and reports of a tournament."""

SEATS, SIGNED = 100, 100
"""Maximum numbers of seats and of signatures of a match."""

PICTURES_OF_A_NOTE, PICTURES_OF_A_MATCH, PICTURE_BYTES = 4, 24, 2_000_000
"""Maximum numbers of pictures of a note and of a match, and the maximum size of a picture in bytes."""

PICTURE_SIDE = 2560
"""Maximum width and height of a picture, in pixels."""

BODY, SIGNS, DEPTH = 2**20, 100_000, 64
"""Maxima of one event: bytes of its body, number of brackets and commas, nesting depth."""

MATCH_BYTES, MATCH_EVENTS = 28 * 2**20, 100_000
"""Maxima of all events of one match or tournament: total bytes of their bodies as in a bundle, and their number.

A bundle of 32 MiB and a million lines then still has room for its closing, signatures, keys and proofs.
"""

MATCH_SIGNS = 3_800_000
"""Maximum number of brackets and commas of all events of one match or tournament."""
