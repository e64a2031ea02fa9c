"""What a public file may withhold: words and seeds, but nothing that decides who won.

Found by an adversary: an owner withheld a last round's results and showed others instead. The log, the
checkpoint and the key were genuine, and all verifiers called another champion sound.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest

from tablescribe.domain.tournament.model.words import WORDS, words_of
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.text_marks import tells_nothing
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.verifiers import verify_bundle as proofs
from tablescribe.ledger.proofs.verifiers import verify_tournament as counting
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_bundles
from tests.depth import ALL
from tests.fuzz import samples
from tests.fuzz.made_tournaments import MAKERS, documents
from tests.fuzz.mutating import written
from tests.fuzz.owner_tournaments import put_right, stream_of, theirs, told

KEY = str(samples.SIGNER.key)
MAY_BE = {"Explained", "Unsealed"}
OLD_WORDS = {one.__name__ for one in WORDS} - MAY_BE


def made(number: int, *, public: bool = True) -> Any:
    """Return one of the tournaments, and that for the public or the whole of it."""
    return json.loads(json.dumps(documents()[2 * number + public]))


def withheld(row: list[Any], said: list[Any] | None = None) -> None:
    """Withhold an event; show it as it is, or changed."""
    shown = said or told(row)
    shown[6] = ""
    row[4], row[3], row[5] = row[4] or sha256(row[3].encode()).hexdigest(), "", written(shown)


def sealed(document: Any) -> bytes:
    return samples.as_file(samples.sealed(document, samples.SIGNER))


def refused_by_all(contents: bytes) -> None:
    with pytest.raises(LedgerDamaged, match="affects the decision"):
        verify_bundle(contents, [samples.SIGNER.key])
    with pytest.raises(ValueError, match=r"withholds what|tells too much"):
        proofs.verify(contents, [KEY])
    with pytest.raises(counting.WrongError, match="decides, and is withheld"):
        counting.verify(contents, KEY)


def test_another_champion_cannot_be_shown() -> None:
    """Given the last match and its report withheld, and shown with the other winner, and a final table that fits."""
    document = made(0)
    log = stream_of(document, "Announced")
    report = next(row for row in reversed(log) if row[2] == "Reported" and told(row)[10] == "played")
    said = told(report)
    match = next(one["log"] for one in document["streams"] if one["id"] == said[11])
    closed = next(row for row in match if row[2] == "ClosedOpenly")
    result = told(closed)
    result[7][2] = [3 - result[7][2][0]]
    result[7][3].reverse()
    withheld(closed, result)
    said[14].reverse()
    said[15].reverse()
    withheld(report, said)
    tables = [told(row)[8] for row in log if row[2] == "Finished"]
    put_right(document)
    last = [row for row in log if row[2] == "Finished"]
    assert [told(row)[8] for row in last] != tables
    for row in last:
        withheld(row)
    refused_by_all(sealed(document))


@pytest.mark.parametrize("number", range(2 * len(MAKERS)))
def test_nothing_but_words_and_seeds_is_withheld(number: int) -> None:
    """Each type of event of each tournament, withheld although it is shown as it is."""
    kinds = sorted({row[2] for row in stream_of(documents()[number], "Announced")})
    for kind in kinds if ALL else kinds[number % 2 :: 2]:  # the other half in the same one as the public gets it
        is_not_withheld(documents()[number], kind)


def is_not_withheld(of: dict[str, Any], kind: str) -> None:
    document = json.loads(json.dumps(of))
    document.update(viewer="spectator", names=[])
    if "texts" in document:  # no words can be told for what is withheld
        document["texts"] = []
    log = stream_of(document, "Announced")
    row = next(row for row in log if row[2] == kind)
    old = told(log[0])[7] < 3
    fine = bool(row[4])  # it was withheld by us
    withheld(row)
    if fine:
        assert kind in (OLD_WORDS if old else set()) | MAY_BE
        assert theirs(sealed(document)) == "sound"
    else:
        refused_by_all(sealed(document))


@pytest.mark.parametrize("kind", ["Reported", "ClosedOpenly", "Paired", "Finished", "Penalised", "Entered"])
def test_nothing_that_is_told_is_shown_otherwise(kind: str) -> None:
    document = made(0)
    row = next(row for one in document["streams"] for row in one["log"] if row[2] == kind)
    row[5] = row[3]
    refused_by_all(sealed(document))


@pytest.mark.parametrize("number", range(len(MAKERS)))
def test_of_a_public_file_each_ruling_is_proved_and_its_words_are_not_told(number: int) -> None:
    form = MAKERS[number][1]
    document = made(number)
    log = stream_of(document, "Announced")
    for row in log:
        event: Any = decode(row[2], (row[5] or row[3]).encode())
        assert all(map(tells_nothing, words_of(event).values()))
        assert bool(row[3]) or row[2] in (MAY_BE if form > 2 else MAY_BE | OLD_WORDS)
    rulings = [row[1] for row in log if not row[3] and row[2] not in MAY_BE]
    assert bool(rulings) == (form < 3)
    contents = samples.as_file(document)
    events = f"{', '.join(map(str, rulings[:20]))}"
    ours = [str(line) for line in verify(of_bundles([verify_bundle(contents, [samples.SIGNER.key])])[0]).lines()]
    for lines in (ours, proofs.verify(contents, [KEY]), counting.verify(contents, KEY)):
        found = [line for line in lines if "rulings are the sealer's word" in line]
        assert [line.strip().split(" ")[0] for line in found] == [str(len(rulings))] * bool(rulings)
        assert all(line.endswith(events) for line in found)


def test_a_match_that_is_not_sealed_cannot_withhold_its_result() -> None:
    document = made(0)
    row = next(row for one in document["streams"] for row in one["log"] if row[2] == "ClosedOpenly")
    withheld(row)
    refused_by_all(sealed(document))


def test_of_a_sealed_match_only_the_seed_is_withheld_and_its_result_is_proved() -> None:
    contents = samples.as_file(made(3))
    log = next(one["log"] for one in made(3)["streams"] if any(row[2] == "Disclosed" for row in one["log"]))
    kinds = {row[2]: row for row in log}
    assert kinds["ClosedOpenly"][3]
    assert not kinds["Disclosed"][3]
    assert told(kinds["Disclosed"])[7] == ""
    for lines in (proofs.verify(contents, [KEY]), counting.verify(contents, KEY)):
        assert not any("among them its result" in line for line in lines)


def test_of_a_sealed_match_no_other_result_can_be_shown() -> None:
    """Found by the same adversary: the closing of a sealed match was withheld with its seed, and shown otherwise."""
    document = made(3)
    log = next(one["log"] for one in document["streams"] if any(row[2] == "Disclosed" for row in one["log"]))
    row = next(row for row in log if row[2] == "ClosedOpenly")
    said = told(row)
    said[7][2] = [3 - said[7][2][0]]
    withheld(row, said)
    refused_by_all(sealed(document))


def test_an_older_log_whose_closing_has_the_seed_says_that_its_result_is_the_sealers_word() -> None:
    document = made(3)
    log = next(one["log"] for one in document["streams"] if any(row[2] == "Disclosed" for row in one["log"]))
    for row in log:
        said = told(row)
        if row[2] == "Disclosed":  # older logs have nothing there
            row[2], row[3:6] = "Noted", [written(["Noted", *said[1:6], "salt", None, "the end"]), "", ""]
        elif row[2] == "ClosedOpenly":
            row[2], row[3] = "Closed", written(["Closed", *said[1:]])
            withheld(row)
    contents = sealed(document)
    assert sum(bool(one.unproved) for one in verify_bundle(contents, [samples.SIGNER.key]).matches) == 1
    assert any("the sealer's word, among them its result" in line for line in proofs.verify(contents, [KEY]))
