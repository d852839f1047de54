"""Handing mails to real servers: by each kind of connection, and what their refusals mean."""

from __future__ import annotations

import base64
import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from mail import transport
from mail.transport import Bounced, Deferred, greeting_name, judge, LocalMailbox, Smtp, transport_for, Unavailable
from tests.certificates import Certificates
from tests.conftest import free_port
from tests.mail.servers import BREAK_OFF, hanging, Server, serving, tls

PASSWORD = "hunter2/#?"
LOGIN = "ann%40example.org:hunter2%2F%23%3F@"


def letter(to: str = "ben@example.org") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Mousepost <m@example.org>", to, "Your turn"
    message.set_content("The mice are waiting.\n")
    return message


def smtp(server: Server, scheme: str = "smtp", login: str = "", ca: Path | None = None) -> Smtp:
    return Smtp(f"{scheme}://{login}127.0.0.1:{server.port}", ca, "mousepost.example.org", seconds=20)


def send(sender: Smtp, *addresses: str) -> None:
    """Send a letter to each, and hang up."""
    try:
        for address in addresses or ("ben@example.org",):
            sender.send(letter(address))
    finally:
        sender.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(Server()) as running:
        yield running


def test_a_mail_goes_out(server: Server) -> None:
    send(smtp(server))
    assert server.recipients == ["ben@example.org"]
    assert server.encrypted == {False}


def test_mails_share_a_connection_until_it_is_closed(server: Server) -> None:
    sender = smtp(server)
    send(sender, *[f"p{n}@example.org" for n in range(5)])
    assert len(server.connections) == 1
    assert server.quits == 1
    send(sender)
    assert len(server.mails) == 6
    assert len(server.connections) == 2
    sender.close()
    assert server.quits == 2, "nothing to close the second time"


@pytest.mark.parametrize("scheme", ["smtp+starttls", "smtps"])
def test_tls_by_a_private_authority(certificates: Certificates, scheme: str) -> None:
    kind = "ssl_context" if scheme == "smtps" else "tls_context"
    with serving(Server(**{kind: tls(certificates)})) as server:
        send(smtp(server, scheme, ca=certificates.ca))
        assert server.recipients == ["ben@example.org"]
        assert scheme == "smtps" or server.encrypted == {True}


@pytest.mark.parametrize("scheme", ["smtp+starttls", "smtps"])
def test_a_certificate_that_nobody_vouches_for_gets_no_mail(certificates: Certificates, scheme: str) -> None:
    kind = "ssl_context" if scheme == "smtps" else "tls_context"
    with serving(Server(**{kind: tls(certificates)})) as server:
        with pytest.raises(Unavailable, match="its certificate is not trusted"):
            send(smtp(server, scheme, LOGIN))
        assert server.mails == []


def test_a_certificate_for_another_name_gets_no_mail(certificates: Certificates) -> None:
    with serving(Server(ssl_context=tls(certificates))) as server:
        sender = Smtp(f"smtps://localhost:{server.port}", certificates.ca, seconds=20)
        with pytest.raises(Unavailable, match="not valid for 'localhost'"):
            send(sender)


def test_where_tls_is_asked_for_nothing_is_sent_without(server: Server) -> None:
    with pytest.raises(Unavailable, match="STARTTLS"):
        send(smtp(server, "smtp+starttls", LOGIN))
    assert server.mails == []
    assert server.logins == []


def test_login(certificates: Certificates) -> None:
    with serving(Server(tls_context=tls(certificates), require_starttls=True, auth_required=True)) as server:
        server.password = PASSWORD
        send(smtp(server, "smtp+starttls", LOGIN, certificates.ca), "ben@example.org", "cho@example.org")
        assert server.logins == [("ann@example.org", PASSWORD)]
        assert len(server.mails) == 2


def test_a_bad_login_is_the_hosts_problem_and_shows_no_password(certificates: Certificates) -> None:
    with serving(Server(tls_context=tls(certificates), auth_required=True)) as server:
        server.password = "another"
        with pytest.raises(Unavailable, match=r"the login is refused: 535 5\.7\.8 … is wrong$") as error:
            send(smtp(server, "smtp+starttls", LOGIN, certificates.ca))
        assert "hunter2" not in str(error.value)


def test_a_server_that_takes_no_login(server: Server) -> None:
    with pytest.raises(Unavailable, match="AUTH extension not supported"):
        send(smtp(server, login=LOGIN))


def test_a_server_that_wants_a_login_first(certificates: Certificates) -> None:
    with serving(Server(tls_context=tls(certificates), auth_required=True)) as server:
        with pytest.raises(Deferred, match="the sender is refused: 530"):
            send(smtp(server, "smtp+starttls", "", certificates.ca))
        assert server.mails == []


def test_a_password_that_a_server_says_back_is_hidden() -> None:
    login = transport.Login("ann", PASSWORD)
    forms = [PASSWORD, "hunter2%2F%23%3F", base64.b64encode(PASSWORD.encode()).decode()]
    forms.append(base64.b64encode(f"\0ann\0{PASSWORD}".encode()).decode())
    for form in forms:
        assert login.hide_in(f"what is {form} to me?") == "what is … to me?"
    assert transport.Login("", "").hide_in("as it was") == "as it was"


