"""The two verifiers of bundles reach the same verdict, and neither takes much time or memory.

The conformance corpus is published with BUNDLE.md for other verifiers; see tests/tools/conformance.py.
"""

import json
import random
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.proofs.bundles import streams, verifying
from tablescribe.ledger.proofs.bundles.verifying import Verified, verify_bundle
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.replays.tournaments import audit
from tests.depth import a_few, times
from tests.fuzz import made_tournaments, owner_tournaments, samples
from tests.fuzz.differential import disagreement, mutant, ours, theirs
from tests.fuzz.of_proofs import forged
from tests.tools import conformance
from tests.tools.conformance_seeds import add, body, event, log_of, plain, sealed, written
from tests.tools.conformance_tournaments import EVENTS as EVENTS_OF_TOURNAMENTS

ROOT = Path(__file__).parents[3]
ROOM = 600 * 2**20
"""The maximum memory in bytes that BUNDLE.md promises."""

SECONDS = 60


@pytest.fixture(scope="module")
def corpus() -> dict[str, bytes]:
    return conformance.stored()


def test_the_corpus_that_ships_is_the_one_that_is_made(corpus: dict[str, bytes]) -> None:
    """So nobody changes a case, or a verdict, without making it anew: `python -m tests.tools.conformance`."""
    made = dict(conformance.made())
    assert [name for name in made if corpus.get(name) != made[name]] == []
    assert [*made] == [*corpus]


def test_the_corpus_has_many_cases_of_each_verdict(corpus: dict[str, bytes]) -> None:
    verdicts = json.loads(corpus["verdicts.json"])
    assert len(verdicts) + 2 == len(corpus)
    assert len(verdicts) >= 300
    found = Counter(verdicts.values())
    assert (found["wrong"] > 300, found["sound"] > 100, found["doubt"] >= 8) == (True, True, True)


def test_both_verifiers_give_the_verdicts_of_the_corpus(corpus: dict[str, bytes]) -> None:
    told: dict[str, str] = json.loads(corpus["verdicts.json"])
    verdicts = {
        name: verdict
        for verdict, quick in (("sound", 60), ("wrong", 120), ("doubt", 8))
        for name in a_few((one for one in told if told[one] == verdict), quick)
    }
    found = {name: (ours(corpus[f"{name}.bundle"]), theirs(corpus[f"{name}.bundle"])) for name in verdicts}
    assert {name: both for name, both in found.items() if both != (verdicts[name],) * 2} == {}


def told(contents: bytes, processes: int = 1) -> Verified | tuple[type, str]:
    """Return what our verifier proves of a bundle, or the fault that it names."""
    try:
        return verify_bundle(contents, [samples.SIGNER.key], processes=processes, play=False)
    except (BadFile, LedgerDamaged) as error:
        return type(error), str(error)


