"""A release that anybody can check: its files' hashes in a log of our own, signed, and cosigned by witnesses.

    python -m tests.tools.release begin FOLDER --ledger RELEASES --keys KEYS     build, hash, record, ask witnesses
    python -m tests.tools.release finish FOLDER --ledger RELEASES --keys KEYS --witness KEY ANSWER...

`begin` builds the wheel from the commit that is checked out and lists its base dependencies (SBOM, CycloneDX), unless
FOLDER has them, and puts the conformance corpus, the verifiers and their formats beside them. `SHA256SUMS` has the
hashes of all, and the ledger RELEASES a match that notes the hash of that file. Send `request` to the witnesses;
`finish` takes their answers and writes `release.bundle` and `VERIFY.txt`, which says how to check all of it without
this program.
Nothing is published. RELEASES and KEYS are kept from release to release; they are never in a repository.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tablescribe.cli.main import cli

ROOT = Path(__file__).parents[2]
VERIFIERS = ROOT / "ledger" / "proofs" / "verifiers"
BESIDE = (
    "conformance.tar.xz", "verify.html", "verify_bundle.py", "verify_tournament.py", "verify_witnesses.py",
    "BUNDLE.md", "TOURNAMENT.md",
)  # fmt: skip
SUMS, REQUEST, BUNDLE, HOW = "SHA256SUMS", "request", "release.bundle", "VERIFY.txt"

CHECK = """\
How to check this release. Learn the two keys below from a source that you trust, not from this file only.
You need Python 3.11 and its package `cryptography`; nothing of Tablescribe runs.

1. The files are those of the list:
       sha256sum -c {sums}
2. The list's own hash is in the record of the release. This prints a number above 0:
       grep -c "$(sha256sum < {sums} | cut -c 1-64)" {bundle}
3. The record is in our log, signed by the key of the log:
       python verify_bundle.py {bundle} --key {key}
4. Witnesses have seen the same log, so we showed everybody one list:
       python verify_witnesses.py {bundle} {witnesses}

Key of the log: {key}
Witnesses:
{named}
"""


class Releases:
    """The ledger of releases, used by the commands of Tablescribe."""

    def __init__(self, ledger: Path, keys: Path) -> None:
        self._ledger = ledger
        self._env = {"TABLESCRIBE_LEDGER": str(ledger), "TABLESCRIBE_KEYS": str(keys)}

    def run(self, *words: str | Path) -> str:
        """Run a command and return what it prints.

        Raises:
            SystemExit: it failed.
        """
        done = CliRunner(env=self._env).invoke(cli, [*map(str, words)])
        if done.exit_code:
            raise SystemExit(f"{' '.join(map(str, words))}: {done.output}")
        return done.stdout

    def ask(self, *words: str | Path) -> Any:
        """Run a command with --json and return what it answers."""
        return json.loads(self.run(*words, "--json"))

    def recorded(self, title: str) -> str:
        """Return the id of the match of a release; "" if there is none."""
        if not self._ledger.exists():
            return ""
        found = [one["id"] for one in self.ask("matches", "--limit", "0") if one["title"] == title]
        return str(found[0]) if found else ""


def build(folder: Path) -> None:
    """Build the wheel of the commit that is checked out, as of the commit's time."""
    commit = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    constraints = str(ROOT / ".ci/constraints.txt")
    env = {**os.environ, "SOURCE_DATE_EPOCH": commit.stdout.strip(), "PIP_CONSTRAINT": constraints}
    with tempfile.TemporaryDirectory() as place:
        packed = Path(place) / "source.tar"
        subprocess.run(["git", "archive", "--output", str(packed), "HEAD"], cwd=ROOT, check=True)
        shutil.unpack_archive(packed, Path(place) / "source", filter="data")
        wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(folder)]
        subprocess.run([*wheel, str(Path(place) / "source")], env=env, check=True)


def bill_of_materials(name: str) -> dict[str, Any]:
    """Return the CycloneDX document of a package and its base dependencies, as they are installed here."""
    found: dict[str, str] = {}

    def add(package: str) -> None:
        plain = re.sub(r"[-_.]+", "-", package).lower()
        if plain in found:
            return
        try:
            found[plain] = version(package)
        except PackageNotFoundError:  # for other systems or versions of Python
            return
        for line in requires(package) or ():
            if "extra ==" not in line and (other := re.match(r"[\w.-]+", line)):
                add(other[0])

    add(name)
    own = found.pop(name)
    parts = [
        {"type": "library", "name": one, "version": which, "purl": f"pkg:pypi/{one}@{which}"}
        for one, which in sorted(found.items())
    ]
    whole = {"type": "application", "name": name, "version": own, "purl": f"pkg:pypi/{name}@{own}"}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": whole},
            "components": parts}  # fmt: skip


def begin(folder: Path, releases: Releases) -> None:
    """Put the files of a release together, record their hashes, and write the request for witnesses."""
    folder.mkdir(parents=True, exist_ok=True)
    if not [*folder.glob("*.whl")]:
        build(folder)
    (wheel,) = folder.glob("*.whl")
    number = wheel.name.split("-")[1]
    title = f"Tablescribe {number}"
    if known := releases.recorded(title):
        raise SystemExit(f"{title} is recorded already, as {known}: choose another number")
    for name in BESIDE:
        shutil.copyfile(VERIFIERS / name, folder / name)
    if not [*folder.glob("*.cdx.json")]:
        materials = json.dumps(bill_of_materials("tablescribe"), indent=1) + "\n"
        (folder / f"tablescribe-{number}.cdx.json").write_text(materials, "utf-8")
    ours = {SUMS, REQUEST, BUNDLE, HOW}
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name not in ours)
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    said = f"SHA-256 of {SUMS}: {sha256(sums.encode()).hexdigest()}\n{sums}"
    (folder / SUMS).write_text(sums, "utf-8")
    match = str(releases.ask("new", "freeform", "Tablescribe", "--title", title)["id"])
    releases.run("note", match, said)
    releases.run("close", match, "--abandoned")
    releases.run("checkpoint", "--for-witness", "-o", folder / REQUEST)


def finish(folder: Path, releases: Releases, witnesses: list[str], answers: list[Path]) -> None:
    """Take the answers of witnesses, and write the proof and how to check it."""
    (wheel,) = folder.glob("*.whl")
    title = f"Tablescribe {wheel.name.split('-')[1]}"
    for answer in answers:
        releases.run("checkpoint", "--add", answer, *(word for key in witnesses for word in ("--witness", key)))
    match = releases.recorded(title)
    if not match:
        raise SystemExit(f"{title} is not recorded: run `begin` first")
    (folder / BUNDLE).unlink(missing_ok=True)
    key = str(releases.ask("bundle", match, "-o", folder / BUNDLE)["key"])
    trusted = " ".join(f"--witness {one}" for one in witnesses)
    named = "\n".join(f"    {one}" for one in witnesses)
    how = CHECK.format(sums=SUMS, bundle=BUNDLE, key=key, witnesses=trusted, named=named)
    (folder / HOW).write_text(how, "utf-8")


def main() -> None:
    """Begin or finish a release."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["begin", "finish"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("answers", type=Path, nargs="*")
    parser.add_argument("--ledger", type=Path, required=True)
    parser.add_argument("--keys", type=Path, required=True)
    parser.add_argument("--witness", action="append", default=[])
    given = parser.parse_args()
    releases = Releases(given.ledger, given.keys)
    if given.what == "begin":
        begin(given.folder, releases)
    else:
        finish(given.folder, releases, given.witness, given.answers)


if __name__ == "__main__":
    main()
