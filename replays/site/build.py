"""One run: write everything a site shows to its folder, as far as it has changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.matches.ledger import Ledger, Progress
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.reading.reader import LANGUAGES
from tablescribe.replays.site.folder import SiteFolder, Written, site_folder
from tablescribe.replays.site.lists import Lists, by_month
from tablescribe.replays.site.matches import files_of
from tablescribe.replays.site.proofs import Proofs, verifier_page, verifier_script
from tablescribe.replays.site.shown import Wishes, what_is_shown
from tablescribe.replays.site.site import Site, look, templates
from tablescribe.replays.site.tournaments import Board
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.pages.static_files import static_file
from tablescribe.replays.web.public.page_cache import PageCache
from tablescribe.replays.web.table.queries import Queries

OF_SERVICE = (
    "style.css", "replay.css", "board.css", "motion.js", "replay.js", "figtree.woff2", "figtree.LICENSE",
    "lucide.LICENSE", "icon.svg",
)  # fmt: skip
"""Static files of the service that pages of a site need, with the licences of third-party work."""

OWN = ("site.js", "search.js", "check.js", "languages.js")


@dataclass(frozen=True)
class Built:
    """The result of a run.

    Attributes:
        matches, tournaments: the number of each that the site shows.
        made: the number of matches rendered again.
        files: files written, kept and deleted.
        key: the public key of the ledger; empty for a site without proofs.
    """

    matches: int
    tournaments: int
    made: int
    files: Written
    key: str = ""


def build(
    ledger: Ledger,
    path: Path,
    wishes: Wishes,
    *,
    title: str = "Tablescribe",
    languages: tuple[str, ...] = tuple(LANGUAGES),
    notary: Notary | None = None,
    passphrase: str | None = None,
    again: bool = False,
    progress: Progress | None = None,
) -> Built:
    """Write a site, or bring it up to date.

    Args:
        ledger: the ledger.
        path: the folder of the site.
        wishes: what to publish.
        title: the name of the club.
        languages: the languages of the pages.
        notary: signs proofs; `None` for a site without proofs.
        passphrase: unlocks the ledger's key.
        again: render all pages again.
        progress: called with the number of matches and tournaments done, and the total.

    Raises:
        NotASite: the folder has other files.
        LedgerUnavailable: the folder cannot be written.
    """
    queries = Queries(ledger, Access(ledger))
    shown = what_is_shown(queries, PageCache(queries), wishes)
    with site_folder(path, ledger.ledger_id, again=again) as folder:
        proofs = Proofs(notary, passphrase) if notary is not None else None
        site = Site(title, languages, shown, by_month(shown.matches.values()), key=proofs.key if proofs else "")
        run = _Run(site, folder, queries, proofs, progress or (lambda done, total: None))
        made = run.matches()
        bundles = run.tournaments()
        run.rest()
        Lists(site, folder, run.look).write(bundles)
        done = folder.finish()
        if proofs is not None:
            proofs.publish(path / "log")
    return Built(len(shown.matches), len(shown.tournaments), made, done, site.key)


class _Run:
    def __init__(
        self, site: Site, folder: SiteFolder, queries: Queries, proofs: Proofs | None, progress: Progress
    ) -> None:
        self.site, self.folder, self.queries, self.proofs = site, folder, queries, proofs
        self.look = (look(), site.frame)
        self._progress, self._done = progress, 0
        self._boards = {one: Board(queries, known) for one, known in site.shown.tournaments.items()}
        site.boards = {one: board.names for one, board in self._boards.items()}

    def matches(self) -> int:
        """Write the pages of matches; return how many were rendered."""
        made = 0
        for one in self.site.shown.matches.values():
            key = (self.look, one, self.site.key)
            made += self.folder.part(
                f"match {one.id}", key, partial(files_of, self.site, self.queries, one, self.proofs)
            )
            self._tell()
        return made

    def tournaments(self) -> dict[str, list[str]]:
        """Write the pages and proofs of tournaments; return the proof files of each."""
        bundles = {}
        for one, board in self._boards.items():
            here = [match for match in board.known.now.match_ids() if match in self.site.shown.matches]
            shown = [self.site.shown.matches[match] for match in here]
            key = (self.look, board.known.tag, sorted(board.known.names.items()) if board.known.shown.names else "")
            self.folder.part(f"tournament {one}", (key, shown), partial(board.files, self.site))
            if self.proofs is not None and board.known.now.finished is not None:
                name = f"proof {one}"
                proved = (self.site.key, board.known.tag, shown)
                self.folder.part(name, proved, partial(self.proofs.of_tournament, board.known))
                bundles[one] = list(self.folder.files(name))
            self._tell()
        return bundles

    def rest(self) -> None:
        """Write everything else: scripts and styles, the verifier, and the choice of language."""
        self.folder.part("static", self.look, lambda: _static(self.proofs is not None))
        languages = [(code, LANGUAGES[code]) for code in self.site.languages]
        page = templates().get_template("site_languages.html").render(title=self.site.title, languages=languages)
        self.folder.part("languages", page, lambda: {"index.html": page.encode()})

    def _tell(self) -> None:
        self._done += 1
        self._progress(self._done, len(self.site.shown.matches) + len(self.site.shown.tournaments))


def _static(proofs: bool) -> dict[str, bytes]:
    found = {f"static/{name}": static_file(name) for name in OF_SERVICE}
    found["static/style.css"] = found["static/style.css"].replace(b"/static/", b"")
    own = files("tablescribe.replays.site").joinpath("static")
    found |= {f"static/{name}": own.joinpath(name).read_bytes() for name in OWN}
    if proofs:
        found |= {"static/verifier.js": verifier_script(), "verify.html": verifier_page()}
    return found


def built_text(done: Built, path: Path) -> Text:
    """Return the result of a run in words."""
    return say(
        "{folder} shows {matches} and {tournaments}: {written} files written, {kept} unchanged, {deleted} deleted.",
        folder=str(path), matches=plural(done.matches, "1 match", "{n} matches"),
        tournaments=plural(done.tournaments, "1 tournament", "{n} tournaments"), written=done.files.written,
        kept=done.files.kept, deleted=done.files.deleted,
    )  # fmt: skip
