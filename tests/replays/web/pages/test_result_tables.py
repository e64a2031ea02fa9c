"""Tables of results on pages: uploaded or pasted, checked, corrected, recorded; within limits, by organisers only."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.conftest import Service

EVENING = "date,game,Ann,Ben,Cleo\n2026-11-21,Catan,10,7,\n2026-11-22,Azul,60,71,55\n"

Send = Callable[..., httpx.Response]


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


@pytest.fixture
def send(service: Service, organiser: str) -> Send:
    """Send the form, as a browser does, with fields and perhaps a file."""

    def send(file: bytes = b"", token: str = organiser, **fields: str) -> httpx.Response:
        more = {"headers": {"Origin": "http://table.test", "Accept": "text/html"}}
        files = {"file": ("evening", file)}
        return service.ask("POST", "/import", token, data=fields, files=files, **more)

    return send


def excel(**sheets: list[list[Any]]) -> bytes:
    from openpyxl import Workbook  # takes a third of a second

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, lines in sheets.items():
        sheet = book.create_sheet(name)
        for line in lines:
            sheet.append(line)
    packed = io.BytesIO()
    book.save(packed)
    return packed.getvalue()


def seen(answer: httpx.Response) -> str:
    found = re.search(r'name="seen" value="([0-9a-f]{64})"', answer.text)
    assert found is not None, answer.text
    return found[1]


def titles(service: Service, token: str) -> list[str]:
    return [one["title"] for one in service.get("/api/v1/matches", token).json()]


def test_a_sheet_of_excel_is_chosen_and_recorded_once(service: Service, organiser: str, send: Send) -> None:
    """Given a file with two sheets, then each is offered, and the chosen one is recorded once."""
    lines: list[list[Any]] = [["Day", "Game", "Ann", "Ben", "Remark"], ["2026-11-21", "Catan", 10, 7.0, "close"]]
    offered = send(excel(Read=[["nothing", "here"]], Evening=lines, Empty=[]))
    assert re.findall(r"<h2>(\w+)</h2>", offered.text) == ["Read", "Evening"]
    text = re.findall(r'<textarea name="table" hidden>([^<]*)</textarea>', offered.text)[1]
    shown = send(table=text)
    assert "Not read: Remark." in shown.text
    assert titles(service, organiser) == []
    done = send(table=text, seen=seen(shown), record="yes")
    assert "<b>1</b> recorded" in done.text
    assert "already recorded here</a>" in send(table=text).text
    again = send(table=text, seen=seen(shown), record="yes")
    assert "<b>0</b> recorded" in again.text
    assert "<b>1</b> already recorded" in again.text
    assert titles(service, organiser) == ["Catan"]


def test_what_was_not_shown_is_not_recorded(service: Service, organiser: str, send: Send) -> None:
    """Given a table that was checked, when anything of it changes, then it is shown again instead of recorded."""
    shown = send(table=EVENING)
    for change in (
        {"table": EVENING.replace("71", "72")}, {"person:Ben": "Benno"}, {"game:Azul": "Azul Mini"}, {"wins": "least"},
        {"column:4": ""},
    ):  # fmt: skip
        answer = send(**{"table": EVENING, "seen": seen(shown), "record": "yes", **change})
        assert answer.status_code == 409, change
    assert send(table=EVENING, record="yes").status_code == 409
    assert titles(service, organiser) == []
    assert "<b>2</b> recorded" in send(table=EVENING, seen=seen(shown), record="yes").text


def test_each_line_that_is_not_recorded_says_why(service: Service, organiser: str, send: Send) -> None:
    shown = send(
        table="date,game,Ann,Ben,winner\n2026-11-21,Catan,10,7,Ann\n2026-11-21,,1,2,Ann\n2026-11-21,Go,1,2,Dan\n"
        "2999-11-21,Azul,1,2,Ann\n2026-11-21,Chess,x,,Ann\nsoon,Dixit,1,2,Ben\n"
    ).text
    rows = re.findall(r'<td class="n">(\d+)</td>.*?(?:not recorded: ([^<]*)<|left out: ([^<]*)<|</tr>)', shown)
    assert rows == [
        ("3", "the file does not contain its game", ""),
        ("4", "neither points nor a winner say who won", ""),
        ("5", "2999-11-21 is in the future", ""),
        ("2", "", ""),
        ("6", "", ""),
        ("7", "", "the day, soon"),
    ]
    send(table="", record="yes")
    assert titles(service, organiser) == []


def test_a_table_without_clear_headings_is_told_by_its_columns(service: Service, organiser: str, send: Send) -> None:
    """Given headings of nobody's language, then columns are chosen, and a name with a quotation mark is corrected."""
    table = 'Quand,Quoi,A qui,Combien,A qui 2,Combien 2\n2026-11-21,Catan,"Ann ""A""",10,Ben,7\n'
    asked = send(table=table)
    assert asked.status_code == 422
    assert "It is not clear who played what" in asked.text
    meant = {f"column:{at}": kind for at, kind in enumerate(("day", "game", "player", "points", "player", "points"))}
    meant["person:Ann %22A%22"] = "Ann"  # as browsers send it
    shown = send(table=table, **meant)
    assert send(table=table, seen=seen(shown), record="yes", **meant).status_code == 200
    (match,) = service.get("/api/v1/matches", organiser).json()
    assert (match["title"], match["seats"], match["scores"]) == ("Catan", ["Ann", "Ben"], [10, 7])


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"", "Choose a file, or paste a table."),
        (b"date,game\n", "a heading row and at least one row below it"),
        (b"PK\x03\x04 no archive", "this is not a table of results"),
        (b"date,game,Ann\n" + b"2026-11-21,Catan,1\n" * 2_001, "at most 200 columns and 2000 lines"),
        (b",".join([b"Ann"] * 201) + b"\n1\n", "at most 200 columns and 2000 lines"),
        (b"date,game,Ann\n" + b'"' + b"x" * 200_000 + b'"\n', "this is not a table of results"),
    ],
)
def test_what_is_no_table_or_too_large_is_refused(contents: bytes, words: str, send: Send) -> None:
    answer = send(contents)
    assert answer.status_code == 422
    assert words in answer.text


