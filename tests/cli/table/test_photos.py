"""Photos on the command line: added with `note`, listed and saved by `photos`, erased, checked by `verify`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.proofs.verifiers import verify_bundle
from tests import photos
from tests.ledger.commands import refused, run


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture
def match(path: Path, tmp_path: Path) -> str:
    run(path, "new", "freeform", "Ada", "Ben", "--title", "Catan")
    (tmp_path / "board.jpg").write_bytes(photos.of_a_phone())
    (tmp_path / "hand.png").write_bytes(photos.as_file(photos.drawing(30, 20), "PNG"))
    ledger = open_ledger(path)
    found = ledger.match_ids()[0]
    ledger.close()
    return found


def test_photos_are_kept_listed_saved_proved_and_erased(path: Path, tmp_path: Path, match: str) -> None:
    """Given photos from a phone, all of the way from the note to a bundle that an outsider checks."""
    some = ("--photo", str(tmp_path / "board.jpg"), "--photo", str(tmp_path / "hand.png"))
    assert "With 2 photos (" in run(path, "note", match, "the board", *some).output
    assert "With 1 photo (" in run(path, "note", match, *some[2:]).output
    assert "note: the board · 2 photos" in run(path, "log", match).output
    listed = run(path, "photos", match, "--save", str(tmp_path / "saved")).output
    assert listed.count(": present (") == 3
    saved = sorted((tmp_path / "saved").iterdir())
    assert [one.name for one in saved] == [f"{match}-2-1.jpg", f"{match}-2-2.jpg", f"{match}-3-1.jpg"]
    assert not any(photos.MAKER in one.read_bytes() or b"secret" in one.read_bytes() for one in saved)

    keys = ("--keys", str(tmp_path / "keys"))
    for name, more in (("without", ()), ("with", ("--photos",))):
        run(path, "bundle", match, "-o", str(tmp_path / name), *more, *keys)
    assert "event 2: photo 1 is included, photo 2 is included" in run(path, "verify", str(tmp_path / "with")).output
    assert "photo 1 is missing (left out or erased)" in run(path, "verify", str(tmp_path / "without")).output
    program = [sys.executable, verify_bundle.__file__, str(tmp_path / "with")]
    told = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    assert f"  event 2 of {match}: picture 1 is there, 2 is there" in told
    changed = (tmp_path / "with").read_text()
    at = changed.index('"data": "') + 100
    (tmp_path / "changed").write_text(changed[:at] + ("A" if changed[at] != "A" else "B") + changed[at + 1 :])
    assert "photo 1 of event 2" in run(path, "verify", str(tmp_path / "changed")).output

    assert "3 photos, all unchanged." in run(path, "verify").output
    assert "the board · 2 photos (present)" in run(path, "words", "list", match).output
    assert "3 texts and photos erased" in run(path, "words", "erase", match, "2", "--yes").output
    assert "(erased) · 2 photos (erased or missing)" in run(path, "words", "list", match).output
    assert "1 photo, unchanged; 2 missing" in run(path, "verify").output
    states = [one["state"] for one in json.loads(run(path, "photos", match, "--json").stdout)["photos"]]
    assert states == ["absent", "absent", "there"]
    report = tmp_path / "report.html"
    run(path, "audit", match, "--html", str(report))
    assert report.read_text().count("data:image/jpeg;base64,") == 1
    assert "Photo 1: absent" in report.read_text()
    run(path, "export", match, "-o", str(tmp_path / "match.json"))
    assert "photos: 1 present, 2 missing" in run(path, "verify", str(tmp_path / "match.json")).output


def test_what_is_no_photo_is_refused_and_nothing_is_noted(path: Path, tmp_path: Path, match: str) -> None:
    for name, contents in (("a.jpg", b"<svg/>"), ("b.png", photos.plain()), ("c.jpg", photos.plain()[:200])):
        (tmp_path / name).write_bytes(contents)
        said = refused(path, "note", match, "x", "--photo", str(tmp_path / name), exit_code=2, code="photo.bad")
        assert str(tmp_path / name) in said
    refused(path, "note", match, "--photo", str(tmp_path / "none.jpg"), exit_code=5, code="file.bad")
    gone = run(path, "note", match, "the board", "--photo", str(tmp_path / "none.jpg")).stderr
    assert "none.jpg cannot be read" in gone
    assert "Did you mean" not in gone  # a line without --photo would note the file's name
    five = [word for _ in range(5) for word in ("--photo", str(tmp_path / "hand.png"))]
    refused(path, "note", match, *five, exit_code=3, code="match.refused")
    assert run(path, "note").exit_code == 2
    assert "no photos" in run(path, "photos", match).output


def test_erasing_a_person_names_matches_whose_photos_may_show_them(path: Path, tmp_path: Path, match: str) -> None:
    run(path, "note", match, "--photo", str(tmp_path / "hand.png"))
    said = run(path, "people", "erase", "Ada", "--yes").output
    assert f"1 match of this person has photos: {match}." in said
    run(path, "words", "erase", match, "2", "--yes")
    assert "has photos" not in run(path, "people", "erase", "Ben", "--yes").output
