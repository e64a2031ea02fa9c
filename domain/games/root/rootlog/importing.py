"""Import of a log as a match: the opening, and the actions to record for each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tablescribe.domain.games.root.actions.rootlog import KeptWords, LogEnds, Logged
from tablescribe.domain.games.root.rootlog.letters import DECKS, FACTIONS, LANDMARKS, MAPS, told_suits
from tablescribe.domain.games.root.rootlog.reading import read
from tablescribe.domain.games.root.rootlog.values import Header, Line, Log, Turn, Unread, Winner
from tablescribe.domain.rules.notation import NotReadable, Script, Step
from tablescribe.domain.words.text import Text, say, tell

RULED = re.compile(
    r"\b(rul(e|ed|ing)|agree(d|ment)?|error|mistake|forg[eo]t|forgotten|should have|shouldn't|didn't|accident"
    r"|allowed|overpa(id|y)|skipped|roll(ed)? ?back|not notat|unsure|uncertain|assum|guess|missed|illegal|wasn't)",
    re.IGNORECASE,
)
"""Words that mark a remark as a table's ruling, agreement or error."""


def is_ruled(remark: str) -> bool:
    """Return whether a remark declares an error or agreement at the table."""
    return RULED.search(remark) is not None


def script(text: str) -> Script:
    """Return a log as a match that can be recorded.

    Raises:
        NotReadable: no faction has a turn in it, or too many have.
    """
    log = read(text)
    seats = seating(log)
    if not 2 <= len(seats) <= 6:
        raise NotReadable(say("a log must have turns of two to six factions; this one has {n}", n=len(seats)))
    headers = {line.says.key: line.says.value for line in log.lines if isinstance(line.says, Header)}
    map_name = MAPS.get(headers.get("Map", "").strip().lower(), "autumn")
    suits = clearings(headers.get("Clearings", "")) if map_name != "autumn" or "Clearings" in headers else []
    options = {
        "setup": "rootlog", "map": map_name, "deck": DECKS.get(headers.get("Deck", "").strip().lower(), "standard"),
        "factions": seats, "first_player": 1,
        "autumn_markers": map_name == "autumn" and bool(suits),
        "landmarks": min(2, sum(word in text for word in LANDMARKS)),
        "hirelings": "h_" in text or "Hirelings" in headers,
    }  # fmt: skip
    people = [headers.get(letter) or f"{letter} (unnamed)" for letter in seats]
    return Script(people, options, suits, lambda: steps(log, seats), len(log.lines))


def seating(log: Log) -> str:
    """Return the factions' letters in turn order: that of their second lines, as the first are their set-up."""
    turns = [line.says.faction for line in log.lines if isinstance(line.says, Turn) and line.says.faction in FACTIONS]
    seen: set[str] = set()
    order: list[str] = []
    for letter in turns:
        if letter in seen and letter not in order:
            order.append(letter)
        seen.add(letter)
    return "".join(dict.fromkeys((*order, *turns)))


def clearings(value: str) -> list[str]:
    """Return the suits for laying out the map, four of each; recording the line then corrects them."""
    told = told_suits(value)
    left = dict.fromkeys(("fox", "rabbit", "mouse"), 4)
    found: list[str] = []
    for at in range(1, 13):
        suit = told.get(at, "")
        if not left.get(suit):
            suit = next(one for one, n in left.items() if n)
        left[suit] -= 1
        found.append(suit)
    return found


# --- line by line ---------------------------------------------------------------------------------


def steps(log: Log, seats: str) -> Iterator[Step]:
    """Yield the steps to record: one for each entry, and one for each other line with content."""
    ends: list[Step] = []
    for line in log.lines:
        says = line.says
        if isinstance(says, Turn) and says.entries:
            yield from _turn(line, says, seats)
        elif isinstance(says, Winner) and says.factions and not ends:
            action = LogEnds(line=line.number, winners=says.factions, remark=line.remark)
            ends.append(_step(line, 1, 1, action, f"Winner: {says.factions}", ""))  # nothing is recorded after this
        elif isinstance(says, Winner):
            yield _kept(line, f"Winner: {says.factions}", say("the log has already named the winner"))
        elif isinstance(says, Turn):
            yield _kept(line, f"{says.faction}:", say("this turn has no entries"))
        elif isinstance(says, Unread):
            yield _kept(line, says.words, says.why)
        elif isinstance(says, Header):
            yield _kept(line, f"{says.key}: {says.value}".rstrip(), _odd(says))
        elif line.remark is not None:
            yield _kept(line, "")
    yield from ends


def _kept(line: Line, words: str, why: Text | None = None) -> Step:
    """Return the step that keeps a line verbatim."""
    action = KeptWords(line=line.number, words=words, why=tell(why) if why else "", remark=line.remark)
    remark = line.remark or ""
    return Step(line.number, 1, words or f"// {remark}", 1, action, _itself(action), remark, why)


def _itself(action: KeptWords) -> Callable[[str], KeptWords]:
    """Return a function that gives the same action for any reason: words can always be kept."""
    return lambda _: action


def _odd(header: Header) -> Text | None:
    """Return what is wrong with a header line; `None` if nothing is."""
    value = header.value.strip().lower()
    if header.key == "Map" and value not in MAPS:
        return say("there is no map of that name: using Autumn")
    if header.key == "Deck" and value not in DECKS:
        return say("there is no deck of that name: using the standard deck")
    if header.key == "Clearings":
        told = list(told_suits(header.value).values())
        if sorted(told) != sorted(("fox", "rabbit", "mouse") * 4):
            return say("there must be four clearings of each suit")
    return None


def _turn(line: Line, turn: Turn, seats: str) -> Iterator[Step]:
    letter = turn.faction
    seat = seats.index(letter) + 1 if letter in seats else 1
    for k, entry in enumerate(turn.entries, start=1):
        last = k == len(turn.entries)
        remark = line.remark if last else None
        if isinstance(entry.what, Unread):
            why = entry.what.why
            kept = KeptWords(
                line=line.number, owner=letter, words=entry.text(), why=tell(why), last=last, remark=remark
            )
            at, words = entry.at.column, entry.text()
            yield Step(line.number, at, words, seat, kept, _itself(kept), line.remark or "", why)
            continue
        logged = Logged(line=line.number, owner=letter, entry=entry.text(), last=last, remark=remark)
        yield _step(line, entry.at.column, seat, logged, entry.text(), letter)


def _step(line: Line, column: int, seat: int, action: Logged | LogEnds, words: str, owner: str) -> Step:
    last = isinstance(action, Logged) and action.last

    def otherwise(why: str) -> KeptWords:
        return KeptWords(line=line.number, owner=owner, words=words, why=why, last=last, remark=action.remark)

    return Step(line.number, column, words, seat, action, otherwise, line.remark or "")
