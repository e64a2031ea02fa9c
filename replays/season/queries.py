"""Query a season: named questions and free SQL over its archives and verdicts, by DuckDB.

Queries can only read, and only files in the season's folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablescribe.domain.words.text import Text, say
from tablescribe.replays.season.archive import MATCHES
from tablescribe.replays.season.distributed import VERDICTS
from tablescribe.replays.season.errors import BadQuestion, BadSeason, installed
from tablescribe.replays.season.places import Place, Remote, below


@dataclass(frozen=True)
class Question:
    """A named question: its description and its SQL."""

    asks: str
    sql: str


QUESTIONS: dict[str, Question] = {
    "forgeries": Question(
        "matches that no honest recorder can have written so, and why",
        """SELECT ledger, match, game, proved, concat_ws('; ', nullif(fault, ''), list_aggregate(list_transform(
             list_filter(findings, lambda f: f.severity <> 'note')[:3],
             lambda f: concat('move ', f.move, ' ', f.rule, ': ', f.why)), 'string_agg', '; ')) AS why
           FROM verdicts WHERE suspect ORDER BY proved AND fault <> '', len(findings) DESC, ledger, match""",
    ),
    "findings": Question(
        "what audits found, by game and rule",
        """SELECT game, severity, code, rule, count(*) AS findings, count(DISTINCT ledger || match) AS matches,
             min(ledger || ' ' || match) AS example
           FROM findings WHERE severity <> 'note' GROUP BY ALL ORDER BY findings DESC, game, code, rule""",
    ),
    "games": Question(
        "what was played, how it ended and how it was judged",
        """SELECT game, edition, count(*) AS matches, sum(moves)::BIGINT AS moves, count(*) FILTER (sound) AS sound,
             count(*) FILTER (suspect) AS suspect, count(*) FILTER (ending = 'abandoned') AS given_up,
             count(*) FILTER (signed > 0) AS signed
           FROM verdicts GROUP BY ALL ORDER BY matches DESC, game""",
    ),
    "wins": Question(
        "the win rate of each seat, with its 95 % confidence interval (Wilson)",
        """WITH seats AS (SELECT game, seats, unnest(range(1, seats + 1)) AS seat, winners FROM verdicts
             WHERE NOT suspect AND ending NOT IN ('abandoned', 'void')),
           counted AS (SELECT game, seats, seat, count(*) AS n, count(*) FILTER (list_contains(winners, seat)) AS won
             FROM seats GROUP BY ALL)
           SELECT game, seats, seat, n AS matches, won, round(won / n, 3) AS share,
             round((won/n + 1.9208/n - 1.96*sqrt(won/n*(1-won/n)/n + 0.9604/n/n)) / (1 + 3.8416/n), 3) AS low,
             round((won/n + 1.9208/n + 1.96*sqrt(won/n*(1-won/n)/n + 0.9604/n/n)) / (1 + 3.8416/n), 3) AS high
           FROM counted ORDER BY game, seats, seat""",
    ),
    "endings": Question(
        "how matches ended, by which rule",
        """SELECT game, ending, rule, count(*) AS matches FROM verdicts GROUP BY ALL
           ORDER BY game, matches DESC, ending, rule""",
    ),
    "lengths": Question(
        "how many moves matches have",
        """SELECT game, count(*) AS matches, min(moves) AS shortest, quantile_disc(moves, 0.25) AS quarter,
             median(moves)::INT AS middle, quantile_disc(moves, 0.75) AS three_quarters, max(moves) AS longest
           FROM verdicts WHERE ending NOT IN ('abandoned', 'void') GROUP BY game ORDER BY game""",
    ),
    "slowest": Question(
        "matches that took longest to decide again",
        """SELECT ledger, match, game, moves, round(seconds * 1000) AS ms,
             round(seconds * 1e6 / greatest(moves, 1)) AS us_a_move
           FROM verdicts ORDER BY seconds DESC LIMIT 10""",
    ),
    "ledgers": Question(
        "what each ledger has",
        """SELECT ledger, count(*) AS matches, min(opened) AS first, max(closed) AS last,
             count(*) FILTER (sound) AS sound, count(*) FILTER (suspect) AS suspect
           FROM verdicts GROUP BY ledger ORDER BY ledger""",
    ),
}


@dataclass(frozen=True)
class Answer:
    """The result of a query: the names of columns, and the rows."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def ask(season: Place, sql: str, limit: int = 1000) -> Answer:
    """Run one SQL query over the views `matches`, `verdicts` and `findings`.

    Args:
        season: the place of the season.
        sql: a single SELECT.
        limit: the maximum number of rows.

    Raises:
        BadQuestion: it is not a single SELECT, or DuckDB cannot run it, with the reason.
        BadSeason: there is nothing to query.
    """
    with installed():
        import duckdb
    with duckdb.connect() as database:
        _prepare(database, season)
        try:
            asked = database.extract_statements(sql)
            if len(asked) != 1 or asked[0].type != duckdb.StatementType.SELECT:
                raise BadQuestion(say("enter a single query that only reads: SELECT … FROM verdicts"))
            answer = database.execute(asked[0])
            columns = tuple(one[0] for one in answer.description or ())
            return Answer(columns, answer.fetchmany(limit))
        except duckdb.Error as error:
            raise BadQuestion(Text("{words}", {"words": str(error)})) from error


def _prepare(database: Any, season: Place) -> None:
    """Restrict a database to the season's files for good, and create the views."""
    folders = {"matches": MATCHES, "verdicts": VERDICTS}
    found = {view: below(season / folder, "*.parquet") for view, folder in folders.items()}
    if not all(found.values()):
        raise BadSeason(
            say(
                "nothing has been decided in {folder} yet. Run `tablescribe season audit` first",
                folder=str(season),
            )
        )
    allowed = [] if isinstance(season, Remote) else [_quoted(season.resolve())]
    for setting in (
        "autoinstall_known_extensions = false", "autoload_known_extensions = false",
        "allow_community_extensions = false", f"allowed_directories = [{', '.join(allowed)}]",
        "enable_external_access = false", "lock_configuration = true",
    ):  # fmt: skip
        database.execute(f"SET {setting}")
    for view, files in found.items():
        if isinstance(season, Remote):  # pyarrow reads from the store, because the database has no access
            database.register(view, season.columns([one for one in files if isinstance(one, Remote)]))
        else:
            every = season.resolve() / folders[view] / "*.parquet"
            database.execute(f"CREATE VIEW {view} AS FROM read_parquet({_quoted(every)})")
    database.execute(
        "CREATE VIEW findings AS SELECT ledger, match, game, unnest(findings, recursive := true) FROM verdicts"
    )


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
