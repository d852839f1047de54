"""The table of Clubs: everything can be said, seen and played, by forms alone, in every variant."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.chance import Loose
from games.clubs import Clubs
from games.contract import Fact, MOST_CHOICES
from games.record import check
from tests.conftest import Running, VirtualClock
from tests.e2e.people import links_in
from tests.service.clubs import briskly, double, GAME, open_clubs, play_until, VARIANTS
from tests.service.friends import fix_the_secret, NAMES, position_of
from tests.service.table import decision_of, match_of
from tests.web.forms import Form, forms_of
from tests.web.friends import is_good, People, play_forms, said_of
from tests.web.test_languages import mark, unmarked
from tests.web.visitor import Visitor, words

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
NOT_WORDS = {"Clubs", "Dee", "Eve", "Fay", "phrase", "ann"}
ROUND = {"number": 2, "dealer": 1, "clubs": [4, 0, 9, 3], "bonus": [5, 8, 2, None]}


def round_over(**about: Any) -> Fact:
    given = {"out": [2, 1, 3], "doubled": [], "last": [4], "scores": [9, 8, 11, 0], "totals": [19, 8, 30, 2]}
    return Fact("round over", 1, {**ROUND, **given, **about})


def laid(cards: str, left: int, run: bool = False) -> Fact:
    return Fact("play", 1, {"cards": cards.split(), "run": run, "left": left})


FACTS = {
    "Round 1: Ann deals ten cards to each, and Ben leads.": Fact("deal", 1, {"round": 1, "each": 10}),
    "Round 3: Dee deals ten cards to each, and Ann leads.": Fact("deal", 4, {"round": 3, "each": 10}),
    "Ann plays a single card, 7♣.": laid("7C", 9),
    "Ann plays a pair, 7♣ 7♥. 3 cards left.": laid("7C 7H", 3),
    "Ann plays 3 of a kind, 7♣ 7♥ 15♠ (as 7). One card left.": laid("7C 7H 15S=7", 1),
    "Ann plays a run of 2, 14♦ 15♠.": laid("14D 15S", 0, run=True),
    "Ann passes.": Fact("pass", 1, {}),
    "Ann declares double or nothing: to be out first, or to score nothing.": Fact("double", 1, {}),
    "Ann goes out first and takes the bonus of 12 points.": Fact("out", 1, {"place": 1, "bonus": 12}),
    "Ann goes out fourth and takes the bonus of 0 points.": Fact("out", 1, {"place": 4, "bonus": 0}),
    "Ann is out too; no bonus card is left.": Fact("out", 1, {"place": 2, "bonus": None}),
    "Ann wins the trick.": Fact("trick", 1, {"cards": ["7D"], "points": 0}),
    "Ann wins the trick, with clubs for 1 point.": Fact("trick", 1, {"cards": ["15C"], "points": 1}),
    "Ann wins the trick, with clubs for 9 points.": Fact("trick", 1, {"cards": ["1C", "2C"], "points": 9}),
    "Ann leads next.": Fact("lead", 1, {}),
    "Round 2 is over. Last, and without points: Dee. "
    "Points: Ann 9, Ben 8, Cho 11, Dee 0. Totals: Ann 19, Ben 8, Cho 30, Dee 2.": round_over(),
    "Round 2 is over. Last, and without points: Dee. Ann loses the double. Ben wins the double. "
    "Points: Ann 0, Ben 16, Cho 11, Dee 0. Totals: Ann 10, Ben 16, Cho 30, Dee 2.": round_over(
        doubled=[1, 2], scores=[0, 16, 11, 0], totals=[10, 16, 30, 2]
    ),
    "Round 2 is over. Points: Ann 9, Ben 4. Totals: Ann 20, Ben 11.": round_over(
        out=[1], last=[], scores=[9, 4], totals=[20, 11]
    ),
    "Round 2 is over. Last, and without points: Ben + Dee. "
    "Points: Ann 9, Ben 0, Cho 11, Dee 0. Totals: Ann + Cho 50, Ben + Dee 12.": round_over(
        last=[2, 4], scores=[9, 0, 11, 0], totals=[50, 12]
    ),
    "Ann wins.": Fact("match over", 1, {"scores": [50, 9, 8, 8], "winners": [1]}),
    "Ann, Ben share the victory.": Fact("match over", 1, {"scores": [50, 50, 8, 8], "winners": [1, 2]}),
    "Ben, Dee win.": Fact("match over", 1, {"scores": [50, 100], "winners": [2, 4]}),
    "Ann, Ben, Cho, Dee share the victory.": Fact("match over", 1, {"scores": [100, 100], "winners": [1, 2, 3, 4]}),
}  # fmt: skip


def said(running: Running, macro: str, *about: object) -> str:
    return said_of(running, GAME, macro, *about)


def title(card: str) -> str:
    """Return how a card is called by a reader of screens."""
    return f"{card[:-1]} of {SUITS[card[-1]]}"


def people_of(fact: Fact) -> tuple[str, ...]:
    return NAMES[: len(fact.about["scores"])] if fact.kind == "round over" else NAMES[:4]


@pytest.mark.parametrize("text", FACTS)
def test_every_fact_has_words_of_its_own(running: Running, text: str) -> None:
    fact = FACTS[text]
    assert said(running, "words", fact.seen_by(None), people_of(fact)) == text


def test_who_wins_among_six_in_teams(running: Running) -> None:
    for scores, winners, text in (
        ([150, 90, 80], [1, 4], "Ann, Dee win."),
        ([150, 150, 80], [1, 2, 4, 5], "Ann, Ben, Dee, Eve share the victory."),
        ([150, 90], [1, 3, 5], "Ann, Cho, Eve win."),
    ):
        fact = Fact("match over", 1, {"scores": scores, "winners": winners})
        assert said(running, "words", fact.seen_by(None), NAMES) == text


def test_what_a_seat_got_and_was_left_with_is_told_to_it_and_to_all_at_the_end(running: Running) -> None:
    got = {seat: {"cards": [f"{seat}C", f"{seat}H"]} for seat in (1, 2)}
    dealt = Fact("deal", 1, {"round": 1, "each": 2}, got)
    left = Fact(
        "round over", 1, {**ROUND, "out": [2], "doubled": [], "last": [1], "scores": [0, 5], "totals": [0, 5]}, got
    )
    for fact, own, all_of_them in (
        (dealt, "You get 2♣ 2♥.", "Ann gets 1♣ 1♥. Ben gets 2♣ 2♥."),
        (left, "You were left with 2♣ 2♥.", "Ann was left with 1♣ 1♥. Ben was left with 2♣ 2♥."),
    ):
        assert said(running, "words", fact.seen_by(2), NAMES[:2]).endswith(own)
        assert said(running, "words", fact.seen_by(None, over=True), NAMES[:2]).endswith(all_of_them)
        assert "♣" not in said(running, "words", fact.seen_by(None), NAMES[:2])


@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_happens_in_play_is_said(running: Running, variant: str) -> None:
    seats, given = VARIANTS[variant]
    options = {"crazy": False, "wild": False, "teams": 0, **given}
    rng = Random(3)
    position = Clubs.deal(options, seats, Loose(rng))
    facts, kinds = list(position.facts), set()
    while position.to_act():
        decision = position.to_act()[0]
        asked = said(running, "ask_words", position.view(decision.seat), NAMES)
        assert is_good(asked), asked
        assert asked.startswith("You lead" if decision.kind == "lead" else "Beat ")
        for other in position.optional():
            if rng.random() < 0.05:
                facts += position.play(other.seat, other.kind)
        move = briskly(position, decision, rng)  # type: ignore[arg-type]
        assert is_good(said(running, "move_words", move)), move
        facts += position.play(decision.seat, move)
    for fact in facts:
        kinds.add(fact.kind)
        for seen in (fact.seen_by(None), fact.seen_by(1), fact.seen_by(None, over=True)):
            assert is_good(said(running, "words", seen, NAMES[:seats])), fact
    assert kinds >= {"deal", "play", "pass", "out", "trick", "round over", "match over"}


def test_every_move_is_named(running: Running) -> None:
    named = {
        "play 7C 7H": "play 7♣ 7♥", "play 6H 15S=7 8D": "play 6♥ 15♠ (as 7) 8♦", "pass": "pass",
        "double": "declare double or nothing",
    }  # fmt: skip
    assert {move: said(running, "move_words", move) for move in named} == named


def standing_at(variant: str, cards: str) -> dict[str, Any]:
    """Return what seat 2 sees of a meld just led by seat 1."""
    position = Clubs.deal({"crazy": False, "wild": False, "teams": 0, **VARIANTS[variant].options}, 2, Loose(Random(1)))
    view = position.view(2)
    run = len(cards.split()) > 1 and cards.split(maxsplit=1)[0][:-1] != cards.split()[1][:-1]
    standing = {"seat": 1, "cards": cards.split(), "run": run, "size": len(cards.split()), "top": 7}
    return {**view, "to_act": [{"seat": 2, "kind": "follow", "serial": 1}], "standing": standing}


@pytest.mark.parametrize(
    ("variant", "cards", "text"),
    [
        ("alone", "7C", "Beat a single card, 7♣ by Ann, or pass."),
        ("two players", "7C 7H", "Beat a pair, 7♣ 7♥ by Ann, or pass."),
        ("wild", "6H 15S=7", "Beat a run of 2, 6♥ 15♠ (as 7) by Ann, or pass."),
        ("crazy", "7C 7H", "Beat a pair, 7♣ 7♥ by Ann, or pass."),
    ],
)
def test_what_is_asked_is_said(running: Running, variant: str, cards: str, text: str) -> None:
    assert said(running, "ask_words", standing_at(variant, cards), NAMES) == text


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_the_secret(monkeypatch, 7)


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_matches_are_played_by_the_forms_alone(running: Running, clock: VirtualClock, variant: str) -> None:
    """Each page offers every legal move, each can be sent, and no hand but one's own is on it."""
    match_id, rng, kinds = open_clubs(running.service, clock.now, variant), Random(11), set()
    people = People(running, match_id)
    while match_of(running.service, match_id).status == "running":
        position, decision = position_of(running.service, match_id), decision_of(running.service, match_id)
        seat, view = decision.seat, position.view(decision.seat)
        page = people.page(seat).text
        forms = play_forms(page)
        kinds.add(decision.kind)
        _the_hand_is_as_it_is(page, view)
        _no_other_card_is_shown(page, view)
        other = rng.randrange(1, position.seats + 1)
        if rng.random() < 0.2:
            _no_other_card_is_shown(people.page(other).text, position.view(other))
        for move in islice(position.moves(seat), 30):
            assert sending(forms, move), move
        assert bool(sending(forms, "pass")) == (decision.kind == "follow")
        assert bool(sending(forms, "double")) == position.is_legal(seat, "double")
        if rng.random() < 0.05 and position.is_legal(other, "double"):
            assert people.send(other, *sending(people.forms(other), "double")).status_code == 303  # type: ignore[misc]
            assert "declares double or nothing" in words(people.page(other))
        move = briskly(position, decision, rng)
        assert people.send(seat, *sending(forms, move)).status_code == 303  # type: ignore[misc]
    assert "Played:" in words(people.page(seat))
    assert kinds == {"lead", "follow"}
    _the_result_is_shown(words(people.page(1)), position_of(running.service, match_id).view(1), VARIANTS[variant].names)
    _every_eye_sees_each_step(people, match_id)
    assert check(people.visitors[1].get(f"/m/{match_id}/1/record").data).result()


