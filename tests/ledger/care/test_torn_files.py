"""Files half written in a power cut: a command answers correctly, or says what is damaged and what to do.

Sectors of zeros, sectors of another page and missing ends, at random and at every kind of place, in the file
of a ledger and in each file next to it. A traceback is a failure, and so is a wrong answer from the log.
Lists and names may be wrong after a torn page; then the doctor says so.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import Result

from tests.depth import times
from tests.tools.crash_worlds import COMMON, HALL, World

SECTOR, PAGE = 512, 4096
Damage = Callable[[bytes, random.Random], bytes]


def cut(contents: bytes, chance: random.Random) -> bytes:
    """The end is missing, from a page, a sector or any byte on."""
    step = chance.choice([1, SECTOR, PAGE])
    return contents[: chance.randrange(max(1, len(contents) // step)) * step]


def zeros(contents: bytes, chance: random.Random) -> bytes:
    """A sector or a page was never written."""
    size = chance.choice([SECTOR, PAGE])
    at = chance.randrange(-(-len(contents) // size)) * size
    end = min(at + size, len(contents))
    return contents[:at] + bytes(end - at) + contents[end:]


def rest(contents: bytes, chance: random.Random) -> bytes:
    """From some byte on, nothing was written."""
    at = chance.randrange(len(contents))
    return contents[:at] + bytes(len(contents) - at)


def misplaced(contents: bytes, chance: random.Random) -> bytes:
    """The beginning of a page is that of another."""
    size, pages = chance.choice([SECTOR, 2048, 3584]), max(1, len(contents) // PAGE)
    to, of = (chance.randrange(pages) * PAGE for _ in range(2))
    return contents[:to] + contents[of : of + size] + contents[to + size :]


DAMAGES: tuple[Damage, ...] = (zeros, misplaced, cut, rest)


@dataclass(frozen=True)
class Club:
    """A world with one file of each kind, as it was left by programs that ended."""

    folder: Path
    names: dict[str, str]

    def again(self, folder: Path) -> World:
        """Return a fresh copy of it in a folder."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        return World(str(folder / "ledger.db"), folder)

    def run(self, world: World, words: str) -> Result:
        """Run a command; a trace back fails the test. Words behind `@` are done on another ledger, an empty one."""
        words, elsewhere, _ = words.partition(" @")
        for name, value in self.names.items():
            words = words.replace(f"<{name}>", value)
        done = world.run(words, str(world.folder / "elsewhere.db") if elsewhere else "")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    world = World(str((folder := tmp_path_factory.mktemp("club") / "whole") / "ledger.db"), folder)
    world.prepare()
    known = Club(folder, {})
    for words in (
        *COMMON, *HALL, *["result Azul Ada 4 Ben 2 --won Ada"] * 12,
        "close {ultime} --abandoned", "sign {ultime} --seat 1",
        "bundle {ultime} {azul} --names -o {there}/a.bundle", "export {ultime} -o {there}/an.export",
        "box export ours {there}/a.box", "checkpoint -o {there}/a.checkpoint",
        "checkpoint --for-witness -o {there}/a.request", "publish {there}/tree", "backup {there}/a.backup", "verify",
        "witness new club.example/witness --folder {there}/witness",
    ):  # fmt: skip
        done = known.run(world, words)
        assert done.exit_code == 0, (words, done.output)
    known.names["key"] = json.loads(known.run(world, "keys show --json").stdout)["key"]
    known.names["witness"] = re.findall(r"\S+\+\S+\+\S+", done.output)[0]
    matches = json.loads(known.run(world, "matches --json").stdout)
    known.names["ultime"] = next(one["id"] for one in matches if one["game"] == "ultime")
    for words in ("witness add <key> --folder {there}/witness",
                  "witness cosign {there}/a.request -o {there}/an.answer --folder {there}/witness"):  # fmt: skip
        assert known.run(world, words).exit_code == 0
    (folder / "a.policy").write_text(f"log {known.names['key']}\nwitness a {known.names['witness']}\nquorum a\n")
    return known


OF_THE_LOG = ("log <ultime> --json", "audit <ultime> --json", "tournament show last --json")
"""Commands whose answers follow from events alone, except for names."""

OF_LISTS = ("matches --json", "stats --json", "people list --json", "show <ultime>", "box", "lists rebuild")
WRITING = (
    "note <ultime> more", "result Azul Ada 4 Ben 2 --won Ada", "people rename Ada Eva", "checkpoint",
    "backup {there}/new.db", "bundle <ultime> -o {there}/new.bundle", "export <ultime> -o {there}/new.json",
    "words list <ultime>",
)  # fmt: skip


def events_in(answer: str) -> list[object]:
    """Return an answer in JSON without names, which are not in the log."""
    return [line for line in answer.splitlines() if '"name"' not in line and '"people"' not in line]


