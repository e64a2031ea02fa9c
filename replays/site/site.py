"""A site during a run: its languages, contents and pages, and rendering from templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from jinja2 import ChoiceLoader, Environment, PackageLoader

from tablescribe.ledger.read_models.person_names import spelt
from tablescribe.replays.reading.reader import LANGUAGES
from tablescribe.replays.reading.slugs import slug
from tablescribe.replays.site.addresses import file_of, relative, rewritten
from tablescribe.replays.site.shown import Shown
from tablescribe.replays.web.http.i18n import translator
from tablescribe.replays.web.http.templates import environment
from tablescribe.replays.web.pages.static_files import STATIC

ANYBODY = SimpleNamespace(role="public", match=None, tournament=None, organises=False)
"""The reader of a site, for templates of the service that need a role."""


@lru_cache
def templates() -> Environment:
    """Return the service's templates, overridden by those of a site, whose base template has no forms."""
    service = environment()
    assert service.loader is not None
    return service.overlay(loader=ChoiceLoader([PackageLoader("tablescribe.replays.site"), service.loader]))


@dataclass
class Site:
    """The data of a whole site that its pages need.

    Attributes:
        title: the name of the club.
        languages: the languages of its pages; the first one is the default.
        shown: what it shows.
        months: the pages of matches by name, with the number of matches on each.
        boards: the pages of each tournament, by its id.
        key: the public key of the ledger, if the site has proofs.
    """

    title: str
    languages: tuple[str, ...]
    shown: Shown
    months: dict[str, tuple[str, ...]] = field(default_factory=dict)
    boards: dict[str, frozenset[str]] = field(default_factory=dict)
    key: str = ""

    @property
    def frame(self) -> tuple[object, ...]:
        """Everything that every page shows around its own contents."""
        ways = (bool(self.shown.people), bool(self.shown.tournaments), bool(self.key))
        return self.title, self.languages, ways

    @cached_property
    def slugs(self) -> dict[str, str]:
        """The names of people's pages, by the spelling of a name."""
        return {spelt(name): slug_of(name) for name in self.shown.people.values()}

    def find(self, address: str, language: str) -> str | None:
        """Return the file for an address of the service, from the root of the site; `None` if the site has none."""
        parts = urlsplit(address.replace("&amp;", "&"))
        if parts.path == "/people" and parts.query:
            person = parse_qs(parts.query).get("person", [""])[0]
            return f"{language}/people/{self.slugs[spelt(person)]}.html" if spelt(person) in self.slugs else None
        found = file_of(address, language)
        return found if found is not None and self._has(found.partition("#")[0]) else None

    def _has(self, file: str) -> bool:
        """Return whether the site has a file."""
        *folders, name = file.split("/")
        place, stem = folders[-1] if folders else "", name.rpartition(".")[0]
        if place in ("m", "pictures"):
            return stem in self.shown.matches
        if folders[1:2] == ["t"]:
            return name in self.boards.get(place, ())
        if place == "months":
            return stem in self.months
        return bool(self.key) or (place not in ("bundles", "log") and name not in ("proofs.html", "verify.html"))

    def page(self, template: str, language: str, file: str, **context: Any) -> bytes:
        """Return a rendered page.

        Args:
            template: a template of the site or of the service.
            language: the language.
            file: its path in the folder of the language.
            context: its contents.
        """
        told = {
            "_": translator(language), "lang": language, "languages": LANGUAGES, "who": ANYBODY, "path": f"/{file}",
            "static": STATIC, "held": [], "args": {}, "site": self,
            "others": [(code, LANGUAGES[code], f"/{code}/{file}") for code in self.languages],
            **context,
        }  # fmt: skip
        return self.written(templates().get_template(template).render(told), language, f"{language}/{file}")

    def written(self, document: str, language: str, file: str) -> bytes:
        """Return a document of the service as a file of the site, with its addresses rewritten or removed."""
        return rewritten(document, file, lambda address: self._leads(address, language)).encode()

    def _leads(self, address: str, language: str) -> str | None:
        code, _, rest = address.lstrip("/").partition("/")
        if code in self.languages and rest:
            return f"{code}/{rest}"
        return self.find(address, language)

    def from_root(self, file: str) -> str:
        """Return the path from a file to the root of the site."""
        return relative("index.html", file).removesuffix("index.html")


def slug_of(name: str) -> str:
    """Return the name of a person's page: the Latin letters of their name, and digits that make it unique."""
    return f"{slug(spelt(name))[:40] or 'person'}-{sha256(spelt(name).encode()).hexdigest()[:8]}"


@lru_cache
def look() -> str:
    """Return a digest of the templates and programs that pages depend on."""
    found = sha256(version("tablescribe").encode())
    for package in ("tablescribe.replays.site", "tablescribe.replays.web.public", "tablescribe.replays.web"):
        for folder in (files(package).joinpath(name) for name in ("", "templates", "static", "locale")):
            for one in sorted(folder.iterdir(), key=lambda one: one.name) if folder.is_dir() else ():
                if one.is_file():
                    found.update(one.name.encode() + one.read_bytes())
    return found.hexdigest()


def with_policy(document: str, policy: str) -> str:
    """Return a document that contains its content policy, because a web space sends none."""
    return document.replace("<head>", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)
