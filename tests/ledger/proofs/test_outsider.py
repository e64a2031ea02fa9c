"""The stand-alone verifier reaches the same verdicts as ours, on good files and bad."""

import ast
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.match.events import FORMAT
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import make, sealed_text
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer, VerifierKey, cosign, sign
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner
from tests.depth import a_few

PROGRAM = Path(program.__file__)
SEATS = ("seat:1", "seat:2", "seat:3")
Document = dict[str, Any]


class House:
    """A ledger of some 330 events: a match that all have signed, one that goes on, and one of nothing but notes."""

    def __init__(self, folder: Path) -> None:
        self.ledger: Ledger = open_ledger(folder / "ledger.db")
        self.scribe = Scribe(self.ledger)
        self.notary = Notary(self.scribe, KeyStore(folder / "keys"))
        self.signer = self.notary.ledger_signer()
        self.signed = self.scribe.new("ultime", ["Ada", "Bén", "Cleo 日本"], chance="sealed").id
        for holder in (*SEATS, "judge"):
            self.notary.enrol(self.signed, holder)
        for _ in range(12):
            match = self.scribe.match(self.signed)
            self.scribe.play(match.id, match.to_act[0], self.scribe.legal(match, match.to_act[0])[0].data())
        self.scribe.undo(self.signed, agreed=[1, 2, 3])
        self.scribe.close(self.signed, abandoned=True)
        self.early = self.checkpoint()
        self.open = self.scribe.new("ultime", ["Dora", "Egon", "Fee"], outcomes=[1]).id
        self.scribe.play(self.open, 1, {"do": "skip"})
        self.scribe.note(self.open, 'a note "in quotes", — and ünlike \\ signs\t☃')
        self.late = self.checkpoint()
        self.long = self.scribe.new("freeform", ["Gus"]).id
        for number in range(300):
            self.scribe.note(self.long, f"note {number}")
        for holder in (*SEATS, "judge"):
            self.notary.sign(self.signed, holder)

    def checkpoint(self) -> str:
        tree = LogTree(self.ledger)
        tree.grow()
        return tree.checkpoint(self.signer)

    def bundles(self) -> dict[str, bytes]:
        make, every = self.notary.bundle, [self.signed, self.open, self.long]
        return {
            "one match": make([self.signed]),
            "names": make(every, names=True),
            "all": make(every, names=True, since=[self.early, self.late, self.checkpoint()]),
            "no match": make([]),
            "earlier checkpoints": make([self.long], since=[self.early, self.late, self.checkpoint()]),
            "spectator": make(every, redacted=True),
            "seat": make([self.open, self.signed], redacted=True, viewer=2, since=[self.late]),
        }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.ledger.close()


@pytest.fixture(scope="module")
def bundles(house: House) -> dict[str, bytes]:
    return house.bundles()


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder with the program and nothing else."""
    folder = tmp_path / "outside"
    folder.mkdir()
    shutil.copy(PROGRAM, folder)
    return folder


def run(outside: Path, contents: bytes | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program as an outsider does: from that folder, with an interpreter that knows nothing of ours."""
    if contents is not None:
        (outside / "bundle").write_bytes(contents)
    command = [sys.executable, "-I", "-W", "error", PROGRAM.name, "bundle", *arguments]
    return subprocess.run(command, cwd=outside, capture_output=True, encoding="utf-8", timeout=60, check=False)


def ours(contents: bytes, *keys: VerifierKey) -> bool:
    """Return whether our own verifier finds nothing wrong."""
    try:
        return not verify_bundle(contents, keys).faults
    except (BadFile, LedgerDamaged):
        return False


def theirs(contents: bytes, *keys: VerifierKey) -> bool:
    """Return whether the outsider's verifier finds nothing wrong; called here, for speed."""
    try:
        return not [line for line in program.verify(contents, [*map(str, keys)]) if line.startswith("DOUBT")]
    except (ValueError, RecursionError):
        return False


# --- the program itself --------------------------------------------------------------------


def test_it_is_one_file_of_at_most_730_lines_that_needs_one_package() -> None:
    source = PROGRAM.read_text()
    assert len(source.splitlines()) <= 730
    assert max(map(len, source.splitlines())) <= 120
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    roots = {module.split(".")[0] for module in modules}
    assert roots - set(sys.stdlib_module_names) == {"cryptography"}
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in imports)


