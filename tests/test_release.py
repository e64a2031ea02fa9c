"""A release, from its files to the stranger who checks it by VERIFY.txt and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.depth import ALL
from tests.tools.release import BUNDLE, HOW, REQUEST, ROOT, SUMS, Releases, begin, bill_of_materials, finish


def witness(folder: Path, *words: str | Path) -> str:
    """Run a command of a witness, who has nothing of ours, and return what it prints."""
    return Releases(folder / "none.db", folder / "keys").run("witness", *words, "--folder", folder)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release that one witness cosigned; with `--all`, its wheel is built from the commit."""
    place = tmp_path_factory.mktemp("released")
    folder, releases = place / "dist", Releases(place / "releases.db", place / "keys")
    if not (ALL and (ROOT / ".git").exists()):
        folder.mkdir()
        (folder / "tablescribe-9.9.9-py3-none-any.whl").write_bytes(b"a wheel")
    begin(folder, releases)
    (key,) = re.findall(r"club\.example/witness\+\S+", witness(place / "club", "new", "club.example/witness"))
    witness(place / "club", "add", releases.ask("keys", "show")["key"])
    witness(place / "club", "cosign", folder / REQUEST, "-o", place / "answer")
    finish(folder, releases, [key], [place / "answer"])
    with pytest.raises(SystemExit, match="is recorded already"):
        begin(folder, releases)
    return folder


@pytest.fixture
def check(released: Path) -> Callable[[int], subprocess.CompletedProcess[str]]:
    """Run the command of a step of VERIFY.txt, in the folder of the release."""
    commands = re.findall(r"^ {7}(\S.*)$", (released / HOW).read_text("utf-8"), flags=re.M)
    assert len(commands) == 4

    def run(step: int) -> subprocess.CompletedProcess[str]:
        words = commands[step - 1].replace("python ", f"{sys.executable} -I ", 1)
        return subprocess.run(words, shell=True, cwd=released, capture_output=True, text=True, check=False)

    return run


Check = Callable[[int], "subprocess.CompletedProcess[str]"]


def test_every_step_succeeds_on_the_release(released: Path, check: Check) -> None:
    for step in (1, 2, 3, 4):
        done = check(step)
        assert done.returncode == 0, (step, done.stdout, done.stderr)
    assert "Sound" in check(3).stdout
    assert "club.example/witness" in check(4).stdout
    listed = {line.split("  ")[1] for line in (released / SUMS).read_text("utf-8").splitlines()}
    assert {"conformance.tar.xz", "verify.html", "verify_bundle.py", "verify_witnesses.py"} <= listed
    assert {Path(name).suffix for name in listed} >= {".whl", ".json"}


@pytest.mark.parametrize(
    ("name", "step"), [("conformance.tar.xz", 1), (SUMS, 2), (BUNDLE, 3)], ids=["a file", "the list", "the record"]
)
def test_a_changed_byte_is_found_by_its_step(released: Path, check: Check, name: str, step: int) -> None:
    path = released / name
    before = path.read_bytes()
    at = before.find(b"SHA-256 of") if name == BUNDLE else 20
    path.write_bytes(before[:at] + bytes([before[at] ^ 1]) + before[at + 1 :])
    try:
        assert check(step).returncode != 0
    finally:
        path.write_bytes(before)


def test_a_record_that_no_witness_saw_is_found(released: Path, check: Check) -> None:
    path = released / BUNDLE
    before = path.read_bytes()
    path.write_bytes(re.sub(rb"\\n\xe2\x80\x94 club.example/witness [^\\]*", b"", before))
    try:
        assert path.read_bytes() != before
        assert check(4).returncode != 0
    finally:
        path.write_bytes(before)


def test_the_bill_of_materials_has_the_base_dependencies_with_their_versions() -> None:
    bill = bill_of_materials("tablescribe")
    parts = {one["name"]: one for one in bill["components"]}
    assert {"click", "pydantic", "sqlalchemy", "eventsourcing", "cryptography"} <= {*parts}
    assert not {"pytest", "mypy", "tablescribe"} & {*parts}
    assert all(one["purl"] == f"pkg:pypi/{name}@{one['version']}" for name, one in parts.items())
    assert bill == bill_of_materials("tablescribe")
