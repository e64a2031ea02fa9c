"""Our recorder passes the eventsourcing library's own conformance suite for recorders, on both databases."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import AggregateRecorder
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    NonInterleavingNotificationIDsBaseCase,
    ProcessRecorderTestCase,
    RecorderTestCase,
    TrackingRecorderTestCase,
)
from sqlalchemy import Engine

from tablescribe.ledger.log.database import connect, migrate
from tablescribe.ledger.log.recorder import EventRecorder, LedgerRecorder
from tests.postgres_server import Server


class OnDisk(RecorderTestCase):
    """Each test has its own database file. Ids of aggregates are texts."""

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


class OnServer(OnDisk):
    """Each test has its own PostgreSQL database."""

    @pytest.fixture(autouse=True)
    def _server(self, server: Server) -> None:
        self.server = server

    def setUp(self) -> None:
        self.engine = connect(self.server.database())
        migrate(self.engine)


class Aggregates(AggregateRecorderTestCase):
    engine: Engine
    addCleanup: Callable[..., None]  # noqa: N815

    def create_recorder(self) -> AggregateRecorder:
        recorder = EventRecorder(self.engine, "ledger")
        self.addCleanup(recorder.close)
        return recorder


class WithUUIDs(RecorderTestCase):
    """Ids of aggregates are UUIDs, as in the library's SQLite recorder."""

    engine: Engine

    def new_originator_id(self) -> UUID:
        return uuid4()

    def create_recorder(self) -> LedgerRecorder:
        recorder = LedgerRecorder(self.engine, "ledger", uuids=True)
        self.addCleanup(recorder.close)
        return recorder


class TestAggregatesOnSQLite(Aggregates, OnDisk):  # type: ignore[misc]
    pass


class TestAggregatesOnPostgreSQL(Aggregates, OnServer):  # type: ignore[misc]
    pass


class TestApplicationsOnSQLite(OnDisk, ApplicationRecorderTestCase[LedgerRecorder]):
    pass


class TestApplicationsOnPostgreSQL(OnServer, ApplicationRecorderTestCase[LedgerRecorder]):
    pass


class TestTrackingOnSQLite(OnDisk, TrackingRecorderTestCase):
    pass


class TestTrackingOnPostgreSQL(OnServer, TrackingRecorderTestCase):
    pass


class TestProcessesOnSQLite(OnDisk, ProcessRecorderTestCase):
    pass


class TestProcessesOnPostgreSQL(OnServer, ProcessRecorderTestCase):
    pass


class TestApplicationsWithUUIDsOnSQLite(WithUUIDs, OnDisk, ApplicationRecorderTestCase[LedgerRecorder]):
    pass


class TestApplicationsWithUUIDsOnPostgreSQL(WithUUIDs, OnServer, ApplicationRecorderTestCase[LedgerRecorder]):
    pass


class TestProcessesWithUUIDsOnSQLite(WithUUIDs, OnDisk, ProcessRecorderTestCase):
    pass


class TestPositionsDoNotInterleaveOnSQLite(OnDisk, NonInterleavingNotificationIDsBaseCase):
    pass


class TestPositionsDoNotInterleaveOnPostgreSQL(OnServer, NonInterleavingNotificationIDsBaseCase):
    pass


del OnDisk, OnServer, Aggregates, WithUUIDs
del AggregateRecorderTestCase, ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase
del ProcessRecorderTestCase, RecorderTestCase, TrackingRecorderTestCase
