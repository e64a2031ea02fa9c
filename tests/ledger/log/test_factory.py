"""The factory provides recorders to any `eventsourcing` application, with ids of either kind."""

from pathlib import Path
from uuid import UUID, uuid4

import pytest
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import InfrastructureFactory, InfrastructureFactoryError, Mapper, StoredEvent
from eventsourcing.tests.persistence import InfrastructureFactoryTestCase
from eventsourcing.utils import Environment, get_topic

from tablescribe.ledger.log.appending import Command
from tablescribe.ledger.log.codec import EventMapper
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.log.factory import LedgerFactory
from tablescribe.ledger.log.recorder import EventRecorder, LedgerRecorder


class Dog(Aggregate):
    """An ordinary aggregate of the library, with a UUID."""

    def __init__(self) -> None:
        self.tricks: list[str] = []

    @event("TrickAdded")
    def add_trick(self, trick: str) -> None:
        self.tricks.append(trick)


class Subclass(LedgerRecorder):
    """A subclass that a topic can name."""


class TestAsFactory(InfrastructureFactoryTestCase[LedgerFactory]):
    @pytest.fixture(autouse=True)
    def _environment(self, tmp_path: Path) -> None:
        self.env = Environment(
            "App1", {"PERSISTENCE_MODULE": "tablescribe.ledger.log.factory", "LEDGER_PATH": str(tmp_path / "l.db")}
        )

    def expected_factory_class(self) -> type[LedgerFactory]:
        return LedgerFactory

    def expected_aggregate_recorder_class(self) -> type[EventRecorder]:
        return EventRecorder

    def expected_application_recorder_class(self) -> type[LedgerRecorder]:
        return LedgerRecorder

    def expected_tracking_recorder_class(self) -> type[LedgerRecorder]:
        return LedgerRecorder

    def tracking_recorder_subclass(self) -> type[LedgerRecorder]:
        return Subclass

    def expected_process_recorder_class(self) -> type[LedgerRecorder]:
        return LedgerRecorder


del InfrastructureFactoryTestCase


def environment(path: Path, **more: str) -> dict[str, str]:
    return {"PERSISTENCE_MODULE": "tablescribe.ledger.log.factory", "LEDGER_PATH": str(path), **more}


def test_an_application_of_the_library_keeps_its_aggregates_here(path: Path) -> None:
    application = Application[UUID](environment(path, ORIGINATOR_ID_TYPE="uuid"))
    dog = Dog()
    dog.add_trick("roll over")
    application.save(dog)
    found: Dog = application.repository.get(dog.id)
    assert found.tricks == ["roll over"]
    assert [one.originator_id for one in application.recorder.select_notifications(1, 9)] == [dog.id, dog.id]
    application.close()


@pytest.mark.parametrize("kind", ["application", "tracking", "process"])
def test_topics_name_subclasses(path: Path, kind: str) -> None:
    name = f"{kind.upper()}_RECORDER_TOPIC"
    factory = LedgerFactory(environment(path, **{name: get_topic(Subclass)}))
    assert type(getattr(factory, f"{kind}_recorder")()) is Subclass
    factory.close()
    wrong = LedgerFactory(environment(path, **{name: "uuid:UUID"}))
    with pytest.raises(InfrastructureFactoryError, match="that is no LedgerRecorder"):
        getattr(wrong, f"{kind}_recorder")()
    wrong.close()


def test_a_wrong_environment_is_told(path: Path) -> None:
    with pytest.raises(InfrastructureFactoryError, match="LEDGER_PATH is not set"):
        InfrastructureFactory.construct({"PERSISTENCE_MODULE": "tablescribe.ledger.log.factory"})
    with pytest.raises(InfrastructureFactoryError, match="ORIGINATOR_ID_TYPE is 'number'"):
        LedgerFactory(environment(path, ORIGINATOR_ID_TYPE="number"))
    with pytest.raises(LedgerUnavailable, match="there is no ledger at"):
        LedgerFactory(environment(path, CREATE_TABLE="no"))
    assert not path.exists()
    factory = LedgerFactory(environment(path))
    with pytest.raises(InfrastructureFactoryError, match="no snapshots"):
        factory.aggregate_recorder("snapshots")
    factory.close()


def test_matches_are_mapped_by_our_closed_list_and_never_hidden(path: Path) -> None:
    """Events are exported as they are hashed: no compression, no cipher."""
    mapper: Mapper[str] = LedgerFactory(
        environment(path, MAPPER_TOPIC="tablescribe.ledger.log.codec:EventMapper")
    ).mapper()
    assert type(mapper) is EventMapper
    with pytest.raises(ValueError, match="not compressed"):
        LedgerFactory(
            environment(path, MAPPER_TOPIC="tablescribe.ledger.log.codec:EventMapper", COMPRESSOR_TOPIC="zlib")
        ).mapper()


def test_a_uuid_comes_back_as_a_uuid_and_a_text_as_a_text(path: Path) -> None:
    one = uuid4()
    factory = LedgerFactory(environment(path, ORIGINATOR_ID_TYPE="uuid"))
    recorder = factory.application_recorder()
    recorder.insert_events([StoredEvent(one, 1, "T", b"{}")], command=Command("c", b"d"))
    assert recorder.select_events(one)[0].originator_id == one
    assert recorder.answer(str(one), Command("c", b"d")) == (1, 1)
    factory.close()
    texts = LedgerFactory(environment(path))
    assert texts.application_recorder().select_events(str(one))[0].originator_id == str(one)
    texts.close()
