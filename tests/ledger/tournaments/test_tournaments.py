"""Tournaments in a ledger, on both databases: matches report, two officials act at once, a laptop dies."""

import json
import shutil
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import Bye, How
from tablescribe.domain.tournament.model.plan_parsing import BadPlan
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import final, standings
from tablescribe.ledger.care.backup import backup, restore
from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.log.errors import CommandReused, LedgerDamaged, NoSuchMatch, NoSuchTournament, StaleTournament
from tablescribe.ledger.log.schema import identities
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.ledger.commands import run
from tests.ledger.played_tournaments import TWELVE, by_points, hall, opened, plan, play, play_round

IN_TURN = True  # which database: conftest.py


@pytest.fixture
def organiser(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


def test_twelve_people_play_three_rounds_and_closed_matches_report_themselves(organiser: TournamentCommands) -> None:
    found = opened(organiser)
    for _ in range(3):
        play_round(organiser, found)
    now = organiser.tournament(found)
    assert {(one.how, one.by) for one in now.reports.values()} == {("played", "hall")}
    report = now.seatings[0].reports[1]
    assert report.head == organiser.ledger.head(report.match)
    assert report.places == (1, 2)
    organiser.finish(found)
    assert organiser.tournament(found).finished is not None
    assert sum(line.points for line in final(organiser.tournament(found))) == 18
    assert verify_ledger(organiser.ledger).tournaments.keys() == {found}


def test_a_tournament_is_in_nobodys_way(organiser: TournamentCommands, tmp_path: Path) -> None:
    """Lists of matches, the doctor, names and seeds: all that assumed that every stream is a match."""
    found = opened(organiser, ["Ada", "Ben"])
    play_round(organiser, found)
    ledger = organiser.ledger
    (match_id,) = ledger.match_ids()
    ledger.lists.fresh()
    assert [one.id for one in ledger.asking.matches()] == [match_id]
    assert {one.name for one in ledger.asking.people()} == {"Ada", "Ben"}
    assert ledger.find(match_id[:4]) == match_id
    with pytest.raises(NoSuchMatch):
        ledger.find(found)
    with pytest.raises(NoSuchTournament, match="tournament list"):
        ledger.find_tournament(match_id)
    states = {
        one.what: (one.state, one.words) for one in examine(ledger, KeyStore(tmp_path), lambda _: lambda a, b: None)
    }
    assert not [words for state, words in states.values() if state == "bad"]
    assert "1 match, 1 tournament" in states["chains"][1]
    assert states["names"][1].startswith("2 seats have names; 0 have none")
    sound = verify_ledger(ledger)
    assert (set(sound.heads), set(sound.tournaments), sound.beside.strangers) == ({match_id}, {found}, 0)


def test_people_can_be_forgotten_and_their_points_stay(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    play_round(organiser, found)
    assert organiser.ledger.erase("ada") == 1
    now = organiser.tournament(found)
    assert [(organiser.names(now)[one.ref], int(one.points)) for one in standings(now).lines] == [("#1", 1), ("Ben", 0)]
    assert organiser.scribe.names(organiser.scribe.match(now.match_ids()[0])) == ["seat 1", "Ben"]
    assert verify_ledger(organiser.ledger).beside.nameless == 2  # the entrant, and the seat in the match


def test_a_name_that_was_exchanged_is_found(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben"])
    ref = next(iter(organiser.tournament(found).entrants))
    organiser.ledger.log.write(identities.update().where(identities.c.ref == ref).values(name="Eve"))
    with pytest.raises(LedgerDamaged, match="entrant 1 is not the one"):
        verify_ledger(organiser.ledger)


def test_a_round_that_is_started_twice_or_after_a_crash_opens_no_match_twice(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora"])
    organiser.pair(found)
    (first,) = organiser.start(found, table=2)
    assert first.new
    both = organiser.start(found)
    assert [(one.table, one.new) for one in both] == [(1, True), (2, False)]
    assert len(organiser.ledger.match_ids()) == 2
    now = organiser.tournament(found)
    match = organiser.scribe.match(first.match)
    assert tuple(seat.ref for seat in match.opened.seats) == now.seatings[0].pods[1]


def test_slips_forfeits_and_abandoned_matches_are_told_by_hand(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora", "Egon", "Fee"])
    organiser.pair(found)
    started = organiser.start(found)
    organiser.scribe.close(started[0].match, abandoned=True)
    assert organiser.collect(found) == []
    with pytest.raises(Refused, match="3 tables have not reported: 1, 2, 3"):
        organiser.pair(found)
    organiser.report(found, 1, (1, 1))
    organiser.report(found, 2, (1, 2), how=How.FORFEIT, absent=[2])
    organiser.report(found, 3, (2, 1))
    organiser.pair(found, byes={"Ada": Bye.HALF, "Fee": Bye.ZERO})
    assert sorted(organiser.tournament(found).seatings[1].byes.values()) == ["half", "zero"]


def test_a_plan_whose_game_cannot_be_played_like_that_is_refused_at_once(organiser: TournamentCommands) -> None:
    for wrong, why in (
        ({"game": "skat"}, "there is no game 'skat'"),
        ({"game": "morris", "kind": "pods", "pods": [3]}, "3 cannot play it"),
        ({"game": "morris", "options": {"two_mills": "x"}}, "options of"),
        ({"box": "0" * 64}, "its box has changed"),
    ):
        with pytest.raises(BadPlan, match=why):
            organiser.announce(plan(**wrong))
    assert organiser.ledger.tournament_ids() == []


def test_a_match_whose_set_up_asks_waits_for_its_answer(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo"], plan(1, game="ultime", kind="pods", pods=[3]))
    organiser.pair(found)
    (asked,) = organiser.start(found)
    assert asked.asks is not None
    (told,) = organiser.start(found, table=1, outcomes=[1])
    assert told.new


# --- a thousand tournaments ----------------------------------------------------------------------------


def folds_of_a_close(organiser: TournamentCommands, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many tournaments are folded when a match of one is closed."""
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    organiser.pair(found)
    (one,) = organiser.start(found)
    folded: list[str] = []
    fold = organiser.ledger.tournament

    def told(tournament_id: str) -> Tournament:
        folded.append(tournament_id)
        return fold(tournament_id)

    with monkeypatch.context() as patched:
        patched.setattr(organiser.ledger, "tournament", told)
        play(organiser, one.match)
    assert organiser.tournament(found).seatings[0].reports[1].match == one.match
    assert set(folded) == {found}
    return len(folded)


def test_closing_a_match_costs_the_same_however_many_tournaments_there_are(
    organiser: TournamentCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = folds_of_a_close(organiser, monkeypatch)
    for n in range(20):
        opened(organiser, [f"Ada {n}", f"Ben {n}"], plan(1))
    assert folds_of_a_close(organiser, monkeypatch) == alone


def test_a_match_that_was_seated_anew_reports_to_its_tournament_too(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo"])
    organiser.pair(found)
    organiser.adjust(found, ("Ada", "Cleo"), reason="Ada comes an hour later")
    (one,) = organiser.start(found)
    play(organiser, one.match)
    assert organiser.tournament(found).seatings[0].missing == []


# --- two officials at once ----------------------------------------------------------------------------


def test_two_desks_report_at_once_and_nothing_is_lost(organiser: TournamentCommands) -> None:
    found = opened(organiser)
    organiser.pair(found)
    errors: list[Exception] = []

    def report(table: int) -> None:
        try:
            organiser.report(found, table, (1, 2))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=report, args=(table,)) for table in (1, 2, 3, 4, 5, 6, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (error,) = errors
    assert "table 1 of round 1 has already reported" in str(error)
    assert organiser.tournament(found).seatings[0].missing == []


def test_who_pairs_a_round_that_another_has_paired_is_told_so(organiser: TournamentCommands) -> None:
    """The second organiser looked before the first one paired: the way out is told, nothing is recorded."""
    found = opened(organiser)
    looked = organiser.tournament(found).version
    organiser.pair(found, expected=looked)
    for table in range(1, 7):
        organiser.report(found, table, (1, 1))
    with pytest.raises(StaleTournament, match="someone else recorded Paired, Reported") as stale:
        organiser.pair(found, expected=looked)
    assert (stale.value.expected, stale.value.meanwhile) == (looked, ("Paired", "Reported"))

    other = hall(Scribe(organiser.ledger))

    def slow(*given: object) -> object:  # while the engine thinks, somebody else pairs
        if organiser.tournament(found).round == 1:
            organiser.pair(found)
        return by_points(*given)  # type: ignore[arg-type]

    other._engine = lambda: slow  # type: ignore[assignment,return-value]
    with pytest.raises(Refused, match="round 2 is not over"):
        other.pair(found)
    assert organiser.tournament(found).round == 2


def test_a_slip_that_is_sent_again_is_recorded_once(organiser: TournamentCommands) -> None:
    """A phone that lost the net sends it again: the same answer comes, and another content under that id is refused."""
    found = opened(organiser)
    organiser.pair(found)
    first = organiser.report(found, 2, (1, 2), command_id="slip-1")
    assert organiser.report(found, 2, (1, 2), command_id="slip-1") == first
    with pytest.raises(CommandReused):
        organiser.report(found, 2, (2, 1), command_id="slip-1")
    assert organiser.tournament(found).version == first.originator_version
    verify_ledger(organiser.ledger)


def test_people_who_change_seats_get_new_matches(organiser: TournamentCommands) -> None:
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora", "Egon"])
    organiser.pair(found)
    old = organiser.start(found)
    organiser.adjust(found, ("Ada", "Egon"), reason="Ada has to leave for an hour")
    now = organiser.tournament(found)
    seating = now.seatings[0]
    assert [organiser.names(now)[ref] for ref in seating.pods[0]] == ["Egon", "Ben"]
    assert [organiser.names(now)[ref] for ref in seating.byes] == ["Ada"]
    assert seating.matches[0] != old[0].match
    assert seating.matches[1] == old[1].match
    abandoned = organiser.scribe.match(old[0].match).result
    assert abandoned is not None
    assert abandoned.ending == "abandoned"


# --- a laptop that dies ----------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere.db"


def test_a_laptop_dies_in_round_four_and_another_goes_on_from_a_copy(
    organiser: TournamentCommands, tmp_path: Path, elsewhere: Path
) -> None:
    found = opened(organiser, TWELVE, plan(5))
    for _ in range(3):
        play_round(organiser, found)
    organiser.pair(found)
    started = organiser.start(found)
    play(organiser, started[0].match)
    organiser.scribe.play(started[1].match, 1, {"do": "score", "to": 1, "points": 2})  # in the middle of a match
    before = standings(organiser.tournament(found))
    backup(organiser.ledger, tmp_path / "copy.backup")
    organiser.ledger.close()

    restore(tmp_path / "copy.backup", elsewhere)
    with closing(open_ledger(elsewhere)) as ledger:
        other = hall(Scribe(ledger))
        assert standings(other.tournament(found)) == before
        assert [one.new for one in other.start(found)] == [False] * 5
        for one in started[1:]:
            play(other, one.match)
        play_round(other, found)
        other.finish(found)
        sound = verify_ledger(ledger)
        assert (len(sound.heads), len(sound.tournaments), sound.beside.nameless) == (30, 1, 0)
        assert sum(line.points for line in final(other.tournament(found))) == 30


def test_a_file_that_was_copied_while_nobody_wrote_goes_on_too(path: Path, ledger: Ledger, elsewhere: Path) -> None:
    organiser = hall(Scribe(ledger))
    found = opened(organiser)
    play_round(organiser, found)
    ledger.close()
    shutil.copy(path, elsewhere)
    with closing(open_ledger(elsewhere)) as there:
        other = hall(Scribe(there))
        play_round(other, found)
        assert other.tournament(found).round == 2


def test_commands_that_list_matches_do_not_see_tournaments(path: Path, ledger: Ledger) -> None:
    found = opened(hall(Scribe(ledger)), ["Ada", "Ben"])
    assert json.loads(run(path, "matches", "--json").stdout) == []
    for words in (
        ("show", found),
        ("audit", found),
        ("export", found, "-o", "x"),
        ("log", found),
        ("verify", "--match", found),
    ):
        done = run(path, *words)
        assert (done.exit_code, "there is no match" in done.stderr) == (2, True), words
