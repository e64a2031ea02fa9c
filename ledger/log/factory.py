"""Infrastructure factory for `eventsourcing`: PERSISTENCE_MODULE=tablescribe.ledger.log.factory.

Environment:
    LEDGER_PATH: path or `sqlite:///` URL of the database. Required.
    ORIGINATOR_ID_TYPE: `text` (the default, as for matches) or `uuid`.
    CREATE_TABLE: `no` leaves the database as it is; otherwise it is created and migrated.
    APPLICATION_RECORDER_TOPIC, TRACKING_RECORDER_TOPIC, PROCESS_RECORDER_TOPIC: subclasses of `LedgerRecorder`.

`Ledger` does not use this factory; it supplies its own recorder. An application with other events needs its own
database, because `Ledger.verify` accepts only events of matches.
"""

from __future__ import annotations

from typing import TypeVar

from eventsourcing.persistence import InfrastructureFactory, InfrastructureFactoryError
from eventsourcing.utils import Environment, EnvType, resolve_topic, strtobool

from tablescribe.ledger.log.database import connect, ledger_id_of, migrate
from tablescribe.ledger.log.recorder import EventRecorder, LedgerRecorder

Made = TypeVar("Made", bound=EventRecorder)


class LedgerFactory(InfrastructureFactory[LedgerRecorder]):
    """Creates recorders on one database.

    Raises:
        InfrastructureFactoryError: LEDGER_PATH is missing, or a value is invalid.
        LedgerError: the database cannot be opened.
    """

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        target = self.env.get("LEDGER_PATH")
        if not target:
            raise InfrastructureFactoryError("LEDGER_PATH is not set: give it the path of a ledger")
        kind = self.env.get("ORIGINATOR_ID_TYPE", "text").lower()
        if kind not in ("text", "uuid"):
            raise InfrastructureFactoryError(f"ORIGINATOR_ID_TYPE is {kind!r}: give it text or uuid")
        self._uuids = kind == "uuid"
        self._engine = connect(target, create=self._may_create())
        self._made: list[EventRecorder] = []

    def aggregate_recorder(self, purpose: str = "events") -> EventRecorder:
        """Return a recorder of aggregates' events. There are no snapshots: folding events is faster."""
        if purpose != "events":
            raise InfrastructureFactoryError(f"a ledger keeps events, no {purpose}: switch them off")
        return self._make(EventRecorder)

    def application_recorder(self) -> LedgerRecorder:
        """Return a recorder for an application."""
        return self._make(self._class_from(self.APPLICATION_RECORDER_TOPIC))

    def tracking_recorder(self, tracking_recorder_class: type[LedgerRecorder] | None = None) -> LedgerRecorder:
        """Return a recorder of consumers' tracking positions."""
        return self._make(tracking_recorder_class or self._class_from(self.TRACKING_RECORDER_TOPIC))

    def process_recorder(self) -> LedgerRecorder:
        """Return a recorder of events together with a tracking position."""
        return self._make(self._class_from(self.PROCESS_RECORDER_TOPIC))

    def close(self) -> None:
        """Close the recorders and the engine."""
        for recorder in self._made:
            recorder.close()
        self._made.clear()
        self._engine.dispose()

    def _may_create(self) -> bool:
        return strtobool(self.env.get("CREATE_TABLE") or "yes")

    def _class_from(self, key: str) -> type[LedgerRecorder]:
        topic = self.env.get(key)
        if not topic:
            return LedgerRecorder
        found = resolve_topic(topic)
        if not (isinstance(found, type) and issubclass(found, LedgerRecorder)):
            raise InfrastructureFactoryError(f"{key} is {topic}: that is no LedgerRecorder")
        return found

    def _make(self, kind: type[Made]) -> Made:
        if self._may_create():
            migrate(self._engine)
        recorder = kind(self._engine, ledger_id_of(self._engine), uuids=self._uuids)
        self._made.append(recorder)
        return recorder
