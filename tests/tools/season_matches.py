"""The matches of a generated season. Each is determined by its number: see `tests.tools.season`."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

from tablescribe.domain.games import opening, template
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_records import KEEPER, enrolment_text, seat_holder
from tablescribe.domain.match.signing import enrol, sign
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import may
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.log.chain import Row, event_hash
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.matches.ids import ALPHABET
from tablescribe.ledger.proofs.keys.signing import key_text, result_record, signature_text
from tablescribe.ledger.proofs.tree.signed_note import Signer
from tests.domain.kit import drawn

BEGAN, PEOPLE, LONGEST = datetime(2024, 9, 1, 10, tzinfo=UTC), 900, 3000
GIVEN_UP, TAKEN_BACK, AS_PLAYED, SIGNED = 6, 40, 60, 8
"""One match in this many is abandoned by agreement, has a take-back, a move against the rules, or signatures."""


@dataclass(frozen=True)
class Kind:
    """A kind of matches.

    Attributes:
        share: the percentage of all matches.
        game: the game.
        seats: the possible numbers of seats.
        options: the possible values of each option.
        bot: one match in this many is played by the game's bot; 0: none.
    """

    share: int
    game: str
    seats: tuple[int, ...]
    options: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    bot: int = 0


KINDS = (
    Kind(40, "freeform", (2, 3, 4)),
    Kind(12, "morris", (2,), bot=40),
    Kind(26, "tomb_raider", (1,), {"level": ("learn_to_play",), "most_turns": (3, 4)}, bot=40),
    Kind(4, "tomb_raider", (2, 3), {"most_turns": (3, 4), "rerolls": (True, False)}, bot=60),
    Kind(6, "expeditions", (2,), {"fourth_glory_ends": (True, False)}, bot=40),
    Kind(5, "robinson", (2, 3), {"scenario": ("signal_race", "idols"), "attack_needs_path": (False, True)}, bot=40),
    Kind(6, "ultime", (3, 3, 4), {"supporting_owner": ("keeps_support", "breaks_even")}),
    Kind(1, "root", (2,), {"factions": ("CE", "CA", "EA")}, bot=40),
)
"""The kinds of a season. With these shares, 100,000 matches take an hour of one core."""


SMALL, FEW = Kind(100, "freeform", (2, 3, 4)), 12
"""The kinds of a season of small matches, and how many offers each move is chosen from."""


def kind_of(number: int, *, small: bool = False) -> Kind:
    """Return the kind of a match by its number. Every hundred matches contain all kinds, well mixed."""
    if small:
        return SMALL
    at = number * 37 % 100
    for kind in KINDS:
        if at < kind.share:
            return kind
        at -= kind.share
    raise AssertionError("the shares are a hundred")


def bits(number: int, what: str) -> bytes:
    """Return 32 bytes that are always the same for a match and a purpose."""
    return hashlib.sha256(f"{what} of match {number}".encode()).digest()


def id_of(number: int) -> str:
    """Return the id of a match."""
    return "".join(ALPHABET[one % 32] for one in bits(number, "id")[:12])


def at_random(match: Match, seats: tuple[int, ...], choose: Random, most: int | None = None) -> tuple[int, Action]:
    """Return a random legal action of one of these seats, from all offers or from the first `most`.

    Offers are decided only until a legal one is found.
    """
    fixed, table = match.opening, match.table
    every = ((seat, action) for seat in seats for action in fixed.game.offers(fixed, table, seat))
    offered = list(islice(every, most))
    while offered:
        at = choose.randrange(len(offered))
        seat, action = offered[at]
        if may(fixed, table, seat, action):
            return seat, action
        offered[at] = offered[-1]
        offered.pop()
    raise AssertionError(f"nobody can do anything: {table.values}")


class Made:
    """A match being made.

    Attributes:
        match: the match.
        names: the person's name and the salt of the commitment, by the reference of a seat.
    """

    def __init__(self, number: int, ledger_id: str, *, small: bool = False) -> None:
        self._number, self._ledger, self._choose = number, ledger_id, Random(number)
        self._salts, self._small = 0, small
        kind, choose = kind_of(number, small=small), self._choose
        mode = choose.choice(("sealed", "sealed", "sealed", "table", "open"))
        self._seed = bits(number, "seed") if mode == "sealed" else None
        seats = choose.choice(kind.seats)
        refs = [bits(number, f"person {n}").hex()[:16] for n in range(seats)]
        people = choose.sample(range(PEOPLE), seats)
        self.names = {ref: (f"Person {one}", bits(number, ref)) for ref, one in zip(refs, people, strict=True)}
        self._bot = (
            import_module(f"tablescribe.domain.games.{kind.game}.bot")
            if kind.bot and number // 100 % kind.bot == 1
            else None
        )
        fixed = _opening(kind, seats, choose)
        self.match = self._open(fixed, mode, [Seat(ref, _committed(*self.names[ref])) for ref in refs])

    def _open(self, fixed: Opening, mode: str, seats: list[Seat]) -> Match:
        told: list[Outcome] = []
        while True:
            source: dict[str, Any] = {"seed": self._seed} if self._seed else {"outcomes": told}
            try:
                return Match.open(id_of(self._number), fixed, seats, self._stamp(), chance=mode, **source)
            except NeedsOutcome as needs:
                told.append(drawn(self._choose, needs))

    def _stamp(self) -> Stamp:
        """Return the recorder and the time: twenty seconds for each move."""
        moves = self.match.version if hasattr(self, "match") else 0
        at = BEGAN + timedelta(minutes=3 * self._number, seconds=20 * moves)
        return Stamp(at, f"recorder{self._number % 20}", "table", self._salt)

    def _salt(self) -> str:
        self._salts += 1
        return bits(self._number, f"salt {self._salts}").hex()[:22]

    def played(self) -> Match:
        """Play the match to its end, close it and add signatures."""
        match, number, choose = self.match, self._number, self._choose
        keys = self._enrolled() if number % SIGNED == 0 and not self._small else {}
        most = choose.randint(4, 40) if number % GIVEN_UP == 1 else LONGEST
        if self._small:
            most = choose.randint(3, 7)
        odd = choose.randint(1, 12) if number % AS_PLAYED == 7 else LONGEST
        back = choose.randint(3, 12) if number % TAKEN_BACK == 9 else LONGEST
        while (seats := match.to_act) and match.head < most:
            if match.head >= back:
                back = LONGEST
                match.take_back(match.head - choose.randint(1, 2), self._stamp(), by=1, agreed=match.opening.people)
            elif match.head >= odd:
                odd = LONGEST
                self._break_a_rule()
            else:
                self._carry_on(*self._chosen(seats))
        match.close(self._stamp(), seed=self._seed, abandoned=bool(seats))
        if keys:
            self._sign(keys)
        return match

    def _chosen(self, seats: tuple[int, ...]) -> tuple[int, Action]:
        match, seat = self.match, seats[0]
        if self._small:
            offered, at = match.opening.game.offers(match.opening, match.table, seat), self._choose.randrange(FEW)
            action = next(islice(offered, at, None), None)  # often legal, and the others need not be built
            if action is not None and may(match.opening, match.table, seat, action):
                return seat, action
        if self._bot is None:
            return at_random(match, seats, self._choose, FEW if self._small else None)
        return seat, self._bot.choose(match.opening, match.table, seat, self._choose.randrange)

    def _carry_on(self, seat: int, action: Action, *, as_played: bool = False) -> None:
        told: list[Outcome] = []
        while True:
            try:
                chance = self.match.chance(told, self._seed)
                self.match.play(seat, action, chance, self._stamp(), as_played=as_played)
                return
            except NeedsOutcome as needs:
                told.append(drawn(self._choose, needs))

    def _break_a_rule(self) -> None:
        """Record a move as played that the rules forbid, if there is one."""
        fixed, table = self.match.opening, self.match.table
        offered = [(seat, action) for seat in fixed.people for action in fixed.game.offers(fixed, table, seat)]
        for seat, action in self._choose.sample(offered, min(20, len(offered))):
            if not may(fixed, table, seat, action):
                try:
                    self._carry_on(seat, action, as_played=True)
                    return
                except Spoken:
                    continue

    # --- signatures ---------------------------------------------------------------------------

    def _enrolled(self) -> dict[str, Signer]:
        """Enrol a key for each seat."""
        keys = {
            seat_holder(seat): Signer("holder", bits(self._number, f"key {seat}")) for seat in self.match.opening.people
        }
        for holder, signer in keys.items():
            text = enrolment_text(self._ledger, self.match.id, holder, key_text(signer))
            proof = signature_text(signer, text)
            enrol(self.match, holder, key_text(signer), self._stamp(), by=KEEPER, proof=proof)
        return keys

    def _sign(self, keys: dict[str, Signer]) -> None:
        closing = self._closing()
        for holder, signer in keys.items():
            text = result_record(self.match.opened, closing, holder)
            sign(self.match, holder, key_text(signer), signature_text(signer, text), self._stamp())

    def _closing(self) -> Row:
        """Return the row as which the last event will be stored. Its hash follows from all before it."""
        row = Row(0, self._ledger, self.match.id, 0, "", b"", b"", b"")
        for event in self.match._pending:
            kind, body, before = type(event).__name__, encode(event), row.hash
            link = event_hash(self._ledger, self.match.id, event.originator_version, kind, before, body)
            row = Row(0, self._ledger, self.match.id, event.originator_version, kind, body, before, link)
        return row


def _committed(name: str, salt: bytes) -> str:
    return hmac.new(salt, name.encode(), hashlib.sha256).hexdigest()


def _opening(kind: Kind, seats: int, choose: Random) -> Opening:
    options = {name: choose.choice(values) for name, values in kind.options.items()}
    catalogue = None
    if kind.game == "freeform":
        catalogue = _components(choose.choice(("points", "resources", "chess")))
    return opening(kind.game, seats, options, catalogue)


@lru_cache
def _components(name: str) -> dict[str, Any]:
    return template("freeform", name).model_dump(mode="json", exclude_none=True)
