"""Make a release that anyone can check: the hashes of its files are in our own log, signed and cosigned by witnesses.

./dev release make FOLDER --ledger RELEASES --keys KEYS --club CLUB          everything, with our own witness
./dev release check FOLDER --key KEY --witness KEY                           as a downloader does

./dev release begin FOLDER --ledger RELEASES --keys KEYS [--old N]           the same, with other witnesses:
./dev release finish FOLDER --ledger RELEASES --keys KEYS --witness KEY ANSWER...

`begin` builds the wheel twice from the checked-out commit and compares both byte by byte, unless FOLDER has
one. It lists the base dependencies (SBOM, CycloneDX), and adds the conformance corpus, the verifiers and their formats.
`SHA256SUMS` has the hashes of all files in FOLDER. A match in the ledger RELEASES notes the hash of that file. Send
`request` to the witnesses. `finish` takes their answers and writes `release.bundle`, the tiles of the log (`log/`) and
`VERIFY.txt`, which says how to check everything without this program. `check` follows VERIFY.txt, with the verifiers
of this checkout. `make` begins, lets the witness in the folder CLUB cosign in a separate process, finishes, and checks.
Nothing is uploaded. RELEASES, KEYS and CLUB are kept from release to release, and never in a repository.
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
SUMS, REQUEST, BUNDLE, HOW, LOG = "SHA256SUMS", "request", "release.bundle", "VERIFY.txt", "log"
WITNESS = "release-witness"
"""The name of our own witness when it is created."""

CHECK = """\
How to check this release. Learn the two keys below from a source that you trust, not from this file only.
You need Python 3.11 and its package `cryptography`; nothing of Tablescribe runs.

1. The files are those of the list:
       sha256sum -c {sums}
2. The bill of materials is that of the wheel. This prints a number above 0:
       grep -c "$(sha256sum < {wheel} | cut -c 1-64)" {materials}
3. The list's own hash is in the record of the release. This prints a number above 0:
       grep -c "$(sha256sum < {sums} | cut -c 1-64)" {bundle}
4. The record is in our log, signed by the key of the log:
       python verify_bundle.py {bundle} --key {key}
5. Witnesses have seen the same log, so we showed everybody one list:
       python verify_witnesses.py {bundle} {witnesses}

Take the two verifiers from an earlier release, or from elsewhere, if you do not trust those beside this file.
The folder `log` has the hashes of the whole log: anyone can follow it, and will see if it is ever another one.

