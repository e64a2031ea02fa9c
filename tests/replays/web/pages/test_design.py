"""The design of the pages: every style that templates use is shown, and every icon exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablescribe.replays.web.pages.design import SHEETS, icons
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done

WEB = Path(__file__).parents[4] / "replays" / "web"
TEMPLATES = sorted((WEB / "templates").glob("*.html"))


def classes_of(html: str) -> set[str]:
    """Return the classes in a template or a page, including conditional ones."""
    found = set[str]()
    for given in re.findall(r'class="([^"]*)"', html):
        words = re.sub(r"\{%.*?%\}", " ", given)
        found |= {one for quoted in re.findall(r"'([^']*)'", words) for one in quoted.split()}
        found |= set(re.sub(r"\{\{.*?\}\}", " ", words).split())
    return found


def styled(sheet: str) -> set[str]:
    text = (WEB / "static" / sheet).read_text("utf-8")
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"url\([^)]*\)|/\*.*?\*/", "", text, flags=re.S)))


@pytest.fixture(scope="module")
def used() -> set[str]:
    return {one for path in TEMPLATES for one in classes_of(path.read_text("utf-8"))}


def test_every_class_of_a_style_sheet_that_templates_use_is_shown(service: Service, used: set[str]) -> None:
    shown = {part: classes_of(service.get(f"/design?part={part}").text) for part in SHEETS}
    everywhere = set.union(*shown.values())
    assert styled("style.css") & used - everywhere == set()
    of_tournaments = ("hall.css", "board.css", "wall.css", "festival.css", "teams.css")
    for sheet in ("replay.css", "table.css", *of_tournaments, "compare.css"):
        there = set.union(*(shown[part] for part, one in SHEETS.items() if sheet in one["styles"]))
        assert styled(sheet) & used - styled("style.css") - there == set(), sheet


def test_every_icon_that_a_template_names_is_in_the_file(service: Service) -> None:
    text = "".join(path.read_text("utf-8") for path in (WEB / "templates").rglob("*.*"))
    named = {one for call in re.findall(r"icon\((.*?)\)", text) for one in re.findall(r"'([a-z]+)'", call)}
    assert {"matches", "tournament", "lost"} <= named
    assert named <= set(icons())
    shown = service.get("/design").text
    assert all(f"/static/icons.svg#{one}" in shown for one in icons())
    assert service.get("/static/icons.svg").headers["content-type"] == "image/svg+xml"


def test_the_licences_of_what_is_not_ours_lie_beside_it() -> None:
    kept = {path.name for path in (WEB / "static").glob("*.LICENSE")}
    assert kept == {"figtree.LICENSE", "htmx.LICENSE", "lucide.LICENSE"}


@pytest.mark.parametrize("sheet", sorted(path.name for path in (WEB / "static").glob("*.css")))
def test_colours_have_names(sheet: str) -> None:
    """A colour is written where its token is given, for light and dark, and nowhere else."""
    text = (WEB / "static" / sheet).read_text("utf-8")
    rules = re.sub(r"url\([^)]*\)|/\*.*?\*/|--[\w-]+:[^;}]*", "", text, flags=re.S)
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*\})", rules)) <= {"#fff"}, (
        "paper under codes is white by night too"
    )


def light_and_dark() -> list[dict[str, str]]:
    """Return the colours of the design tokens, light and dark."""
    text = (WEB / "static" / "style.css").read_text("utf-8")
    blocks = re.findall(r":root \{([^}]*--ground[^}]*)\}", text)
    return [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block)) for block in blocks]


def luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("night", [False, True], ids=["light", "dark"])
def test_text_can_be_read_on_every_ground(night: bool) -> None:
    """WCAG 2.2: 4.5 for text (1.4.3), 3 for the edges of what is pressed or filled in (1.4.11)."""
    colours = light_and_dark()[night]
    pairs = [(text, ground) for text in ("ink", "soft", "main", "link", "good", "warn", "bad")
             for ground in ("ground", "card", "paper")]  # fmt: skip
    pairs += [("on-main", "main"), ("soft", "sunken"), ("ink", "main-soft"), ("good", "good-soft"),
              ("warn", "warn-soft"), ("bad", "bad-paper")]  # fmt: skip
    found = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: n for pair, n in found.items() if n < 4.5} == {}
    assert min(contrast(colours["edge"], colours[ground]) for ground in ("ground", "card")) >= 3


# --- what pages name -----------------------------------------------------------------------------


def test_a_match_of_a_tournament_is_listed_with_its_round_and_table(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    done(service, organiser, found, "starts")
    listed = service.get("/", organiser).text
    assert f'href="/t/{found}"' in listed
    assert {f"Autumn Open · Round 1 · Table {n}" in listed for n in (1, 2)} == {True}


def test_pairings_have_the_standings_beside_them(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    done(service, organiser, found, "reports", round=1, table=1, places=[1, 2])
    page = service.get(f"/t/{found}/pairings", organiser).text
    first = page.partition("<aside>")[2].partition("</tr>")[0]
    assert "Standings" in first
    assert "<b>1</b>" in first


def test_factions_are_picked_by_name(service: Service, organiser: str) -> None:
    form = service.get("/new?game=root", organiser, headers={"Accept-Language": "de"}).text
    assert "CEAVLODPHK" not in form
    assert form.count('data-type="letter"') == 6, "one for each seat"
    assert "die Marquise" in form


def test_the_picture_of_points_has_a_form_for_phones(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    done(service, organiser, found, "reports", round=1, table=1, places=[1, 2])
    assert "/points.svg?narrow=1" in service.get(f"/t/{found}/standings", organiser).text
    wide, narrow = (service.get(f"/t/{found}/points.svg{query}", organiser).text for query in ("", "?narrow=1"))
    assert ('viewBox="0 0 640 ' in wide, 'viewBox="0 0 350 ' in narrow) == (True, True)
    assert narrow.count("<circle") == wide.count("<circle")