def test_an_unknown_recipient_bounces_with_the_servers_words(server: Server) -> None:
    server.to_rcpt["ben@example.org"] = ["550-5.1.1 <ben@example.org>:\r\n550 5.1.1 no such mouse"]
    sender = smtp(server)
    with pytest.raises(Bounced, match=r"^550 5\.1\.1 <ben@example\.org>: no such mouse$"):
        sender.send(letter())
    send(sender, "cho@example.org")
    assert server.recipients == ["cho@example.org"], "others are not affected"
    assert len(server.connections) == 1


def test_a_mail_that_is_not_wanted_bounces(server: Server) -> None:
    server.to_data["ben@example.org"] = ["554 5.6.0 too many cards"]
    with pytest.raises(Bounced, match=r"^554 5\.6\.0 too many cards$"):
        send(smtp(server))


def test_four_hundreds_pass(server: Server) -> None:
    server.to_rcpt["ben@example.org"] = ["450 4.2.0 greylisted"]
    server.to_data["ben@example.org"] = ["451 4.3.0 no room"]
    sender = smtp(server)
    for words in ("450 4.2.0 greylisted", "451 4.3.0 no room"):
        with pytest.raises(Deferred, match=f"^{words}$"):
            sender.send(letter())
    send(sender)
    assert server.recipients == ["ben@example.org"]
    assert len(server.connections) == 1


@pytest.mark.parametrize("words", ["554 5.7.1 Relay access denied", "550 5.7.26 not signed", "530 log in first"])
def test_a_refusal_of_the_sender_is_not_the_recipients(server: Server, words: str) -> None:
    server.to_rcpt["ben@example.org"] = [words]
    with pytest.raises(Deferred, match=f"^the sender is refused: {words}$"):
        send(smtp(server))
    server.to_mail = ["553 5.1.8 who are you?"]
    with pytest.raises(Deferred, match="the sender is refused: 553"):
        send(smtp(server))
    server.to_mail = ["552 5.3.4 larger than we take"]
    with pytest.raises(Bounced, match="552"):
        send(smtp(server))


def test_a_server_that_takes_few_mails_by_a_connection_gets_more_connections(server: Server) -> None:
    server.most_mails = 2
    send(smtp(server), *[f"p{n}@example.org" for n in range(5)])
    assert len(server.mails) == 5
    assert len(server.connections) == 3


def test_a_server_that_shuts_down_is_not_asked_twice(server: Server) -> None:
    server.to_mail = ["421 4.3.2 shutting down"]
    with pytest.raises(Deferred, match="421"):
        send(smtp(server))
    assert len(server.connections) == 1


def test_a_connection_that_went_stale_is_made_anew(server: Server) -> None:
    sender = smtp(server)
    sender.send(letter("ann@example.org"))
    server.hang_up()
    send(sender, "ben@example.org")
    assert server.recipients == ["ann@example.org", "ben@example.org"]
    assert len(server.connections) == 2


def test_a_server_that_dies_over_a_mail(server: Server) -> None:
    server.to_data["ben@example.org"] = [BREAK_OFF]
    sender = smtp(server)
    sender.send(letter("ann@example.org"))
    with pytest.raises(Deferred, match="closed"):
        sender.send(letter("ben@example.org"))
    send(sender, "cho@example.org")
    assert server.recipients == ["ann@example.org", "cho@example.org"]
    assert len(server.connections) == 2


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(Unavailable, match=r"^127\.0\.0\.1:\d+: Connection refused$"):
        send(Smtp(f"smtp://127.0.0.1:{free_port()}"))


@pytest.mark.parametrize("scheme", ["smtp", "smtp+starttls", "smtps"])
def test_a_server_that_hangs_is_given_up(scheme: str) -> None:
    with hanging() as port, pytest.raises(Unavailable, match="timed out"):
        send(Smtp(f"{scheme}://127.0.0.1:{port}", seconds=0.1))


def test_tls_and_no_tls_do_not_mix(server: Server, certificates: Certificates) -> None:
    with pytest.raises(Unavailable, match="SSL"):
        send(smtp(server, "smtps", ca=certificates.ca))


def test_usual_ports() -> None:
    ports = {scheme: Smtp(f"{scheme}://mail.example.org").port for scheme in ("smtp", "smtp+starttls", "smtps")}
    assert ports == {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


def test_a_mail_server_is_told_our_public_name() -> None:
    assert greeting_name("https://mousepost.example.org/cards") == "mousepost.example.org"
    for nameless in ("http://127.0.0.1:5000", "http://[::1]:5000", "http://localhost:5000", "http://[::ffff:1.2.3.4]"):
        assert greeting_name(nameless) is None


def test_the_settings_choose_the_transport(tmp_path: Path) -> None:
    sender = transport_for("smtp://mail.example.org", None, None, "https://mousepost.example.org")
    assert isinstance(sender, Smtp)
    assert sender.name == "mousepost.example.org"
    box = transport_for(None, tmp_path / "mailbox", None, "http://127.0.0.1:5000")
    assert isinstance(box, LocalMailbox)
    box.send(letter())
    box.close()
    assert len(list((tmp_path / "mailbox" / "new").iterdir())) == 1


def test_bytes_that_are_no_text_are_no_trouble() -> None:
    verdict, words = judge(smtplib.SMTPDataError(550, b"\xff\xfe no"))
    assert verdict is Bounced
    assert words == "550 \ufffd\ufffd no"