def test_it_says_how_it_is_used(outside: Path) -> None:
    assert "NAME+HASH+BASE64" in run(outside, None, "--help").stdout
    missing = run(outside, None)
    assert (missing.returncode, "no such file" in missing.stderr) == (2, True)
    for key in ("", "key", "a+00000000+AAAA", "a b+00000000+" + "A" * 44, "ü"):
        wrong = run(outside, b"{}", "--key", key)
        assert (wrong.returncode, "NAME+HASH+BASE64" in wrong.stderr) == (2, True), key


# --- good files ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["one match", "names", "all", "no match", "earlier checkpoints", "spectator", "seat"])
def test_both_find_a_good_file_sound(kind: str, house: House, bundles: dict[str, bytes], outside: Path) -> None:
    contents, key = bundles[kind], house.signer.key
    proved = verify_bundle(contents, [key])
    assert proved.faults == ()
    found = run(outside, contents, "--key", str(key))
    assert (found.returncode, found.stderr) == (0, "")
    withheld = sum(len(match.withheld) for match in proved.matches)
    first, second, *rest = found.stdout.splitlines()
    assert first == f"Sound: a bundle for {proved.viewer}; {withheld} events withheld."
    assert second == f"Log of {proved.checkpoint.size} events, signed by {key}, your key."
    assert [line.partition(":")[0] for line in rest if " seats, " in line] == [match.id for match in proved.matches]
    assert [line for line in rest if " is " in line and not line.startswith("  ")] == [
        f"{ref} is {name}" for ref, name in proved.names.items()
    ]


def test_it_tells_whose_signatures_count(house: House, bundles: dict[str, bytes], outside: Path) -> None:
    for kind in ("names", "spectator"):
        lines = run(outside, bundles[kind]).stdout.splitlines()
        closed = house.scribe.match(house.signed)
        events = len(house.ledger.events_of(house.signed))
        result = '["abandoned","",[],[]]'
        assert closed.is_over
        assert lines[2] == (
            f"{house.signed}: 3 seats, {events} events, result {result}, signed by judge, seat:1, seat:2, seat:3"
        )
        unproved = "  10 events are the sealer's word: nothing proves what is shown of 1, 6, 7"
        assert any(line.startswith(unproved) for line in lines) == (kind == "spectator")
        lines = [line for line in lines if "the sealer's word" not in line]
        keys = [line for line in lines if line.startswith("  ")]
        assert [line.partition(" signs with ")[0].strip() for line in keys] == [*SEATS, "judge"]
        assert lines[7] == f"{house.open}: 3 seats, 3 events, result none, signed by nobody"


def test_without_a_key_it_says_that_nobody_vouches(bundles: dict[str, bytes], outside: Path) -> None:
    found = run(outside, bundles["names"])
    assert found.returncode == 0
    assert "YOU GAVE NO KEY" in found.stdout


