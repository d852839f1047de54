"""The toy game keeps the contract like any other, so that what serves every game can be tried with it."""

from tests.games.conformance import Conformance
from tests.games.toy import Toy


class TestToy(Conformance):
    games = (Toy,)
