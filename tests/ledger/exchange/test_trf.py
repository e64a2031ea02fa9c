"""FIDE report files: imported as a tournament, exported byte for byte, and with changes since."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import Bye
from tablescribe.domain.tournament.scoring.standings import standings
from tablescribe.domain.tournament.trf import BadTrf, read_trf
from tablescribe.ledger.exchange.trf import export_trf, import_trf
from tablescribe.ledger.log.schema import identities
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.ledger.played_tournaments import opened, plan, play_round
from tests.ledger.proofs.test_tournament_proofs import codes, everywhere

DATABASES = ["sqlite"]
FOLDER = Path(__file__).parents[2] / "domain/tournament/published"
PUBLISHED = sorted(FOLDER.glob("*.trf"))


def line(number: int, who: tuple[str, ...], points: str, rank: int, cell: str) -> str:
    sex, title, name, rating, federation, fide, birth = who
    person = f"{sex:1}{title:>3} {name:33} {rating:>4} {federation:3} {fide:>11} {birth:10}"
    return f"001 {number:>4} {person} {points:>4} {rank:>4}  {cell}"


PEOPLE = f"""012 Spring Cup
042 2026/05/01
092 Individual: Swiss-System
102 Vera Arbiter
XXR 3
{line(1, ("m", "GM", "Ash, Ada", "2100", "ITA", "12345678", "2001/02/03"), "1.0", 1, "   2 w 1")}
{line(2, ("w", "", "Birch, Ben", "2000", "GER", "", "2002/00/00"), "0.0", 3, "   1 b 0")}
{line(3, ("", "", "Elm, Cleo", "1900", "POR", "87654321", ""), "0.5", 2, "0000 - H")}
### a remark that nobody reads
"""


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    scribe = Scribe(ledger)
    organiser = TournamentCommands(scribe)
    scribe._closed = organiser.closed
    return organiser


def back(organiser: TournamentCommands, found: str) -> bytes:
    now = organiser.tournament(found)
    return export_trf(organiser.ledger, now, organiser.ledger.names(now.entrants))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_files_come_back_byte_for_byte(organiser: TournamentCommands, path: Path, end: str) -> None:
    contents = (path.read_text().replace("\n", end) + f"XXY not known{end}").encode()
    new = import_trf(organiser, contents).tournament
    assert back(organiser, new.id) == contents
    trf = read_trf(contents.decode())
    assert (len(new.entrants), new.round) == (len(trf.players), max(len(one.games) for one in trf.players))


def test_a_file_of_an_older_program_comes_back_in_its_own_encoding(organiser: TournamentCommands) -> None:
    contents = PEOPLE.replace("Ash, Ada", "Äsh, Ada").encode("latin-1")
    assert back(organiser, import_trf(organiser, contents).tournament.id) == contents


def test_it_is_a_tournament_like_any_other_and_sound_for_everybody(
    organiser: TournamentCommands, tmp_path: Path
) -> None:
    notary = Notary(organiser.scribe, KeyStore(tmp_path / "keys"))
    new = import_trf(organiser, (FOLDER / "gros2010.trf").read_bytes()).tournament
    assert everywhere(organiser, notary, new.id) == set()
    names = organiser.names(organiser.tournament(new.id))
    assert all(name and not name.startswith("#") for name in names.values())


def test_points_that_the_results_do_not_give_are_told(organiser: TournamentCommands) -> None:
    taken = import_trf(organiser, PEOPLE.replace(" 1.0    1     2 w 1", " 2.0    1     2 w 1").encode())
    assert [str(line) for line in taken.lines()] == ["points of Ash, Ada: the file says 2, but its results give 1"]


def test_what_came_since_is_written_and_all_else_stays_as_it_was(organiser: TournamentCommands) -> None:
    new = import_trf(organiser, PEOPLE.encode()).tournament
    organiser.pair(new.id, seed=1, byes={"Birch, Ben": Bye.HALF})
    organiser.report(new.id, 1, (1, 1))
    text = back(organiser, new.id).decode()
    before, after = PEOPLE.splitlines(), text.splitlines()
    assert [line for line in after if not line.startswith("001")] == [n for n in before if not n.startswith("001")]
    trf = read_trf(text)
    assert [(one.number, str(one.points), one.fide, one.birth) for one in trf.players] == [
        (1, "3/2", "12345678", "2001/02/03"), (2, "1/2", "", "2002/00/00"), (3, "1", "87654321", ""),
    ]  # fmt: skip
    assert [one.games[1].result if one.games[1] else "" for one in trf.players] == ["=", "H", "="]
    ranks = {line.number: line.rank for line in standings(organiser.tournament(new.id)).lines}
    assert {one.number: one.rank for one in trf.players} == ranks


def test_a_correction_changes_the_cells_it_is_about(organiser: TournamentCommands) -> None:
    new = import_trf(organiser, PEOPLE.encode()).tournament
    organiser.correct(new.id, 1, 1, (1, 1), clause="C.05", reason="misread")
    trf = read_trf(back(organiser, new.id).decode())
    assert [(one.games[0].result, str(one.points)) for one in trf.players if one.games[0]] == [
        ("=", "1/2"), ("=", "1/2"), ("H", "1/2"),
    ]  # fmt: skip


@pytest.mark.parametrize("both", ["0", "-"])
def test_both_may_have_lost(organiser: TournamentCommands, both: str) -> None:
    contents = PEOPLE.replace("2 w 1", f"2 w {both}").replace("1 b 0", f"1 b {both}").replace("1.0    1", "0.0    2")
    new = import_trf(organiser, contents.encode()).tournament
    assert back(organiser, new.id) == contents.encode()
    assert [str(line.points) for line in standings(organiser.tournament(new.id)).lines] == ["1/2", "0", "0"]


def test_who_is_erased_is_in_no_file_any_more_and_neither_is_the_arbiter(organiser: TournamentCommands) -> None:
    new = import_trf(organiser, PEOPLE.encode()).tournament
    assert organiser.ledger.erase("Ash, Ada") == 1
    assert organiser.ledger.erase("Vera Arbiter") == 1
    text = back(organiser, new.id).decode()
    for gone in ("Ash", "12345678", "2001/02/03", "GM", "Vera"):
        assert gone not in text, gone
    assert "Birch, Ben" in text
    assert read_trf(text).players[0].games == read_trf(PEOPLE).players[0].games
    kept = "".join(str(row) for row in organiser.ledger.log.select(identities.select()))
    assert "12345678" not in kept
    rows = organiser.ledger.log.rows(new.id)
    assert not any(b"Birch" in row.body for row in rows)


def test_a_tournament_of_ours_is_told_to_other_programs(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora"], plan(2, kind="swiss"))
    play_round(organiser, found)
    trf = read_trf(back(organiser, found).decode())
    assert [one.name for one in trf.players] == ["Ada", "Ben", "Cleo", "Dora"]
    assert {one.games[0].result for one in trf.players if one.games[0]} == {"1", "0"}


def test_what_cannot_be_told_or_read_is_refused(organiser: TournamentCommands) -> None:
    pods = opened(organiser, ["Ada", "Ben", "Cleo"], plan(1, kind="pods", pods=[3]))
    with pytest.raises(Refused, match="a TRF file holds only matches of two players, but stage Swiss is pods"):
        back(organiser, pods)
    people = len(organiser.ledger.log.select(identities.select()))
    with pytest.raises(BadTrf, match="the TRF file has no players"):
        import_trf(organiser, b"012 Empty\n")
    unfinished = PEOPLE.replace("2 w 1", "2 w  ").replace("1 b 0", "1 b  ").replace("0000 - H", "0000 - H  0000 - H")
    with pytest.raises(Refused, match="round 1 is not over"):
        import_trf(organiser, unfinished.encode())
    assert len(organiser.ledger.log.select(identities.select())) == people, "no name was kept of what was refused"
    assert codes(organiser, pods) == set()
