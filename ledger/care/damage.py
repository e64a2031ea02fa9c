"""Diagnosis of an unexpected error: does it come from a damaged ledger? A torn page can put anything into a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger


def damage_behind(error: Exception, ledger: Ledger) -> LedgerError | None:
    """Return the damage of a ledger that explains an unexpected error; `None` if the ledger is sound.

    The database checks its file, then the log is verified, then the read models are compared with it. This is slow, so
    call it only for an error that would otherwise end in a traceback.
    """
    try:
        if found := _in_storage(ledger):
            return found
        ledger.verify()
        return _in_lists(ledger)
    except LedgerError as damage:
        return damage
    except Exception:  # the check itself cannot read it
        return _damaged(ledger, f"{type(error).__name__}: {error}"[:200])


def _in_storage(ledger: Ledger) -> LedgerDamaged | None:
    from tablescribe.ledger.log.database import translated

    log = ledger.log
    if log.engine.name != "sqlite":
        return None
    with translated(log.where, log.backend), log.engine.connect() as connection:
        said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    return None if said == "ok" else _damaged(ledger, str(said).splitlines()[-1][:200])


def _in_lists(ledger: Ledger) -> LedgerDamaged | None:
    from tablescribe.ledger.read_models.consistency import compare

    if not compare(ledger.lists).wrong:
        return None
    return LedgerDamaged(
        say(
            "the lists of {where} are damaged; the log is sound. Rebuild them: `tablescribe lists rebuild`",
            where=ledger.log.where,
        )
    )


def _damaged(ledger: Ledger, why: str) -> LedgerDamaged:
    return LedgerDamaged(
        say(
            "{where} is damaged: {why}. Keep the file unchanged and restore your latest backup into a "
            "new file: `tablescribe --ledger NEW restore BACKUP`. For details: `tablescribe doctor`",
            where=ledger.log.where,
            why=why,
        )
    )
