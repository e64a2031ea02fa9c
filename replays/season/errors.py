"""What can go wrong with a season, by cause."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablescribe.domain.words.text import Spoken, say


class SeasonMissing(Spoken):
    """What seasons need is not installed here."""

    code = "season.missing"


class BadSeason(Spoken):
    """An archive cannot be read, or is not what it says, or there is none."""

    code = "season.bad"


class ClusterUnavailable(Spoken):
    """A Dask cluster cannot be reached, has no workers, or went away."""

    code = "season.unavailable"


class BadQuestion(Spoken):
    """A question that cannot be answered, or that does not only ask."""

    code = "season.question"


@contextmanager
def installed() -> Iterator[None]:
    """Tell a library that lacks as what to install.

    Raises:
        SeasonMissing: one of pyarrow, dask, distributed and duckdb is not here.
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
