"""All cases of the conformance corpus: name, verdict, and a function that makes the bytes."""

from __future__ import annotations

from collections.abc import Iterator

from tests.tools.conformance_bodies import any_data, fields, orders, spellings
from tests.tools.conformance_chance import chance
from tests.tools.conformance_clocks import cases as clocks
from tests.tools.conformance_corrections import corrections
from tests.tools.conformance_endings import cases as endings
from tests.tools.conformance_files import cosignatures, files, names
from tests.tools.conformance_papers import keyrings, keys, redacted, signatures
from tests.tools.conformance_pictures import cases as pictures
from tests.tools.conformance_reading import readings
from tests.tools.conformance_seeds import Case
from tests.tools.conformance_tournaments import cases as tournaments
from tests.tools.conformance_words import cases as words


def all_cases() -> Iterator[Case]:
    """Yield all cases."""
    makers = (
        fields,
        any_data,
        spellings,
        orders,
        keys,
        signatures,
        keyrings,
        redacted,
        files,
        names,
        cosignatures,
        chance,
        readings,
        corrections,
        endings,
        tournaments,
        words,
        clocks,
        pictures,
    )
    for some in makers:
        yield from some()
