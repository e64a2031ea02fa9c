"""The verifier for the browser: one HTML file that reaches the verdicts of the other programs, and words them.

All tests share one page in one Chromium, opened as a file, as a person opens it who saved it.
"""

import json
import random
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.model.plan_words import deciding
from tablescribe.ledger.proofs.bundles.bundle import sealed_text
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, Signer, cosign, sign
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner, witness_key
from tablescribe.ledger.proofs.witnesses.policy import BadPolicy, Policy
from tests.depth import a_few, times
from tests.fuzz import owner_tournaments, random_tournaments, samples
from tests.fuzz.differential import DOUBT, SOUND, WRONG, mutant, theirs
from tests.fuzz.made_tournaments import documents
from tests.fuzz.mutating import Choices, changed_bytes, written
from tests.fuzz.owner_tournaments import say, stream_of
from tests.fuzz.owner_tournaments import told as body_of
from tests.fuzz.random_tournaments import COUNTED
from tests.replays.web.browser import chromium
from tests.tools import conformance
from tests.tools.conformance_seeds import log_of, plain, sealed

FILE = Path(program.__file__).with_name("verify.html")
KEY = str(samples.SIGNER.key)
WITNESSES = [Signer(f"{name}.example", name[:1].encode() * 32) for name in ("ada", "ben", "cleo")]
NOW = 1_700_000_000
VERDICTS = """async ([files, key]) => {
  const keys = [await Verifier.readVerifierKey(key)];
  const bytes = (file) => Uint8Array.from(atob(file), (one) => one.charCodeAt(0));
  return Promise.all(files.map((file) => Verifier.verdictOf(bytes(file), { keys })));
}"""
JUDGED = """async ([notes, policy]) => {
  const asked = { policy: await Verifier.readPolicy(policy) };
  const keys = asked.policy.logs;
  const one = (note) => Verifier.verifyCheckpoint(note, { ...asked, keys }).then((found) => found.verdict);
  const caught = (error) => error instanceof Verifier.Wrong ? "wrong" : String(error);
  return Promise.all(notes.map((note) => one(note).catch(caught)));
}"""
READS = """(text) => Verifier.readPolicy(text).then(
  () => true, (error) => error instanceof Verifier.Wrong ? false : String(error))"""

DROPPED = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], "dropped.bundle"));
  dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
}"""


@pytest.fixture(scope="module")
def opened() -> Iterator[Page]:
    with chromium() as browser:
        page, said = browser.new_page(), list[str]()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(FILE.as_uri())
        page.set_default_timeout(60_000)
        yield page
        assert said == []


@pytest.fixture
def page(opened: Page) -> Page:
    """The page as it is before anything was dropped."""
    if opened.locator("#clear").is_visible():
        opened.click("#clear")
    for field in ("#key", "#seats"):
        opened.fill(field, "")
    return opened


@pytest.fixture(scope="module")
def corpus() -> dict[str, bytes]:
    return conformance.stored()


def verdicts(page: Page, files: Iterable[bytes]) -> list[str]:
    found: list[str] = page.evaluate(VERDICTS, [[b64encode(one).decode() for one in files], KEY])
    return found


def drop(page: Page, **files: bytes) -> None:
    """Drop files on the page, by their names."""
    given: list[FilePayload] = [{"name": name, "mimeType": "", "buffer": one} for name, one in files.items()]
    page.set_input_files("#files", given)


# --- the verdicts -----------------------------------------------------------------------------------


def test_it_gives_the_verdicts_of_the_corpus(page: Page, corpus: dict[str, bytes]) -> None:
    told: dict[str, str] = json.loads(corpus["verdicts.json"])
    found = dict(zip(told, verdicts(page, (corpus[f"{name}.bundle"] for name in told)), strict=True))
    assert {name: one for name, one in found.items() if one != told[name]} == {}
    assert {SOUND, WRONG, DOUBT} <= {*found.values()}


def test_it_agrees_with_the_outsiders_program_on_mutants(page: Page) -> None:
    chance = random.Random(11)
    mutants = [mutant(chance) for _ in range(times(60, 2000))]
    expected = [theirs(one) for one in mutants]
    assert {SOUND, WRONG} <= {*expected}
    found = verdicts(page, mutants)
    assert [both for both in zip(found, expected, strict=True) if both[0] != both[1]] == []


def counted(page: Page, files: Iterable[bytes]) -> list[str]:
    """Return the page's verdicts of tournaments: proofs and counting together."""
    found: list[str] = page.evaluate(COUNTED, [[b64encode(one).decode() for one in files], KEY])
    return found


