"""A club's static site: its content, its exclusions, working links, and runs that write only what changed."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
from tablescribe.ledger.tournaments.publicity import show
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.site import folder as folder_module
from tablescribe.replays.site.build import Built, build
from tablescribe.replays.site.folder import MANIFEST, NotASite
from tablescribe.replays.site.shown import Wishes
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.pages.replay_file import player
from tablescribe.replays.web.table.queries import Queries
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened
from tests.ledger.tournaments.test_seeds import SEED, alone, play_out
from tests.replays.site.club import casual, evening, notary_of, recorded
from tests.replays.web.public.test_pages import KEPT_BACK, PEOPLE

TWO = ("en", "de")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    ledger = open_ledger(tmp_path / "ledger.db")
    yield ledger
    ledger.close()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


def built(ledger: Ledger, site: Path, wishes: Wishes | None = None, *, proofs: bool = False, **how: Any) -> Built:
    notary = notary_of(ledger, site.parent / "keys") if proofs else None
    return build(ledger, site, wishes or Wishes(), notary=notary, **{"languages": TWO, "title": "Club", **how})


def texts_of(site: Path) -> dict[str, str]:
    """Return the readable text of each file, including compressed steps in pages."""
    found = {}
    for one in site.rglob("*"):
        if one.is_file() and one.suffix not in (".woff2",) and "tile" not in one.parts:
            text = one.read_text("utf-8")
            for packed in re.findall(r'(?:id="match-steps">|tablescribeBundle\(")([A-Za-z0-9+/=]+)', text):
                text = text.replace(packed, gzip.decompress(base64.b64decode(packed)).decode())
            found[str(one.relative_to(site))] = text
    return found


def contents(site: Path) -> dict[str, bytes]:
    """Return all files but the published log, whose checkpoint is signed at each run."""
    return {str(one.relative_to(site)): one.read_bytes() for one in site.rglob("*")
            if one.is_file() and "log" not in one.relative_to(site).parts}  # fmt: skip


class Links(HTMLParser):
    """Collects where a page leads, and its anchors."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found, self.ids = list[str](), set[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "srcset", "data-from") and value and tag != "use":
                self.found.append(value)
            elif name == "id" and value:
                self.ids.add(value)


# --- what it shows ---------------------------------------------------------------------------------


def test_a_site_shows_finished_matches_and_every_link_leads_to_a_file(ledger: Ledger, site: Path) -> None:
    """Given matches, a tournament and an open match, then all but the open one are there, and no link is broken."""
    over = evening(ledger, over=True)
    match, opened = casual(ledger), Scribe(ledger).new("freeform", ["Olga", "Ben"]).id
    done = built(ledger, site, proofs=True)
    assert (done.matches, done.tournaments) == (5, 1)
    assert (site / f"en/m/{match}.html").is_file()
    assert (site / f"de/t/{over}/standings.html").is_file()
    texts = texts_of(site)
    assert [name for name, text in texts.items() if opened in text or "Olga" in text] == []
    pages = {name: Links(text) for name, text in texts.items() if name.endswith(".html") and name != "verify.html"}
    for name, page in pages.items():
        for link in page.found:
            path, _, anchor = link.partition("#")
            assert "//" not in path, (name, link)
            target = (site / name).parent / path if path else site / name
            assert target.exists(), (name, link)
            if anchor and not anchor.startswith("move="):
                inside = str(target.resolve().relative_to(site.resolve()))
                assert anchor in pages[inside].ids, (name, link)
        assert not re.search(r'(href|src)="/', texts[name]), name
        assert "<form" not in texts[name], name


def test_people_are_named_only_where_the_organiser_says_so(ledger: Ledger, site: Path) -> None:
    hidden, open_ = evening(ledger), evening(ledger, ["Quirin", "Rosa", "Sven", "Tilda"])
    casual(ledger, ("Xenia", "Yorick"), note="Yorick was late")
    show(ledger, open_, names=True, by="organiser")
    built(ledger, site)
    everything = "\n".join(texts_of(site).values())
    assert [word for word in [*KEPT_BACK, "Xenia", "Yorick", "was late"] if word in everything] == []
    assert "Quirin" in (site / f"en/t/{open_}/standings.html").read_text("utf-8")
    assert "Quirin" in (site / "en/people.html").read_text("utf-8")
    assert "#1" in (site / f"en/t/{hidden}/standings.html").read_text("utf-8")
    built(ledger, site, Wishes(names=True))
    named = "\n".join(texts_of(site).values())
    assert [word for word in [*KEPT_BACK, "was late"] if word in named] == []
    assert "Yorick" in (site / "de/people.html").read_text("utf-8")
    built(ledger, site, Wishes(names=True, words=True))
    assert "Yorick was late" in "\n".join(texts_of(site).values())
    show(ledger, open_, names=False, by="organiser")
    built(ledger, site)
    again = "\n".join(texts_of(site).values())
    assert [word for word in ("Quirin", "quirin", "Yorick", "was late") if word in again] == [], (
        "what is hidden is gone"
    )


