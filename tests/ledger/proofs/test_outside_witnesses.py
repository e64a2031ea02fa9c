"""The stand-alone program that checks cosignatures: it shares no code, and reaches the same verdict."""

import ast
import json
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature

from tablescribe.ledger.proofs.tree.high_water_mark import text_of
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, Signer, cosign
from tablescribe.ledger.proofs.verifiers import verify_witnesses as program
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessKey, WitnessSigner, cosignatures, witness_key
from tests.fuzz import samples
from tests.ledger.proofs.test_cosignatures import NOTE, TIME, WITNESS_KEY
from tests.ledger.witnessing import NOW, checkpoint

PROGRAM = Path(program.__file__)
ADA, BEN, CLEO = (Signer(f"{name}.example", name[:1].encode() * 32) for name in ("ada", "ben", "cleo"))
KEYS = {one.name: str(witness_key(one)) for one in (ADA, BEN, CLEO)}
THREE = [part for key in KEYS.values() for part in ("--witness", key)]


def run(tmp_path: Path, contents: str | bytes, *arguments: str) -> subprocess.CompletedProcess[str]:
    folder = tmp_path / "outside"
    folder.mkdir(exist_ok=True)
    shutil.copy(PROGRAM, folder)
    (folder / "file").write_bytes(contents if isinstance(contents, bytes) else contents.encode())
    command = [sys.executable, "-I", PROGRAM.name, "file", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def signed(*witnesses: Signer, at: int = NOW - 10**8) -> str:
    return cosign(checkpoint(7), [WitnessSigner(one, at) for one in witnesses])


def test_it_is_one_small_file_that_needs_one_package() -> None:
    source = PROGRAM.read_text()
    assert len(source.splitlines()) <= 130
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names}
    modules |= {str(node.module) for node in imports if isinstance(node, ast.ImportFrom)}
    assert {module.split(".")[0] for module in modules} - set(sys.stdlib_module_names) == {"cryptography"}


def test_the_published_vector_is_right(tmp_path: Path) -> None:
    """It is of a time that may be to come: by itself the function takes the time, too."""
    assert program.check(NOTE, [program.public_key(WITNESS_KEY)], TIME) == {program.public_key(WITNESS_KEY)[2]: TIME}


def test_a_quorum_of_a_checkpoint_and_of_a_bundle(tmp_path: Path) -> None:
    note = signed(ADA, CLEO)
    bundle = json.dumps({**samples.bundle(), "checkpoint": note}, indent=1)
    for contents in (note, bundle):
        enough = run(tmp_path, contents, *THREE, "--quorum", "2")
        assert (enough.returncode, "OK: 2 of 3; you want 2" in enough.stdout) == (0, True), enough
        few = run(tmp_path, contents, *THREE)
        assert (few.returncode, "DOUBT: 2 of 3; you want 3" in few.stdout) == (1, True)
        assert "ben.example did not cosign" in few.stdout


def test_one_to_come_does_not_count(tmp_path: Path) -> None:
    found = run(tmp_path, signed(ADA, at=4_000_000_000), "--witness", KEYS[ADA.name])
    assert (found.returncode, "at a time to come" in found.stdout) == (1, True)


def test_it_is_not_called_rightly(tmp_path: Path) -> None:
    twin = str(witness_key(Signer("twin.example", ADA.seed)))
    ada = ["--witness", KEYS[ADA.name]]
    for arguments in (
        [], ["--witness", "nonsense"], ["--witness", str(ADA.key)], [*ada, *ada], [*ada, "--witness", twin],
        [*ada, "--quorum", "2"], [*ada, "--quorum", "0"], ["--witness", KEYS[ADA.name] + "x"],
    ):  # fmt: skip
        assert run(tmp_path, signed(ADA), *arguments).returncode == 2, arguments


@pytest.mark.parametrize(
    "contents", ["", "nonsense", b"\xff", "{}", "[]", '{"checkpoint": 5}', "{" * 100_000, "a\n\n— x y\n"]
)
def test_what_is_no_checkpoint_is_told_in_one_line(tmp_path: Path, contents: str | bytes) -> None:
    found = run(tmp_path, contents, *THREE)
    assert (found.returncode, found.stdout, len(found.stderr.splitlines())) == (1, "", 1)
    assert found.stderr.startswith("WRONG: ")


def both(note: str) -> tuple[object, object]:
    """Return whose cosignatures count, by our policy and by the program, or that the note is wrong."""
    ours = [WitnessKey.parse(key) for key in KEYS.values()]
    theirs = [program.public_key(key) for key in KEYS.values()]
    try:
        Checkpoint.parse(text_of(note))
        mine: object = sorted(one.key.public for one in cosignatures(note, ours))
    except BadNote:
        mine = "wrong"
    try:
        other: object = sorted(program.check(note, theirs, 2 * NOW))
    except (ValueError, InvalidSignature):
        other = "wrong"
    return mine, other


def test_both_come_to_one_verdict_whatever_byte_is_changed() -> None:
    """Of the text, of a name, of a time, of a signature, of a stranger's line too."""
    note = cosign(signed(ADA, BEN), [Signer("stranger", b"s" * 32)]).encode()
    verdicts = set()
    for at in range(len(note)):
        changed = note[:at] + bytes([note[at] ^ 1]) + note[at + 1 :]
        with suppress(UnicodeDecodeError):
            mine, other = both(changed.decode())
            assert mine == other, changed
            verdicts.add(str(mine))
    assert len(verdicts) > 2


def test_both_come_to_one_verdict_of_lines_that_strangers_add() -> None:
    """Found by an adversary: too many, malformed and odd lines of strangers were taken by the program alone."""
    note, head = signed(ADA), checkpoint(7).partition("\n")[0]
    line = "— stranger AAAAAAA=\n"
    odd = ["— x y\n", "— a+b AAAAAAA=\n", "— a\x07 AAAAAAA=\n", "— \u3000 AAAAAAA=\n", "— stranger AAAA\n", "x\n", "\n",
           "— stranger AAAAAAB=\n", line * 99]  # fmt: skip
    size = [note.replace("\n7\n", f"\n{one}\n", 1) for one in ("07", "x", str(2**62 + 1), "")]
    for changed in (*(note + one for one in odd), *size, note.replace(head, "", 1)):
        assert both(changed) == ("wrong", "wrong"), changed
    for right in (note, note + line, note + line * 2):
        assert both(right) == ([ADA.key.public],) * 2, right


def test_it_says_of_which_log_the_checkpoint_is(tmp_path: Path) -> None:
    """Else OK for a checkpoint of another ledger would read the same."""
    found = run(tmp_path, signed(ADA), "--witness", KEYS[ADA.name])
    assert found.stdout.splitlines()[0] == f"A log of 7 events: {checkpoint(7).splitlines()[0]}"


def test_of_a_bundle_it_takes_no_lines_that_a_bundle_may_not_have(tmp_path: Path) -> None:
    for lines, code in (("", 0), ("— stranger AAAAAAA=\n", 0), ("— strånger AAAAAAA=\n", 1), ("— s AAAAAAA=\n" * 2, 1)):
        bundle = json.dumps({**samples.bundle(), "checkpoint": signed(ADA) + lines}, indent=1)
        assert run(tmp_path, bundle, "--witness", KEYS[ADA.name]).returncode == code, lines