def test_what_a_file_says_commands_no_terminal(tmp_path: Path, outside: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe = Scribe(ledger)
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    match = scribe.new("freeform", ["\x1b[31mAda\u202e", 'O\'Hara "Bo"'])
    found = run(outside, notary.bundle([match.id], names=True))
    assert found.returncode == 0
    assert "Ada" in found.stdout
    assert all(sign.isprintable() for line in found.stdout.splitlines() for sign in line)
    ledger.close()


def test_after_the_key_was_rotated_earlier_checkpoints_still_count(tmp_path: Path) -> None:
    """They were signed with the key of their time, which the keyring tells."""
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe = Scribe(ledger)
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    match_id = scribe.new("freeform", ["Ada"]).id
    old = notary.checkpoint()
    new = notary.keyring.rotate(scribe.stamp()).key
    contents = notary.bundle([match_id], since=[old])
    assert (ours(contents, new), theirs(contents, new), ours(contents), theirs(contents)) == (True,) * 4
    ledger.close()


# --- keys in doubt ---------------------------------------------------------------------------


def test_a_revoked_key_of_the_ledger_is_in_doubt(tmp_path: Path, outside: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe = Scribe(ledger)
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    match_id, signer = scribe.new("freeform", ["Ada"]).id, notary.ledger_signer()
    notary.keyring.revoke(scribe.stamp(), "lost on a train")
    contents = make(ledger, [match_id], signer)
    assert not ours(contents, signer.key)
    found = run(outside, contents, "--key", str(signer.key))
    assert (found.returncode, "DOUBT: that key was revoked" in found.stdout) == (1, True)
    ledger.close()


def test_a_signature_stands_though_its_key_was_revoked_later(tmp_path: Path, outside: Path) -> None:
    """Given a result that two signed; when one of them revokes the key; then what was signed stands, and is told."""
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe = Scribe(ledger)
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    match_id = scribe.new("freeform", ["Ada", "Ben"]).id
    scribe.close(match_id, abandoned=True)
    notary.sign(match_id, "seat:1")
    notary.sign(match_id, "seat:2")
    notary.revoke(match_id, "seat:2", "Ben lent his phone")
    contents = notary.bundle([match_id])
    assert ours(contents, notary.ledger_signer().key)
    found = run(outside, contents)
    assert found.returncode == 0
    assert "signed by seat:1, seat:2\n" in found.stdout
    assert "of seat:2 was revoked at event 7: what it signed before counts" in found.stdout
    ledger.close()


# --- bad files -----------------------------------------------------------------------------------


def written(document: Document) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def resealed(document: Document, signer: Signer) -> bytes:
    """Write a changed bundle and seal it as only its owner can, so that the seal does not reveal the change."""
    seal = sign(sealed_text(document["ledger"], written(document)), [signer])
    return written(document | {"seal": seal})


def put(*path: str | int, to: object) -> Callable[[Document], None]:
    """Return a forgery: put something else in some place."""

    def forge(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        before = document[path[-1]]
        document[path[-1]] = to(before) if callable(to) else to
        assert repr(document[path[-1]]) != repr(before)

    return forge


def drop_last(document: Document) -> None:
    """Cut off the end of a match, and adjust its numbers."""
    stream = document["streams"][1]
    stream["log"].pop()
    stream.update(events=len(stream["log"]), head=stream["log"][-1][6])


def shown_from_elsewhere(log: list[Any]) -> None:
    """Show an unwithheld event as the viewer saw it, but with another device."""
    row = next(row for row in log if row[3] and row[2] == "Played")
    body = json.loads(row[3])
    row[5] = json.dumps([*body[:5], "another", *body[6:]], separators=(",", ":"), ensure_ascii=False)


def other_hex(text: str) -> str:
    return text[:-1] + ("0" if text[-1] != "0" else "1")


EVERYTHING: dict[str, Callable[[Document], None]] = {
    "format": put("format", to="another"),
    "a later version": put("version", to=2),
    "a version that is true": put("version", to=True),
    "a version that is broken": put("version", to=1.0),
    "another ledger": put("ledger", to="0" * 32),
    "another viewer": put("viewer", to="nobody"),
    "a spectator's, yet whole": put("viewer", to="seat:0"),
    "more fields": lambda d: d.update(more=1),
    "a field missing": lambda d: d.pop("names"),
    "fields in another order": lambda d: d.update(names=d.pop("names")),
    "a checkpoint that is none": put("checkpoint", to="none"),
    "a checkpoint without signature": put("checkpoint", to=lambda note: note.split("—")[0]),
    "a changed checkpoint": put("checkpoint", to=lambda note: note.replace("\n", "\n1", 1)),
    "no streams": put("streams", to=[]),
    "no keyring": lambda d: d["streams"].pop(0),
    "the keyring last": lambda d: d["streams"].append(d["streams"].pop(0)),
    "the keyring twice": lambda d: d["streams"].append(d["streams"][0]),
    "a match twice": lambda d: d["streams"].append(d["streams"][1]),
    "another match's id": put("streams", 1, "id", to="another"),
    "events counted wrong": put("streams", 1, "events", to=1),
    "another head": put("streams", 1, "head", to=other_hex),
    "a head in capitals": put("streams", 1, "head", to=str.upper),
    "the end cut off": lambda d: d["streams"][1]["log"].pop(),
    "the end cut off, and the numbers fit": drop_last,
    "no events": lambda d: d["streams"][1].update(log=[], events=0),
    "a later position": put("streams", 1, "position", to=lambda position: position + 1),
    "no position": put("streams", 1, "position", to=0),
    "a position before the log": put("streams", 1, "position", to=-1),
    "a position beyond the log": put("streams", 1, "position", to=10**9),
    "a huge position": put("streams", 1, "position", to=10**30),
    "no proof": put("streams", 1, "proof", to=[]),
    "a proof cut off": lambda d: d["streams"][1]["proof"].pop(),
    "a proof too long": lambda d: d["streams"][1]["proof"].append("0" * 64),
    "a proof in another order": lambda d: d["streams"][1]["proof"].reverse(),
    "a proof in capitals": put("streams", 1, "proof", 0, to=str.upper),
    "a proof that is a number": put("streams", 1, "proof", 0, to=5),
    "events in another order": lambda d: d["streams"][1]["log"].reverse(),
    "an event left out": lambda d: d["streams"][1]["log"].pop(3),
    "an event twice": lambda d: d["streams"][1]["log"].insert(3, d["streams"][1]["log"][3]),
    "an event of another ledger": put("streams", 1, "log", 2, 0, to="another"),
    "another version": put("streams", 1, "log", 2, 1, to=7),
    "another type": put("streams", 1, "log", 2, 2, to="Noted"),
    "an unknown type": put("streams", 1, "log", 2, 2, to="Cheated"),
    "another body": put("streams", 1, "log", 5, 3, to=lambda body: body.replace("]", " ]", 1)),
    "no body": put("streams", 1, "log", 5, 3, to=""),
    "an event withheld from everybody": lambda d: d["streams"][1]["log"][5].__setitem__(slice(3, 5), ["", "0" * 64]),
    "a digest beside the body": put("streams", 1, "log", 5, 4, to="0" * 64),
    "shown otherwise": put("streams", 1, "log", 5, 5, to="[]"),
    "another hash": put("streams", 1, "log", 5, 6, to=other_hex),
    "an event too short": lambda d: d["streams"][1]["log"][5].pop(),
    "an event too long": lambda d: d["streams"][1]["log"][5].append(""),
    "another name": put("names", 0, "name", to="Zoe"),
    "another salt": put("names", 0, "salt", to=other_hex),
    "a short salt": put("names", 0, "salt", to=""),
    "the name of somebody else": put("names", 0, "ref", to="0" * 16),
    "a name twice": lambda d: d["names"].append(d["names"][0]),
    "an earlier checkpoint unsigned": put("earlier", 0, "checkpoint", to=lambda note: note.split("—")[0]),
    "an earlier checkpoint changed": put("earlier", 0, "checkpoint", to=lambda note: note.replace("\n", "\n1", 1)),
    "a consistency proof missing": put("earlier", 0, "proof", to=[]),
    "a consistency proof cut off": lambda d: d["earlier"][0]["proof"].pop(),
    "a consistency proof too long": lambda d: d["earlier"][1]["proof"].append("0" * 64),
    "a consistency proof of another": lambda d: d["earlier"][0].update(proof=d["earlier"][1]["proof"]),
    "a consistency proof for the same log": lambda d: d["earlier"][2]["proof"].append("0" * 64),
}

SPECTATOR: dict[str, Callable[[Document], None]] = {
    "for everybody": put("viewer", to="everything"),
    "a withheld event that is told too": put("streams", 1, "log", 0, 3, to="[]"),
    "a withheld event that is not shown": put("streams", 1, "log", 0, 5, to=""),
    "another digest": put("streams", 1, "log", 0, 4, to=other_hex),
    "no digest": put("streams", 1, "log", 0, 4, to=""),
    "shown as another event": lambda d: d["streams"][1]["log"][0].__setitem__(5, d["streams"][2]["log"][0][5]),
    "shown as what is no event": put("streams", 1, "log", 0, 5, to="[1, 2"),
    "shown as nested too deeply": put("streams", 1, "log", 0, 5, to="[" * 100_000),
    "the salt of a secret": put(
        "streams", 1, "log", 0, 5, to=lambda text: text.replace(f',"",{FORMAT},', f',"AAAA",{FORMAT},', 1)
    ),
    "shown from another device": lambda d: shown_from_elsewhere(d["streams"][1]["log"]),
    "keys shown otherwise": lambda d: d["streams"][0]["log"][0].__setitem__(5, d["streams"][0]["log"][0][3]),
}


FORGERIES = [*(("all", name) for name in EVERYTHING), *(("spectator", name) for name in SPECTATOR)]
BY_ITSELF = a_few(FORGERIES, 4)
"""Bundles for which the program also runs as a separate process."""


@pytest.mark.parametrize(("kind", "forgery"), FORGERIES)
def test_both_find_what_is_wrong_even_if_the_owner_seals_it(
    kind: str, forgery: str, house: House, bundles: dict[str, bytes], outside: Path
) -> None:
    """The bundles that are forged are sound before: see `test_both_find_a_good_file_sound`."""
    document = json.loads(bundles[kind])
    (EVERYTHING if kind == "all" else SPECTATOR)[forgery](document)
    forged = resealed(document, house.signer)
    assert (ours(forged, house.signer.key), theirs(forged, house.signer.key)) == (False, False)
    if (kind, forgery) not in BY_ITSELF:
        return
    found = run(outside, forged, "--key", str(house.signer.key))
    assert (found.returncode, found.stdout, found.stderr[:7]) == (1, "", "WRONG: ")
    assert len(found.stderr.splitlines()) == 1


@pytest.mark.parametrize("field", ["seal", "checkpoint"])
def test_nobody_can_add_a_signature(field: str, house: House, bundles: dict[str, bytes]) -> None:
    """The seal covers the checkpoint with all its lines, but not itself: a line behind it would be an unseen change."""
    document = json.loads(bundles["one match"])
    document[field] = cosign(document[field], [Signer("stranger", b"s" * 32)])
    forged = written(document)
    assert (ours(forged, house.signer.key), theirs(forged, house.signer.key)) == (False, False)
    if field == "checkpoint":  # but its owner may, before it is sealed: whoever does not know the stranger ignores it
        told = resealed(document, house.signer)
        assert (ours(told, house.signer.key), theirs(told, house.signer.key)) == (True, True)


def test_an_earlier_checkpoint_that_witnesses_cosigned_is_told_with_their_lines(house: House) -> None:
    witnessed = cosign(house.early, [WitnessSigner(Signer("witness", b"w" * 32), 7)])
    bundle = house.notary.bundle([house.signed], since=[witnessed])
    assert json.loads(bundle)["earlier"][0]["checkpoint"] == witnessed
    assert (ours(bundle, house.signer.key), theirs(bundle, house.signer.key)) == (True, True)
    stranger = sign(witnessed.partition("\n\n")[0] + "\n", [Signer("witness", b"w" * 32)])
    with pytest.raises(BadNote, match="the signature of its ledger"):
        house.notary.bundle([house.signed], since=[stranger])


def test_a_withheld_key_is_found(house: House, bundles: dict[str, bytes]) -> None:
    """Else an owner could show keys of his own in the place of those that the seats enrolled."""
    document = json.loads(bundles["spectator"])
    row = next(row for row in document["streams"][1]["log"] if row[2].startswith("Enrolled"))
    body = json.loads(row[3])
    body[6] = ""
    shown = json.dumps(body, separators=(",", ":"))
    row[3:6] = "", hashlib.sha256(row[3].encode()).hexdigest(), shown
    forged = resealed(document, house.signer)
    assert (ours(forged, house.signer.key), theirs(forged, house.signer.key)) == (False, False)


@pytest.mark.parametrize(
    "contents",
    [
        b"", b"\n", b"{}", b"[]", b"null", b"1", b'"tablescribe bundle"', b"\xff\xfe{}", b"\xef\xbb\xbf{}", b"\0" * 100,
        b"[" * 100_000, b'{"a":' * 100_000, b"9" * 100_000, b"NaN", b'"\\ud800"', b'{"format": 1, "format": 2}',
    ],
    ids=lambda contents: contents[:12].decode("latin-1").encode("unicode_escape").decode() or "nothing",
)  # fmt: skip
def test_what_is_no_bundle_is_told_in_one_line(contents: bytes, outside: Path) -> None:
    assert not ours(contents)
    found = run(outside, contents)
    assert (found.returncode, found.stdout, len(found.stderr.splitlines())) == (1, "", 1)
    assert found.stderr.startswith("WRONG: ")


def test_a_file_that_is_too_large_is_not_read(outside: Path) -> None:
    with (outside / "bundle").open("wb") as file:
        file.truncate(10**12)  # a hole: it takes no room
    found = run(outside, None)
    assert (found.returncode, found.stderr) == (1, "WRONG: 'it is too large for a bundle'\n")


def test_a_folder_is_no_file(outside: Path) -> None:
    (outside / "bundle").mkdir()
    assert run(outside, None).returncode == 2
