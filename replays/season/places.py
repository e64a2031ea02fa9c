"""The place of a season: a folder of this machine, or a prefix in an object store (`s3://club/autumn`) by fsspec.

Both are used alike. Files are written atomically: in a folder, a finished file is renamed; in an object store, an
upload takes effect when it is complete.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeAlias

from tablescribe.domain.words.text import Spoken, say
from tablescribe.replays.season.errors import BadSeason, SeasonMissing

HALF = ".half."
"""The prefix of unfinished files, which a killed process can leave behind."""


@dataclass(frozen=True, order=True)
class Remote:
    """A place in an object store, with methods like those of `Path`. Credentials come from the environment.

    Attributes:
        url: its address.
    """

    url: str

    def __str__(self) -> str:
        return self.url

    def __truediv__(self, name: str) -> Remote:
        return Remote(f"{self.url.rstrip('/')}/{name}")

    @property
    def name(self) -> str:
        """The last part of its address."""
        return self.url.rstrip("/").rpartition("/")[2]

    def glob(self, pattern: str) -> Iterator[Remote]:
        """Yield the files directly below it that match a pattern."""
        with self._asked() as (files, path):
            files.invalidate_cache()  # others write, too
            found = files.ls(path, detail=False) if files.exists(path) else []
        for one in found:
            name = str(one).rstrip("/").rpartition("/")[2]
            if fnmatch(name, pattern):
                yield self / name

    def open(self) -> Any:
        """Open the file for reading parts of it."""
        with self._asked() as (files, path):
            return files.open(path, "rb")

    def size(self) -> int:
        """Return its size in bytes."""
        with self._asked() as (files, path):
            return int(files.info(path)["size"])

    def version(self) -> str:
        """Return a text that changes when the file is replaced."""
        with self._asked() as (files, path):
            files.invalidate_cache()  # others write, too
            return str(files.ukey(path))

    def unlink(self, missing_ok: bool = False) -> None:
        """Delete the file."""
        with self._asked() as (files, path):
            if not missing_ok or files.exists(path):
                files.rm_file(path)

    def put(self, file: Path) -> None:
        """Upload a local file to it."""
        with self._asked() as (files, path):
            files.put_file(str(file), path)
            files.invalidate_cache()

    def columns(self, files: list[Remote]) -> Any:
        """Return several Parquet files as one pyarrow data set, which reads only the requested columns."""
        import pyarrow.dataset

        with self._asked() as (store, _):
            paths = [store._strip_protocol(one.url) for one in files]
            return pyarrow.dataset.dataset(paths, filesystem=store, format="parquet")

    @contextmanager
    def _asked(self) -> Iterator[tuple[Any, str]]:
        """Yield the file system, and the path in it.

        Raises:
            SeasonMissing: the package for this kind of store is not installed.
            BadSeason: the store is unavailable, or refuses access.
        """
        try:
            import fsspec

            files, path = fsspec.core.url_to_fs(self.url)
            yield files, path
        except ImportError as error:
            why = say(
                "{place} needs another package ({why}); for S3: pip install 'tablescribe[s3]'",
                place=self.url, why=str(error),
            )  # fmt: skip
            raise SeasonMissing(why) from error
        except Spoken:
            raise
        except Exception as error:  # each store has its own exceptions
            raise BadSeason(say("{place} cannot be used: {why}", place=self.url, why=str(error))) from error


Place: TypeAlias = Path | Remote


def place(where: str | os.PathLike[str]) -> Place:
    """Return a place by its path or address."""
    text = os.fspath(where)
    return Remote(text) if "://" in text and not text.startswith("file://") else Path(text.removeprefix("file://"))


def whole(where: Place) -> Place:
    """Return a place in a form valid for other processes: a folder by its absolute path."""
    return where if isinstance(where, Remote) else where.resolve()


def below(where: Place, pattern: str) -> list[Place]:
    """Return the files directly below a place that match a pattern, sorted; hidden ones only if the pattern does."""
    found: list[Any] = [*where.glob(pattern)]
    return sorted(one for one in found if pattern.startswith(".") or not one.name.startswith("."))


def size_of(where: Place) -> int:
    """Return the size of a file in bytes."""
    return where.size() if isinstance(where, Remote) else where.stat().st_size


def version_of(where: Place) -> str:
    """Return a text that changes when the file is replaced."""
    if isinstance(where, Remote):
        return where.version()
    found = where.stat()
    return f"{found.st_ino} {found.st_mtime_ns} {found.st_size}"


def made(where: Place) -> Place:
    """Return a folder, creating it if necessary; an object store has no folders."""
    if isinstance(where, Path):
        where.mkdir(parents=True, exist_ok=True)
    return where


@contextmanager
def readable(where: Place) -> Iterator[Any]:
    """Yield a source that pyarrow can read: the path, or an open file of the store."""
    if isinstance(where, Path):
        yield where
        return
    with where.open() as file:
        yield file


@contextmanager
def finished(where: Place, mode: int = 0o644) -> Iterator[Path]:
    """Yield a local file to write; if the block ends without an error, it is moved to its place atomically."""
    if isinstance(where, Remote):
        with tempfile.TemporaryDirectory() as scratch:
            half = Path(scratch) / where.name
            half.touch(mode=mode)
            yield half
            where.put(half)
        return
    half = where.with_name(f"{HALF}{where.name}.{token_hex(8)}")
    try:
        half.touch(mode=mode)
        yield half
        half.replace(where)
    finally:
        half.unlink(missing_ok=True)
