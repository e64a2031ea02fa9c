"""Tests of the domain. Assertions in helpers shared by several games' tests report what failed."""

import pytest

pytest.register_assert_rewrite("tests.domain.cases", "tests.domain.random_play")
