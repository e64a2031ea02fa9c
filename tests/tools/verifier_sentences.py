"""Extract the English sentences of the page that checks a bundle, as its reader sees them.

`sentences()` reads the strings of its script. A place (`${…}`) becomes `{}`. `${count(n, "place")}` and
`${… ? "was" : "were"}` give two sentences, singular and plural. In some sections the page puts something
before each sentence, such as the match or the event: see `FRAMES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).parents[2] / "ledger" / "proofs" / "verifiers" / "verify.html"

STRING = r'"(?:[^"\\\n]|\\.)*"'
BETWEEN = re.compile(
    r"(?P<section>// (?:---|Part \d:) (?P<name>.*?)(?: -+)?\n)|//[^\n]*|/\*.*?\*/"
    rf"|(?P<string>{STRING})|'(?:[^'\\\n]|\\.)*'"
    r"|(?<=[(,=:!&|?{};\s])/(?![\s=*/])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
    r"|(?P<template>`)|(?P<opens>\{)|(?P<closes>\})",
    re.S,
)
"""What the parser distinguishes: sections, comments, both kinds of strings, patterns, templates, braces."""

CONSTANT = re.compile(rf"const ([A-Z_]+) = ({STRING});")
EITHER = re.compile(rf"\? ({STRING}) : ({STRING})$")
COUNT = re.compile(rf"^count\(.*?, ({STRING})(?:, ({STRING}))?\)$")

MATCH = "{}: %s"
EVENT, TABLE = "Event {}: %s.", "Event {}: table {} of round {}: %s."
FRAMES = {
    "matches": (MATCH,),
    "tournaments: their form, order and redaction": (MATCH,),
    "names and words": ("picture {} of event {} of %s",),
    "tournaments: counted from their events, by TOURNAMENT.md": (EVENT,),
    "who plays, and the pairing": (EVENT,),
    "results": (EVENT, TABLE),
    "points and standings": (EVENT,),
}
"""What the page puts around the sentences of a section. A sentence with its own subject may also be used alone."""

LINE = "the final table does not follow from the results. Line {} must be rank {}, entrant {}, points {}"
COMPOSED = {
    "the final table does not follow from the results. Line {} must be {}{}": (
        f"Event {{}}: {LINE}, but is rank {{}}, entrant {{}}, points {{}}.",
        f"Event {{}}: {LINE}, but is missing.",
    ),
    "rank {}, entrant {}, points {}": (),
    "table {} of round {}: {}": (),
    "picture {} of event {} of {}": (),
    "The plan is invalid": (),
    "{} event": ("{} event", "{} events"),
    "What people wrote in {} place: the words are erased.": tuple(
        f"What people wrote in {{}} {place}: the words are {gone}."
        for place in ("place", "places")
        for gone in ("erased", "withheld")
    ),
    "{} paired, {} result reported, finished": tuple(
        f"{{}} paired, {{}} {results} reported, {finished}"
        for results in ("result", "results")
        for finished in ("finished", "not finished")
    ),
    "Enrolled by {}": (
        "Enrolled by {}, event {}.",
        "Enrolled by {}, event {}, after the end.",
        "Enrolled by {}, event {}, with a proof of possession.",
        "Enrolled by {}, event {}, after the end, with a proof of possession.",
    ),
    "Enrolled by the ledger": ("the ledger",),
    "the {}": ("the judge", "the organiser", "the recorder", "the keeper"),
    "after the end": (),
    "with a proof of possession": (),
    "Fingerprint {}. {}": (
        "Fingerprint {}. This is the key that you gave.",
        "Fingerprint {}. It is taken from the file. Compare it with the key that the owner of the ledger published.",
    ),
}
"""Pieces that the page combines, with the resulting sentences. The pieces are not sentences themselves."""

CODE = re.compile(
    r"""
    .*\\n.*                                  # what is signed or hashed
    | (?:tablescribe|verdict)\ .*           # formats, commands, names of styles
    | (?:format\ )?by\ [a-z_\ ]+             # the fields of events
    | use\ strict | not\ counted | time\ limit | onneborn\ berger | (?:full|forfeit)\ (?:bye|loss|win)
    | Described | NotedWithPictures | \{\}\ UTC | event\ \{\} | verdict\ \{\}
    """,
    re.X | re.S,
)
"""Strings that nobody reads, and pieces of `COMPOSED`."""

CLAUSE = re.compile(r"[a-z]{2,}[,.:]? [a-z(]")
LABEL = re.compile(r"^[A-Z]|^[ ·(]*[a-z]{2,} |[ (][a-z]{2,}")


def sentences() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the page's sentences by section and text, with their possible forms in a catalogue; not `COMPOSED`."""
    found = {}
    for part, like in zip(_script().split("// Part 2:"), (CLAUSE, LABEL), strict=True):
        for section, text in _strings(part):
            if like.search(text) and not CODE.fullmatch(text) and text not in COMPOSED:
                found[section, text] = tuple(_framed(section, text))
    return found