def test_several_processes_prove_what_one_proves_and_name_the_fault_that_it_names(
    corpus: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They begin before the file itself is verified, and all of them stop where it is refused."""
    monkeypatch.setattr(verifying, "MORE", 1)  # most of these bundles have a single match
    files = a_few((name for name in corpus if name.endswith(".bundle")), 60)
    assert {name for name in files if told(corpus[name], processes=2) != told(corpus[name])} == set()


def test_events_checked_together_are_told_as_one_by_one(
    corpus: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(4)
    bundles = [*a_few((corpus[name] for name in corpus if name.endswith(".bundle")), 200)]
    bundles += [mutant(chance) for _ in range(times(50, 100))]
    together = [told(one) for one in bundles]
    monkeypatch.setattr(streams, "check_together", lambda stream: None)
    assert [n for n, one in enumerate(bundles) if told(one) != together[n]] == []


def test_the_corpus_is_unpacked_for_others(tmp_path: Path, corpus: dict[str, bytes]) -> None:
    conformance.main([tmp_path / "corpus"])
    assert {path.name: path.read_bytes() for path in (tmp_path / "corpus").iterdir()} == corpus


def test_a_sample_of_odd_bundles_has_one_verdict() -> None:
    """Twenty thousand more: `python -m tests.fuzz.differential`."""
    chance = random.Random(3)
    found = [disagreement(mutant(chance)) for _ in range(times(100, 200))]
    assert [both for both in found if both is not None] == []


@pytest.mark.parametrize("seed", range(times(1, 20)))
def test_a_sample_of_tournaments_that_an_owner_made_up_has_one_verdict(seed: int) -> None:
    """Found in an adversary's 5,000: 124 tracebacks of ours. More: `python -m tests.fuzz.owner_tournaments`."""
    chance = random.Random(seed)
    mutants = [owner_tournaments.mutant(chance) for _ in range(times(40, 1000))]
    assert [both for both in map(owner_tournaments.disagreement, mutants) if both is not None] == []
    assert {owner_tournaments.ours(one) for one in mutants[:40]} >= {"sound", "wrong"}


def with_options_left_out(form: int, counters: str) -> bytes:
    """A sound tournament with a plan without options; one match has these counters, which are empty by default."""
    for one in made_tournaments.documents():
        document = json.loads(json.dumps(one))
        announced, *_ = owner_tournaments.stream_of(document, "Announced")
        matches = [stream["log"] for stream in document["streams"] if stream["log"][0][2] == "Opened"]
        if owner_tournaments.told(announced)[7] == form and matches and document["viewer"] == "everything":
            break
    plan, opening = owner_tournaments.told(announced), owner_tournaments.told(matches[-1][0])
    plan[9]["stages"] = [stage | {"options": {}} for stage in plan[9]["stages"]]
    opening[12]["counters"] = counters
    owner_tournaments.say(announced, plan)
    owner_tournaments.say(matches[-1][0], opening)
    owner_tournaments.put_right(document)
    return forged(document, partial(samples.sealed, signer=samples.SIGNER))


@pytest.mark.parametrize(
    ("form", "counters", "verdicts"),
    [
        (2, "", ("sound", "sound", "sound")),
        (2, "x", ("wrong", "sound", "wrong")),  # an outsider does not know that counters are empty by default
        (4, "x", ("sound", "sound", "sound")),  # since format 3, the options of the plan are all that binds
    ],
)
def test_defaults_of_options_are_all_that_an_outsider_is_told(
    form: int, counters: str, verdicts: tuple[str, str, str]
) -> None:
    contents = with_options_left_out(form, counters)
    found = [verdict(contents) for verdict in (owner_tournaments.ours, owner_tournaments.theirs)]
    assert (*found, owner_tournaments.informed(contents)) == verdicts
    assert owner_tournaments.disagreement(contents) is None


@pytest.mark.parametrize(
    ("defaults", "counters", "verdicts"), [({}, "x", ("sound", "wrong")), ({"counters": "y"}, "", ("wrong", "sound"))]
)
def test_a_verifier_of_ours_that_is_wrong_about_left_out_options_is_found(
    monkeypatch: pytest.MonkeyPatch, defaults: dict[str, str], counters: str, verdicts: tuple[str, str]
) -> None:
    monkeypatch.setattr(audit, "_with_defaults", lambda stage, seats: {**stage.options, **defaults})
    assert owner_tournaments.disagreement(with_options_left_out(2, counters)) == verdicts


def test_what_is_shown_beside_a_body_may_be_of_any_form() -> None:
    """Found by the differential run: what is shown was no list, and the outsider's program ended with a traceback."""
    with pytest.raises(ValueError, match="malformed"):
        program.read_event(["ledger", 1, "Noted", "[]", "", "5", ""], "match", [], whole=False)


def test_a_match_that_cannot_be_played_is_told_apart_from_a_wrong_proof() -> None:
    """The proofs of the corpus are right, but it tells no match: only who knows the game can say so."""
    contents = sealed(plain())
    assert (ours(contents), theirs(contents), ours(contents, play=True)) == ("sound", "sound", "wrong")


@pytest.mark.parametrize(("kind", "fields"), EVENTS_OF_TOURNAMENTS, ids=[kind for kind, _ in EVENTS_OF_TOURNAMENTS])
def test_an_event_of_a_tournament_has_no_place_in_a_match(kind: str, fields: list[object]) -> None:
    """Found by an adversary: ours took it where it did not play the match, the outsider's program refused it."""
    document = plain()
    log_of(document).insert(1, event(kind, 2, *fields))
    for number, row in enumerate(log_of(document)[2:], start=3):
        row[1:4] = [number, row[2], body([*(said := json.loads(row[3]))[:2], number, *said[3:]])]
    contents = sealed(document)
    assert (ours(contents), theirs(contents)) == ("wrong", "wrong")


# --- bombs ------------------------------------------------------------------------------------------

PLAY = """
import re, sys, time
from pathlib import Path
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
key = sys.argv[2]
for file in sorted(Path(sys.argv[1]).iterdir()):
    for who, call in (
        ("theirs", lambda contents: program.verify(contents, [key])),
        ("ours", lambda contents: verify_bundle(contents, [VerifierKey.parse(key)])),
    ):
        began = time.process_time()
        try:
            call(file.read_bytes())
            verdict = "right"
        except Exception as error:
            verdict = type(error).__name__
        room = re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1]
        print(file.name, who, verdict, time.process_time() - began, room, sep="\\t")
"""
"""Try all bombs with both verifiers; print the time of each, and the peak memory so far in KiB."""


def many_signatures() -> bytes:
    """Signatures that each must be checked against all keys: it took minutes once."""
    document = plain()
    keys = [b64encode(number.to_bytes(32, "little")).decode() for number in range(7, 9_000)]
    for key in keys:
        add(document, "Enrolled", "seat:1", key)
    for key in keys[:8_000]:
        add(document, "Signed", "seat:1", key, b64encode(bytes(64)).decode())
    return sealed(document)


def many_values(value: str, count: int, kind: str = "Noted") -> bytes:
    """A body of very many small values, sealed."""
    document = plain()
    row = next(row for row in log_of(document) if row[2] == "Played")
    row[3] = row[3].replace('{"do":"move"}', '{"do":[' + ",".join([value] * count) + "]}")
    return sealed(document)


def many_bodies() -> bytes:
    """Bodies each as large as one may be, of lists."""
    document = plain()
    log_of(document).clear()
    add(document, "Opened", *json.loads(event_of("Opened"))[7:])
    for number in range(1, times(60, 150)):
        lists = "[" + ",".join(["[]"] * 45_000) + "]"
        row = event("Played", number + 1, number, 1, {"do": 0}, [], [], [], [], False)
        row[3] = row[3].replace('{"do":0}', f'{{"do":{lists}}}')
        log_of(document).append(row)
    return sealed(document)


def event_of(kind: str) -> str:
    return str(next(row for row in log_of(plain()) if row[2] == kind)[3])


def many_names() -> bytes:
    names = [{"ref": f"r{number}", "name": "x", "salt": "0" * 64} for number in range(100_000)]
    return sealed(plain() | {"names": names})


def many_streams() -> bytes:
    document = samples.sealed(plain(), samples.SIGNER)
    document["streams"] += [document["streams"][1] | {"id": f"m{number}", "log": []} for number in range(30_000)]
    return written(document)


def one_wide_character() -> bytes:
    """Text that takes four times the room in memory, as one character of it is wide."""
    document = plain()
    document["names"] = [{"ref": "\U0001f600" + "x" * 31 * 2**20, "name": "x", "salt": "0" * 64}]
    return sealed(document)


BOMBS: dict[str, Callable[[], bytes]] = {
    "lists in one line": lambda: b"[" + b"[]," * (10 * 2**20) + b"[]]",
    "brackets": lambda: b"[" * (31 * 2**20),
    "lines": lambda: b"[\n" * (15 * 2**20),
    "a number": lambda: b"9" * (31 * 2**20),
    "escapes": lambda: b'"' + b"\\n" * (15 * 2**20) + b'"',
    "signatures": many_signatures,
    "values in a body": lambda: many_values("[]", 3 * 2**20),
    "numbers in a body": lambda: many_values("7" * 4000, 2000),
    "large bodies": many_bodies,
    "names": many_names,
    "streams": many_streams,
    "a wide character": one_wide_character,
    "too large": lambda: body("x" * (33 * 2**20)).encode(),
}


def test_a_bomb_costs_neither_much_time_nor_much_room(tmp_path: Path) -> None:
    """Given files that are small and want to be large; then both verifiers refuse them within bounds."""
    for name, make in BOMBS.items():
        (tmp_path / name).write_bytes(make())
    command = [sys.executable, "-c", PLAY, str(tmp_path), str(samples.SIGNER.key)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=True)
    found = [line.split("\t") for line in done.stdout.splitlines()]
    assert len(found) == 2 * len(BOMBS)
    refused = ("ValueError", "BadFile", "LedgerDamaged", "InvalidMatch")
    assert [one for one in found if one[2] not in refused or float(one[3]) > SECONDS or int(one[4]) * 1024 > ROOM] == []
