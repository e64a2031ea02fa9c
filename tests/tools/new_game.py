"""Create a new game: `./dev game KEY "Title"` writes a working room with its tests, words and golden matches.

It is a small game of stones. Replace it with the real one, one file at a time, with the tests passing throughout.
`domain/games/README.md` is the guide.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from pathlib import Path

from tablescribe.domain import games
from tablescribe.domain.games import GAMES, game
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.reader import LANGUAGES
from tests.tools.catalogues import update, written
from tests.tools.make_golden import retell

ROOT = Path(__file__).parents[2]
SKELETON = Path(__file__).with_name("skeleton")
WORDS: dict[str, tuple[str, ...]] = {
    "de": (
        "nimmt einen Stein", "nimmt {n_stones} Steine", "lässt den Haufen liegen", "Platz {n}",
        "die Steine von Platz {n}", "ob Platz {n} den Haufen liegen ließ", "Stein", "der Haufen", "die Schachtel",
        "wer am Zug ist", "wer den letzten Stein nahm", "der letzte Stein", "am Zug ist {seat}",
        "höchstens {most} Steine auf einmal", "der Haufen wird nur einmal im Spiel liegen gelassen",
        "Lass den Haufen liegen, einmal im Spiel.", "Nimm Steine vom Haufen.", "liegen lassen", "höchstens", "Steine",
        "nehmen", "Der Tisch", "ja", "nein",
    ),
    "it": (
        "prende una pietra", "prende {n_stones} pietre", "lascia stare il mucchio", "posto {n}",
        "le pietre del posto {n}", "se il posto {n} ha lasciato stare il mucchio", "pietra", "il mucchio", "la scatola",
        "il turno", "chi ha preso l'ultima pietra", "l'ultima pietra", "è il turno di {seat}",
        "al massimo {most} pietre alla volta", "si lascia stare il mucchio una volta per partita",
        "Lascia stare il mucchio, una volta per partita.", "Prendi pietre dal mucchio.", "lasciare", "al massimo",
        "pietre", "prendere", "Il tavolo", "sì", "no",
    ),
    "pt": (
        "tira uma pedra", "tira {n_stones} pedras", "deixa o monte em paz", "lugar {n}", "as pedras do lugar {n}",
        "se o lugar {n} deixou o monte em paz", "pedra", "o monte", "a caixa", "a vez",
        "quem tirou a última pedra", "a última pedra", "é a vez de {seat}", "no máximo {most} pedras de cada vez",
        "o monte fica em paz uma vez por partida",
        "Deixa o monte em paz, uma vez por partida.", "Tira pedras do monte.", "deixar", "no máximo", "pedras", "tirar",
        "A mesa", "sim", "não",
    ),
}  # fmt: skip
"""Translations of the skeleton's sentences, in the order of `SAID`."""

SAID = (
    "takes a stone", "takes {n_stones} stones", "leaves the heap alone", "seat {n}", "the stones of seat {n}",
    "whether seat {n} left the heap alone", "stone", "the heap", "the box", "the turn", "who took the last stone",
    "the last stone", "it is the turn of {seat}", "{most} stones at once at most",
    "the heap is left alone once a game", "Leave the heap alone, once a game.", "Take stones from the heap.", "leave",
    "most", "stones", "take", "The table", "yes", "no",
)  # fmt: skip


def refuse(key: str, title: str) -> str:
    """Return why a game cannot be created; an empty string if it can."""
    if not re.fullmatch(r"[a-z][a-z0-9]{1,19}(_[a-z0-9]+){0,3}", key):
        return f"{key!r} is no key: small letters, digits and single underscores, such as tomb_raider"
    if key in GAMES or (ROOT / "domain/games" / key).exists():
        return f"there is a game {key} already"
    if not title.strip() or re.search(r'["\\{}|\n:#]', title):
        return 'a title is some words, without any of " \\ { } | : #'
    return ""


