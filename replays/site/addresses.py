"""Map addresses of the service to files of a site, and rewrite its pages to use them.

Pages are rendered from the service's templates. Their addresses become relative paths, so a site works below any
address and from a disk. Links to pages that the site does not have are removed. Icons are put into the page, because
browsers load none from another file on a disk.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from posixpath import relpath
from urllib.parse import parse_qs, urlsplit

FIXED = {
    "/": "index.html", "/matches": "matches.html", "/people": "people.html", "/tournaments": "tournaments.html",
    "/proofs": "proofs.html", "/people.csv": "people.csv",
}  # fmt: skip
"""Pages that every site has, in the folder of each language."""

SHARED = ("static/", "bundles/", "log/", "search/", "verify.html", "pictures/")
"""Files shared by all languages, at the root of a site."""

LINK = re.compile(r'\s(href|src|srcset)="([^"]*)"')
ANCHOR = re.compile(r'<a\b([^>]*?)\shref="([^"]*)"([^>]*)>(.*?)</a>', re.S)
FORM = re.compile(r"<form\b.*?</form>", re.S)
SHEET = re.compile(r'<link\b[^>]*\shref="([^"]*)"[^>]*>')
ICON = re.compile(r'<use href="/static/icons\.svg#([a-z-]+)"/>')

Find = Callable[[str], str | None]


def file_of(address: str, language: str) -> str | None:
    """Return the file of a site for an address of the service, with its fragment; `None` if there cannot be one.

    The site may still not have this page.
    """
    parts = urlsplit(html.unescape(address))
    query, path = parse_qs(parts.query), parts.path
    anchor = f"#{parts.fragment}" if parts.fragment else ""
    if path.lstrip("/").startswith(SHARED):
        return path.lstrip("/") + anchor
    if path in FIXED and not query:
        return f"{language}/{FIXED[path]}{anchor}"
    steps = path.strip("/").split("/")
    if len(steps) == 3 and (steps[0], steps[2]) == ("m", "thumbnail"):
        return f"pictures/{steps[1]}.svg"
    found = _of_match(steps, query) or _of_tournament(steps, query)
    if found is None and len(steps) == 2 and steps[0] in ("months", "people") and not query:
        found = f"{steps[0]}/{steps[1]}.html"
    return f"{language}/{found}{'' if '#' in found else anchor}" if found is not None else None


def _of_match(steps: list[str], query: dict[str, list[str]]) -> str | None:
    """Return the page of a match; a tournament's matches have the same pages."""
    if len(steps) == 5 and steps[0] == "t":
        steps = steps[2:]
    if len(steps) != 3 or steps[0] != "m":
        return None
    if steps[2] == "replay":
        return f"m/{steps[1]}.html" + (f"#move={query['move'][0]}" if "move" in query else "")
    return None


def _of_tournament(steps: list[str], query: dict[str, list[str]]) -> str | None:
    if steps[0] != "t" or len(steps) < 2:
        return None
    base, rest = f"t/{steps[1]}", steps[2:]
    if not rest:
        return f"{base}/board.html"
    if set(query) - {"round", "after", "narrow"}:
        return None
    picture = rest[-1].endswith(".svg")
    told = [key if key == "narrow" else value[0] for key, value in query.items()]
    return f"{base}/{'-'.join([*rest, *told]).replace('.svg', '')}{'.svg' if picture else '.html'}"


def rewritten(page: str, file: str, find: Find) -> str:
    """Return a page of the service rewritten as a file of the site.

    Args:
        page: the page.
        file: its path from the root of the site.
        find: returns the file for an address, from the root of the site, or `None` if the site has none.
    """
    page = _with_icons(FORM.sub("", page))

    def lead(address: str) -> str | None:
        if not address.startswith("/"):
            return address
        target = find(address)
        return relative(target, file) if target is not None else None

    def anchor(found: re.Match[str]) -> str:
        before, address, behind, inside = found.groups()
        to = lead(address)
        if to is not None:
            return f'<a{before} href="{html.escape(to)}"{behind}>{inside}</a>'
        return "" if _is_a_way(before + behind, inside) else f"<a{before}{behind}>{inside}</a>"

    page = ANCHOR.sub(anchor, page)
    page = SHEET.sub(lambda found: found[0] if lead(found[1]) is not None else "", page)

    def link(found: re.Match[str]) -> str:
        to = lead(found[2])
        return f' {found[1]}="{html.escape(to)}"' if to is not None else ""

    return LINK.sub(link, page)


def relative(target: str, file: str) -> str:
    """Return the path from one file of a site to another."""
    path, _, anchor = target.partition("#")
    return relpath(path, file.rpartition("/")[0] or ".") + (f"#{anchor}" if anchor else "")


def _is_a_way(attributes: str, inside: str) -> bool:
    """Return whether a link is pure navigation, without text to keep: a button, or a word with an icon."""
    return "button" in attributes or inside.startswith('<svg class="icon"')


def _with_icons(page: str) -> str:
    """Return a page that contains the icons it uses."""
    names = sorted(set(ICON.findall(page)))
    if not names:
        return page
    page = ICON.sub(r'<use href="#icon-\1"/>', page)
    shapes = "".join(_icons()[name] for name in names)
    return page.replace("</body>", f'<svg hidden xmlns="http://www.w3.org/2000/svg">{shapes}</svg>\n</body>')


@cache
def _icons() -> dict[str, str]:
    """Return the shape of each icon, by its name on pages."""
    text = files("tablescribe.replays.web").joinpath("static", "icons.svg").read_text("utf-8")
    shapes: Iterable[tuple[str, str]] = re.findall(r'<symbol id="([a-z-]+)"(.*?</symbol>)', text, re.S)
    return {name: f'<symbol id="icon-{name}"{shape}' for name, shape in shapes}
