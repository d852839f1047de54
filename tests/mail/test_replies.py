"""Replies: what they do, once, and how they are answered."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlmodel import select

from mail import inbound
from mail.inbound import Refusal
from models.tables import Outbox, ReceivedMail, StandingOrder
from service import addresses, matches, notes, play, replies, seats
from service.addresses import Answered
from service.links import Links
from tests.conftest import KEYS, Running, second_process
from tests.mail.post_box import BASE, box, PostBox
from tests.mail.test_letters import text_of
from tests.service.friends import fix_the_secret
from tests.service.table import decision_of, events_of

__all__ = ["box"]


def moves(box: PostBox) -> list[str]:
    return [event.move or "" for event in events_of(box.running.service, box.match_id) if event.kind == "move"]


def said(box: PostBox) -> list[str]:
    return [event.detail["text"] for event in events_of(box.running.service, box.match_id) if event.kind == notes.SAY]


def legal(box: PostBox, seat: int) -> list[str]:
    service = box.running.service
    with service.store.reading() as session:
        position = service.histories.load(session, matches.find(session, box.match_id)).position
    return list(position.moves(seat))


def test_a_mail_that_asks_says_how_to_reply(box: PostBox) -> None:
    mail = box.asking()
    seat = decision_of(box.running.service, box.match_id).seat
    text = " ".join(text_of(mail).split())
    example = text.split("Or reply with your move, for example “")[1].split("”")[0]
    assert example in legal(box, seat)
    local = str(mail["Reply-To"]).split("@")[0]
    assert len(local) <= 64
    assert local == local.lower()
    assert set(local) <= set("abcdefghijklmnopqrstuvwxyz0123456789.+-")


def test_without_an_address_for_replies_nothing_asks_for_one(running: Running) -> None:
    box = PostBox(running)
    running.worker.office.__dict__["reply_to"] = None
    mail = box.asking()
    assert mail["Reply-To"] is None
    assert mail["Return-Path"] is None
    assert "reply" not in text_of(mail)


def test_a_reply_plays_and_is_answered_to_the_address_on_file(box: PostBox) -> None:
    mail = box.asking()
    answer = box.reply(mail, "Hi,\n\nBid 1x1.\n\nBest wishes\nAnn", sender="somebody-else@example.net")
    assert moves(box) == ["bid 1x1"]
    assert "Your reply was played" in answer
    assert f"{box.name} bids" in answer
    sent = box.answer
    assert str(sent["To"]) == str(mail["To"])
    assert sent["In-Reply-To"] == "<reply-1@example.net>"
    assert str(sent["References"]).startswith(f"<{box.match_id}@")
    assert sent["Subject"] == mail["Subject"]
    assert sent["Auto-Submitted"] == "auto-replied"
    assert not any("somebody-else" in str(each["To"]) for each in box.running.tray.mails)


@pytest.mark.parametrize(
    "typed",
    ["bdi 1x1", "bid 1y1", "pas", "passs", "do not", "bid 9x1", "bid 1x1; pass", "I would say pass or so", "> x\nfoo"],
)
def test_what_is_no_move_plays_nothing_and_says_what_would_be_right(box: PostBox, typed: str) -> None:
    answer = box.reply(box.asking(), f"{typed}\nbid 1x1\n")
    assert moves(box) == []
    assert "Your reply was not played" in answer
    assert typed.splitlines()[-1][:20] in " ".join(answer.split())
    assert "You can reply with one of these" in answer
    assert "Your hand" in answer, "the position"


def test_a_typo_after_a_move_does_not_get_lost(box: PostBox) -> None:
    answer = box.reply(box.asking(), "say hello\npasss\n")
    assert said(box) == ["hello"]
    assert moves(box) == []
    assert "carried out in part" in answer
    assert "passs" in answer


def test_at_most_twenty_choices_are_listed(box: PostBox) -> None:
    answer = box.reply(box.asking(), "xyzzy 1")
    listed = [line for line in answer.splitlines() if line.startswith("- ")]
    assert 0 < len(listed) <= 20
    assert [line[2:] for line in listed] == legal(box, box.seat)[:20]


def test_an_empty_reply_is_told_so(box: PostBox) -> None:
    assert "There is no move in your reply" in " ".join(box.reply(box.asking(), "\n\n-- \nAnn\n").split())


def test_a_second_line_answers_nothing_that_its_sender_could_not_know(box: PostBox) -> None:
    answer = box.reply(box.asking(), "bid 1x1\nbid 2x1\n")
    assert moves(box) == ["bid 1x1"]
    assert "played in part" in answer
    assert "not your turn any more" in " ".join(answer.split())


def test_further_lines_answer_what_the_same_seat_is_asked_in_the_same_run(
    make_running: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_the_secret(monkeypatch, 1)
    box = PostBox(make_running(REPLY_TO=BASE), "flohcati")
    mail = box.asking()
    answer = box.reply(mail, "reveal\nreveal\nreveal\nreveal\nreveal\nreveal\nreveal\n")
    played = [event for event in events_of(box.running.service, box.match_id) if event.by == "player"]
    assert {event.seat for event in played} == {box.seat}
    assert len(played) > 1, "a run of one seat"
    assert all(event.move == "reveal" for event in played)
    assert "played in part" in answer


def test_a_mail_that_comes_twice_plays_once_and_is_answered_once(box: PostBox) -> None:
    mail = box.asking()
    text = "say hello\nbid 1x1\n"
    assert box.reply(mail, text, "Message-ID: <same@example.net>")
    assert box.reply(mail, text, "Message-ID: <same@example.net>") == ""
    assert moves(box) == ["bid 1x1"]
    assert said(box) == ["hello"]


def test_a_mail_that_comes_twice_at_once_is_one(box: PostBox) -> None:
    address, now = str(box.asking()["Reply-To"]), box.running.clock.now
    data = b"Message-ID: <same@example.net>\n\nsay one\nsay two\nsay three\nbid 1x1\n"
    processes = [box.running.service, second_process(box.running)]
    with ThreadPoolExecutor(4) as pool:
        several = [pool.submit(inbound.take, each, BASE, address, "a@example.net", data, now) for each in processes * 2]
    assert [each.result() for each in several] == [None] * 4
    processes[1].store.close()
    assert said(box) == ["one", "two", "three"]
    assert moves(box) == ["bid 1x1"]
    box.running.work()
    assert sum(".reply." in str(mail["Message-ID"]) for mail in box.running.tray.mails) == 1


def test_a_mail_without_an_id_is_known_by_what_it_says(box: PostBox) -> None:
    mail = box.asking()
    data = b"Subject: x\n\nsay hello\n"
    for _ in range(2):
        box.bring(str(mail["Reply-To"]), data)
    box.bring(str(mail["Reply-To"]), b"Subject: x\n\nsay hello again\n")
    assert said(box) == ["hello", "hello again"]


@pytest.mark.parametrize("dies_after", [1, 2, 3])
def test_a_process_that_dies_in_between_does_nothing_twice(
    box: PostBox, dies_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = box.asking()
    data = b"Message-ID: <once@example.net>\n\nsay one\nsay two\nbid 1x1\n"
    step, steps = replies._step, []

    def mortal(*about: object) -> bool:
        if len(steps) == dies_after:
            raise SystemExit
        steps.append(1)
        return step(*about)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(replies, "_step", mortal)
        with pytest.raises(SystemExit):
            box.bring(str(mail["Reply-To"]), data)
    other = second_process(box.running)
    for _ in range(2):
        inbound.take(other, BASE, str(mail["Reply-To"]), "x@example.net", data, box.running.clock.now)
    other.store.close()
    assert said(box) == ["one", "two"]
    assert moves(box) == ["bid 1x1"]
    box.running.work()
    answers = [each for each in box.running.tray.mails if ".reply." in str(each["Message-ID"])]
    assert len(answers) == 1
    assert "Your reply was played" in text_of(answers[0])


def test_what_no_process_finishes_is_answered_all_the_same(box: PostBox, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = box.asking()
    data = b"Message-ID: <half@example.net>\n\nsay one\nsay two\n"
    step = replies._step
    monkeypatch.setattr(replies, "receive", step)
    box.bring(str(mail["Reply-To"]), data)
    box.running.work()
    assert not any(".reply." in str(each["Message-ID"]) for each in box.running.tray.mails), "not yet"
    monkeypatch.undo()
    box.deliver(minutes=6)
    (answer,) = [each for each in box.running.tray.mails if ".reply." in str(each["Message-ID"])]
    assert "The rest of your reply was not read" in " ".join(text_of(answer).split())
    box.bring(str(mail["Reply-To"]), data)
    assert said(box) == ["one", "two"], "the server brought it once more"


def test_an_old_mail_plays_nothing_and_says_so(box: PostBox) -> None:
    mail = box.asking()
    box.reply(mail, "bid 1x1")
    answer = box.reply(mail, "pass")
    assert moves(box) == ["bid 1x1"]
    assert "What that mail asked is answered already" in " ".join(answer.split())
    assert "was played already" in " ".join(box.reply(mail, "bid 1x1").split())


def test_a_question_mark_asks_for_the_position(box: PostBox) -> None:
    for typed in ("?", "？", "help"):
        answer = box.reply(box.asking(), typed)
        assert "This is the position" in answer
        assert "Your hand" in answer
        assert f"- {legal(box, box.seat)[0]}" in answer
    assert moves(box) == []


def test_a_note_asks_nobody_anything(box: PostBox) -> None:
    mail = box.asking()
    decision = decision_of(box.running.service, box.match_id)
    answer = box.reply(mail, "say Schöne Grüße – “an alle”!")
    assert f"{box.name} says: “Schöne Grüße – “an alle”!”" in answer
    assert decision_of(box.running.service, box.match_id) == decision
    assert "Your reply was played" in box.reply(mail, "bid 1x1"), "the mail is good still"
    assert f"{box.name} says" in text_of(box.asking()), "the news of whoever is asked next"
    assert "has room for 300" in " ".join(box.reply(mail, f"say {'x' * 301}").split())


def test_notes_are_throttled(box: PostBox) -> None:
    mail = box.asking()
    answers = [box.reply(mail, "\n".join(f"say {n}" for n in range(start, start + 6))) for start in (0, 6)]
    assert len(said(box)) == notes.MOST_NOTES
    assert "asked for too often" in " ".join(answers[1].split())


def test_an_order_is_given_and_taken_back(box: PostBox) -> None:
    mail = box.asking()
    service = box.running.service
    box.reply(mail, "bid 1x1")
    assert "by a reply to the latest one" in " ".join(box.reply(mail, "order auction: pass").split())
    latest = box.answer
    answer = box.reply(latest, "order auction: bid up to 3x4; pass")
    assert "Your standing order holds" in answer
    with service.store.reading() as session:
        (order,) = session.exec(select(StandingOrder)).all()
    assert (order.seat - box.seat, order.scope, order.lines) == (0, "auction", ["bid up to 3x4", "pass"])
    assert "pass" in box.reply(latest, "Order: Pass.")
    assert "withdrawn" in box.reply(latest, "order off")
    with service.store.reading() as session:
        assert not session.exec(select(StandingOrder)).all()


def test_an_order_for_another_stretch_than_there_is_says_which_there_are(box: PostBox) -> None:
    answer = " ".join(box.reply(box.asking(), "order trick: pass").split())
    assert "decision, auction, game" in answer


def test_an_order_for_a_position_that_is_gone_is_not_taken(box: PostBox) -> None:
    mail = box.asking()
    service = box.running.service
    play.play(service, box.match_id, box.seat, "bid 1x1", asked=0, now=box.running.clock.now)
    answer = box.reply(mail, "order auction: bid up to 4x5")
    assert "Your seat has moved since that mail" in " ".join(answer.split())


AUTOMATIC = [
    "Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated (vacation)", "Precedence: bulk",
    "Precedence: auto_reply", "Precedence: list", "Precedence: junk", "X-Auto-Response-Suppress: All",
    "X-Autoreply: yes", "List-Id: <a.example.net>",
]  # fmt: skip


@pytest.mark.parametrize("header", AUTOMATIC)
def test_what_a_program_sends_is_not_answered(box: PostBox, header: str) -> None:
    assert box.reply(box.asking(), "pass", header) == ""
    assert moves(box) == []


def test_what_comes_from_nobody_or_from_us_is_not_answered(box: PostBox) -> None:
    mail = box.asking()
    assert box.reply(mail, "pass", sender="") == ""
    own = mail.as_bytes()
    box.bring(str(mail["Reply-To"]), own)
    assert moves(box) == []
    assert box.reply(mail, "pass", "Auto-Submitted: no"), "a person wrote that"


def test_only_addresses_made_here_take_mail(box: PostBox) -> None:
    mail, now = box.asking(), box.running.clock.now
    good = str(mail["Reply-To"])
    local, _at, domain = good.partition("@")
    other_seat = good.replace(f".{box.seat}.", f".{box.seat % 3 + 1}.", 1)
    forged = [
        f"play@{domain}", f"play+@{domain}", f"{local}x@{domain}", other_seat, "x@example.net",
        f"{local}@example.net", f"{local[:-1]}@{domain}", good.replace("play+r", "play+b"), "",
        addresses.reply_to(["another key of some length"], BASE, Answered(box.match_id, box.seat, 0, 0), now),
    ]  # fmt: skip
    for address in forged:
        with pytest.raises(Refusal, match=r"^550 5\.1\.1"):
            box.bring(address, b"\n\npass\n")
    assert moves(box) == []
    box.bring(good.upper(), b"\n\npass\n")
    assert moves(box) == ["pass"], "mail servers may fold case"


def test_an_address_is_good_as_long_as_links_are(box: PostBox) -> None:
    good = str(box.asking()["Reply-To"])
    box.running.clock.now += timedelta(days=121)
    with pytest.raises(Refusal, match=r"^550 5\.1\.6"):
        box.bring(good, b"\n\npass\n")


def test_an_address_of_an_older_key_is_good(box: PostBox) -> None:
    good = str(box.asking()["Reply-To"])
    service = box.running.service
    service.links = Links(["a newer key of some length", KEYS])
    box.bring(good, b"\n\npass\n")
    assert moves(box) == ["pass"]
    service.links = Links(["a newer key of some length"])
    with pytest.raises(Refusal, match="550"):
        box.bring(good, b"\n\npass again\n")


def test_voiding_the_links_of_a_seat_voids_its_addresses(box: PostBox) -> None:
    good = box.asking()
    seats.revoke_links(box.running.service, box.match_id, box.seat, box.running.clock.now)
    with pytest.raises(Refusal, match=r"^550 5\.1\.6"):
        box.bring(str(good["Reply-To"]), b"\n\npass\n")
    box.running.work()
    new = box.running.tray.to(f"{box.name.lower()}@")[-1]
    assert "Your new link" in new.get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert "Your reply was played" in box.reply(new, "pass")


def test_two_robots_do_not_talk_for_ever(box: PostBox) -> None:
    mail = box.asking()
    answered = 0
    for _ in range(30):
        answered += bool(box.reply(mail, "Thank you for your mail."))
    assert answered == 30
    with pytest.raises(Refusal, match=r"^450 4\.7\.1"):
        box.reply(mail, "Thank you for your mail.")
    box.running.clock.advance(hours=2)
    assert box.reply(mail, "pass"), "an hour later"


def test_a_mail_too_big_or_too_deep_is_refused(box: PostBox) -> None:
    address = str(box.asking()["Reply-To"])
    with pytest.raises(Refusal, match=r"^552"):
        box.bring(address, b"\n\npass\n" + b"x" * inbound.MOST_BYTES)
    deep = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(3000))
    with pytest.raises(Refusal, match=r"^554"):
        box.bring(address, deep)
    attached = (
        b'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n'
        b"Content-Disposition: attachment\n\npass\n--b\nContent-Type: message/rfc822\n\nSubject: x\n\npass\n--b--\n"
    )
    box.bring(address, attached)
    assert moves(box) == [], "nothing that is attached is opened"


def test_of_a_mail_only_a_digest_is_kept(box: PostBox) -> None:
    box.reply(box.asking(), "say secret words", "Message-ID: <name@example.net>")
    with box.running.service.store.reading() as session:
        (row,) = session.exec(select(ReceivedMail)).all()
        answers = session.exec(select(Outbox).where(Outbox.kind == "reply")).all()
    assert (row.outcome, row.match_id, row.seat) == ("answered", box.match_id, box.seat)
    assert "name" not in row.digest
    assert len(answers) == 1


def test_a_match_that_is_over_or_stands_still_says_so(box: PostBox) -> None:
    from service import absence

    mail = box.asking()
    for seat in (1, 2, 3):
        absence.propose(box.running.service, box.match_id, seat, "pause", box.running.clock.now)
    assert "stands still" in " ".join(box.reply(mail, "pass").split())
    for seat in (1, 2, 3):
        absence.propose(box.running.service, box.match_id, seat, "end", box.running.clock.now)
    assert "not being played" in " ".join(box.reply(mail, "pass").split())


def test_what_may_be_done_out_of_turn_is_done_by_a_reply(
    make_running: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    fix_the_secret(monkeypatch, 1)
    box = PostBox(make_running(REPLY_TO=BASE), "clubs")
    box.deliver()
    other = box.seat % 3 + 1
    (start,) = [mail for mail in box.running.tray.mails if f".{other}.start.0@" in str(mail["Message-ID"])]
    decision = decision_of(box.running.service, box.match_id)
    assert "Your reply was played" in box.reply(start, "Double")
    assert moves(box) == ["double"]
    assert decision_of(box.running.service, box.match_id) == decision, "it answers nothing"
    assert "was not played" in box.reply(start, "pass")


@pytest.mark.parametrize(("charset", "typed"), [("utf-7", "bid +2AA-"), ("unicode_escape", "bid \\ud800")])
def test_half_a_character_is_no_reason_not_to_answer(box: PostBox, charset: str, typed: str) -> None:
    mail = box.asking()
    box.bring(str(mail["Reply-To"]), f"Content-Type: text/plain; charset={charset}\n\n{typed}\n".encode())
    before = len(box.running.tray.mails)
    box.running.work()
    (answer,) = box.running.tray.mails[before:]
    assert f"“{typed}” is not a bid" in text_of(answer)
