"""Mail that comes back: only by the signed address of its own row, and what it says of whoever it was for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from mail.bounce import read_report
from mail.inbound import MOST_ROBOTS, parse, Refusal
from mail.transport import Smtp
from models.tables import Outbox, Player, ReceivedMail
from service import addresses, bounces, outbox
from tests.mail.post_box import BASE, box, PostBox
from tests.mail.servers import Server, serving

__all__ = ["box"]

GONE = "smtp; 550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown"
FULL = "smtp; 552 5.2.2 mailbox full"


def report(status: str, words: str, action: str = "failed", mark: str = "x") -> bytes:
    """Return a report as postfix sends it."""
    return f"""From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Message-ID: <{mark}@mx.example.net>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B"

--B
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

pass
--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
Arrival-Date: Tue,  1 Dec 2026 13:00:00 +0100 (CET)

Final-Recipient: rfc822; ann@example.org
Action: {action}
Status: {status}
Diagnostic-Code: {words}
--B
Content-Type: message/rfc822

Subject: Katzenjammer Blues

pass
--B--
""".encode()


def player(box: PostBox) -> Player:
    with box.running.service.store.reading() as session:
        return session.exec(select(Player).where(Player.name == box.name)).one()


def rows(box: PostBox) -> list[Outbox]:
    with box.running.service.store.reading() as session:
        query = select(Outbox).where(Outbox.player_id == player(box).id)
        return list(session.exec(query.order_by(Outbox.id)))  # type: ignore[arg-type]


def queue_more(box: PostBox, number: int) -> None:
    """Queue and send some more mails to the player."""
    for n in range(number):
        with box.running.service.store.writing() as session:
            outbox.queue(
                session, outbox.NEW_LINK, box.running.clock.now, match_id=box.match_id, seat=box.seat,
                player_id=player(box).id, number=1000 + n,
            )  # fmt: skip
        box.deliver(minutes=1)


def come_back(box: PostBox, row: Outbox, status: str, words: str, action: str = "failed") -> None:
    service, now = box.running.service, box.running.clock.now
    address = addresses.bounce_to(service.links.keys, BASE, row.id or 0, now)
    box.bring(address, report(status, words, action, f"{row.id}-{status}"), sender="")


def test_where_a_mail_comes_back_to_is_signed_for_it(box: PostBox) -> None:
    mail = box.asking()
    assert str(mail["Return-Path"]).startswith("<play+b")
    local = str(mail["Return-Path"])[1:].split("@")[0]
    assert len(local) <= 64
    assert addresses.read(
        box.running.service.links.keys, BASE, str(mail["Return-Path"])[1:-1], box.running.clock.now
    ) in {row.id for row in rows(box)}


def test_the_envelope_has_that_address_and_the_mail_has_not(box: PostBox) -> None:
    mail = box.asking()
    with serving(Server()) as server:
        transport = Smtp(f"smtp://127.0.0.1:{server.port}")
        transport.send(mail)
        transport.send(mail)
        transport.close()
    assert server.senders == [str(mail["Return-Path"])[1:-1]] * 2
    assert all(each["Return-Path"] is None for each in server.mails)
    assert mail["Return-Path"], "it is as it was"


def test_where_there_is_no_such_address_once_is_enough(box: PostBox) -> None:
    box.asking()
    come_back(box, rows(box)[-1], "5.1.1", GONE)
    row = rows(box)[-1]
    assert (row.status, row.last_error) == ("bounced", GONE.removeprefix("smtp; "))
    assert player(box).bounced_at == box.running.clock.now
    assert "User unknown" in player(box).bounced_words


def test_any_other_failure_counts_when_there_are_two_in_a_row(box: PostBox) -> None:
    box.asking()
    queue_more(box, 3)
    sent = [row for row in rows(box) if row.status == "sent"]
    come_back(box, sent[-3], "5.2.2", FULL)
    assert player(box).bounced_at is None
    come_back(box, sent[-1], "5.2.2", FULL)
    assert player(box).bounced_at is None, "one between them got through"
    come_back(box, sent[-2], "5.2.2", FULL)
    assert player(box).bounced_at, "it did not: its report was late"


def test_a_report_that_comes_twice_is_one(box: PostBox) -> None:
    box.asking()
    queue_more(box, 1)
    for _ in range(3):
        come_back(box, rows(box)[-1], "5.2.2", FULL)
    assert player(box).bounced_at is None


@pytest.mark.parametrize(("status", "action"), [("4.4.1", "delayed"), ("4.2.2", "failed"), ("2.0.0", "delivered")])
def test_a_delay_is_noted_and_nothing_else(box: PostBox, status: str, action: str) -> None:
    box.asking()
    queue_more(box, 2)
    for row in rows(box)[-2:]:
        come_back(box, row, status, "smtp; 451 4.4.1 no answer", action)
    assert {row.status for row in rows(box)[-2:]} == {"sent"}
    assert rows(box)[-1].last_error == "451 4.4.1 no answer"
    assert player(box).bounced_at is None


def test_nobody_without_the_signed_address_can_silence_anybody(box: PostBox) -> None:
    mail = box.asking()
    row = rows(box)[-1]
    good = str(mail["Return-Path"])[1:-1]
    number = good.removeprefix("play+b").split(".")[0]
    for address in (good.replace(f"+b{number}.", f"+b{int(number) + 1}."), "play+b1@cards.example.org"):
        with pytest.raises(Refusal, match="550"):
            box.bring(address, report("5.1.1", GONE), sender="")
    box.bring(str(mail["Reply-To"]), report("5.1.1", GONE), sender="")
    assert rows(box)[-1].status == row.status
    assert player(box).bounced_at is None
    box.running.clock.now += timedelta(days=31)
    with pytest.raises(Refusal, match="550"):
        box.bring(good, report("5.1.1", GONE), sender="")


def test_a_bounce_from_an_address_of_old_says_nothing_of_the_new_one(box: PostBox) -> None:
    box.asking()
    row = rows(box)[-1]
    with box.running.service.store.writing() as session:
        found = session.get_one(Player, row.player_id)
        found.address, found.address_key = "new@example.org", "new@example.org"
        session.add(found)
    come_back(box, row, "5.1.1", GONE)
    assert rows(box)[-1].status == "bounced"
    assert player(box).bounced_at is None


def test_a_mail_that_is_no_report_changes_nothing(box: PostBox) -> None:
    mail = box.asking()
    box.bring(str(mail["Return-Path"])[1:-1], b"Subject: I am on holiday\n\npass\n", sender="")
    assert rows(box)[-1].status == "sent"
    assert player(box).bounced_at is None


def test_of_a_report_the_server_s_words_are_read() -> None:
    (found,) = read_report(parse(report("5.1.10", "smtp; 550 5.1.10 null MX")))
    assert found == ("failed", "5.1.10", "550 5.1.10 null MX")
    assert found.status in bounces.NO_SUCH_ADDRESS
    assert read_report(parse(report("nonsense", ""))) == []
    (without_words,) = read_report(parse(report("5.0.0", "")))
    assert without_words.words == "5.0.0 failed"


def test_a_flood_of_what_programs_send_is_not_kept(box: PostBox) -> None:
    mail = box.asking()
    back = str(mail["Return-Path"])[1:-1]
    for number in range(MOST_ROBOTS + 5):
        box.bring(back, b"Message-ID: <%d@x.example>\n\nhm\n" % number, sender="")
        box.bring(str(mail["Reply-To"]), b"Message-ID: <%d@x.example>\n\naway\n" % number, sender="")
    with box.running.service.store.reading() as session:
        kept = [row.outcome for row in session.exec(select(ReceivedMail))]
    assert sorted(set(kept)) == ["automatic", "unreadable bounce"]
    assert len(kept) == 2 * MOST_ROBOTS