def sending(forms: list[Form], move: str) -> tuple[Form, list[tuple[str, str]]] | None:
    """Return the form with which a move can be made, and what it sends then."""
    return next(((form, sent) for form in forms if (sent := form.answer(move))), None)


def _the_hand_is_as_it_is(page: str, view: dict[str, Any]) -> None:
    assert re.findall(r'data-card="([^"]+)"', page) == view["hand"]
    idle = re.findall(r'class="pick [^"]*\bidle" data-card="([^"]+)"', page)
    assert idle == [card for card in view["hand"] if card not in Clubs.choices(view).parts["useful"]]
    choices = Clubs.choices(view)
    assert len(choices.moves) <= MOST_CHOICES
    assert page.count("data-idea=") <= 4
    assert set(re.findall(r'data-idea="([^"]+)"', page)) <= {move[5:] for move in choices.moves}
    assert ("all you can do is pass" in page) == (choices.moves == ("pass",))


def _no_other_card_is_shown(page: str, view: dict[str, Any]) -> None:
    """Of this round: one's own hand, and what has been played."""
    seen = {*view["hand"], *(card for _by, cards in view["tricks"] for card in cards)}
    seen |= {card.split("=")[0] for _by, move in view["trick"] if move != "pass" for card in move.split()}
    assert set(re.findall(r"\d+ of (?:clubs|diamonds|hearts|spades)\b", page)) == set(map(title, seen))