def test_it_counts_made_up_tournaments_and_finds_each_forged_table(page: Page) -> None:
    chance = random.Random(14)
    some = random_tournaments.tournaments(chance, times(6, 300))
    assert [told[1:] for told in random_tournaments.disagreements(page, some)] == []


def test_it_finds_who_returns_without_a_withdrawal_or_too_late(page: Page) -> None:
    some = random_tournaments.forged_returns(random.Random(15), times(2, 100))
    assert [told[1:] for told in random_tournaments.disagreements(page, some)] == []


def test_it_counts_what_the_outsiders_programs_count_and_no_more(page: Page) -> None:
    """Mutants of real tournaments: events, plans and matches that their owner made up, sealed again."""
    chance = random.Random(12)
    mutants = [owner_tournaments.mutant(chance) for _ in range(times(8, 1000))]
    real = [samples.as_file(one) for one in documents()]
    expected = [SOUND] * len(real) + [owner_tournaments.theirs(one) for one in mutants]
    assert {SOUND, WRONG} <= {*expected}
    found = counted(page, [*real, *mutants])
    assert [number for number, both in enumerate(zip(found, expected, strict=True)) if both[0] != both[1]] == []


def test_it_counts_the_tournaments_of_the_corpus_as_the_other_program(page: Page, corpus: dict[str, bytes]) -> None:
    """The corpus is about proofs: most of its tournaments were never held, and no program counts them as sound."""
    chosen = a_few((one for one in sorted(corpus) if b'"Announced"' in corpus[one]), 20)
    assert len(chosen) >= 20
    found = dict(zip(chosen, counted(page, (corpus[one] for one in chosen)), strict=True))
    assert found == {one: owner_tournaments.theirs(corpus[one]) for one in chosen}


# --- checkpoints and policies -----------------------------------------------------------------------


def policy(rest: str) -> str:
    lines = [f"witness {one.name[0]} {witness_key(one)}" for one in WITNESSES]
    return "\n".join([f"log {KEY}", *lines, rest, ""])


def note(*witnesses: Signer, at: int = NOW, size: int = 7) -> str:
    signed = sign(Checkpoint(samples.SIGNER.name, size, b"r" * 32).text(), [samples.SIGNER])
    return cosign(signed, [WitnessSigner(one, at) for one in witnesses]) if witnesses else signed


def judged(written: str, text: str) -> str:
    """Return the verdict of our own reader of policies."""
    try:
        return SOUND if Policy.parse(written.encode()).judge(text, NOW).reached else DOUBT
    except BadNote:
        return WRONG


def test_it_judges_cosigned_checkpoints_as_we_do(page: Page) -> None:
    chance, rules = random.Random(13), policy("group g any a b\ngroup h all g c\nquorum h")
    ada, ben, cleo = WITNESSES
    notes = [note(), note(ada), note(ada, cleo), note(ben, cleo), note(ada, ben), note(cleo, ben, ada)]
    for _ in range(times(60, 3000)):
        odd = changed_bytes(chance.choice(notes).encode(), Choices(chance.randbytes(20)))
        notes.append(odd.decode("utf-8", "replace"))
    expected = [judged(rules, one) for one in notes]
    assert {*expected} == {SOUND, DOUBT, WRONG}
    found = page.evaluate(JUDGED, [notes, rules])
    odd_ones = [(mine, other, text) for mine, other, text in zip(found, expected, notes, strict=True) if mine != other]
    assert odd_ones == []


@pytest.mark.parametrize(
    "rest",
    [
        "quorum none", "quorum b", "group g 2 a b c\nquorum g", "group g any a b\ngroup h all g c\nquorum h",
        "\n  # who counts\n\nquorum \t a", "", "quorum d", "quorum g\ngroup g any a", "quorum a\nquorum b",
        "group g any a b\ngroup h any b c\nquorum g", "group g 2 a a\nquorum g", "group g all g\nquorum g",
        "group g 0 a\nquorum g", "group g 2 a\nquorum g", "group g 01 a\nquorum g", "group g some a\nquorum g",
        "group g any\nquorum g", "group a any b\nquorum a", "group none any b\nquorum a", "group g any none\nquorum g",
        "quorum a b c", "trust everybody\nquorum a", "quorum a\r\n", "# \x1b[2J\nquorum a", "witness d key\nquorum a",
        f"witness d {witness_key(WITNESSES[0])}\nquorum a", f"log {KEY}\nquorum a", f"witness d {KEY}\nquorum a",
    ],
)  # fmt: skip
def test_it_reads_the_policies_that_we_read(opened: Page, rest: str) -> None:
    try:
        right = bool(Policy.parse(policy(rest).encode()))
    except BadPolicy:
        right = False
    assert opened.evaluate(READS, policy(rest)) is right


