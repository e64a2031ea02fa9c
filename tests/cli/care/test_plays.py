"""Plays recorded elsewhere: BoardGameGeek, tables of results, BG Stats; nothing is guessed, nothing duplicated."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.ledger.exchange.bgg import read_plays
from tablescribe.ledger.exchange.bgstats import match_of, uuid_of
from tablescribe.ledger.exchange.plays import BadExport
from tablescribe.ledger.exchange.result_tables import read_table
from tablescribe.ledger.matches.ids import ALPHABET

Run = Callable[..., Result]
Ask = Callable[..., Any]

BGSTATS = Path(__file__).parents[1] / "BGStatsExport.json"

BGG = """<?xml version="1.0" encoding="utf-8"?>
<plays username="ann" userid="1" total="4" page="1" termsofuse="https://boardgamegeek.com/xmlapi/termsofuse">
 <play id="72" date="2025-03-08" quantity="1" length="75" incomplete="0" nowinstats="0" location="Café Central">
  <item name="Catan" objecttype="thing" objectid="13"><subtypes><subtype value="boardgame"/></subtypes></item>
  <comments>The last settlement decided it.</comments>
  <players>
   <player username="" userid="0" name="Ben" startposition="2" color="" score="7" new="0" rating="0" win="0"/>
   <player username="ann" userid="1" name="Ann" startposition="1" color="Red" score="10" new="0" rating="8" win="1"/>
  </players>
 </play>
 <play id="71" date="2025-01-02" quantity="2" length="0" incomplete="1" nowinstats="1" location="">
  <item name="Hanabi" objecttype="thing" objectid="98778"/>
  <players>
   <player username="" userid="0" name="Ann" startposition="" color="" score="" new="0" rating="0" win="1"/>
   <player username="" userid="0" name="" startposition="" color="" score="" new="0" rating="0" win="1"/>
  </players>
 </play>
 <play id="70" date="0000-00-00" quantity="1" length="0" incomplete="0" nowinstats="0" location="">
  <item name="Go" objecttype="thing" objectid="188"/>
 </play>
