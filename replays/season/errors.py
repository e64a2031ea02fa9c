"""Errors of seasons, by cause."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablescribe.domain.words.text import Spoken, say


class SeasonMissing(Spoken):
    """A package needed for seasons is not installed."""

    code = "season.missing"


class BadSeason(Spoken):
    """There is no archive, or an archive cannot be read or is not valid."""

    code = "season.bad"


class ClusterUnavailable(Spoken):
    """A Dask cluster cannot be reached, has no workers, or was lost."""

    code = "season.unavailable"


class BadQuestion(Spoken):
    """A query is not valid, or does more than read."""

    code = "season.question"


@contextmanager
def installed() -> Iterator[None]:
    """Turn the import error of a missing library into a message that says what to install.

    Raises:
        SeasonMissing: pyarrow, dask, distributed or duckdb is not installed.
    """
    try:
        yield
    except ImportError as error:
        raise SeasonMissing(
            say(
                "seasons need packages that are not installed ({why}): pip install 'tablescribe[season]'",
                why=str(error),
            )
        ) from error
