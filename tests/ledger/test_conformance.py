"""Our recorder passes the eventsourcing library's own conformance suite for recorders."""

import tempfile
from pathlib import Path
from uuid import UUID, uuid4

from eventsourcing.persistence import AggregateRecorder
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    NonInterleavingNotificationIDsBaseCase,
    ProcessRecorderTestCase,
    RecorderTestCase,
    TrackingRecorderTestCase,
)

from ledger.database import connect, migrate
from ledger.recorder import EventRecorder, LedgerRecorder


class OnDisk(RecorderTestCase):
    """Each test has a database file of its own; our match ids are texts."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.engine = connect(Path(folder.name) / "ledger.db")
        migrate(self.engine)

    def new_originator_id(self) -> str | UUID:
        return str(uuid4())

    def create_recorder(self) -> LedgerRecorder:
        recorder = LedgerRecorder(self.engine, "ledger")
        self.addCleanup(recorder.close)
        return recorder


class TestAsAggregateRecorder(OnDisk, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:  # type: ignore[override]
        recorder = EventRecorder(self.engine, "ledger")
        self.addCleanup(recorder.close)
        return recorder


class TestAsApplicationRecorder(OnDisk, ApplicationRecorderTestCase[LedgerRecorder]):
    pass


class TestAsTrackingRecorder(OnDisk, TrackingRecorderTestCase):
    pass


class TestAsProcessRecorder(OnDisk, ProcessRecorderTestCase):
    pass


class WithUUIDs(OnDisk):
    """The library's own kind of id, as its SQLite recorder keeps it."""

    def new_originator_id(self) -> UUID:
        return uuid4()

    def create_recorder(self) -> LedgerRecorder:
        recorder = LedgerRecorder(self.engine, "ledger", uuids=True)
        self.addCleanup(recorder.close)
        return recorder


class TestAsApplicationRecorderWithUUIDs(WithUUIDs, ApplicationRecorderTestCase[LedgerRecorder]):
    pass


class TestAsProcessRecorderWithUUIDs(WithUUIDs, ProcessRecorderTestCase):
    pass


class TestPositionsDoNotInterleave(OnDisk, NonInterleavingNotificationIDsBaseCase):
    pass


del OnDisk, WithUUIDs, AggregateRecorderTestCase, ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase
del ProcessRecorderTestCase, RecorderTestCase, TrackingRecorderTestCase