</plays>
"""
"""Written by hand in the form of the XML API2."""


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Write a file and return its path."""

    def file(name: str, contents: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
        return str(path)

    return file


# --- BoardGameGeek -------------------------------------------------------------------------------------


def test_plays_of_boardgamegeek_become_matches_once(ask: Ask, file: Any) -> None:
    """Given a page of plays, one of them played twice, then each is a match; and nothing is recorded again."""
    plays = file("plays.xml", BGG)
    told = ask("import", plays, code=6)
    assert (told["plays"], told["new"], told["known"], told["refused"]) == (4, 3, 0, 1)
    assert [("; ".join(one["lost"])) for one in told["not_kept"]] == [
        "0 people played: a match has 1 to 10",
        *2 * ["that it does not count for statistics; that it was not played to its end"],
        "ratings",
    ]
    catan, *hanabi = ask("matches")
    assert (catan["title"], catan["opened"][:10], catan["place"]) == ("Catan", "2025-03-08", "Café Central")
    assert (catan["seats"], catan["scores"], catan["winners"]) == (["Ann", "Ben"], [10, 7], [1])
    assert [one["seats"] for one in hanabi] == 2 * [["Ann", "guest"]]
    again = ask("import", plays, code=6)
    assert (again["new"], again["known"], again["refused"]) == (0, 3, 1)


@pytest.mark.parametrize(
    "contents",
    [
        "<plays><play",
        "<items><item/></items>",
        '<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><plays><play id="1"><item name="&b;"/></play></plays>',
        "<plays>".encode("utf-16"),
    ],
)
def test_what_is_no_list_of_plays_is_refused(contents: str | bytes) -> None:
    with pytest.raises(BadExport):
        read_plays(contents.encode() if isinstance(contents, str) else contents)


# --- tables --------------------------------------------------------------------------------------------

FORMS = {
    "players": "Date;Game;Place;Player 1;Points 1;Player 2;Points 2;Player 3;Points 3\n"
    "2026-11-21;Catan;Club;Ann;10;Ben;7;;\n2026-11-22 20:15;Azul;Club;Ben;60;Ann;71;Cleo;55\n",
    "people": "Datum,Spiel,Ort,Ann,Ben,Cleo\n21.11.2026,Catan,Club,10,7,\n22.11.2026 20:15,Azul,Club,71,60,55\n",
    "lines": "match\tday\tgame\tplace\tplayer\tscore\twon\n1\t11/21/2026\tCatan\tClub\tAnn\t10\tx\n"
    "1\t11/21/2026\tCatan\tClub\tBen\t7\t\n2\t11/22/2026 20:15\tAzul\tClub\tAnn\t71\tyes\n"
    "2\t11/22/2026 20:15\tAzul\tClub\tBen\t60\tno\n2\t11/22/2026 20:15\tAzul\tClub\tCleo\t55\t\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_is_shown_as_it_was_understood_and_recorded_once_it_is_agreed_with(
    form: str, run: Run, ask: Ask, file: Any
) -> None:
    """Given the same two matches in each form, then they are understood alike, and nothing is recorded before a yes."""
    table = file("evening.csv", FORMS[form])
    shown = run("import", table, "--dry-run").output
    assert "Catan" in shown
    assert "Ann 10, Ben 7" in shown
    assert run("import", table, code=2).output.endswith(
        "Check the columns with --dry-run, then run it again with --yes\n"
    )
    assert ask("import", table, "--dry-run")["form"] == form

    told = ask("import", table, "--yes")
    assert (told["new"], told["refused"], told["not_kept"]) == (2, 0, [])
    azul, catan = ask("matches")
    assert (catan["title"], catan["opened"][:10], catan["place"]) == ("Catan", "2026-11-21", "Club")
    people = dict(zip(azul["seats"], azul["scores"], strict=True))
    assert people == {"Ann": 71, "Ben": 60, "Cleo": 55}
    assert [azul["seats"][seat - 1] for seat in azul["winners"]] == ["Ann"]
    again = ask("import", table, "--yes")
    assert (again["new"], again["known"]) == (0, 2)


def test_a_table_of_excel_is_read_as_it_is_seen(ask: Ask, file: Any) -> None:
    from datetime import datetime

    from openpyxl import Workbook  # takes a third of a second

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Day", "Game", "Ann", "Ben"])
    sheet.append([datetime(2026, 11, 21), "Catan", 10, 7])
    sheet.append([datetime(2026, 11, 22, 20, 15), "Azul", 12.0, None])
    packed = io.BytesIO()
    book.save(packed)
    told = ask("import", file("evening.xlsx", packed.getvalue()), "--yes")
    assert (told["new"], told["refused"]) == (2, 0)
    azul, catan = ask("matches")
    assert (catan["seats"], catan["scores"]) == (["Ann", "Ben"], [10, 7])
    assert (azul["seats"], azul["scores"]) == (["Ann"], [12])


@pytest.mark.parametrize(
    ("table", "options", "why"),
    [
        ("day,game,Ann,Ben\n03/04/2026,Catan,10,7\n", [], "03/04/2026 can be read in two ways"),
        ("day,Ann,Ben\n2026-11-21,10,7\n", [], "are not enough. A table needs"),
        ("day,game,place\n2026-11-21,Catan,Club\n", [], "are not enough. A table needs"),
        ("day,game,Ann,Ben\n", [], "no lines below its headings"),
        ("day,game,Ann,Ben\n" + "," * 300 + "x\n", [], "at most 200 columns"),
        ('day,game,note,Ann,Ben\n,Go,"two\nlines",1,0\n,Go,"left,1,0\n,Go,,0,1\n', [], "line 4 opens a quotation mark"),
        ('day,game,note,Ann,Ben\n,Go,"left,1,0\n,Go,"closed",0,1\n,Go,,0,1\n', [], "line 2 opens a quotation mark"),
        ('day,game,note,Ann,Ben\n,Go,"left,1,0\n' + ",Go,,0,1\n" * 20000, [], "line 2 opens a quotation mark"),
    ],
)
def test_what_could_mean_two_things_is_asked_and_not_guessed(
    run: Run, file: Any, table: str, options: list[str], why: str
) -> None:
    assert why in run("import", file("evening.csv", table), "--dry-run", *options, code=5).output


def test_an_import_that_rejects_a_line_records_the_others_and_exits_with_its_own_code(
    run: Run, ask: Ask, file: Any
) -> None:
    table = file("evening.csv", "day,game,Ann,Ben\n,Catan,10,7\n,,3,4\n,Azul,60,71\n")
    assert [one["match"] is None for one in ask("import", table, "--dry-run", code=6)["matches"]] == [
        False,
        True,
        False,
    ]
    ask("matches", code=4)  # nothing is recorded yet: there is no ledger
    said = run("import", table, "--yes", code=6).output
    assert "3 plays: 2 recorded, 0 already here, 1 rejected." in said
    assert "line 3, ?: not recorded: the file does not contain its game" in said
    assert {one["title"] for one in ask("matches")} == {"Catan", "Azul"}
    again = ask("import", table, "--yes", code=6)
    assert (again["new"], again["known"], again["refused"]) == (0, 2, 1)
    assert ask("import", file("corrected.csv", "day,game,Ann,Ben\n,Catan,10,7\n,Go,3,4\n"), "--yes")["new"] == 1
    partly = file("half.csv", "day,game,Ann,Ben\nsome day,Chess,1,0\n")
    assert ask("import", partly, "--yes")["not_kept"], "a match without its day is recorded"


def test_what_is_asked_can_be_said(ask: Ask, file: Any) -> None:
    table = file("evening.csv", "day,Ann,Ben,Cleo\n03/04/2026,3,1,\n05/06/2026,x,,\n07/08/2026,,0.5,\n")
    told = ask("import", table, "--dry-run", "--game", "Skat", "--dates", "month-first", "--least-wins", code=6)
    (first, second, third) = told["matches"]
    assert first["match"] == {
        "game": "Skat", "played": "2026-03-04", "people": ["Ann", "Ben"], "points": [3, 1], "winners": [2],
    }  # fmt: skip
    assert (second["match"]["people"], second["match"]["winners"]) == (["Ann"], [1])
    assert third["match"] is None
    assert third["lost"][-1] == "neither points nor a winner say who won"


@given(st.lists(st.lists(st.text(max_size=8), max_size=5), max_size=6))
def test_any_table_is_understood_or_refused_with_a_reason(lines: list[list[str]]) -> None:
    text = "\n".join(",".join(line) for line in [["day", "game", "Ann", "Ben"], *lines])
    try:
        found = read_table(text.encode())
    except BadExport:
        return
    for play in found.plays:
        assert play.told is not None or play.lost


# --- BG Stats, and back --------------------------------------------------------------------------------


@given(st.text(ALPHABET, min_size=12, max_size=12))
def test_a_play_leads_back_to_the_match_that_it_was_exported_from(match: str) -> None:
    assert match_of(uuid_of(match)) == match


@pytest.mark.parametrize("uuid", ["a-1", "", "00000000-0000-4000-8000-000000000000"])
def test_a_play_of_another_program_leads_nowhere(uuid: str) -> None:
    assert match_of(uuid) == ""


def test_what_is_exported_for_bg_stats_comes_back_the_same_and_only_once(
    run: Run, ask: Ask, ledger: str, tmp_path: Path
) -> None:
    """Given matches exported, then another ledger takes them in as they were, and this one knows all of them."""
    run("import", str(BGSTATS), code=6)
    run("result", "Root", "Ada", "22", "Ben", "30", "--won", "Ben", "--played", "2026-11-21 20:15", "--minutes", "95")
    out, other = str(tmp_path / "plays.json"), str(tmp_path / "other.db")
    assert ask("export", "--bgstats", "-o", out)["matches"] == 4
    kept = ("title", "seats", "scores", "winners", "place", "minutes", "opened")
    mine = [{name: one.get(name) for name in kept} for one in ask("matches")]
    run("--ledger", other, "import", out)
    theirs = json.loads(run("--ledger", other, "matches", "--json").stdout)
    assert [{name: one.get(name) for name in kept} for one in theirs] == mine
    again = ask("import", out)
    assert (again["new"], again["known"], again["refused"]) == (0, 4, 0)
    assert ask("export", "--bgstats", "-o", out, "--since", "2026-11-01")["matches"] == 1


def test_a_file_cannot_take_the_id_of_a_match_that_is_not_here(ask: Ask, file: Any) -> None:
    """Given a play that claims to come from a match, then it gets an id of its own: a claim vouches for nothing."""
    export = json.loads(BGSTATS.read_text("utf-8"))
    export["plays"] = export["plays"][:1]
    export["plays"][0]["uuid"] = uuid_of("0123456789ab")
    ask("import", file("plays.json", json.dumps(export)))
    (match,) = ask("matches")
    assert match["id"] != "0123456789ab"