Key of the log: {key}
Witnesses:
{named}
"""


class Releases:
    """The ledger of releases, used through the commands of Tablescribe."""

    def __init__(self, ledger: Path, keys: Path) -> None:
        self._ledger = ledger
        self._env = {"TABLESCRIBE_LEDGER": str(ledger), "TABLESCRIBE_KEYS": str(keys)}

    def run(self, *words: str | Path) -> str:
        """Run a command and return its output.

        Raises:
            SystemExit: it failed.
        """
        done = CliRunner(env=self._env).invoke(cli, [*map(str, words)])
        if done.exit_code:
            raise SystemExit(f"{' '.join(map(str, words))}: {done.output}")
        return done.stdout

    def ask(self, *words: str | Path) -> Any:
        """Run a command with --json and return its answer."""
        return json.loads(self.run(*words, "--json"))

    @property
    def exists(self) -> bool:
        """Whether a release has been recorded before."""
        return self._ledger.exists()

    def key(self) -> str:
        """Return the public key of the log."""
        return str(self.ask("keys", "show")["key"])

    def recorded(self, title: str) -> str:
        """Return the id of the match of a release; an empty string if there is none."""
        if not self.exists:
            return ""
        found = [one["id"] for one in self.ask("matches", "--limit", "0") if one["title"] == title]
        return str(found[0]) if found else ""


def build(folder: Path) -> None:
    """Build the wheel twice from the checked-out commit, with the commit's time; keep it if both are equal.

    Raises:
        SystemExit: the tree has uncommitted changes, or the wheels differ.
    """
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    if changed.stdout:
        raise SystemExit(f"These files differ from the commit; commit or remove them first:\n{changed.stdout}")
    with tempfile.TemporaryDirectory() as place:
        first, second = (_built(Path(place) / name) for name in ("once", "again"))
        if (first.name, first.read_bytes()) != (second.name, second.read_bytes()):
            raise SystemExit(f"Two builds of one commit differ: {first.name}. Nothing is released.")
        shutil.copyfile(first, folder / first.name)


def _built(place: Path) -> Path:
    """Build a wheel in a separate folder from an archive of the commit."""
    commit = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True)
    constraints = str(ROOT / ".ci/constraints.txt")
    env = {**os.environ, "SOURCE_DATE_EPOCH": commit.stdout.strip(), "PIP_CONSTRAINT": constraints}
    place.mkdir()
    subprocess.run(["git", "archive", "--output", str(place / "source.tar"), "HEAD"], cwd=ROOT, check=True)
    shutil.unpack_archive(place / "source.tar", place / "source", filter="data")
    wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(place / "wheel")]
    subprocess.run([*wheel, str(place / "source")], env=env, check=True)
    (found,) = (place / "wheel").glob("*.whl")
    return found


def bill_of_materials(name: str, digest: str) -> dict[str, Any]:
    """Return the CycloneDX document of a package and its base dependencies, as installed here.

    Args:
        name: the package.
        digest: SHA-256 of its wheel, which binds the document to it.
    """
    found: dict[str, str] = {}
    needs: dict[str, list[str]] = {}

    def add(package: str) -> None:
        plain = re.sub(r"[-_.]+", "-", package).lower()
        if plain in found:
            return
        try:
            found[plain] = version(package)
        except PackageNotFoundError:  # needed only on other systems or versions of Python
            return
        needs[plain] = []
        for line in requires(package) or ():
            if "extra ==" not in line and (other := re.match(r"[\w.-]+", line)):
                needs[plain].append(re.sub(r"[-_.]+", "-", other[0]).lower())
                add(other[0])

    add(name)
    refs = {one: f"pkg:pypi/{one}@{which}" for one, which in sorted(found.items())}
    parts = [
        {"type": "library", "bom-ref": ref, "name": one, "version": found[one], "purl": ref}
        for one, ref in refs.items()
        if one != name
    ]
    whole = {
        "type": "application", "bom-ref": refs[name], "name": name, "version": found[name], "purl": refs[name],
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }  # fmt: skip
    graph = [
        {"ref": ref, "dependsOn": sorted({refs[other] for other in needs[one] if other in refs})}
        for one, ref in refs.items()
    ]
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": whole},
            "components": parts, "dependencies": graph}  # fmt: skip


def begin(folder: Path, releases: Releases, old: int = 0) -> None:
    """Assemble the files of a release, record their hashes, and write the request for witnesses.

    Args:
        folder: the folder of the release.
        releases: the ledger of releases.
        old: the size of the log that the witnesses cosigned last.
    """
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
    digest = sha256(wheel.read_bytes()).hexdigest()
    materials = json.dumps(bill_of_materials("tablescribe", digest), indent=1) + "\n"
    (folder / f"tablescribe-{number}.cdx.json").write_text(materials, "utf-8")
    ours = {SUMS, REQUEST, BUNDLE, HOW}
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name not in ours)
    sums = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    said = f"SHA-256 of {SUMS}: {sha256(sums.encode()).hexdigest()}\n{sums}"
    (folder / SUMS).write_text(sums, "utf-8")
    match = str(releases.ask("new", "freeform", "Tablescribe", "--title", title)["id"])
    releases.run("note", match, said)
    releases.run("close", match, "--abandoned")
    releases.run("checkpoint", "--for-witness", *(("--old", str(old)) if old else ()), "-o", folder / REQUEST)


def finish(folder: Path, releases: Releases, witnesses: list[str], answers: list[Path]) -> None:
    """Add the answers of witnesses, and write the proof and the instructions for checking it."""
    (wheel,) = folder.glob("*.whl")
    title = f"Tablescribe {wheel.name.split('-')[1]}"
    for answer in answers:
        releases.run("checkpoint", "--add", answer, *(word for key in witnesses for word in ("--witness", key)))
    match = releases.recorded(title)
    if not match:
        raise SystemExit(f"{title} is not recorded: run `begin` first")
    (folder / BUNDLE).unlink(missing_ok=True)
    key = str(releases.ask("bundle", match, "-o", folder / BUNDLE)["key"])
    (folder / BUNDLE).chmod(0o644)  # bundles are readable by their writer only, until published
    releases.run("publish", folder / LOG, "--cosigned")
    (materials,) = folder.glob("tablescribe-*.cdx.json")
    trusted = " ".join(f"--witness {one}" for one in witnesses)
    named = "\n".join(f"    {one}" for one in witnesses)
    how = CHECK.format(
        sums=SUMS, wheel=wheel.name, materials=materials.name, bundle=BUNDLE, key=key, witnesses=trusted, named=named
    )
    (folder / HOW).write_text(how, "utf-8")


class OwnWitness:
    """Our own witness: a folder, and a separate process for each step. It never sees the ledger's keys."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if not (folder / "witness.key").exists():
            self.do("new", WITNESS)
        told = json.loads(self.do("show", "--json"))
        self.key = str(told["key"])
        self._sizes = {str(one["origin"]): int(one["size"] or 0) for one in told["ledgers"]}

    def do(self, *words: str | Path) -> str:
        """Run a command of the witness and return its output.

        Raises:
            SystemExit: it refused.
        """
        command = [sys.executable, "-m", "tablescribe.cli", "witness", *map(str, words), "--folder", str(self._folder)]
        env = {name: value for name, value in os.environ.items() if not name.startswith("TABLESCRIBE_")}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=ROOT)
        if done.returncode:
            raise SystemExit(f"witness {words[0]}: {done.stdout}{done.stderr}")
        return done.stdout

    def cosigned(self, key: str) -> int:
        """Return the size at which the witness last cosigned the log of a key. It learns an unknown log."""
        origin = key.split("+")[0]
        if origin not in self._sizes:
            self.do("add", key)
        return self._sizes.get(origin, 0)