# --- what somebody reads ----------------------------------------------------------------------------


def test_somebody_drops_files_and_reads_what_they_prove(page: Page, corpus: dict[str, bytes]) -> None:
    shown = page.locator("#verdicts")
    drop(page, **{"names.bundle": corpus["names-both.bundle"]})
    expect(shown).to_contain_text("Sound in itself")
    expect(shown).to_contain_text("Who owns the key. Anybody can make a key")
    page.fill("#key", KEY)
    expect(shown.locator("[data-verdict=sound] h2")).to_have_text("Sound")
    for words in ("This is the key that you gave", "does not repeat the moves", "What is not known", "(seat 1)"):
        expect(shown).to_contain_text(words)
    page.fill("#seats", f"1={b64encode(b'k' * 32).decode()}")
    expect(shown.locator("[data-verdict=doubt] li")).to_contain_text("there is no key for seat:1")
    page.fill("#seats", "nobody")
    expect(shown).to_contain_text("Not checked yet")
    page.fill("#seats", "")
    page.fill("#key", str(samples.STRANGER.key))
    expect(shown.locator("[data-verdict=wrong]")).to_contain_text("not signed by the key that you gave")
    page.click("#clear")
    page.fill("#key", KEY)
    page.evaluate(DROPPED, corpus["revoked-before-it-signed.bundle"].decode())
    expect(shown.locator("[data-verdict=doubt] li")).to_contain_text("by a key that did not speak for")
    page.click("#clear")
    drop(page, one=corpus["file-another-hash.bundle"], two=corpus["tournament.bundle"])
    wrong = shown.locator("[data-verdict=wrong]")
    expect(wrong).to_contain_text(["Do not rely on this file", "its tournament is not consistent"])


def held(number: int = 0) -> dict[str, Any]:
    """Return one of the real tournaments, to be changed."""
    found: dict[str, Any] = json.loads(json.dumps(documents()[number]))
    return found


def test_somebody_reads_the_standings_and_which_line_was_forged(page: Page) -> None:
    shown = page.locator("#verdicts")
    page.fill("#key", KEY)
    drop(page, **{"two-stages.bundle": samples.as_file(held(2))})
    expect(shown.locator("[data-verdict=sound]")).to_contain_text("The standings follow from the results")
    rows = shown.locator("[data-counted=sound] tbody tr")
    assert [row.split() for row in rows.all_inner_texts()][:2] == [
        ["1", "entrant", "1", "3", "10", "4"], ["2", "entrant", "3", "2½", "3", "3"],
    ]  # fmt: skip
    expect(shown).to_contain_text("they have no recorded match")
    page.click("#clear")
    document = held()
    row = [one for one in stream_of(document, "Announced") if one[2] == "Finished"][-1]
    said = body_of(row)
    said[8][0][1], said[8][1][1] = said[8][1][1], said[8][0][1]
    say(row, said)
    drop(page, forged=samples.as_file(samples.sealed(document, samples.SIGNER)))
    expect(shown.locator("[data-verdict=wrong] li")).to_have_text(
        "Event 54: the final table does not follow from the results. "
        "Line 1 must be rank 1, entrant 5, points 2, but is rank 1, entrant 2, points 2."
    )


def test_what_the_page_does_not_count_it_names(page: Page) -> None:
    """Prizes change no standings; a word that it does not know might."""
    shown = page.locator("#verdicts")
    page.fill("#key", KEY)
    for word, verdict, words in (
        ("prizes", "sound", "Who wins which prize: this page does not count prizes of the plan"),
        ("handicap", "doubt", 'This page does not know the word "handicap" of the plan'),
    ):
        document = held(2)
        announced = stream_of(document, "Announced")[0]
        said = body_of(announced)
        said[9][word] = {}
        said[10] = digest({**deciding(said[9], 4), word: {}})
        announced[3] = written(said)
        drop(page, **{word: samples.as_file(samples.sealed(document, samples.SIGNER))})
        expect(shown.locator(f"[data-verdict={verdict}]")).to_be_visible()
        expect(shown).to_contain_text(words)
        page.click("#clear")


def test_matches_in_another_file_are_asked_for_and_counted_with_it(page: Page) -> None:
    whole, shown = held(2), page.locator("#verdicts")
    keys, tournament, *matches = whole["streams"]
    page.fill("#key", KEY)
    parts = {}
    for name, streams in (("first", [keys, tournament, *matches[:1]]), ("second", [keys, *matches[1:]])):
        part = {**whole, "streams": streams, "texts": whole["texts"] if name == "first" else []}
        part["seal"] = ""
        part["seal"] = sign(sealed_text(part["ledger"], samples.as_file(part)), [samples.SIGNER])
        parts[name] = samples.as_file(part)
    drop(page, first=parts["first"])
    expect(shown.locator("[data-verdict=doubt]")).to_contain_text("Drop all of them together")
    drop(page, second=parts["second"])
    expect(shown.locator("[data-verdict=sound]")).to_have_count(2)
    expect(shown.locator("[data-counted=sound]")).to_have_count(1)


