"""Words on a phone: none that was chosen is cut, and days stand in the order that the reader is used to."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]


@pytest.mark.parametrize(
    ("locale", "shown"),
    [("en-GB", "27 Nov 2026"), ("en-AU", "27 Nov 2026"), ("en-US", "Nov 27, 2026"), ("de-DE", "27.11.2026")],
)
def test_days_are_in_the_order_of_the_readers_region(people: People, locale: str, shown: str) -> None:
    """The catalogue has one English; its readers do not write dates alike."""
    page = people.come("organiser", at="/", locale=locale)
    page.evaluate(
        """document.body.insertAdjacentHTML("beforeend", '<time datetime="2026-11-27T12:00Z" id="day"></time>')"""
    )
    page.evaluate("localise(document)")
    expect(page.locator("#day")).to_contain_text(shown)


def test_an_english_page_of_a_german_browser_has_the_day_first(people: People) -> None:
    page = people.come("organiser", at=None, locale="de-DE")
    page.context.add_cookies([{"name": "lang", "value": "en", "url": people.base}])
    page.goto(f"{people.base}/")
    assert page.evaluate("document.documentElement.lang") == "en"
    day = page.evaluate("new Date('2026-11-27T12:00Z').toLocaleDateString(localeHere(), { dateStyle: 'medium' })")
    assert day == "27 Nov 2026"


CUT = """() => [...document.querySelectorAll("[name=chance], [name=take_back], [name=names]")].flatMap((one) => {
    const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // and the arrow
    return [...one.options].map((option) => option.text).filter((text) => pen.measureText(text).width > room);
  })"""
"""Which options are wider than the field that shows them when they are chosen."""


def test_a_chosen_option_is_whole_on_a_phone(people: People) -> None:
    page, cut = people.come("organiser", at=None), {}
    for language in ("en", "de", "it", "pt"):
        page.context.add_cookies([{"name": "lang", "value": language, "url": people.base}])
        for path in ("/new?game=ultime", "/tournaments/new?game=ultime"):
            page.goto(people.base + path)
            page.evaluate("[...document.querySelectorAll('details')].forEach((one) => { one.open = true; })")
            page.evaluate("document.fonts.ready.then(() => true)")
            assert page.locator("select[name=chance]").is_visible()
            cut[language, path] = page.evaluate(CUT)
    assert not any(cut.values()), cut
    long = "We roll and draw ourselves; hands stay secret"
    page.evaluate("(text) => document.querySelector('[name=chance]').add(new Option(text))", long)
    assert page.evaluate(CUT) == [long], "what is cut is seen"
