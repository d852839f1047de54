"""The games, by key and rules version."""

from games.clubs import Clubs
from games.contract import Position
from games.flohcati import Flohcati
from games.katzenjammer_blues import KatzenjammerBlues

Game = type[Position]

_games: dict[str, dict[int, Game]] = {}


def register(game: Game) -> None:
    """Make `game` known; matches are opened under its newest rules version."""
    _games.setdefault(game.key, {})[game.rules] = game


def find(key: str, rules: int | None = None) -> Game:
    """Return the game with this key, of this rules version or the newest. Raises `KeyError`."""
    versions = _games[key]
    return versions[max(versions) if rules is None else rules]


def every() -> list[Game]:
    """Return the newest version of every game, in the order they were registered."""
    return [find(key) for key in _games]


register(KatzenjammerBlues)
register(Clubs)
register(Flohcati)
