"""TRF16 files: imported as tournament events, exported byte for byte where nothing was added.

Personal data of a file (name, title, federation, FIDE number, birth) is stored in a side table, where it can be
erased. The other lines are also stored beside the log, unchanged. An export writes points, ranks and rounds of the
tournament. Where they equal the imported ones, it keeps the file's text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, cast

import msgspec
from sqlalchemy import select

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.acceleration import accelerated_group, virtual_points
from tablescribe.domain.tournament.model.field import Bye, How, Pairing, Pod, Ref, Round
from tablescribe.domain.tournament.model.plan import Plan, Stage
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Line, participants, standings
from tablescribe.domain.tournament.trf import (
    FIRST,
    BadTrf,
    Trf,
    accelerations,
    cells,
    from_field,
    read_trf,
    tail,
    to_field,
)
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.schema import about, identities
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.people import OF_A_FILE
from tablescribe.ledger.tournaments.commands import TournamentCommands

ENGINE = "trf"
"""Pairing engine recorded for imported rounds."""

TIE_BREAKS = ("buchholz_cut1", "buchholz", "sonneborn_berger", "direct_encounter", "wins")
"""Default tie-breaks of an imported stage. The file does not contain them."""

PERSONAL = slice(8, 80)
"""Columns of personal data in a player's line: sex, title, name, rating, federation, FIDE number, birth."""

OFFICIALS = ("102", "112")
"""Tags of arbiters' lines. Their names are stored where they can be erased."""

Kept: TypeAlias = tuple[str, str, str, str]
"""A stored line: `person` or `official`, the reference, and the text before and after the name; or `line` and its text.

The first entry is the file's `encoding`."""


@dataclass(frozen=True)
class ImportedTournament:
    """An imported tournament, and the players whose points in the file differ from their results.

    `differs` has the name of each, the points in the file, and the points from the results. `other_speed` is true if
    the file accelerates its rounds otherwise than FIDE C.04.5.1.
    """

    tournament: Tournament
    differs: tuple[tuple[str, Fraction, Fraction], ...]
    other_speed: bool = False

    def lines(self) -> list[Text]:
        """Return the differences from the file as sentences."""
        speed = [say("The file has virtual points other than those of Baku acceleration. New rounds are paired without "
                     "any.")]  # fmt: skip
        return speed * self.other_speed + [
            say("points of {name}: the file says {told}, but its results give {given}", name=name, told=str(told),
                given=str(given))
            for name, told, given in self.differs
        ]  # fmt: skip


Introduce: TypeAlias = Callable[[str], tuple[Ref, str]]


def import_trf(
    organiser: TournamentCommands,
    contents: bytes,
    *,
    game: str = "freeform",
    title: str = "",
    tie_breaks: Sequence[str] = TIE_BREAKS,
) -> ImportedTournament:
    """Import a tournament atomically: plan, entrants, rounds, and results as slips.

    Args:
        game: key of the game, which the file does not contain.
        title: title to use if the file has none.
        tie_breaks: tie-breaks of the plan.

    Raises:
        BadTrf: the text is not a TRF, or has no players.
        BadPlan: the game is unknown, or not for two players.
        Refused: a round before the last lacks a result.
    """
    encoding = _encoding(contents)
    trf, ledger = read_trf(contents.decode(encoding)), organiser.ledger
    if not trf.players:
        raise BadTrf(say("the TRF file has no players: no line begins with 001"))
    plan = organiser.checked(_plan(trf, game, title, tie_breaks))
    _built(organiser, trf, plan, lambda name: (name, ""))  # raises before any name is stored
    new = _built(organiser, trf, plan, ledger.introduce)
    _keep(ledger, new, trf, encoding)
    points = {one.number: line.points for line in standings(new).lines for one in [new.entrants[line.ref]]}
    ledger.save(cast(Any, new), expected_version=0)
    told = sorted(trf.players, key=lambda one: one.number)
    names = _names(trf)
    rows = [(names[one.number], one.points, points[number]) for number, one in enumerate(told, start=1)]
    other_speed = bool(accelerations(trf)) and not plan.stages[0].acceleration
    return ImportedTournament(new, tuple(row for row in rows if row[1] != row[2]), other_speed)