def test_a_torn_page_of_a_ledger_is_told_and_never_believed(club: Club, tmp_path: Path) -> None:
    true = {words: club.run(club.again(tmp_path / "one"), words).output for words in (*OF_THE_LOG, *OF_LISTS)}
    chance = random.Random(times(11, 12))
    whole = (club.folder / "ledger.db").read_bytes()
    told = 0
    for number in range(times(8, 120)):
        torn = DAMAGES[number % len(DAMAGES)](whole, chance)
        if torn == whole:
            continue
        for words in chance.sample((*OF_THE_LOG, *OF_LISTS, *WRITING), times(4, 8)):
            world = club.again(tmp_path / "one")
            Path(world.target).write_bytes(torn)
            done = club.run(world, words)
            if done.exit_code:
                told += 1
                assert done.exit_code in (1, 2, 4, 5), (words, done.output)
                assert len(done.output) > 30, "it says what happened"
            elif words in OF_THE_LOG and torn:  # of an empty file nobody can say that it was a ledger
                assert events_in(done.output) == events_in(true[words]), words
            elif words in OF_LISTS and torn and done.output != true[words]:
                examined = club.run(world, "doctor")
                assert examined.exit_code == 5, (words, done.output, examined.output)
    assert told > 3


FILES = {
    "a.bundle": ("verify {there}/a.bundle --key <key>", "import {there}/a.bundle @elsewhere"),
    "an.export": ("verify {there}/an.export", "import {there}/an.export @elsewhere"),
    "a.box": ("box import {there}/a.box @elsewhere",),
    "a.backup": ("restore {there}/a.backup @elsewhere",),
    "a.checkpoint": ("verify --since {there}/a.checkpoint", "verify {there}/a.checkpoint --key <key>"),
    "a.request": ("witness cosign {there}/a.request -o {there}/new.answer --folder {there}/witness",),
    "an.answer": ("checkpoint --add {there}/an.answer --witness <witness>",),
    "a.policy": ("checkpoint --add {there}/an.answer --policy {there}/a.policy",),
    "keys/ledger*.pem": ("checkpoint", "keys show", "verify"),
    "keys/ledger*.signed": ("checkpoint", "restore {there}/a.backup @elsewhere"),
    "keys/ledger*.verified": ("verify", "doctor"),
    "tree/checkpoint": ("publish {there}/tree", "witness watch {there}/tree --key <key>"),
    "tree/tile/0/*/*": ("publish {there}/tree", "witness watch {there}/tree --key <key>"),
    "witness/*.ledger": ("witness show --folder {there}/witness",),
    "witness/witness.pem": ("witness show --folder {there}/witness",),
}
"""Each kind of file, and the commands that read it."""

HEALED = {"keys/ledger*.verified", "tree/tile/0/*/*", "tree/checkpoint"}
"""Files that are only caches or publications, and are made again."""


def read_anew(club: Club, tmp_path: Path, words: str, done: Result) -> bool:
    """Return whether `verify`, without the key for its record, read all of the ledger again."""
    return words == "verify" and done.output == club.run(club.again(tmp_path / "one"), "verify --again").output


@pytest.mark.parametrize("kind", FILES)
def test_a_torn_file_is_refused_with_a_way_out_or_made_again(club: Club, tmp_path: Path, kind: str) -> None:
    (name,) = sorted(str(file.relative_to(club.folder)) for file in club.folder.glob(kind))[:1]
    whole = (club.folder / name).read_bytes()
    chance = random.Random(kind)
    true = {words: club.run(club.again(tmp_path / "one"), words) for words in FILES[kind]}
    torn = [whole[: len(whole) // 2], bytes(len(whole)), b""]
    torn += [DAMAGES[number % 4](whole, chance) for number in range(times(1, 40))]
    for contents in torn:
        for words in FILES[kind]:
            world = club.again(tmp_path / "one")
            path = world.folder / name
            path.write_bytes(contents)  # keeps its mode
            done = club.run(world, words)
            if done.exit_code == 0:
                same = done.output == true[words].output
                assert same or kind in HEALED or read_anew(club, tmp_path, words, done), (words, done.output)
            else:
                assert done.exit_code in (2, 4, 5), (words, done.output)
                assert len(done.output) > 30, "it says what happened"


@pytest.mark.parametrize(
    "contents", [b"", bytes(3000), bytes(SECTOR) + b"rest"], ids=["empty", "zeros", "no beginning"]
)
@pytest.mark.parametrize("words", ["verify {there}/a.bundle --key <key>", "import {there}/a.bundle --key <key>"])
def test_a_file_that_was_never_written_is_not_taken_for_another_kind(
    club: Club, tmp_path: Path, contents: bytes, words: str
) -> None:
    """A bundle without its beginning was taken for an export, and the user told to leave the key out."""
    world = club.again(tmp_path / "one")
    (world.folder / "a.bundle").write_bytes(contents)
    done = club.run(world, words)
    assert (done.exit_code, "it is incomplete. Export or download it again" in done.output) == (5, True), done.output