def all_forms() -> set[str]:
    """Return all forms of sentences in a catalogue, including those of `COMPOSED`."""
    return {one for forms in (*sentences().values(), *COMPOSED.values()) for one in forms}


def tie_breaks() -> list[str]:
    """Return the names of tie-breaks in the page's code."""
    return re.findall(
        r"\b([a-z_0-9]+): (?:\(sheet, ref\)|null)", _script().split("const TIE_BREAKS = {")[1].split("\n  };")[0]
    )


def _script() -> str:
    return PAGE.read_text("utf-8").split("<script>\n")[1].split("// Part 3:")[0]


def _framed(section: str, text: str) -> Iterator[str]:
    """Yield a sentence with what the page puts around it."""
    for frame in FRAMES.get(section, ()):
        yield frame % (text.rstrip(".") if frame.endswith(".") else text)
    if section not in FRAMES or re.match(r"[A-Z]|\{\}:? ", text):
        yield text.strip()


def _strings(script: str) -> Iterator[tuple[str, str]]:
    """Yield the strings of a script, each with its section."""
    at, section = 0, ""
    while found := BETWEEN.search(script, at):
        at = found.end()
        if found["section"]:
            section = found["name"]
        elif found["string"]:
            yield section, _plain(found["string"])
        elif found["template"]:
            parts, at = _template(script, at)
            for form in (0, 1):
                yield section, "".join(one if isinstance(one, str) else one[form] for one in parts)


def _plain(string: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", string[1:-1])


def _template(script: str, at: int) -> tuple[list[str | tuple[str, str]], int]:
    """Return the parts of a template that begins here, and its end; a place has two forms."""
    parts: list[str | tuple[str, str]] = []
    while not script.startswith("`", at):
        if script.startswith("${", at):
            end = _end_of_place(script, at + 2)
            parts.append(_forms(script[at + 2 : end], dict(CONSTANT.findall(script))))
            at = end + 1
        else:
            step = 2 if script[at] == "\\" else 1
            parts.append(script[at : at + step])
            at += step
    return parts, at + 1


def _end_of_place(script: str, at: int) -> int:
    """Return the position of the brace that closes a place of a template."""
    depth = 0
    while found := BETWEEN.search(script, at):
        at = found.end()
        if found["template"]:
            at = _template(script, at)[1]
        elif found["opens"]:
            depth += 1
        elif found["closes"]:
            if not depth:
                return found.start()
            depth -= 1
    raise ValueError("a place of a template does not end")


def _forms(code: str, constants: dict[str, str]) -> tuple[str, str]:
    """Return the two forms of a place: a named text, one of two texts, a number of things, or anything.

    A number of events is a place like any other: the page translates "3 events" separately.
    """
    if code in constants:
        return _plain(constants[code]), _plain(constants[code])
    if found := EITHER.search(code):
        return _plain(found[1]), _plain(found[2])
    if found := COUNT.match(code):
        one = _plain(found[1])
        many = _plain(found[2]) if found[2] else f"{one}s"
        return ("{}", "{}") if f"{{}} {one}" in COMPOSED else (f"{{}} {one}", f"{{}} {many}")
    return "{}", "{}"