def _plan(trf: Trf, game: str, title: str, tie_breaks: Sequence[str]) -> Plan:
    played = max((len(one.games) for one in trf.players), default=0)
    robin = "robin" in trf.one("092").casefold()
    stage = {
        "name": "Round robin" if robin else "Swiss", "kind": "round_robin" if robin else "swiss", "game": game,
        "rounds": max(trf.rounds, played, 1), "tie_breaks": list(tie_breaks),
    }  # fmt: skip
    title = trf.one("012").strip()[:200] or title or "TRF"
    if not robin and (told := accelerations(trf)):
        fast = plan_from({"title": title, "stages": [stage | {"acceleration": "baku"}]})
        if _is_baku(fast.stages[0], trf, told):
            return fast
    return plan_from({"title": title, "stages": [stage]})


def _is_baku(stage: Stage, trf: Trf, told: Mapping[int, Sequence[Fraction]]) -> bool:
    """Return whether all virtual points in a file are those of C.04.5.1 (Baku acceleration)."""
    people, _ = to_field(trf)
    group = accelerated_group(stage, people, 1)
    return group == {str(number) for number in told} and all(
        points == virtual_points(stage, number) for row in told.values() for number, points in enumerate(row, start=1)
    )


def _names(trf: Trf) -> dict[int, str]:
    """Return players' names by number. Namesakes and players without a name include their numbers."""
    found: dict[int, str] = {}
    for one in trf.players:
        name = one.name or f"#{one.number}"
        found[one.number] = f"{name} (#{one.number})" if name in found.values() else name
    return found


def _built(organiser: TournamentCommands, trf: Trf, plan: Plan, introduce: Introduce) -> Tournament:
    """Build the tournament of a file, without saving it."""
    stamp = organiser.scribe.stamp
    new = act.announce(new_id(), plan, stamp(), by=ORGANISER)
    people, rounds = to_field(trf)
    names, refs = _names(trf), dict[str, Ref]()
    for one in people:
        apart = sorted(refs[other] for other in one.may_not_meet if other in refs)  # the later one names the earlier
        refs[one.ref], commitment = introduce(names[one.number])
        act.enter(new, refs[one.ref], commitment, stamp(), by=ORGANISER, rating=one.rating, may_not_meet=apart)
    for played in rounds:
        pods = tuple(Pod(tuple(refs[ref] for ref in pod.seats)) for pod in played.pods)
        seated = {ref for pod in pods for ref in pod.seats}
        byes = {ref: played.byes.get(number, Bye.ZERO) for number, ref in refs.items() if ref not in seated}
        over: dict[Ref, Bye] = {ref: bye for ref, bye in byes.items() if bye is Bye.PAIRING}
        asked = {ref: bye for ref, bye in byes.items() if bye is not Bye.PAIRING}
        act.pair(new, Pairing(pods, over, ENGINE, "16", 0), [new_id() for _ in pods], asked, stamp(), by=ORGANISER)
        for table, result in enumerate(played.results, start=1):
            if result is not None:
                absent = [seat for seat, ref in enumerate(result.pod.seats, start=1) if ref in result.absent]
                places = (1, 1) if len(absent) == 2 else result.places
                how = How.FORFEIT if absent else How.SLIP
                act.report(
                    new, played.number, table, how, places, stamp(), by=ORGANISER, absent=absent,
                    both_lost=places == (2, 2),
                )  # fmt: skip
    return new


# --- stored files ---------------------------------------------------------------------------------


def _encoding(contents: bytes) -> str:
    """Detect a file's encoding: UTF-8, or Latin-1 from older programs."""
    try:
        contents.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _keep(ledger: Ledger, new: Tournament, trf: Trf, encoding: str) -> None:
    """Store the file: people by their references, everything else unchanged."""
    order = {one.number: k for k, one in enumerate(sorted(trf.players, key=lambda one: one.number), start=1)}
    refs = {one.number: ref for ref, one in new.entrants.items()}
    kept: list[Kept] = [("encoding", encoding, "", "")]
    for line in trf.lines:
        if line.startswith("001 "):
            ref = refs[order[int(line[4:8])]]
            _keep_person(ledger, ref + OF_A_FILE, line[PERSONAL])
            kept.append(("person", ref, line[: PERSONAL.start], line[PERSONAL.stop :]))
        elif line[:3] in OFFICIALS and line[4:].strip():
            ref, _ = ledger.introduce(line[4:].strip())
            before, after = line[:4], line[4:].partition(line[4:].strip())
            kept.append(("official", ref, before + after[0], after[2]))
        else:
            kept.append(("line", "", line, ""))
    value = msgspec.json.encode(kept).decode()
    ledger.log.write(ledger.log.into(about).values(key=f"file:{new.id}", value=value))


def _keep_person(ledger: Ledger, ref: str, text: str) -> None:
    ledger.log.write(ledger.log.into(identities).values(ref=ref, name=text, salt=b""))