def normal(texts: dict[str, str]) -> list[tuple[str, str]]:
    """Return files without random and time-dependent parts: ids, hashes, signatures, times."""
    changing = (
        r"\d{4}-\d\d-\d\d[T ][\d:.+]+Z?|[A-Za-z0-9+/_-]{22,}={0,2}|\b[0-9a-f]{16,}\b|\b[0-9a-z]{12}\b"
        r"|\b[0-9a-f]{8}\b|[a-z]{4,8}-[0-9a-f]{8}"
    )
    return sorted((re.sub(changing, "…", name), re.sub(changing, "…", text)) for name, text in texts.items())


def test_nothing_hidden_changes_anything_on_a_site(tmp_path: Path) -> None:
    """Non-interference: two clubs that differ in hidden names and words only have the same site, byte for byte."""
    found = []
    for name, people, said, two in (
        ("one", PEOPLE, ("T-4", "misread", "T-9", "overslept"), ("Xenia", "Yorick")),
        ("other", ["Xaver", "Yannick", "Zacharias", "Walburga"], ("Z-1", "quite something else", "Z-2", "why not"),
         ("Bo", "A much longer name")),
    ):  # fmt: skip
        (tmp_path / name).mkdir()
        ledger = open_ledger(tmp_path / name / "ledger.db")
        evening(ledger, people, said)
        casual(ledger, two, note=f"{two[0]} laughed")
        built(ledger, tmp_path / name / "site", proofs=True)
        ledger.close()
        found.append(normal(texts_of(tmp_path / name / "site")))
    one, other = found
    assert [name for name, _ in one] == [name for name, _ in other]
    assert [name for (name, text), (_, same) in zip(one, other, strict=True) if text != same] == []
    assert len(one) > 60


def test_a_hidden_hand_is_as_hidden_as_in_the_service(tmp_path: Path, site: Path) -> None:
    """Given a match with hidden cards, then its page and its proof have what spectators see."""
    target = tmp_path / "ledger.db"
    (match,) = recorded(target, "root/two_players")
    ledger = open_ledger(target)
    scribe = Scribe(ledger)
    if ledger.match(match).closed is None:
        scribe.close(match)
    done = built(ledger, site, Wishes(names=True, words=True), proofs=True, languages=("en",))
    played, queries = ledger.match(match), Queries(ledger, Access(ledger))
    names = queries.cache.people(played)
    file = player(played, ledger.events_of(match), Reader(played.opening, "en", names), names)
    ledger.close()
    shown = texts_of(site)[f"en/m/{match}.html"].partition('id="match-steps">')[2].partition("</script>")[0]
    carried = file.partition('id="match-steps">')[2].partition("</script>")[0]
    assert shown == gzip.decompress(base64.b64decode(carried)).decode()
    contents = (site / f"bundles/{match}.bundle").read_bytes()
    proved = verify_bundle(contents, [VerifierKey.parse(done.key)])
    assert (proved.viewer, proved.vouched, list(proved.faults)) == ("spectator", True, [])
    assert proved.names == {}


