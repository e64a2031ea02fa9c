"""Models are built on first use, even by many threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Literal

import pytest
from pydantic import ValidationError

from tablescribe.domain.box.catalogue import Worded
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import say, tell

THREADS = 8


def test_an_action_first_made_by_many_threads_is_the_same_in_all() -> None:
    """Given actions that nobody has made yet, when threads make each at once, all check its own fields and no other's.

    pydantic before 2.14 could check a thread's with those of the class that it is derived from.
    """
    for _ in range(30):

        class Fresh(Action):
            do: Literal["fresh"] = "fresh"
            at: int

        assert not Fresh.__pydantic_complete__
        together = Barrier(THREADS, timeout=60)

        def make(n: int, kind: type[Fresh] = Fresh, together: Barrier = together) -> dict[str, object]:
            together.wait()
            with pytest.raises(ValidationError, match="stray"):
                kind.model_validate({"at": n, "stray": 1})
            return kind(at=n).data()

        with ThreadPoolExecutor(THREADS) as pool:
            assert list(pool.map(make, range(THREADS))) == [{"do": "fresh", "at": n} for n in range(THREADS)]


def test_class_variables_of_actions_are_noted_once_and_stay_what_they_are() -> None:
    """Given actions derived from actions, their class variables are no fields, and no annotation is read twice."""

    class Answer(Action):
        answers = "defence"
        do: Literal["answer"] = "answer"

    class Later(Answer):
        beside = True
        do: Literal["later"] = "later"  # type: ignore[assignment]
        at: int

    variables = {"answers", "beside", "goes_on", "clocked", "flags", "sentence", "points_at"}
    assert variables <= Action.__class_vars__ & Later.__class_vars__
    assert not variables & {*Action.__annotations__}
    assert [*Later.model_fields] == ["do", "at"]
    assert (Later.answers, Later.beside, Later.clocked) == ("defence", True, True)
    assert Later(at=1).data() == {"do": "later", "at": 1}
    with pytest.raises(ValidationError, match="answers"):
        Later.model_validate({"at": 1, "answers": "attack"})


def test_class_variables_of_effects_stay_what_they_are() -> None:
    class Wound(Worded):
        sentence = say("{n} damage", n="{amount}")
        amount: int

    assert not Worded.__annotations__
    assert [*Wound.model_fields] == ["amount"]
    assert tell(Wound(amount=2).words()) == "2 damage"
