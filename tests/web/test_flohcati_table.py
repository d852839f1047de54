"""The table of Zirkus Flohcati: everything can be said, seen and played, by forms alone."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.chance import Loose
from games.contract import Fact
from games.flohcati import Flohcati
from tests.conftest import Running, VirtualClock
from tests.service.flohcati import GAME, KINDS, NAMES, open_ring, play_until
from tests.service.friends import fix_the_secret, position_of
from tests.service.table import decision_of, match_of
from tests.web.forms import forms_of, text_of
from tests.web.friends import is_good, People, said_of
from tests.web.test_languages import mark, unmarked
from tests.web.visitor import Visitor, words

FACTS = [
    Fact("deal", 1, {"pile": 89}),
    Fact("reveal", 1, {"card": "C4", "what": "joins"}),
    Fact("reveal", 1, {"card": "C4", "what": "forfeits"}),
    *[Fact("reveal", 1, {"card": card, "what": "action"}) for card in ("ask", "draw", "fanfare")],
    Fact("fanfare", 1, {"cards": [], "card": "C4", "what": "stops"}),
    Fact("fanfare", 1, {"cards": ["A0"], "card": "C4", "what": "stops"}),
    Fact("fanfare", 1, {"cards": ["A0", "B1"], "card": "ask", "what": "action"}),
    Fact("fanfare", 1, {"cards": ["A0", "B1", "D5", "E2"], "card": "fanfare", "what": "action"}),
    Fact("fanfare", 1, {"cards": ["A0", "B1"], "card": None, "what": "runs out"}),
    Fact("fanfare", 1, {"cards": [], "card": None, "what": "runs out"}),
    *[Fact("no effect", 1, {"card": card}) for card in ("ask", "draw")],
    *[Fact("ask", 1, {"of": 2, "held": held}) for held in (0, 3)],
    Fact("give", 2, {"card": "J7", "to": 1}),
    *[Fact("draw", 1, {"of": 2, "card": card}) for card in ("H1", None)],
    Fact("take", 1, {"card": "I3"}),
    Fact("trio", 1, {"cards": ["A6", "C6", "F6"]}),
    Fact("gala", 1, {}),
    Fact("turn", 2, {"ended": 1}),
    *[
        Fact("game over", 1, {"cause": cause, "gala": gala, "cards": [32, 9], "trios": [10, 0], "scores": [scores, 9]})
        for cause, gala, scores in (("gala", 1, 52), ("pile", None, 42), ("fanfare", None, 42))
    ],
    Fact("match over", 1, {"scores": [42, 9, 8], "winners": [1]}),
    Fact("match over", 1, {"scores": [42, 42, 8], "winners": [1, 2]}),
]  # fmt: skip


def said(running: Running, macro: str, *about: object) -> str:
    return said_of(running, GAME, macro, *about)


def test_every_fact_has_words_of_its_own(running: Running) -> None:
    texts = [said(running, "words", fact.seen_by(None), NAMES) for fact in FACTS]
    assert all(map(is_good, texts)), texts
    assert len(set(texts)) == len(texts) - 1, "only “no effect” is the same for both cards"
    assert texts[1] == "Ann reveals Clowns 4 (C4): it joins the ring."
    assert "Ann 52 (cards 32, trios 10, gala 10)" in texts[-5]


def test_whatever_happens_in_play_is_said(running: Running) -> None:
    for seed in range(6):
        rng = Random(seed)
        position = Flohcati.deal({}, 3 + seed % 3, Loose(rng))
        facts = list(position.facts)
        while position.to_act():
            seat, kind, _serial = position.to_act()[0]
            assert is_good(said(running, "ask_words", position.view(seat), (*NAMES, "Eve"))), kind
            move = rng.choice(list(islice(position.moves(seat), 60)))
            assert is_good(said(running, "move_words", move)), move
            facts += position.play(seat, move)
        for fact in facts:
            assert is_good(said(running, "words", fact.seen_by(None), (*NAMES, "Eve"))), fact


def test_every_move_is_named(running: Running) -> None:
    for move in ("reveal", "take C4", "trio A6 C6 F6", "ask 2", "draw 3", "give B3", "gala", "end"):
        assert is_good(said(running, "move_words", move))
    assert said(running, "move_words", "take C4") == "take Clowns 4 (C4)"


def choose(position: Any, kind: str, offered: list[str], rng: Random) -> str:
    """Choose as somebody who dares and collects, so that a match comes to everything."""
    trios = [move for move in offered if move.startswith("trio")]
    if trios and rng.random() < 0.5:
        return rng.choice(trios)
    if "reveal" in offered and rng.random() < 0.6:
        return "reveal"
    chosen: str = position.deadline_move(position.to_act()[0].seat)
    return chosen if kind != "give" else rng.choice(offered)


def test_whole_matches_are_played_by_the_forms_alone(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page offers all legal moves and no others, and each can be sent."""
    fix_the_secret(monkeypatch, 11)
    rng, kinds = Random(11), set()
    match_id = open_ring(running.service, clock.now)
    people = People(running, match_id)
    for _ in range(400):
        if match_of(running.service, match_id).status != "running":
            break
        position, decision = position_of(running.service, match_id), decision_of(running.service, match_id)
        sends = {text_of(sent): (form, sent) for form in people.forms(decision.seat) for sent in form.moves()}
        assert set(sends) == set(position.moves(decision.seat)), decision.kind
        kinds.add(decision.kind)
        move = choose(position, decision.kind, list(sends), rng)
        assert people.send(decision.seat, *sends[move]).status_code == 303
    assert match_of(running.service, match_id).status == "over"
    assert kinds == set(KINDS)
    page = words(people.page(1))
    assert "The match is over." in page
    view = position_of(running.service, match_id).view(None)
    ranks = [int(rank) for rank in re.findall(r'<li value="(\d+)"[^>]*><strong>', people.page(1).text)]
    assert ranks == sorted(1 + sum(other > points for other in view["points"]) for points in view["points"])
    for name, points in zip(NAMES, view["points"], strict=True):
        assert re.search(rf"{name}( winner)? {points} point", page)
    for step in (0, 5, 20, 60):
        for eyes in ("1", "3", "spectator", "open"):
            page = people.visitors[1].get(f"/m/{match_id}/1/step/{step}?eyes={eyes}")
            assert page.status_code == 200
            assert 'name="part"' not in page.text