def test_somebody_drops_a_kept_checkpoint_and_a_policy(page: Page, corpus: dict[str, bytes]) -> None:
    shown = page.locator("#verdicts")
    drop(page, checkpoint=note(WITNESSES[0]).encode(), policy=policy("group g 2 a b c\nquorum g").encode())
    expect(shown.locator("[data-verdict=doubt]")).to_contain_text("Too few witnesses cosigned the checkpoint: 1 of 3")
    drop(page, policy=policy("quorum a").encode())
    expect(shown.locator("[data-verdict=sound]")).to_contain_text("The key that you gave signed this state of the log")
    expect(shown).to_contain_text("a cosigned the checkpoint on 2023-11-14 22:13 UTC")
    page.click("#clear")
    page.fill("#key", KEY)
    bundle = corpus["earlier-3.bundle"]
    old = json.loads(bundle)["earlier"][0]["checkpoint"]
    drop(page, bundle=bundle, kept=old.encode())
    expect(shown.locator("[data-verdict=sound]")).to_be_visible()
    expect(shown).to_contain_text("The log begins with the checkpoint that you kept")
    drop(page, other=note().encode())
    expect(shown.locator("[data-verdict=wrong]")).to_contain_text("Nothing in the file shows that its log begins with")
    page.click("#clear")
    drop(page, bundle=bundle, forked=note(size=3).encode())
    expect(shown.locator("[data-verdict=wrong]")).to_contain_text("this ledger shows two different logs")


def test_texts_of_strangers_are_shown_as_text(page: Page) -> None:
    document = plain()
    opened = log_of(document)[0]
    said = json.loads(opened[3])
    said[8] = "<img src=x onerror=alert(1)>\u202egnorw\u200b\x1b[2J"
    opened[3] = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
    page.fill("#key", KEY)
    drop(page, **{"<b>\u202e.bundle": sealed(document)})
    shown = page.locator("#verdicts")
    expect(shown).to_contain_text(r"<img src=x onerror=alert(1)>\u{202e}gnorw\u{200b}\u{1b}[2J")
    assert (shown.locator("img").count(), "\u202e" in page.inner_text("main")) == (0, False)


# --- the file itself --------------------------------------------------------------------------------


def test_it_is_one_file_that_may_run_its_own_script_and_nothing_else() -> None:
    """On a change of its script or style: put the hash that this test expects into the policy of the page."""
    source = FILE.read_text()
    (rules,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', source)
    hashes = {
        tag: b64encode(sha256(inside.encode()).digest()).decode()
        for tag in ("script", "style")
        for inside in re.findall(f"(?s)<{tag}>(.*)</{tag}>", source)
    }
    assert rules == (
        f"default-src 'none'; script-src 'sha256-{hashes['script']}'; style-src 'sha256-{hashes['style']}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert re.findall(r"\b(?:src|import|fetch|XMLHttpRequest|innerHTML|eval)\b *[=(]", source) == []
    assert re.findall(r"\bhref\b *=(.{12})", source) == ['"?save=true"'], "the only link saves this page itself"
    assert max(map(len, source.splitlines())) <= 400


def test_the_limits_are_those_of_the_other_program() -> None:
    (limits,) = re.findall(r"const LIMITS = \{(.*?)\};", FILE.read_text())
    told: dict[str, Any] = dict(re.findall(r"(\w+): ([^,]+)", limits))
    numbers = {name: eval(value, {"MIB": 2**20}) for name, value in told.items()}
    same = {
        "file": "LARGEST", "lines": "LINES", "body": "BODY", "signs": "SIGNS", "depth": "DEPTH",
        "allSigns": "ALL_SIGNS", "seats": "SEATS", "signatures": "SIGNED", "allSignatures": "ALL_SIGNED",
        "earlier": "EARLIER", "notePictures": "PICTURES_OF_A_NOTE", "matchPictures": "PICTURES_OF_A_MATCH",
        "pictureBytes": "PICTURE_BYTES",
    }  # fmt: skip
    assert {name: numbers[name] for name in same} == {name: getattr(program, one) for name, one in same.items()}
    assert (numbers["entrants"], numbers["reports"]) == (5_000, 50_000)
