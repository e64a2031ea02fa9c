"""Make the printed papers of a tournament: result slips with sign-in codes, entrant cards, the seating list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.typed_slips import has_boxes, has_points
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.papers.paper_templates import template
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.tournament import BYES
from tablescribe.replays.tournaments.typed_slips import box_texts, draw_text, slip_path

A_PAGE = 8
"""Slips per A4 page, in two columns of four."""

CARDS = 10
"""Entrant cards per A4 page, in two columns of five."""

ROOM = 2
"""Maximum number of seats whose codes fit on a slip of that size; with more seats, a page has half as many slips."""

MOST_RANKS = 5
"""Maximum number of seats for which a slip has a box per rank and person; with more seats, people write the rank."""

MOST = 4
"""Maximum number of seats on a slip of eight a page."""


SHORT_NAME = 13
"""Maximum length of a name beside a box, in characters."""


def slips_data(
    tournament: Tournament, seating: Seating, names: Mapping[Ref, str], *,
    links: Iterable[Mapping[str, Any]] = (), tables: Iterable[int] | None = None, mark: str = "", base: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Return the slips of a round as plain data.

    Args:
        base: the address of the service, for the code that officials scan; without it slips have none.
        links: the links of tables, from `TableLinks.data`; slips of other tables have no codes.
        tables: only these tables; by default all.
        mark: the prefix of table numbers, in a section of a festival.
    """
    wanted = list(tables) if tables is not None else list(range(1, len(seating.pods) + 1))
    known = {one["table"]: one for one in links}
    return {
        "tournament": tournament.id,
        "title": tournament.plan.title,
        "stage": tournament.plan.stages[seating.paired.stage].name,
        "round": seating.number,
        "mark": mark,
        "slips": [_slip(tournament, seating, table, names, known.get(table), base) for table in wanted],
    }


def _slip(
    tournament: Tournament, seating: Seating, table: int, names: Mapping[Ref, str], links: Mapping[str, Any] | None,
    base: str,
) -> dict[str, Any]:  # fmt: skip
    own = {one["seat"]: one["link"] for one in links["players"]} if links is not None else {}
    return {
        "table": table,
        "match": seating.matches[table - 1],
        "link": links["recorder"] if links is not None else "",
        "scan": base + slip_path(tournament, seating, table) if base else "",
        "boxes": _boxes(tournament, seating, table, names),
        "by_points": has_points(tournament, seating),
        "ranks": list(range(len(seating.pods[table - 1]) + 1)),
        "seats": [
            {"seat": seat, "name": names[ref], "number": tournament.entrants[ref].number, "link": own.get(seat, "")}
            for seat, ref in enumerate(seating.pods[table - 1], start=1)
        ],
    }


def _boxes(tournament: Tournament, seating: Seating, table: int, names: Mapping[Ref, str]) -> list[dict[str, Any]]:
    """Return the boxes to tick on a slip for two. On slips for more players, people write ranks or points."""
    if not has_boxes(tournament, seating, table):
        return []
    people = [_short(names[ref]) for ref in seating.pods[table - 1]]
    means = box_texts(people, draw_text(tournament, seating))
    return [{"number": number, "means": text} for number, text in enumerate(means, start=1)]


def _short(name: str) -> str:
    """Return a name cut to the room beside a box; the slip shows the full name above."""
    return name if len(name) <= SHORT_NAME else name[: SHORT_NAME - 1] + "…"


def slips_html(data: Mapping[str, Any], language: str = "en") -> str:
    """Return slips as one HTML document: the code that officials scan, and below it the table's codes."""
    drawn = [
        {**one, "code": code(one["scan"]) if one["scan"] else "",
         "recorder": code(one["link"]) if one["link"] else "",
         "codes": [(seat["seat"], code(seat["link"])) for seat in one["seats"] if seat["link"]]}
        for one in data["slips"]
    ]  # fmt: skip
    tall = any(len(one["codes"]) > ROOM or len(one["seats"]) > MOST for one in drawn)
    drawn = [{**one, "ranks": one["ranks"] if len(one["seats"]) <= MOST_RANKS else []} for one in drawn]
    many = A_PAGE // 2 if tall else A_PAGE
    cut = [drawn[n : n + many] for n in range(0, len(drawn), many)]
    return _rendered("slips", {**data, "pages": cut, "tall": tall}, language)