def _kept(ledger: Ledger, tournament_id: str) -> list[Kept]:
    found = ledger.log.select(select(about.c.value).where(about.c.key == f"file:{tournament_id}"))
    return msgspec.json.decode(found[0][0], type=list[Kept]) if found else []


def _restored(ledger: Ledger, kept: Sequence[Kept]) -> str:
    """Restore the imported file. Names that were erased since are blank."""
    keys = {"person": OF_A_FILE, "official": ""}
    known = ledger.names([ref + keys[kind] for kind, ref, _, _ in kept if kind in keys])
    width = PERSONAL.stop - PERSONAL.start
    blank = {"person": " " * width, "official": ""}
    return "".join(
        before + (known.get(ref + keys[kind], blank[kind]) if kind in keys else "") + after
        for kind, ref, before, after in kept
    )


# --- writing --------------------------------------------------------------------------------------


def export_trf(ledger: Ledger, tournament: Tournament, names: Mapping[Ref, str], *, stage: int = 0) -> bytes:
    """Export a stage as a TRF. For an imported one, return the original file with the changes since.

    Args:
        names: names of the entrants; those missing have no name in the file.
        stage: index of the stage, from 0.

    Raises:
        Refused: the stage has tables of other than two players, or points that a TRF cannot express.
    """
    chosen = tournament.plan.stages[stage]
    if chosen.pods != (2,):
        raise Refused(
            say(
                "a TRF file holds only matches of two players, but stage {stage} is {kind}",
                stage=chosen.name,
                kind=chosen.kind,
            )
        )
    rounds = tournament.rounds(numbers=tournament.plan.rounds_of(stage))
    lines = {line.ref: line for line in standings(tournament, stage=stage).lines}
    kept = _kept(ledger, tournament.id) if stage == 0 else []
    try:
        if not kept:
            ranks = {ref: line.rank for ref, line in lines.items()}
            people = participants(tournament, stage)
            fast = accelerated_group(chosen, people, tournament.plan.first_round(stage))
            return from_field(chosen, people, rounds, names=names, ranks=ranks, accelerated=fast).encode()
        text = _continued(tournament, chosen, rounds, lines, _restored(ledger, kept), kept, names)
    except ValueError as error:
        raise Refused(say("this cannot be written to a TRF file: {why}", why=str(error))) from error
    try:
        return text.encode(kept[0][1])
    except UnicodeEncodeError:  # a later entrant's name is not in the old encoding
        return text.encode()


def _continued(
    tournament: Tournament, stage: Stage, rounds: Sequence[Round], lines: Mapping[Ref, Line], text: str,
    kept: Sequence[Kept], names: Mapping[Ref, str],
) -> str:  # fmt: skip
    """Update an imported file with all changes since: results, rounds, people, points, ranks."""
    trf, people = read_trf(text), tournament.field()
    numbers = {ref: int(before[4:8]) for kind, ref, before, _ in kept if kind == "person"}
    for one in people:
        numbers.setdefault(one.ref, 1 + max(numbers.values()))
    then, before = to_field(trf)
    was = cells(stage, then, before, {one.ref: one.number for one in then})
    now = cells(stage, people, rounds, numbers)
    same = all(now[ref] == was.get(str(number)) for ref, number in numbers.items())
    if same and len(people) == len(then) and not tournament.penalties:
        return text
    found, end = list[str](), "\n"
    refs = {number: ref for ref, number in numbers.items()}
    for line in trf.lines:
        if not line.startswith("001 "):
            found.append(line)
            continue
        bare = line.rstrip("\r\n")
        end, number = line[len(bare) :] or "\n", int(bare[4:8])
        ref = refs[number]
        told = [
            _cell(bare, one.number) if now[ref].get(one.number) == was[str(number)].get(one.number)
            else now[ref].get(one.number, "")
            for one in rounds
        ]  # fmt: skip
        found.append(f"{bare[: PERSONAL.stop]:<80}{tail(lines[ref].points, lines[ref].rank, told)}{end}")
    for one in people[len(then) :]:
        told = [now[one.ref].get(played.number, "") for played in rounds]
        head = f"001 {numbers[one.ref]:>4} {'':4} {names.get(one.ref, '')[:33]:33} {one.rating or '':>4}"
        found.append(f"{head:<80}{tail(lines[one.ref].points, lines[one.ref].rank, told)}{end}")
    return "".join(found)


def _cell(line: str, number: int) -> str:
    """Return the text of a round in a player's line."""
    start = FIRST + 10 * (number - 1)
    return line[start : start + 8]
