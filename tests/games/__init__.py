"""Tests of the rules. What they share says, when it fails, what it compared."""

import pytest

pytest.register_assert_rewrite("tests.games.conformance", "tests.games.leaks", "tests.games.katzenjammer")