def _the_result_is_shown(page: str, view: dict[str, Any], names: tuple[str, ...]) -> None:
    assert "The match is over." in page
    teams = view["options"]["teams"] or len(names)
    for number, total in enumerate(view["totals"], 1):
        side = re.escape(" + ".join(names[number - 1 :: teams]))
        won = " winner" if number in {(seat - 1) % teams + 1 for seat in view["result"]["winners"]} else " (?!winner)"
        assert re.search(rf"{side} {total} points?{won}", page), page
    for ended in view["ended"]:
        row = f"{ended['number']} "
        for at, score in enumerate(ended["scores"]):
            bonus = f"\\+{ended['bonus'][at]}" if ended["bonus"][at] else ""
            doubled = (" ×2" if at + 1 == ended["out"][0] else " ×0") if at + 1 in ended["doubled"] else ""
            row += f"{score} {ended['clubs'][at]}{bonus}{doubled}{' last' if at + 1 in ended['last'] else ''} ?"
        assert re.search(row, page), row


def _every_eye_sees_each_step(people: People, match_id: str) -> None:
    match, visitor = match_of(people.running.service, match_id), people.visitors[1]
    for step in {0, 1, 5, match.number // 2, match.number - 1, match.number}:
        for eyes in (*map(str, range(1, match.seats + 1)), "spectator", "open"):
            page = visitor.get(f"/m/{match_id}/1/step/{step}?eyes={eyes}")
            assert page.status_code == 200
            assert 'name="part"' not in page.text, "a step offers nothing to do"
            if step < match.number:
                told = [name for name in NAMES if f"The hand of {name}" in words(page)]
                assert told == ([NAMES[int(eyes) - 1]] if eyes.isdecimal() and eyes != "1" else [])
                assert ("Your hand" in words(page)) == (eyes == "1")
                assert ("All hands" in words(page)) == (eyes == "open")


@pytest.mark.usefixtures("secret")
def test_double_is_declared_by_a_mailed_link(running: Running, clock: VirtualClock) -> None:
    match_id = open_clubs(running.service, clock.now)
    running.work()
    asked = decision_of(running.service, match_id).seat
    for seat in (asked, asked % 4 + 1):
        mail = running.tray.to(f"{NAMES[seat - 1].lower()}@example.org")[-1]
        path = "/o/" + next(link for link in links_in(mail) if "/o/" in link).partition("/o/")[2]
        visitor = Visitor(running)
        assert "declare double or nothing" in words(visitor.get(path))
        assert "your points of this round count twice" in words(visitor.get(path))
        assert visitor.post(path).status_code == 303
        assert "You have done this: declare double or nothing." in words(visitor.get(path))
    assert position_of(running.service, match_id).doubled == tuple(sorted((asked, asked % 4 + 1)))
    page = words(People(running, match_id).page(asked))
    assert page.count(" double 10") == 2, "who doubled stands beside the cards they hold"
    assert "You may, and need not" not in page


def at(running: Running, match_id: str, clock: VirtualClock, wanted: Any) -> tuple[People, int]:
    decision = play_until(running.service, match_id, clock.now, wanted)
    assert decision
    return People(running, match_id), decision.seat


@pytest.mark.usefixtures("secret")
def test_a_refused_move_keeps_what_was_picked_and_typed(running: Running, clock: VirtualClock) -> None:
    match_id = open_clubs(running.service, clock.now, "wild")
    people, seat = at(running, match_id, clock, lambda p: p.phase == "lead" and p.hands[p.turn - 1] >> 56)
    hand = position_of(running.service, match_id).view(seat)["hand"]
    wild = next(card for card in hand if card.startswith("15"))
    for part in ([hand[0], hand[-2 if hand[-1] == wild else -1]], [hand[0], f"{wild}=3"], [hand[0], wild]):
        form = people.forms(seat)[-1]
        page = people.visitors[seat].post(
            f"/m/{match_id}/{seat}/play", asked=form.hidden("asked")[0], part=["play", *part]
        )  # fmt: skip
        if page.status_code == 303:
            continue  # it happened to be a meld
        assert page.status_code == 422
        assert "is neither a kind" in words(page)
        (again,) = [form for form in forms_of(page.text) if form.chosen()]
        assert [card for card in again.chosen() if card != "bot"] == part
        assert f'value="play {" ".join(part)}"' in page.text, "where it can be typed on"
    asked = people.forms(seat)[-1].hidden("asked")[0]
    page = people.visitors[seat].post(f"/m/{match_id}/{seat}/play", asked=asked, move="play 99Z")
    assert page.status_code == 422
    assert 'value="play 99Z"' in page.text
    assert re.search(r'<details class="panel" open>\s*<summary>Type a move', page.text)


@pytest.mark.usefixtures("secret")
def test_a_hand_can_be_sorted_by_rank_and_by_suit_wherever_it_is_shown(running: Running, clock: VirtualClock) -> None:
    match_id = open_clubs(running.service, clock.now)
    people, seat = at(running, match_id, clock, lambda p: p.phase == "follow")
    visitor = people.visitors.get(seat)
    pages = [people.page(seat), people.page(seat % 4 + 1)]
    visitor = people.visitors[seat]
    pages.append(visitor.get(f"/m/{match_id}/{seat}/step/1"))
    for page in pages:
        sorters = re.findall(r'<input type="radio" name="sort" value="(rank|suit)"( checked)?>', page.text)
        assert sorters == [("rank", " checked"), ("suit", "")]
        shown = re.findall(r'class="pi(?:ck|p) (s[CDHS]) (r\d+)', page.text)
        assert len(shown) >= 10, "suit and rank of each card, by which the sheet puts them in order"
    assert "sort" not in Visitor(running).get(f"/m/{match_id}").text


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_words_go_through_gettext(running: Running, clock: VirtualClock, variant: str) -> None:
    match_id = open_clubs(running.service, clock.now, variant)
    people, seat = at(
        running, match_id, clock, lambda p: p.phase == "follow" and (p.out or p.seats == 2) and len(p.trick) > 1
    )
    mark(running.app)
    assert unmarked(people.page(seat).text) - NOT_WORDS == set()
    assert unmarked(people.page(seat % VARIANTS[variant].seats + 1).text) - NOT_WORDS == set()
    for step in range(0, match_of(running.service, match_id).number, 7):
        assert unmarked(people.visitors[seat].get(f"/m/{match_id}/{seat}/step/{step}").text) - NOT_WORDS == set()
    assert play_until(running.service, match_id, clock.now, lambda position: False) is None
    assert unmarked(people.page(seat).text) - NOT_WORDS == set()


def test_the_rules_go_through_gettext_and_show_every_move(running: Running) -> None:
    page = Visitor(running).get(f"/rules/{GAME}")
    for code in ("play 7C 7H", "play 3C 4H 5S", "play 6H 15S=7 8D", "pass", "double"):
        assert f"<code>{code}</code>" in page.text
    for points, ranks in ((5, "1"), (4, "2–3"), (3, "4–6"), (2, "7–9"), (1, "10–15")):
        assert f"<td>{ranks}</td><td>{points}</td>" in page.text
    for bonus in Clubs.bonus.values():
        assert f"<td>{', '.join(map(str, bonus))}</td>" in page.text
    mark(running.app)
    assert unmarked(Visitor(running).get(f"/rules/{GAME}").text) - NOT_WORDS == set()


@pytest.mark.parametrize(
    ("variant", "shared"),
    [
        ("alone", ["Ann, Ben, Cho, Dee share the victory."]),
        ("two teams", ["The victory is shared. Team 1: Ann, Cho. Team 2: Ben, Dee.", "Ann + Cho 40 points winner"]),
    ],
)
def test_a_shared_victory(
    running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch, variant: str, shared: list[str]
) -> None:
    monkeypatch.setattr(Clubs, "_score", lambda self, seat, points, last: 10)
    match_id = open_clubs(running.service, clock.now, variant)
    assert play_until(running.service, match_id, clock.now, lambda position: False) is None
    page = words(People(running, match_id).page(1))
    for text in (*shared, "Ann, Ben, Cho, Dee share the victory."):
        assert text in page
    assert page.count(" winner ") == (4 if variant == "alone" else 2)


@pytest.mark.usefixtures("secret")
def test_a_spectator_sees_the_trick_and_no_hand(running: Running, clock: VirtualClock) -> None:
    match_id = open_clubs(running.service, clock.now, "three teams")
    page = words(People(running, match_id).page(1))
    assert "The team that is last to hold cards scores nothing. You play with " in page
    double(running.service, match_id, clock.now, 2, 5)
    at(running, match_id, clock, lambda p: p.phase == "follow" and p.out and p.tricks)
    view = position_of(running.service, match_id).view(None)
    page = Visitor(running).get(f"/m/{match_id}")
    assert not [form for form in forms_of(page.text) if form.action.endswith("/play")]
    _no_other_card_is_shown(page.text, {**view, "hand": []})
    for seat, name in enumerate(NAMES, 1):
        held = view["sizes"][seat - 1] or rf"out \w+ \+{view['bonus'][seat - 1]}"
        doubled = " double" if seat in (2, 5) else ""
        dealer = " dealer" if seat == view["dealer"] else ""
        row = rf"{name} team {(seat - 1) % 3 + 1}{dealer}{doubled} {held} {view['clubs'][seat - 1]} "
        assert re.search(row, words(page)), row
    assert "Crazy Clubs, 15s are wild" in words(page)
