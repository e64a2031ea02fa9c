"""What the rules force in the Riverfolk's turns, and logs often leave unsaid."""

from __future__ import annotations

from tablescribe.domain.games.root.board import supply, this
from tablescribe.domain.games.root.pieces import RIVERFOLK, warrior
from tablescribe.domain.games.root.rootlog.saying import Saying

PAYMENTS_EMPTY = this("payments-empty")
"""Kept while nobody has told of the two warriors that come where payments were empty (RO-11.4.1)."""

PAID = this("paid")
"""Kept once the player in turn has paid: riverboats and mercenaries may be what was bought (RO-11.2.7)."""


def begin_turn(says: Saying) -> None:
    """Let payments become funds (RO-11.4.3), and remember whether there were any."""
    empty = not says.play.table.pieces("payments")
    says.play.cite("RO-11.4.3")
    says.play.move_all("payments", "funds")
    says.play.set(PAYMENTS_EMPTY, empty or None)


def infer_protectionism(says: Saying, n: int) -> None:
    """Place the two warriors that the log did not tell of, where the Riverfolk spend more own ones than they have."""
    own, table = warrior(RIVERFOLK), says.play.table
    there = table.count("funds", own) + table.count("payments", own)
    if there < n and PAYMENTS_EMPTY in table.values:
        says.play.cite("RO-11.4.1")
        says.play.set(PAYMENTS_EMPTY, None)
        says.play.move(own, min(2, table.count(supply(RIVERFOLK), own)), supply(RIVERFOLK), "funds")


def lay_first_payments(says: Saying) -> None:
    """Lay the first three payments, where the set-up does not tell them (RO-11.3)."""
    if not says.play.table.pieces("payments"):
        says.play.cite("RO-11.3")
        says.play.move(warrior(RIVERFOLK), 3, supply(RIVERFOLK), "payments")
