"""The mails of Zirkus Flohcati: ring, gains, hands and choices, as plain text and as HTML."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.flohcati import Flohcati
from mail.letter import lapsed
from service import absence
from service.table import Table
from tests.conftest import pass_time, Running, VirtualClock
from tests.mail.reading import shown, table_of, too_long
from tests.mail.test_letters import html_of, text_of
from tests.service.flohcati import KINDS, NAMES, open_ring, play_until
from tests.service.friends import fix_the_secret, position_of
from tests.service.table import match_of

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # the words are the same on every back end


@pytest.fixture
def match_id(running: Running, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> str:
    fix_the_secret(monkeypatch, 7)
    return open_ring(running.service, clock.now)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mail_shows_the_table_and_what_can_be_done(
    running: Running, match_id: str, clock: VirtualClock, kind: str
) -> None:
    decision = play_until(running.service, match_id, clock.now, lambda position: position.phase == kind)
    assert decision
    clock.advance(minutes=10)  # who has just played is mailed later
    running.work()
    (mail,) = [mail for mail in running.tray.mails if "Your turn" in text_of(mail)]
    view = position_of(running.service, match_id).view(decision.seat)
    parts = Flohcati.choices(view).parts
    text, html = table_of(mail), shown(html_of(mail))
    assert NAMES[decision.seat - 1] in str(mail["To"])
    assert too_long(mail) == []
    assert not re.search(r"[{}\[\]%]|None|\n\n\n\n", text)
    for card in view["row"]:
        assert re.search(rf"^  {card}  \w.* {card[1]}", text, re.M)
        assert f"{card} " in html
    for name, hand, points in zip(NAMES, view["hands"], view["points"], strict=True):
        for part in (*hand, f"{points} point"):
            assert part in text
            assert part in html
        assert name in text
    for part in parts.get("row", []):
        assert re.search(rf"^  {part['card']} .* {'[+]' if part['gain'] else ''}{part['gain']}$", text, re.M)
    for part in parts.get("hand", []):
        assert re.search(rf"^  {part['card']} .* {'-' if part['cost'] else ''}{part['cost']}$", text, re.M)
    for part in parts.get("trios", []):
        assert f"a trio of {part['number']}s ({' '.join(part['best'])})" in " ".join(text.split())
    assert f"{view['pile']} cards in the pile:" in text
    assert f"{view['pile']} cards in the pile:" in html


def test_who_can_announce_a_gala_is_told(running: Running) -> None:
    with running.app.test_request_context():
        view = Flohcati.imagine(_gala_view(), Random(1)).view(1)
        asked = running.app.jinja_env.globals["ask_words"]("flohcati", view, NAMES)  # type: ignore[operator]
    assert asked == "You hold all ten acts: announce the gala, or end your turn."


def _gala_view() -> dict[str, object]:
    hand = [f"{act}3" for act in "ABCDEFGHIJ"]
    return {
        "seats": 4, "first": 1, "turn": 1, "turns": 3, "to_act": [{"seat": 1, "kind": "after", "serial": 9}],
        "row": ["A1"], "discard": [], "hands": [hand, [], [], []], "trios": [[], [], [], []], "draws": 0, "cause": None,
    }  # fmt: skip


def test_start_and_end_are_mailed_with_hands_and_points(running: Running, match_id: str, clock: VirtualClock) -> None:
    running.work()
    starts = [mail for mail in running.tray.mails if "The cards are dealt" in text_of(mail)]
    assert starts
    for mail in starts:
        assert "The hands:" in table_of(mail)
    running.tray.mails.clear()
    assert play_until(running.service, match_id, clock.now, lambda position: False) is None
    running.work()
    results = [mail for mail in running.tray.mails if "The match is over" in text_of(mail)]
    assert len(results) == len(NAMES)
    scores = position_of(running.service, match_id).view(None)["points"]
    for mail in results:
        for name, score in zip(NAMES, scores, strict=True):
            assert re.search(rf"{name} {score} \(cards \d+", " ".join(text_of(mail).split()))
            assert re.search(rf"{name} {score} \(cards \d+", shown(html_of(mail)))


def test_a_deadline_is_mailed_with_the_table(running: Running, match_id: str, clock: VirtualClock) -> None:
    number = match_of(running.service, match_id).number
    for _ in range(3):
        running.work()
        pass_time(running, days=1, seconds=1)
    running.work()
    assert match_of(running.service, match_id).number > number
    mails = [mail for mail in running.tray.mails if "Your time was up" in text_of(mail)]
    assert mails
    for mail in mails:
        assert re.search(r"played for you: take \w.* \([A-J][0-7]\)\.", " ".join(text_of(mail).split()))
        assert "The hands:" in text_of(mail)


def test_a_deadline_that_played_several_moves_names_them_and_its_link_is_good(
    running: Running, match_id: str, clock: VirtualClock
) -> None:
    for _ in range(60):
        running.tray.mails.clear()
        for seat in range(1, len(NAMES) + 1):
            absence.come_back(running.service, match_id, seat, clock.now)
        pass_time(running, days=1, seconds=1)
        running.work()
        mails = [text_of(mail) for mail in running.tray.mails if "Your time was up" in text_of(mail)]
        several = [text for text in mails if re.search(r"played for you: take [^.]*; end", " ".join(text.split()))]
        if several:
            break
    link = re.search(r"http://[^/]+(/k/\S+)", several[0])
    assert link
    page = running.client().get(link[1], follow_redirects=True).text
    assert "has been made" not in page, "whatever is asked there next can be answered from it"
    assert "old link" not in page
    assert "Give my seat up" in page


def test_one_deadline_goes_on_after_what_others_were_forced_to(database: object) -> None:
    moves = [
        (0, None, "service", None), (1, 1, "deadline", "ask 2"), (2, 2, "forced", "give A3"), (3, 1, "deadline", "end"),
        (4, 2, "deadline", "take B4"), (5, 1, "deadline", "take C5"),
    ]  # fmt: skip
    lines = [SimpleNamespace(number=number, seat=seat, by=by, move=move) for number, seat, by, move in moves]
    table = cast("Table", SimpleNamespace(lines=tuple(lines)))
    assert [line.move for line in lapsed(table, 1, 1)] == ["ask 2", "end"]


def test_what_was_forced_on_a_seat_hides_no_news_from_it(running: Running, match_id: str, clock: VirtualClock) -> None:
    """With nothing in the ring a seat reveals at once: its player hears of what others did before that as well."""

    def revealed_for_it(position: Any) -> bool:
        return position.phase == "turn" and len(position.row) == 1 and position.facts[0].kind == "reveal"

    decision = play_until(
        running.service, match_id, clock.now, lambda position: position.at > 9 and revealed_for_it(position)
    )
    assert decision
    running.work()
    mail = [text_of(mail) for mail in running.tray.mails if "Your turn" in text_of(mail)][-1]
    news = mail.partition("Since your last move:")[2]
    for name in NAMES:
        assert f"- {name} " in news