def make(folder: Path, releases: Releases, club: Path) -> None:
    """Make a release cosigned by our own witness, and check it as a downloader does."""
    witness = OwnWitness(club)
    begin(folder, releases, witness.cosigned(releases.key()) if releases.exists else 0)
    witness.cosigned(key := releases.key())
    with tempfile.TemporaryDirectory() as place:
        answer = Path(place) / "answer"
        witness.do("cosign", folder / REQUEST, "-o", answer)
        finish(folder, releases, [witness.key], [answer])
    (folder / REQUEST).unlink()
    check(folder, key, [witness.key])
    print(f"The release in {folder} is made. Publish all of it, and these keys elsewhere, too:\n{key}\n{witness.key}")


def check(folder: Path, key: str, witnesses: list[str]) -> None:
    """Check a release with only the stand-alone verifiers of this checkout.

    Raises:
        SystemExit: a check failed; the message names the step of VERIFY.txt.
    """
    sums = (folder / SUMS).read_bytes()
    for line in sums.decode().splitlines():
        digest, _, name = line.partition("  ")
        if not (folder / name).is_file() or sha256((folder / name).read_bytes()).hexdigest() != digest:
            raise SystemExit(f"1: {name} is not the file of {SUMS}. Download it again, or do not use it.")
    (wheel,), (materials,) = folder.glob("*.whl"), folder.glob("tablescribe-*.cdx.json")
    whole = json.loads(materials.read_bytes())["metadata"]["component"]
    if [one["content"] for one in whole["hashes"]] != [sha256(wheel.read_bytes()).hexdigest()]:
        raise SystemExit(f"2: {materials.name} is not about {wheel.name}.")
    if sha256(sums).hexdigest().encode() not in (folder / BUNDLE).read_bytes():
        raise SystemExit(f"3: {BUNDLE} does not record this {SUMS}.")
    trusted = [word for one in witnesses for word in ("--witness", one)]
    for number, words in (
        (4, ["verify_bundle.py", BUNDLE, "--key", key]),
        (5, ["verify_witnesses.py", BUNDLE, *trusted]),
    ):
        done = subprocess.run(
            [sys.executable, "-I", str(VERIFIERS / words[0]), str(folder / words[1]), *words[2:]],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"{number}: {words[0]} refuses {BUNDLE}: {done.stdout}{done.stderr}")
        print(done.stdout.strip())


def main() -> None:
    """Make or check a release, or begin and finish one with other witnesses."""
    parser = argparse.ArgumentParser(
        prog="./dev release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["make", "check", "begin", "finish"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("answers", type=Path, nargs="*")
    parser.add_argument("--ledger", type=Path, help="the ledger of releases")
    parser.add_argument("--keys", type=Path, help="the folder of its private keys")
    parser.add_argument("--club", type=Path, help="make: the folder of our own witness")
    parser.add_argument("--old", type=int, default=0, help="begin: the size that the witnesses cosigned last")
    parser.add_argument("--key", help="check: public key of the log")
    parser.add_argument("--witness", action="append", default=[], help="check, finish: public key of a witness")
    given = parser.parse_args()
    needed = {
        "make": "ledger keys club",
        "check": "key witness",
        "begin": "ledger keys",
        "finish": "ledger keys witness",
    }
    for name in needed[given.what].split():
        if not getattr(given, name):
            parser.error(f"{given.what} needs --{name}")
    if given.what == "check":
        check(given.folder, given.key, given.witness)
        return
    releases = Releases(given.ledger, given.keys)
    if given.what == "make":
        make(given.folder, releases, given.club)
    elif given.what == "begin":
        begin(given.folder, releases, given.old)
    else:
        finish(given.folder, releases, given.witness, given.answers)


if __name__ == "__main__":
    main()
