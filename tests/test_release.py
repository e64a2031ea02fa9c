"""A release, from its files to a downloader who checks it with only VERIFY.txt."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.tools.release import BUNDLE, HOW, LOG, ROOT, SUMS, Releases, begin, bill_of_materials, build, check, make


class Released(NamedTuple):
    """A release's folder, the ledger of releases, and our own witness."""

    folder: Path
    releases: Releases
    club: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Released:
    """Return a release cosigned by our own witness in a separate process, with keys made for this test."""
    place = tmp_path_factory.mktemp("released")
    one = Released(place / "dist", Releases(place / "releases.db", place / "keys"), place / "club")
    (place / "dist").mkdir()
    (place / "dist" / "tablescribe-9.9.9-py3-none-any.whl").write_bytes(b"a wheel")
    make(*one)
    return one


@pytest.fixture
def released(made: Released) -> Path:
    return made.folder


@pytest.fixture
def step(released: Path) -> Callable[[int], subprocess.CompletedProcess[str]]:
    """Return a function that runs a step of VERIFY.txt in the folder of the release."""
    commands = re.findall(r"^ {7}(\S.*)$", (released / HOW).read_text("utf-8"), flags=re.M)
    assert len(commands) == 5

    def run(number: int) -> subprocess.CompletedProcess[str]:
        words = commands[number - 1].replace("python ", f"{sys.executable} -I ", 1)
        return subprocess.run(words, shell=True, cwd=released, capture_output=True, text=True, check=False)

    return run


Step = Callable[[int], "subprocess.CompletedProcess[str]"]


def test_every_step_succeeds_on_the_release(released: Path, step: Step) -> None:
    for number in range(1, 6):
        done = step(number)
        assert done.returncode == 0, (number, done.stdout, done.stderr)
    assert "Sound" in step(4).stdout
    assert "release-witness" in step(5).stdout
    listed = {line.split("  ")[1] for line in (released / SUMS).read_text("utf-8").splitlines()}
    assert {"conformance.tar.xz", "verify.html", "verify_bundle.py", "verify_witnesses.py"} <= listed
    assert {Path(name).suffix for name in listed} >= {".whl", ".json"}
    assert not [file.name for file in released.rglob("*") if file.is_file() and not file.stat().st_mode & 0o004]


WHEEL = "tablescribe-9.9.9-py3-none-any.whl"


def keys_of(folder: Path) -> tuple[str, list[str]]:
    """Return the keys in VERIFY.txt; a downloader knows them from elsewhere."""
    told = (folder / HOW).read_text("utf-8")
    return re.findall(r"Key of the log: (\S+)", told)[0], re.findall(r"^    (release-witness\S+)$", told, flags=re.M)


@pytest.mark.parametrize(
    ("name", "number"),
    [("conformance.tar.xz", 1), ("tablescribe-9.9.9.cdx.json", 2), (WHEEL, 2), (SUMS, 3), (BUNDLE, 4)],
    ids=["a file", "the bill of materials", "the wheel", "the list", "the record"],
)
def test_a_changed_byte_is_found_by_its_step_and_by_the_check(
    released: Path, step: Step, name: str, number: int
) -> None:
    path = released / name
    before = path.read_bytes()
    marks = {BUNDLE: b"SHA-256 of", "tablescribe-9.9.9.cdx.json": b'"content": "'}
    at = before.find(marks.get(name, b"")) + len(marks.get(name, b""))
    path.write_bytes(before[:at] + bytes([before[at] ^ 1]) + before[at + 1 :])
    try:
        assert step(number).returncode != 0
        with pytest.raises(SystemExit):
            check(released, *keys_of(released))
    finally:
        path.write_bytes(before)
    check(released, *keys_of(released))


def test_keys_of_others_are_refused(released: Path, tmp_path: Path) -> None:
    """Another person's release of the same files has other keys."""
    key, witnesses = keys_of(released)
    other = Releases(tmp_path / "other.db", tmp_path / "keys")
    other.ask("new", "freeform", "Ada")
    theirs = str(other.ask("keys", "show")["key"])
    with pytest.raises(SystemExit, match=r"^4: verify_bundle"):
        check(released, theirs, witnesses)
    with pytest.raises(SystemExit, match=r"^5: verify_witnesses"):
        check(released, key, [witnesses[0][:-4] + "AAA="])


def test_a_release_is_recorded_once_and_the_next_one_grows_the_same_log(made: Released, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is recorded already"):
        begin(made.folder, made.releases)
    (tmp_path / "tablescribe-9.9.10-py3-none-any.whl").write_bytes(b"another wheel")
    make(tmp_path, made.releases, made.club)
    assert keys_of(tmp_path) == keys_of(made.folder)
    sizes = [int((folder / LOG / "checkpoint").read_text().split("\n")[1]) for folder in (made.folder, tmp_path)]
    assert sizes[0] < sizes[1]
    made.releases.run("verify", "--since", made.folder / LOG / "checkpoint")


@pytest.mark.deep
def test_the_wheel_of_a_commit_is_built_twice_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("only a clone can be built from its commit")
    copy = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{ROOT}", str(copy)], check=True)
    monkeypatch.setattr("tests.tools.release.ROOT", copy)
    (folder := tmp_path / "dist").mkdir()
    build(folder)
    (wheel,) = folder.glob("*.whl")
    assert wheel.stat().st_size > 100_000
    (copy / "setup.py").write_text("# changed\n")
    with pytest.raises(SystemExit, match="differ from the commit"):
        build(folder)


def test_a_record_that_no_witness_saw_is_found(released: Path, step: Step) -> None:
    path = released / BUNDLE
    before = path.read_bytes()
    path.write_bytes(re.sub(rb"\\n\xe2\x80\x94 release-witness [^\\]*", b"", before))
    try:
        assert path.read_bytes() != before
        assert step(5).returncode != 0
    finally:
        path.write_bytes(before)


def test_the_bill_of_materials_has_the_base_dependencies_with_their_versions() -> None:
    bill = bill_of_materials("tablescribe", "0" * 64)
    parts = {one["name"]: one for one in bill["components"]}
    assert {"click", "pydantic", "sqlalchemy", "eventsourcing", "cryptography"} <= {*parts}
    assert not {"pytest", "mypy", "tablescribe"} & {*parts}
    assert all(one["purl"] == f"pkg:pypi/{name}@{one['version']}" for name, one in parts.items())
    refs = {one["bom-ref"] for one in [*parts.values(), bill["metadata"]["component"]]}
    assert {one["ref"] for one in bill["dependencies"]} == refs
    assert all({*one["dependsOn"]} <= refs for one in bill["dependencies"])
    assert bill == bill_of_materials("tablescribe", "0" * 64)