def test_an_excel_file_that_unpacks_to_far_more_is_refused_unread(send: Send) -> None:
    """Given a megabyte that unpacks to a hundred, or that claims a line without end, then neither is read."""
    from zipfile import ZIP_DEFLATED, ZipFile

    def packed(rows: bytes) -> bytes:
        out = io.BytesIO()
        with ZipFile(io.BytesIO(excel(Evening=[["a"]]))) as first, ZipFile(out, "w", ZIP_DEFLATED) as second:
            for name in first.namelist():
                data = first.read(name)
                if name == "xl/worksheets/sheet1.xml":
                    head, _, rest = data.partition(b"<sheetData>")
                    data = head + b"<sheetData>" + rows + b"</sheetData>" + rest.partition(b"</sheetData>")[2]
                second.writestr(name, data)
        return out.getvalue()

    for rows in (b'<row r="1"/>' * 9_000_000, b'<row r="99999999999"><c><v>1</v></c></row>'):
        answer = send(packed(rows))
        assert answer.status_code == 422
        assert "it is too large when unpacked" in answer.text


def test_only_organisers_import_and_only_from_pages_of_this_service(
    service: Service, organiser: str, match: str, send: Send
) -> None:
    for role in ("recorder", "judge", "seat"):
        token = service.token(role, match=match, seat=1 if role == "seat" else None)
        assert send(EVENING.encode(), token).status_code == 403
        assert service.get("/import", token).status_code == 403
    assert send(EVENING.encode(), "").status_code == 401
    large = b"x" * 70_000
    assert send(large, "s.a.b.c.d").status_code == 413, "without a good pass nobody makes us read so much"
    assert send(large).status_code == 422
    cookie = {"Cookie": f"tablescribe={organiser}"}
    for origin in ({"Origin": "https://elsewhere.example"}, {}):
        answer = service.ask("POST", "/import", data={"table": EVENING}, headers={**cookie, **origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin")