def prefix(key: str) -> str:
    """Return a prefix of two or three letters that no other game uses for its rule numbers."""
    taken = {game(other).rulebook.rules[0].number.partition("-")[0] for other in GAMES}
    letters = re.sub(r"[^a-z]", "", key).upper() + "X"
    first = letters[0] + letters.replace("X", "")[-1:]
    some = [letters[:2], first, letters[:3], *(letters[0] + chr(65 + k) for k in range(26))]
    return next(one for one in some if len(one) > 1 and one not in taken)


def lay(key: str, title: str) -> None:
    """Write the room, its tests, its line in the registry, its row in the README, its words and golden matches."""
    name = "".join(part.capitalize() for part in key.split("_"))
    signs = {"@KEY@": key, "@TITLE@": title, "@XX@": prefix(key), "@CLASS@": name}
    for kind, folder in (("room", ROOT / "domain/games" / key), ("tests", ROOT / "tests/domain" / key)):
        folder.mkdir(parents=True)
        for template in sorted((SKELETON / kind).glob("*.txt")):
            text = template.read_text("utf-8")
            for sign, word in signs.items():
                text = text.replace(sign, word)
            (folder / template.stem).write_text(text, "utf-8")
    for language in sorted(set(LANGUAGES) - {"en"}):
        (ROOT / "domain/games" / key / f"words.{language}.po").write_text(
            written(language, dict(zip(SAID, WORDS.get(language, SAID), strict=True))), "utf-8"
        )
    replace(ROOT / "domain/games/__init__.py", '    "freeform": "Freeform",\n', f'    "{key}": "{title}",\n')
    row = f"| [{title}](domain/games/{key}/README.md): what it is | 2–4 | 5 enforced, 0 left to the judge | – |\n"
    replace(ROOT / "README.md", "| [Freeform](", row)


def replace(file: Path, before: str, line: str) -> None:
    """Insert a line into a file, before another one."""
    text = file.read_text("utf-8")
    assert text.count(before) == 1, f"{file.name} has no place for it: {before!r}"
    file.write_text(text.replace(before, line + before), "utf-8")


def play(key: str, title: str) -> None:
    """Play a random match for each number of seats, and write it as golden; the first is the demo."""
    GAMES[key] = title
    folder = ROOT / "tests/matches" / key
    folder.mkdir(parents=True)
    for seats in games.game(key).seats:
        names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"][:seats]
        lines: list[dict[str, object]] = [{"new": {"game": key, "seats": names}}]
        with tempfile.TemporaryDirectory() as ledger:
            scribe, choose = Scribe(open_ledger(Path(ledger) / "ledger.db")), random.Random(seats)
            match = scribe.new(key, names)
            while not match.is_over:
                seat = match.to_act[0]
                action = choose.choice(scribe.legal(match, seat)).data()
                scribe.play(match.id, seat, action)
                lines.append({"seat": seat, **action})
                match = scribe.match(match.id)
            scribe.ledger.close()
        record = folder / f"{seats}_players.jsonl"
        record.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        retell(record)
        demo = ROOT / "cli/demos" / f"{key}.jsonl"
        if not demo.exists():
            demo.write_text(f"# {title}, as it goes.\n{record.read_text('utf-8')}", "utf-8")


def main(arguments: list[str]) -> int:
    """Create a game, or print why not."""
    if len(arguments) != 2:
        print('./dev game KEY "Title", such as: ./dev game tomb_raider "Tomb Raider"', file=sys.stderr)
        return 2
    key, title = arguments
    if why := refuse(key, title):
        print(why, file=sys.stderr)
        return 2
    lay(key, title)
    play(key, title)
    for language in sorted(set(LANGUAGES) - {"en"}):
        update(key, language)
    print(f"Here are domain/games/{key}, tests/domain/{key}, tests/matches/{key} and cli/demos/{key}.jsonl.")
    print("domain/games/README.md says how to go on.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
