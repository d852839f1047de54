"""A mended rule is a new version beside the old one: matches run to their end, and are replayed, under their own."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import games
from games import record
from games.chance import Recorded
from games.record import BadRecord, check
from service import rebuild, records
from service.base import Service
from tests.conftest import VirtualClock
from tests.games.toy import Toy
from tests.service.table import events_of, match_of, open_with_people, play_any

pytestmark = pytest.mark.usefixtures("toy")


class Mended(Toy):
    """Toy as mended: of equal cards the last wins the trick, no longer the first."""

    rules = 2

    def _play(self, seat: int, card: str) -> None:
        trick = self.trick
        self.trick = tuple((by, "0" if played == card else played) for by, played in trick)
        super()._play(seat, card)
        if self.trick:
            self.trick = (*trick, (seat, card))


def play_to_the_end(service: Service, clock: VirtualClock, match_id: str) -> None:
    while match_of(service, match_id).status == "running":
        play_any(service, match_id, clock.now)


def test_matches_run_to_their_end_under_the_rules_that_they_began_with(service: Service, clock: VirtualClock) -> None:
    old = open_with_people(service, clock.now, game="toy", options={"rounds": 3})
    for _ in range(5):
        play_any(service, old, clock.now)
    games.register(Mended)
    new = open_with_people(service, clock.now, opener="Dee", names=("Eve", "Fay"), game="toy", options={"rounds": 3})
    assert (match_of(service, old).rules, match_of(service, new).rules) == (1, 2)
    service = Service(service.store, service.links)  # which has nothing of it in memory
    play_to_the_end(service, clock, old)
    play_to_the_end(service, clock, new)
    for match_id, rules in ((old, 1), (new, 2)):
        assert {event.rules for event in events_of(service, match_id)} == {rules}
        assert rebuild.check(service.store, match_id).wrong == ""
        found = records.published(service, match_id)
        assert found["rules"] == rules
        check(record.dump(found))


def test_the_versions_differ_and_a_record_says_which_it_was_played_under() -> None:
    hands = "512534"
    deck = [*hands, *(Counter(Toy.deck) - Counter(hands)).elements()]

    def trick(game: type[Toy]) -> tuple[int, str]:
        options = {"partners": False, "rounds": 1, "cards": 3}
        position = game.deal(options, 2, Recorded({"first": 0, "deck/1": deck}))
        position.play(1, "play 5")
        position.play(2, "play 5")
        return position.turn, position.phase

    assert trick(Toy) == (1, "rob"), "of equals the first"
    assert trick(Mended) == (2, "rob"), "of equals the last"


def test_a_version_that_is_not_known_is_refused_by_name(service: Service, clock: VirtualClock) -> None:
    match_id = open_with_people(service, clock.now, game="toy")
    play_to_the_end(service, clock, match_id)
    found = records.published(service, match_id) | {"rules": 3}
    with pytest.raises(BadRecord, match="with rules version 3 is known"):
        check(json.dumps(found).encode())
