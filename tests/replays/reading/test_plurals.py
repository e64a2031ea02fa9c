"""Singular and plural forms in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tablescribe.domain.games import GAMES
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.words.text import plural
from tablescribe.replays.reading.reader import LANGUAGES, Reader, phrases
from tablescribe.replays.tournaments.findings import TournamentVerdict
from tablescribe.replays.tournaments.plan_text import stage_lines
from tests.tools.catalogues import ROOT, SLOT

every_language = pytest.mark.parametrize("language", list(LANGUAGES))


@cache
def pairs() -> tuple[tuple[str, str, str], ...]:
    """Return the two templates of every call of `plural` in the code, and the game whose they are."""
    return tuple(
        (path.parts[len(ROOT.parts) + 2] if (ROOT / "domain" / "games") in path.parents else "", *_templates(call))
        for folder in ("domain", "ledger", "replays", "cli")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "plural"
        if not all(isinstance(part, ast.Name) for part in call.args)  # it is handed on to the reader's language
    )


def _templates(call: ast.Call) -> tuple[str, str]:
    _, one, many = (ast.literal_eval(part) if k else "" for k, part in enumerate(call.args))
    return one, many


def test_the_form_is_that_of_the_count() -> None:
    for count, words in ((0, "0 moves"), (1, "1 move"), (2, "2 moves")):
        assert str(plural(count, "1 move", "{n} moves")) == words
    assert str(plural(2, "{who}: 1 move", "{who}: {n} moves", who="Ann")) == "Ann: 2 moves"


@every_language
def test_each_count_in_the_code_has_both_forms(language: str) -> None:
    """One thing is counted in words of its own; several, by their number."""
    assert len(pairs()) > 25
    for game, one, many in pairs():
        known = phrases(game if game in GAMES else "", language)
        if language != "en":
            assert {one, many} <= known.keys()
        told = [known.get(template, template) for template in (one, many)]
        slots = [set(SLOT.findall(template)) for template in told]
        assert slots[1] - slots[0] == {"n"}, told
        assert slots[0] <= slots[1], told


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Each round lasts 1 minute.", "Each round lasts 2 minutes."),
        ("de", "Jede Runde dauert 1 Minute.", "Jede Runde dauert 2 Minuten."),
        ("it", "Ogni turno dura 1 minuto.", "Ogni turno dura 2 minuti."),
        ("pt", "Cada rodada dura 1 minuto.", "Cada rodada dura 2 minutos."),
    ],
)
def test_a_plan_says_one_minute_and_two_minutes(language: str, one: str, two: str) -> None:
    for count, words in ((1, one), (2, two)):
        stage = Stage(name="A", kind="swiss", rounds=3, game="morris", time_limit=count)
        assert words in map(Reader(None, language).tell, stage_lines(stage, 1))


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 round; 1 match replayed, 0 only compared; 1 slip",
         "2 rounds; 2 matches replayed, 0 only compared; 2 slips"),
        ("de", "1 Runde; 1 Partie nachgespielt, 0 nur verglichen; 1 Zettel",
         "2 Runden; 2 Partien nachgespielt, 0 nur verglichen; 2 Zettel"),
        ("it", "1 turno; 1 partita rigiocata, 0 solo confrontate; 1 foglietto",
         "2 turni; 2 partite rigiocate, 0 solo confrontate; 2 foglietti"),
        ("pt", "1 rodada; 1 partida refeita, 0 apenas comparadas; 1 papeleta",
         "2 rodadas; 2 partidas refeitas, 0 apenas comparadas; 2 papeletas"),
    ],
)  # fmt: skip
def test_a_verified_tournament_counts_in_both_forms(language: str, one: str, two: str) -> None:
    for count, words in ((1, one), (2, two)):
        (sound,) = TournamentVerdict("t", (), audited=count, slips=count, withheld=0, rounds=count).lines()
        assert f"({words})" in Reader(None, language).tell(sound)


COUNTED = re.compile(r"\{\w+\} (events|matches|people|revisions|cosignatures|checkpoints|tiles|ledgers)\b")
"""Nouns of which there may be one, behind a number that is only known when it is said."""

NEVER_ONE = {
    "it has more than {n} earlier checkpoints",  # a limit
    "Pairing {n} entrants by the Dutch system. This takes a few seconds.",  # said of many only
    "The latest {n} matches. Show more with --limit, all with --limit 0.",  # a limit of one is not reached by accident
    "{n} people sit at a table of it",  # said where it is not what can play
    "{n} people played: a match has 1 to {most}",
    "more than {n} events",  # a limit
    "it has more than {n} events",  # a limit
    "{n} ledgers of the season begin with {ledger}",  # said where it is none, or several
    "there are {n} verdicts on {total} matches: try again",  # cannot be
}


def _said(call: ast.AST) -> Iterator[str]:
    """Yield the text of one call of `say`, or one f-string, with its slots."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "say":
        yield from (str(part.value) for part in call.args[:1] if isinstance(part, ast.Constant))
    elif isinstance(call, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{n}" for part in call.values)


def test_whatever_there_may_be_one_of_is_counted_in_both_forms() -> None:
    """`1 events` comes from a template with one form only, or from an f-string."""
    found = {
        (str(path.relative_to(ROOT)), said)
        for folder in ("domain", "ledger", "replays", "cli")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not path.name.startswith("verify_")  # programs with no imports of ours, for programs
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        for said in _said(call)
        if COUNTED.search(said) and said not in NEVER_ONE
    }
    assert not found
