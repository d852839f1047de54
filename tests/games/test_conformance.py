"""The conformance tests, over every game in the registry."""

import games
from tests.games.conformance import Conformance


class TestEveryGame(Conformance):
    games = tuple(games.every())
