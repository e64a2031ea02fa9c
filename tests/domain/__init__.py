"""Tests of the domain. What several games' tests share tells what failed, too."""

import pytest

pytest.register_assert_rewrite("tests.domain.cases", "tests.domain.random_play")