def cards_data(
    tournament: Tournament, names: Mapping[Ref, str], pins: Mapping[int, str], links: Mapping[int, str],
    numbers: Iterable[int] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return one card for each active entrant as plain data: name, number, PIN for the door, and link.

    Args:
        pins, links: by starting number.
        numbers: only these entrants; by default all who have not withdrawn.
    """
    wanted = set(numbers) if numbers is not None else None
    return {
        "tournament": tournament.id,
        "title": tournament.plan.title,
        "cards": [
            {"number": one.number, "name": names[one.ref], "pin": pins[one.number], "link": links.get(one.number, "")}
            for one in tournament.field()
            if (one.withdrawn_after is None if wanted is None else one.number in wanted)
        ],
    }


def cards_html(data: Mapping[str, Any], language: str = "en") -> str:
    """Return entrant cards as one HTML document, to be cut into one card per person."""
    drawn = [{**one, "code": code(one["link"]) if one["link"] else ""} for one in data["cards"]]
    return _rendered("cards", {**data, "pages": [drawn[n : n + CARDS] for n in range(0, len(drawn), CARDS)]}, language)


def door_data(tournament: Tournament, seating: Seating, names: Mapping[Ref, str], *, mark: str = "") -> dict[str, Any]:
    """Return a round's seating list as plain data: each person's table, by name, and every table.

    Args:
        mark: the prefix of table numbers, in a section of a festival.
    """
    seats = [
        {"name": names[ref], "number": tournament.entrants[ref].number, "table": table, "seat": seat, "bye": None}
        for table, pod in enumerate(seating.pods, start=1)
        for seat, ref in enumerate(pod, start=1)
    ]
    byes = [
        {"name": names[ref], "number": tournament.entrants[ref].number, "table": None, "seat": None, "bye": str(kind)}
        for ref, kind in seating.byes.items()
    ]
    return {
        "tournament": tournament.id,
        "title": tournament.plan.title,
        "stage": tournament.plan.stages[seating.paired.stage].name,
        "round": seating.number,
        "mark": mark,
        "people": sorted([*seats, *byes], key=lambda one: (one["name"].casefold(), one["number"])),
        "tables": [
            {"table": table, "names": [names[ref] for ref in pod]} for table, pod in enumerate(seating.pods, start=1)
        ],
    }


def door_html(data: Mapping[str, Any], language: str = "en") -> str:
    """Return the seating list as one HTML document."""
    return _rendered("door", data, language, byes={str(kind): text for kind, text in BYES.items()})


def door_lines(data: Mapping[str, Any]) -> Sequence[Text]:
    """Return the seating list as sentences."""
    return [
        say("{name}: {bye}", name=one["name"], bye=BYES[one["bye"]])
        if one["bye"]
        else say(
            "{name}: table {table}, seat {seat}",
            name=one["name"],
            table=f"{data['mark']}{one['table']}",
            seat=one["seat"],
        )
        for one in data["people"]
    ]


def code(text: str) -> Markup:
    """Return a QR code as unstyled SVG."""
    import segno

    drawn = segno.make(text, error="m", micro=False)
    return Markup(drawn.svg_inline(border=3, dark="#000", light="#fff", svgclass="qr", lineclass="", omitsize=True))


def _rendered(name: str, data: Mapping[str, Any], language: str, **more: Any) -> str:
    reader = Reader(None, language)
    return template(f"{name}.html.j2").render(
        **data, **more, language=language, tell=reader.tell,
        say=lambda words, /, **slots: reader.tell(say(words, **slots)),
    )  # fmt: skip
