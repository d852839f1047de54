"""The mails of Clubs: trick, hand, standings and offers, as plain text and as HTML, alone and in teams."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from service import due
from tests.conftest import Running, VirtualClock
from tests.mail.reading import shown, table_of, too_long
from tests.mail.test_letters import html_of, text_of
from tests.service.clubs import double, open_clubs, play_until, VARIANTS
from tests.service.friends import fix_the_secret, NAMES, position_of
from tests.service.table import decision_of, match_of, open_and_invite

BOTH = ["alone", "two teams"]
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # the words are the same on every back end


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    fix_the_secret(monkeypatch, 7)


def written(cards: list[str], stands: str = " (as {})") -> str:
    """Return cards as mails write them."""
    parts = [card.split("=") for card in cards]
    return " ".join(f"{p[0][:-1]}{SIGNS[p[0][-1]]}{stands.format(p[1]) if p[1:] else ''}" for p in parts)


def mails_with(running: Running, words: str) -> list[EmailMessage]:
    return [mail for mail in running.tray.mails if words in " ".join(text_of(mail).split())]


def seat_of(mail: EmailMessage) -> int:
    return 1 + next(at for at, name in enumerate(NAMES) if name in str(mail["To"]))


def check_table(mail: EmailMessage, view: dict[str, Any]) -> None:
    """Assert that text and HTML both hold the trick, the reader's hand and how everybody stands, and no other card."""
    text, html = table_of(mail), shown(html_of(mail))
    assert too_long(mail) == []
    assert not re.search(r"[{}\[\]%]|None|\n\n\n\n", text)
    assert f"Your hand: {written(view['hand'])}\n" in text
    assert f"Your hand {written(view['hand'])}" in html
    for by, move in view["trick"]:
        name = NAMES[by - 1]
        assert f"  {name}: {'pass' if move == 'pass' else written(move.split())}\n" in text
        assert f"{name}: {'pass' if move == 'pass' else written(move.split(), ' as {}')}" in html
    if not view["trick"]:
        assert "No card lies on the table." in text
        assert "No card lies on the table." in html
    played = [card.split("=")[0] for _by, move in view["trick"] if move != "pass" for card in move.split()]
    assert set(re.findall(r"\d+[♣♦♥♠]", text)) == set(written([*view["hand"], *played]).split())
    for seat in range(1, view["seats"] + 1):
        _check_row(text, html, view, seat)
    for part in (f"Round {view['round']}, to {view['options']['target']} points", "Clubs are points won in tricks."):
        assert part in " ".join(text.split())
        assert part in html


def _check_row(text: str, html: str, view: dict[str, Any], seat: int) -> None:
    name, team = NAMES[seat - 1], view["team"] and view["team"][seat - 1]
    bonus = f" \\+{view['bonus'][seat - 1]}" if view["bonus"][seat - 1] is not None else ""
    numbers = (
        f"{view['sizes'][seat - 1] or 'out'}{bonus} +{view['clubs'][seat - 1]} +{view['totals'][(team or seat) - 1]}"
    )
    you = seat == view["seat"]
    plain = f"{name}{' [*]' if you else ''}{f' [(]{team}[)]' if team else ''}{' x2' if seat in view['doubled'] else ''}"
    assert re.search(rf"^{plain} +{numbers}$", text, re.M), text
    rich = f"{name}{' [(]you[)]' if you else ''}{f' · team {team}' if team else ''}"
    rich += " · double or nothing" if seat in view["doubled"] else ""
    assert re.search(rf"{rich} {numbers} ", html), html


WANTED: dict[str, Callable[[Any], bool]] = {
    "lead": lambda p: p.phase == "lead" and len(p.tricks) > 1,
    "follow": lambda p: p.phase == "follow" and len(p.trick) >= min(p.seats - 1, 3),
    "somebody out": lambda p: p.phase == "follow" and len(p.out) > 0,
}


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("variant", [*BOTH, "two players", "three teams"])
def test_your_turn_shows_the_table_and_what_is_asked(
    running: Running, clock: VirtualClock, variant: str, wanted: str
) -> None:
    match_id = open_clubs(running.service, clock.now, variant)
    double(running.service, match_id, clock.now, 2)
    decision = play_until(running.service, match_id, clock.now, WANTED[wanted])
    if not decision:
        assert (variant, wanted) == ("two players", "somebody out"), "there a round mostly ends with that"
        return
    running.work()
    (mail,) = [mail for mail in mails_with(running, "Your turn") if seat_of(mail) == decision.seat]
    view = position_of(running.service, match_id).view(decision.seat)
    check_table(mail, view)
    text, html = " ".join(text_of(mail).split()), shown(html_of(mail))
    standing = view["standing"]
    asked = "You lead: play any kind or run."
    if standing:
        asked = rf"Beat [\w ]+, {re.escape(written(standing['cards']))} by {NAMES[standing['seat'] - 1]}, or pass\."
    played = "play" if decision.kind == "lead" else "pass"
    for told in (text, html):
        assert re.search(asked, told)
        assert re.search(rf"After that this is played for you: {played}", told)
    if standing:
        assert f", top {standing['top']}" in text
        assert f", top {standing['top']}" in html