def test_a_match_whose_shuffle_others_still_play_is_left_out_until_the_round_is_done(
    ledger: Ledger, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.ledger.tournaments.seeds.secrets", SimpleNamespace(token_bytes=lambda n: SEED))
    organiser = hall(Scribe(ledger))
    found = opened(organiser, ["Ada", "Ben"], alone())
    organiser.pair(found, seed=1)
    one, other = (started.match for started in organiser.start(found))
    play_out(organiser, one)
    assert ledger.match(one).closed is not None
    assert built(ledger, site, proofs=True).matches == 0
    assert [name for name in contents(site) if one in name] == []
    assert "Replay" not in (site / f"en/t/{found}/rounds-1-tables-1.html").read_text("utf-8")
    play_out(organiser, other)
    assert built(ledger, site, proofs=True).matches == 2
    assert (site / f"bundles/{one}.bundle").is_file()


# --- runs ------------------------------------------------------------------------------------------


def test_a_second_run_writes_only_what_changed(ledger: Ledger, site: Path) -> None:
    evening(ledger, over=True)
    casual(ledger)
    first = built(ledger, site, proofs=True)
    assert first.made == first.matches == 5
    before = contents(site)
    again = built(ledger, site, proofs=True)
    assert (again.made, again.files.written, again.files.deleted) == (0, 0, 0)
    assert contents(site) == before
    new = casual(ledger, ("Ada", "Cleo"))
    more = built(ledger, site, proofs=True)
    assert (more.made, more.files.deleted) == (1, 0)
    changed = {name for name, now in contents(site).items() if before.get(name) != now}
    assert f"de/m/{new}.html" in changed
    assert not [name for name in changed if "/t/" in name or (name.startswith("bundles/") and new not in name)]


def test_what_is_no_longer_shown_is_deleted_and_a_run_is_as_good_as_a_new_site(ledger: Ledger, site: Path) -> None:
    kept, left_out, over = casual(ledger), casual(ledger, ("Ada", "Cleo")), evening(ledger, over=True)
    built(ledger, site, Wishes(names=True))
    some = built(ledger, site, Wishes(names=True, without=frozenset({left_out, over})))
    assert (some.matches, some.tournaments) == (1, 0)
    assert not [name for name in contents(site) if left_out in name or over in name]
    fresh = site.parent / "fresh"
    built(ledger, fresh, Wishes(names=True, without=frozenset({left_out, over})))
    assert contents(site) == contents(fresh)
    assert (site / f"en/m/{kept}.html").is_file()


def test_an_erased_person_and_an_erased_note_are_gone_from_the_next_run(ledger: Ledger, site: Path) -> None:
    casual(ledger, ("Xenia", "Yorick"), note="Yorick was late")
    wishes = Wishes(names=True, words=True)
    built(ledger, site, wishes)
    assert "Yorick was late" in "\n".join(texts_of(site).values())
    ledger.erase("Yorick")
    built(ledger, site, wishes)
    everything = "\n".join([*texts_of(site), *texts_of(site).values()])
    assert "orick" not in everything


@pytest.mark.parametrize("when", a_few(["making", "moving", "deleting"], 2))
def test_a_run_that_is_killed_leaves_a_whole_site_and_the_next_one_completes_it(
    ledger: Ledger, site: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Given a run that ends in the middle, then what was there stays, and the next run is as good as a new site."""

    class Killed(BaseException):
        pass

    gone, over = casual(ledger), evening(ledger, over=True)
    built(ledger, site)
    before, wishes = contents(site), Wishes(without=frozenset({gone, over}))
    casual(ledger, ("Ada", "Cleo"))
    calls = iter(range(1000))

    def dying(name: str, real: Any) -> Any:
        def call(*args: Any) -> Any:
            if next(calls) == 3:
                raise Killed(name)
            return real(*args)

        return call

    patched = {"making": (folder_module, "_write"), "moving": (Path, "replace"),
               "deleting": (folder_module.SiteFolder, "_delete")}[when]  # fmt: skip
    with monkeypatch.context() as patch:
        patch.setattr(*patched, dying(when, getattr(*patched)))
        patch.setattr(folder_module.SiteFolder, "drop", lambda self: None)  # a process that is killed deletes nothing
        with pytest.raises(Killed):
            built(ledger, site, wishes)
    if when == "making":
        assert {name: now for name, now in contents(site).items() if not name.startswith(".next/")} == before
    else:
        assert (site / "en/index.html").stat().st_size
        assert (site / MANIFEST).read_bytes() == before[MANIFEST]
    built(ledger, site, wishes)
    fresh = site.parent / "fresh"
    built(ledger, fresh, wishes)
    assert contents(site) == contents(fresh)


def test_a_folder_with_other_files_is_left_alone(ledger: Ledger, site: Path) -> None:
    site.mkdir()
    (site / ".nojekyll").touch()
    (site / "diary.txt").write_text("mine")
    with pytest.raises(NotASite, match="empty folder"):
        built(ledger, site)
    assert sorted(one.name for one in site.iterdir()) == [".nojekyll", "diary.txt"]
    (site / "diary.txt").unlink()
    built(ledger, site)
    assert (site / ".nojekyll").exists()
    other = open_ledger(site.parent / "other.db")
    with pytest.raises(NotASite, match="another ledger"):
        built(other, site)
    other.close()


@pytest.mark.deep
def test_a_damaged_manifest_costs_a_whole_run_and_nothing_else(ledger: Ledger, site: Path) -> None:
    match = casual(ledger)
    built(ledger, site)
    before = contents(site)
    (site / MANIFEST).write_text("{")
    built(ledger, site)
    assert contents(site) == before
    (site / MANIFEST).write_text("{")
    built(ledger, site, Wishes(without=frozenset({match})))
    assert not [name for name in contents(site) if match in name]


@pytest.mark.deep
def test_a_manifest_deletes_nothing_outside_of_the_site(ledger: Ledger, site: Path) -> None:
    built(ledger, site)
    (site.parent / "diary.txt").write_text("mine")
    manifest = (site / MANIFEST).read_text("utf-8")
    (site / MANIFEST).write_text(
        manifest.replace('"search', '"x').replace('"index.html"', '"index.html","../diary.txt"')
    )
    built(ledger, site, again=True)
    assert (site.parent / "diary.txt").read_text() == "mine"


@pytest.mark.deep
def test_a_folder_that_cannot_be_written_is_said(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerUnavailable, match="cannot be written"):
        built(ledger, tmp_path / "file" / "site")


def test_a_club_without_matches_has_a_site(ledger: Ledger, site: Path) -> None:
    assert built(ledger, site, proofs=True).matches == 0
    assert "No matches found" in (site / "en/matches.html").read_text("utf-8")