@pytest.fixture
def match_id(running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> str:
    fix_the_secret(monkeypatch, 7)
    return open_ring(running.service, clock.now)


def at(running: Running, match_id: str, clock: VirtualClock, kind: str) -> tuple[People, int]:
    decision = play_until(running.service, match_id, clock.now, lambda position: position.phase == kind)
    assert decision, kind
    return People(running, match_id), decision.seat


@pytest.mark.parametrize("kind", KINDS)
def test_all_words_go_through_gettext(running: Running, match_id: str, clock: VirtualClock, kind: str) -> None:
    people, seat = at(running, match_id, clock, kind)
    mark(running.app)
    allowed = {"Zirkus", "Flohcati", "Dee", "phrase", "ann"}
    assert unmarked(people.page(seat).text) - allowed == set()
    path = f"/m/{match_id}/{seat}"
    for step in range(0, match_of(running.service, match_id).number, 7):
        assert unmarked(people.visitors[seat].get(f"{path}/step/{step}").text) - allowed == set()


def test_the_result_and_the_rules_go_through_gettext(running: Running, match_id: str, clock: VirtualClock) -> None:
    assert play_until(running.service, match_id, clock.now, lambda position: False) is None
    mark(running.app)
    allowed = {"Zirkus", "Flohcati", "Dee", "phrase", "ann"}
    assert unmarked(People(running, match_id).page(1).text) - allowed == set()
    assert unmarked(Visitor(running).get(f"/rules/{GAME}").text) - allowed == set()


def test_the_ring_says_each_act_by_name_letter_and_gain(running: Running, match_id: str, clock: VirtualClock) -> None:
    people, seat = at(running, match_id, clock, "turn")
    view = position_of(running.service, match_id).view(seat)
    page = people.page(seat)
    for part in Flohcati.choices(view).parts["row"]:
        assert f'value="take {part["card"]}"' in page.text
        assert said(running, "move_words", f"take {part['card']}")[5:] in words(page)
    assert f"{view['pile']} cards in the pile" in words(page)


def test_what_is_said_of_the_pile_is_so(running: Running, match_id: str, clock: VirtualClock) -> None:
    """New acts, action cards and those that would end the turn are what really lies there."""
    counts: set[tuple[int, ...]] = set()

    def look(position: Any) -> bool:
        pile = position.cards[position.at :]
        actions = sum(len(card) > 2 for card in pile)
        ends = sum(len(card) == 2 and card[0] in "".join(position.row) for card in pile)
        told = running.app.jinja_env.get_template("games/flohcati/words.txt").module.counts(position.view(None))  # type: ignore[attr-defined]
        counts.add(tuple(map(int, told.split())))
        return tuple(map(int, told.split())) != (len(pile) - actions - ends, actions, ends)

    assert play_until(running.service, match_id, clock.now, look) is None
    assert len(counts) > 20


def test_a_refused_move_keeps_what_was_typed_and_shows_the_reason(
    running: Running, match_id: str, clock: VirtualClock
) -> None:
    people, seat = at(running, match_id, clock, "turn")
    asked = forms_of(people.page(seat).text)[0].hidden("asked")[0]
    page = people.visitors[seat].post(f"/m/{match_id}/{seat}/play", asked=asked, move="take Z9")
    assert page.status_code == 422
    assert 'value="take Z9"' in page.text
    assert "is no card: the acts are A to J" in words(page)
    assert 'id="ring"' not in page.text, "the page stays at its top, where the reason stands"


def test_a_trio_out_of_many_cards_is_ticked(running: Running, clock: VirtualClock, match_id: str) -> None:
    """Of four and more cards of a number any three can be chosen; those that cost least are ticked."""

    def many(position: Any) -> bool:
        parts = Flohcati.choices(position.view(position.turn)).parts if position.phase == "turn" else {}
        return any(len(trio["cards"]) > 3 for trio in parts.get("trios", []))

    decision = None
    for seed in range(20):
        decision = play_until(running.service, match_id, clock.now, many)
        if decision:
            break
        match_id = open_again(running, clock, seed)
    assert decision
    people = People(running, match_id)
    (form, *_) = [form for form in people.forms(decision.seat) if form.ticks("checkbox")]
    assert sum(checked for *_about, checked in form.fields) == 3
    sent = list(form.moves())[-1]
    assert people.send(decision.seat, form, sent).status_code == 303
    assert [list(trio) for trio in position_of(running.service, match_id).trios[decision.seat - 1]][-1] == text_of(
        sent
    ).split()[1:]


def open_again(running: Running, clock: VirtualClock, seed: int) -> str:
    clock.advance(days=1)
    return open_ring(running.service, clock.now, tuple(f"{name}{seed}" for name in NAMES))


def test_a_spectator_sees_all_hands_and_no_form(running: Running, match_id: str, clock: VirtualClock) -> None:
    _people, _seat = at(running, match_id, clock, "give")
    page = Visitor(running).get(f"/m/{match_id}")
    assert page.status_code == 200
    assert not [form for form in forms_of(page.text) if "/play" in form.action and "now" not in form.action]
    for name in NAMES:
        assert name in words(page)
    assert words(page).count("Acrobats (A):") == len(NAMES)


def test_the_rules_have_every_picture_and_every_move(running: Running) -> None:
    page = Visitor(running).get(f"/rules/{GAME}")
    sprite = Visitor(running).get("/static/games/flohcati.svg").text
    for key in (*"ABCDEFGHIJ", "ask", "draw", "fanfare"):
        assert f"flohcati.svg#{key}" in page.text
        assert f'id="{key}"' in sprite
    for verb in ("reveal", "take", "trio", "ask", "draw", "give", "gala", "end"):
        assert f"<code>{verb}" in page.text
    assert "Reiner Knizia" in words(page)