@pytest.mark.parametrize("variant", BOTH)
def test_the_start_offers_double_to_all_and_shows_each_their_hand(
    running: Running, clock: VirtualClock, variant: str
) -> None:
    match_id = open_clubs(running.service, clock.now, variant)
    running.work()
    starts = mails_with(running, "The cards are dealt")
    assert len(starts) == 3
    for mail in starts:
        seat = seat_of(mail)
        view = position_of(running.service, match_id).view(seat)
        check_table(mail, view)
        assert f"You get {written(view['hand'])}." in " ".join(text_of(mail).split())
        assert f"You get {written(view['hand'])}." in shown(html_of(mail))
        assert re.search(r"You may, and need not: declare double or nothing: http\S+/o/\S+", text_of(mail))
        assert re.search(r'href="http[^"]+/o/[^"]+"[^>]*>declare double or nothing</a>', html_of(mail))
        for told in (" ".join(text_of(mail).split()), shown(html_of(mail))):
            assert "If you are then the first to go out, your points of this round count twice" in told
            partner = NAMES[(seat + 1) % 4]
            assert (f"You play with {partner}." in told) == (variant != "alone")


@pytest.mark.parametrize("can", [True, False])
def test_who_can_only_pass_is_told_so(running: Running, clock: VirtualClock, can: bool) -> None:
    def wanted(position: Any) -> bool:
        (asked,) = position.to_act()
        melds = set(position.moves(asked.seat)) - {"pass", "double"}
        return asked.kind == "follow" and bool(melds) == can

    decision = play_until(running.service, open_clubs(running.service, clock.now), clock.now, wanted)
    assert decision
    running.work()
    mail = [mail for mail in mails_with(running, "Your turn") if seat_of(mail) == decision.seat][-1]
    for told in (" ".join(text_of(mail).split()), shown(html_of(mail))):
        assert ("Nothing in your hand beats this: all you can do is pass." in told) != can


def test_an_invitation_says_who_plays_with_whom(running: Running, clock: VirtualClock) -> None:
    open_and_invite(running.service, clock.now, NAMES[1:4], game="clubs", options={"teams": 2})
    running.work()
    (mail,) = running.tray.to("ben@example.org")
    for told in (" ".join(text_of(mail).split()), shown(html_of(mail))):
        assert "Teams: two teams." in told
        assert re.search(r"Ann, team 1 .*you, team 2 .*somebody invited, team 1 .*somebody invited, team 2", told)


@pytest.mark.parametrize("variant", BOTH)
def test_double_is_offered_again_after_a_new_deal(running: Running, clock: VirtualClock, variant: str) -> None:
    match_id = open_clubs(running.service, clock.now, variant)
    assert play_until(running.service, match_id, clock.now, lambda p: p.round == 2)
    clock.advance(hours=6)
    running.work()
    offers = mails_with(running, "There is something you may do.")
    assert len(offers) == 3, "the one who leads hears of it with their turn"
    for mail in offers:
        check_table(mail, position_of(running.service, match_id).view(seat_of(mail)))
        assert "declare double or nothing: http" in text_of(mail)
        assert "declare double or nothing" in shown(html_of(mail))
        assert "Round 1 is over." in text_of(mail)
        assert "Round 1 is over." in shown(html_of(mail))


@pytest.mark.parametrize("variant", BOTH)
def test_a_deadline_is_mailed_with_what_was_played(running: Running, clock: VirtualClock, variant: str) -> None:
    match_id = open_clubs(running.service, clock.now, variant)
    clock.advance(hours=1)
    seat = decision_of(running.service, match_id).seat
    hand = position_of(running.service, match_id).view(seat)["hand"]
    clock.advance(days=1, seconds=1)
    due.sweep(running.service, clock.now)
    running.work()
    (mail,) = mails_with(running, "Your time was up")
    assert seat_of(mail) == seat
    lowest = max((card for card in hand if card[:-1] == hand[0][:-1]), key=lambda card: card[-1])
    played = f"this was played for you: play {written([lowest])}."
    assert played in " ".join(text_of(mail).split())
    assert f"T{played[1:]}" in shown(html_of(mail))
    assert f"Your hand: {written([card for card in hand if card != lowest])}\n" in text_of(mail)


@pytest.mark.parametrize("variant", [*BOTH, "three teams"])
def test_the_result_is_mailed_to_all(running: Running, clock: VirtualClock, variant: str) -> None:
    match_id = open_clubs(running.service, clock.now, variant)
    assert play_until(running.service, match_id, clock.now, lambda p: False) is None
    running.work()
    assert match_of(running.service, match_id).status == "over"
    results = mails_with(running, "The match is over")
    assert len(results) == VARIANTS[variant].seats
    position = position_of(running.service, match_id)
    result, teams = position.result(), position.teams
    for mail in results:
        assert too_long(mail) == []
        text, html = text_of(mail), shown(html_of(mail))
        for number, score in enumerate(result.scores, 1):
            partners = ", ".join(VARIANTS[variant].names[number - 1 :: teams or 99])
            side = f"Team {number}: {partners}" if teams else partners
            won = "winners?" if number in {(s - 1) % (teams or 99) + 1 for s in result.winners} else ""
            assert re.search(rf"^{side} +{score}{f'  {won}' if won else ''}$", text, re.M), text
            assert re.search(rf"{side} {score} {won}", html), html
        for ended in ("Last, and without points:", "Totals:"):
            assert ended in " ".join(text.split())
            assert ended in html


def test_a_wild_15_says_in_a_mail_what_it_stands_for(running: Running, clock: VirtualClock) -> None:
    match_id = open_clubs(running.service, clock.now, "wild")
    decision = play_until(
        running.service, match_id, clock.now, lambda p: p.standing is not None and "=" in p.standing.text
    )  # fmt: skip
    assert decision
    running.work()
    (mail,) = [mail for mail in mails_with(running, "Your turn") if seat_of(mail) == decision.seat]
    check_table(mail, position_of(running.service, match_id).view(decision.seat))
    assert re.search(r"15[♣♦♥♠] \(as \d+\)", table_of(mail))
    assert "15s are wild" in table_of(mail)
