"""The folder of a site: what an earlier run wrote, and how a new run replaces it without ever leaving half a site.

A site is made of parts (a match, a page of a list, a tournament). Each has a key that changes with everything shown on
its pages. A run makes only the parts whose key changed, in a folder beside the pages. When all of them are made, it
moves them into place, deletes what no part has any more, and writes the manifest last. Killed before it moves, a run
changes nothing. Killed while it moves, each file is the old or the new one, and the next run completes the rest.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.care.match_files import write_file
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.proofs.tree.high_water_mark import alone

MANIFEST = "site.json"
"""The manifest of the last complete run. It reveals nothing that the pages do not show."""

STAGING, MOVING = ".next", ".moving.json"
"""The staging folder of a run, and its list of files being moved."""

FORMAT = 1


class NotASite(Spoken):
    """The folder has files that no earlier run wrote, or is the site of another ledger."""

    code = "site.folder"


class Part(msgspec.Struct, frozen=True):
    """A part of a site as last written."""

    key: str
    files: tuple[str, ...]


class Manifest(msgspec.Struct, frozen=True):
    """All parts of a site, by name."""

    format: int
    ledger: str
    parts: dict[str, Part] = {}


class Written(msgspec.Struct, frozen=True):
    """The result of a run in numbers of files: written, kept, deleted."""

    written: int
    kept: int
    deleted: int


class SiteFolder:
    """The folder of a site during one run."""

    def __init__(self, path: Path, ledger_id: str, *, again: bool = False) -> None:
        """Read the state of the folder.

        Args:
            path: the folder.
            ledger_id: the ledger that the site shows.
            again: render every part again.
        """
        self.path, self._again = path, again
        self._before = self._read(ledger_id)
        self._now = Manifest(FORMAT, ledger_id, {})
        self.drop()

    def drop(self) -> None:
        """Delete staged files."""
        shutil.rmtree(self.path / STAGING, ignore_errors=True)

    def _read(self, ledger_id: str) -> Manifest:
        try:
            before = msgspec.json.decode((self.path / MANIFEST).read_bytes(), type=Manifest)
        except FileNotFoundError:
            if any(not one.name.startswith(".") for one in self.path.iterdir()) and not self._moving():
                raise NotASite(
                    say(
                        "{folder} contains files that are not part of a site: choose an empty folder",
                        folder=str(self.path),
                    )
                ) from None
            return Manifest(FORMAT, ledger_id)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return self._damaged(ledger_id)
        if before.ledger != ledger_id:
            raise NotASite(
                say(
                    "{folder} contains the site of another ledger ({ledger}): choose another folder",
                    folder=str(self.path), ledger=before.ledger,
                )
            )  # fmt: skip
        return before if before.format == FORMAT else self._damaged(ledger_id)

    def _damaged(self, ledger_id: str) -> Manifest:
        """Return a manifest with every file of the folder, so that all are rewritten or deleted."""
        found = tuple(str(one.relative_to(self.path)) for one in self.path.rglob("*") if one.is_file())
        shown = tuple(one for one in found if not one.startswith(".") and one != MANIFEST)
        return Manifest(FORMAT, ledger_id, {"": Part("", shown)})

    def _moving(self) -> tuple[str, ...]:
        """Return the files that an interrupted run was moving."""
        try:
            return msgspec.json.decode((self.path / MOVING).read_bytes(), type=tuple[str, ...])
        except (FileNotFoundError, msgspec.DecodeError):
            return ()

    # --- parts --------------------------------------------------------------------------------

    def part(self, name: str, key: object, make: Callable[[], Mapping[str, bytes]]) -> bool:
        """Keep a part if its key has not changed since the last run, else render it; return whether it was rendered.

        Args:
            name: the name of the part.
            key: everything its files depend on; only a hash of its representation is stored.
            make: returns the contents of its files by path.
        """
        digest = sha256(repr(key).encode()).hexdigest()[:32]
        before = self._before.parts.get(name)
        if before is not None and before.key == digest and not self._again:
            self._now.parts[name] = before
            return False
        files = make()
        for path, contents in files.items():
            _write(self.path / STAGING / path, contents)
        self._now.parts[name] = Part(digest, tuple(files))
        return True

    def files(self, name: str) -> tuple[str, ...]:
        """Return the files of a part that was kept or rendered."""
        return self._now.parts[name].files

    # --- the end ------------------------------------------------------------------------------

    def finish(self) -> Written:
        """Move staged files into place, delete files no longer shown, and write the manifest."""
        staged = sorted(_files_below(self.path / STAGING), key=_lists_last)
        before = {path for part in self._before.parts.values() for path in part.files} | set(self._moving())
        now = {path for part in self._now.parts.values() for path in part.files}
        if staged:
            write_file(self.path / MOVING, msgspec.json.encode([*{*staged, *self._moving()}]))
        for path in staged:
            (self.path / path).parent.mkdir(parents=True, exist_ok=True)
            (self.path / STAGING / path).replace(self.path / path)
        deleted = sum(self._delete(path) for path in sorted(before - now))
        write_file(self.path / MANIFEST, msgspec.json.encode(self._now))
        (self.path / MANIFEST).chmod(0o644)
        (self.path / MOVING).unlink(missing_ok=True)
        return Written(len(staged), len(now) - len(staged), deleted)

    def _delete(self, path: str) -> bool:
        """Delete a file and the folders that are empty without it; return whether it was there."""
        file = self.path / path
        if ".." in Path(path).parts or Path(path).is_absolute() or not file.is_file():
            return False
        file.unlink()
        for folder in file.parents:
            if folder == self.path or any(folder.iterdir()):
                break
            folder.rmdir()
        return True


@contextmanager
def site_folder(path: Path, ledger_id: str, *, again: bool = False) -> Iterator[SiteFolder]:
    """Open the folder of a site, creating it, for one run at a time.

    Raises:
        NotASite: it has files that no earlier run wrote.
        LedgerUnavailable: it cannot be written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        with alone(path):
            folder = SiteFolder(path, ledger_id, again=again)
            try:
                yield folder
            finally:
                folder.drop()
    except OSError as error:
        raise LedgerUnavailable(
            say("{path} cannot be written: {why}", path=str(path), why=str(error.strerror))
        ) from error


def _write(path: Path, contents: bytes) -> None:
    try:
        path.write_bytes(contents)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)


def _files_below(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return [os.path.relpath(Path(at) / name, folder) for at, _, names in os.walk(folder) for name in names]


def _lists_last(path: str) -> tuple[int, str]:
    """Return the sort key for moving files: pages come before the lists that link to them."""
    parts = path.split("/")
    return (0 if "m" in parts or "static" in parts else 1 if "t" in parts else 2), path
