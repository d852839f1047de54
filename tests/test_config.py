"""The settings: what is read from the environment, and that each wrong value is named with what would be right."""

from __future__ import annotations

import os
import stat
import subprocess
import threading
from pathlib import Path

import pytest

import config
from config import BadSettings, is_loopback, load, stored_secret
from tests.certificates import Certificates

LOCAL = ("127.0.0.1", 5000)
FROM = {"MAIL_FROM": "m@example.org"}
SENDING = {"SMTP_URL": "smtp://localhost:25", "MAIL_FROM": "Mousepost <m@example.org>"}


def settings(folder: Path, bind: tuple[str, int] | None = LOCAL, **given: str) -> config.Settings:
    return load({f"MOUSEPOST_{key}": value for key, value in given.items()}, folder, bind)


def test_nothing_set_is_a_service_for_this_machine(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert found.base_url == "http://127.0.0.1:5000"
    assert found.database_url.startswith("sqlite:///")
    assert found.local_mailbox
    assert found.mailbox == tmp_path / "mailbox"
    assert not found.https


def test_everything_set(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        BASE_URL="https://mousepost.example.org/",
        SECRET_KEYS="a new key of good length, an old key of good length",
        HOSTS="Ann@example.org, ben@example.org",
        DATABASE_URL=f"sqlite:///{tmp_path}/other.db",
        **SENDING,
    )
    assert found.base_url == "https://mousepost.example.org"
    assert found.secret_keys == ("a new key of good length", "an old key of good length")
    assert found.hosts == {"ann@example.org", "ben@example.org"}
    assert found.https
    assert not found.local_mailbox


WRONG = [
    ({"BASE_URL": "mousepost.example.org"}, "MOUSEPOST_BASE_URL", "https://mousepost.example.org"),
    ({"BASE_URL": "ftp://x"}, "MOUSEPOST_BASE_URL", "https://"),
    ({"BASE_URL": "https://m.example.org"}, "MOUSEPOST_SMTP_URL", "smtp://localhost:25"),
    ({**FROM, "SMTP_URL": "smtp://[x"}, "MOUSEPOST_SMTP_URL", "cannot be read"),
    ({"BASE_URL": "https://[x"}, "MOUSEPOST_BASE_URL", "https://"),
    ({"BASE_URL": "http://127.0.0.1:99999"}, "MOUSEPOST_BASE_URL", "https://"),
    ({"BASE_URL": "http://127.0.0.1/mouse"}, "MOUSEPOST_BASE_URL", "https://"),
    ({"DATABASE_URL": "sqlite:///"}, "MOUSEPOST_DATABASE_URL", "sqlite:///PATH"),
    ({"DATABASE_URL": "sqlite:///:memory:"}, "MOUSEPOST_DATABASE_URL", "sqlite:///PATH"),
    ({"DATABASE_URL": "sqlite:////no/such/folder/m.db"}, "MOUSEPOST_DATABASE_URL", "make it first"),
    ({**FROM, "SMTP_URL": "localhost:25"}, "MOUSEPOST_SMTP_URL", "smtp://localhost:25"),
    ({**FROM, "SMTP_URL": "hunter2://localhost"}, "MOUSEPOST_SMTP_URL", "begin with smtp:// or smtp+starttls:// or"),
    ({**FROM, "SMTP_URL": "smtp://host:port"}, "MOUSEPOST_SMTP_URL", "smtp+starttls://USER:PASSWORD@HOST"),
    ({**FROM, "SMTP_URL": "smtp://ann:hunter2@"}, "MOUSEPOST_SMTP_URL", "does not name a host"),
    ({**FROM, "SMTP_URL": "smtp://localhost:0"}, "MOUSEPOST_SMTP_URL", "does not name a host and a port"),
    ({**FROM, "SMTP_URL": "smtps://ann:hunter2[@host"}, "MOUSEPOST_SMTP_URL", "cannot be read"),
    ({**FROM, "SMTP_URL": "smtps://ann:hunter2/@host"}, "MOUSEPOST_SMTP_URL", "written as %2F"),
    ({**FROM, "SMTP_URL": "smtps://ann:12#hunter2@host"}, "MOUSEPOST_SMTP_URL", "written as %2F %23"),
    ({**FROM, "SMTP_URL": "smtps://ann@host"}, "MOUSEPOST_SMTP_URL", "only one of user and password"),
    ({**FROM, "SMTP_URL": "smtps://:hunter2@host"}, "MOUSEPOST_SMTP_URL", "only one of user and password"),
    ({**FROM, "SMTP_URL": "smtps://ann:hunter2ü@host"}, "MOUSEPOST_SMTP_URL", "that cannot be sent"),
    ({**FROM, "SMTP_URL": "smtps://ann:hunter2%0A@host"}, "MOUSEPOST_SMTP_URL", "that cannot be sent"),
    ({"CHANNELS": "ntfy, json"}, "MOUSEPOST_CHANNELS", "webpush, ntfy"),
    ({"DKIM_KEY": "/nowhere"}, "MOUSEPOST_DKIM_KEY", "No such file or directory"),
    ({"DKIM_KEY": "tests"}, "MOUSEPOST_DKIM_KEY", "Is a directory"),
    ({"DKIM_KEY": "README.md"}, "MOUSEPOST_DKIM_KEY", "openssl genrsa -out FILE 2048"),
    ({"DKIM_SELECTOR": "mouse"}, "MOUSEPOST_DKIM_SELECTOR", "MOUSEPOST_DKIM_KEY"),
    ({"DKIM_SELECTOR": "a.b"}, "MOUSEPOST_DKIM_SELECTOR", "letters, digits and hyphens"),
    ({"DKIM_SELECTOR": "-a"}, "MOUSEPOST_DKIM_SELECTOR", "for example mousepost"),
    ({**FROM, "SMTP_URL": "smtps://host", "SMTP_CA": "/nowhere"}, "MOUSEPOST_SMTP_CA", "certificates in PEM"),
    ({**FROM, "SMTP_URL": "smtps://host", "SMTP_CA": "README.md"}, "MOUSEPOST_SMTP_CA", "holds no certificate"),
    ({**FROM, "SMTP_URL": "smtps://host", "SMTP_CA": "tests"}, "MOUSEPOST_SMTP_CA", "certificates in PEM"),
    ({"SMTP_URL": "smtp://localhost"}, "MOUSEPOST_MAIL_FROM", "mousepost@example.org"),
    ({"MAIL_FROM": "nobody"}, "MOUSEPOST_MAIL_FROM", "Mousepost <mousepost@example.org>"),
    ({"HOSTS": "ann"}, "MOUSEPOST_HOSTS", "separated by commas"),
    ({"SECRET_KEYS": "short"}, "MOUSEPOST_SECRET_KEYS", "secrets.token_urlsafe"),
    ({"DATABASE_URL": "mysql://root:hunter2@db"}, "MOUSEPOST_DATABASE_URL", "sqlite:///"),
    ({"DATABASE_URL": "postgresql://root:hunter2@db"}, "MOUSEPOST_DATABASE_URL", "HOST/DATABASE"),
    ({"DATABASE_URL": "postgresql://root:hunter2@db:port/mail"}, "MOUSEPOST_DATABASE_URL", "HOST/DATABASE"),
    ({"DATABASE_URL": "postgresql+psycopg2://root:hunter2@db/m"}, "MOUSEPOST_DATABASE_URL", "HOST/DATABASE"),
    ({"DATABASE_URL": "postgresql://root:hunter2@db/mail"}, "MOUSEPOST_SECRET_KEYS", "secrets.token_urlsafe"),
    ({"PROXIES": "6"}, "MOUSEPOST_PROXIES", "from 0 to 5"),
    ({"PROXIES": "-1"}, "MOUSEPOST_PROXIES", "from 0 to 5"),
    ({"PROXIES": "one"}, "MOUSEPOST_PROXIES", "from 0 to 5"),
    ({"PROXIES": "٣"}, "MOUSEPOST_PROXIES", "from 0 to 5"),
]


@pytest.mark.parametrize(("given", "variable", "right"), WRONG)
def test_a_wrong_value_is_named_with_what_would_be_right(
    tmp_path: Path, given: dict[str, str], variable: str, right: str
) -> None:
    with pytest.raises(BadSettings) as error:
        settings(tmp_path, **given)
    (problem,) = error.value.problems
    assert problem.startswith(variable)
    assert right in problem
    assert "hunter2" not in problem, "no password on the screen"


@pytest.mark.parametrize(
    "url",
    [
        "smtp://localhost", "smtp://localhost:2525", "smtp://[::1]:25/", "smtp+starttls://ann:hunter2@mail.example.org",
        "smtps://ann%40example.org:hunter%2F2%23@mail.example.org:4650", "SMTPS://ann:hunter2@mail.example.org",
    ],
)  # fmt: skip
def test_addresses_of_mail_servers(tmp_path: Path, url: str) -> None:
    found = settings(tmp_path, SMTP_URL=url, **FROM)
    assert found.smtp_url == url
    assert "hunter" not in repr(found), "no password in what is printed while looking for an error"
    assert "hunter" not in str(found)


def test_certificates_to_trust_are_looked_at_by_somebody(tmp_path: Path, certificates: Certificates) -> None:
    ca = str(certificates.ca)
    for url in ("smtps://mail.example.org", "smtp+starttls://mail.example.org"):
        assert settings(tmp_path, SMTP_URL=url, SMTP_CA=ca, **FROM).smtp_ca == certificates.ca
    for given in ({"SMTP_URL": "smtp://mail.example.org", **FROM}, {}):
        with pytest.raises(BadSettings, match="MOUSEPOST_SMTP_CA is set, but no certificate is asked for"):
            settings(tmp_path, SMTP_CA=ca, **given)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
@pytest.mark.parametrize("rest", ["ann:se%40cret@db.example:5433/mousepost?sslmode=require", "/mousepost"])
def test_every_name_of_postgresql_means_the_one_driver(tmp_path: Path, scheme: str, rest: str) -> None:
    found = settings(tmp_path, DATABASE_URL=f"{scheme}://{rest}", SECRET_KEYS="a key of good length")
    assert found.database_url == f"postgresql+psycopg://{rest}"
    assert not (tmp_path / "secret").exists()


def test_proxies_are_counted_and_none_is_the_rule(tmp_path: Path) -> None:
    assert settings(tmp_path).proxies == 0
    assert [settings(tmp_path, PROXIES=str(n)).proxies for n in range(6)] == list(range(6))


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as error:
        settings(tmp_path, HOSTS="ann", SECRET_KEYS="short", BASE_URL="nowhere")
    assert len(error.value.problems) == 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"REPLY_TO": "play"}, "REPLY_TO is “play”"),
        ({"REPLY_TO": "play+x@cards.example.org"}, "its name before the @ does not fit"),
        ({"REPLY_TO": "Play@cards.example.org"}, "its name before the @ does not fit"),
        ({"REPLY_TO": "a-name-too-long@cards.example.org"}, "at most 12 characters"),
        ({"REPLY_TO": "Mousepost <play@cards.example.org>"}, "like play@cards.example.org"),
        ({"RECEIVE": "lmtp://127.0.0.1:2525"}, "no mail asks for a reply: set MOUSEPOST_REPLY_TO"),
        ({"REPLY_TO": "p@example.org", "RECEIVE": "imap://127.0.0.1:2525"}, "smtp://HOST:PORT or lmtp://HOST:PORT"),
        ({"REPLY_TO": "p@example.org", "RECEIVE": "lmtp://127.0.0.1"}, "RECEIVE is “lmtp://127.0.0.1”"),
        ({"REPLY_TO": "p@example.org", "RECEIVE": "lmtp://127.0.0.1:no"}, "RECEIVE is “lmtp://127.0.0.1:no”"),
    ],
)
def test_where_replies_come_is_checked(tmp_path: Path, given: dict[str, str], says: str) -> None:
    with pytest.raises(BadSettings) as caught:
        settings(tmp_path, **given)
    assert says in str(caught.value)


def test_replies_are_taken_where_they_are_asked_for(tmp_path: Path) -> None:
    found = settings(tmp_path, REPLY_TO="play@cards.example.org", RECEIVE="lmtp://127.0.0.1:2525", **SENDING)
    assert (found.reply_to, found.receive) == ("play@cards.example.org", "lmtp://127.0.0.1:2525")
    assert settings(tmp_path).reply_to == "play@localhost", "the local mailbox can reply"
    assert settings(tmp_path, **SENDING).reply_to is None


def test_listening_to_the_world_needs_an_address(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="MOUSEPOST_BASE_URL is not set"):
        settings(tmp_path, ("0.0.0.0", 5000))
    found = settings(tmp_path, ("0.0.0.0", 5000), BASE_URL="http://127.0.0.1:5000")
    assert not found.local_mailbox, "reachable from elsewhere: the mailbox must not be"


def test_the_local_mailbox_needs_to_know_where_the_server_listens(tmp_path: Path) -> None:
    assert not settings(tmp_path, None).local_mailbox
    assert not settings(tmp_path, **SENDING).local_mailbox
    assert settings(tmp_path, ("::1", 5000)).local_mailbox


def test_there_is_no_local_mailbox_behind_a_proxy(tmp_path: Path) -> None:
    assert settings(tmp_path, PROXIES="0").local_mailbox
    assert not settings(tmp_path, PROXIES="1").local_mailbox


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("0.0.0.0", False),
     ("192.168.1.2", False), ("localhost.evil.example", False), ("::", False), ("", False)],
)  # fmt: skip
def test_loopback(host: str, local: bool) -> None:
    assert is_loopback(host) is local


def test_nothing_is_made_where_everything_has_its_place(tmp_path: Path) -> None:
    complete = {**SENDING, "SECRET_KEYS": "a key of good length", "DATABASE_URL": f"sqlite:///{tmp_path}/other.db"}
    settings(tmp_path / "instance", **complete)
    assert not (tmp_path / "instance").exists()
    for missing in ("SECRET_KEYS", "DATABASE_URL"):
        folder = tmp_path / missing
        settings(folder, **{key: value for key, value in complete.items() if key != missing})
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700


def test_the_secret_is_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    first = stored_secret(path)
    assert len(first) >= 32
    assert stored_secret(path) == first
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kept", ["", " \n", "short"])
def test_a_secret_that_was_lost_is_not_used(tmp_path: Path, kept: str) -> None:
    (tmp_path / "secret").write_text(kept)
    with pytest.raises(BadSettings, match="delete it"):
        settings(tmp_path)
    assert settings(tmp_path, SECRET_KEYS="a key that is given instead").secret_keys


def test_many_who_make_the_secret_at_once_get_the_same(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    found: list[str] = []
    barrier = threading.Barrier(8)

    def make() -> None:
        barrier.wait()
        found.append(stored_secret(path))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(found)) == 1


@pytest.mark.parametrize(
    ("how", "wrong"),
    [
        (["genrsa", "-traditional", "2048"], ""),
        (["genrsa", "2048"], ""),
        (["genrsa", "1024"], "a key of 1024 bits"),
        (["genpkey", "-algorithm", "ed25519"], "no RSA key"),
        (["genrsa", "-aes256", "-passout", "pass:secret", "2048"], "no RSA key"),
    ],
)
def test_keys_that_sign_mails(tmp_path: Path, how: list[str], wrong: str) -> None:
    key = tmp_path / "key.pem"
    key.write_bytes(subprocess.run(["openssl", *how], check=True, capture_output=True).stdout)
    if not wrong:
        assert settings(tmp_path, DKIM_KEY=str(key)).dkim_key == key
        assert settings(tmp_path, DKIM_KEY=str(key), DKIM_SELECTOR="Mouse-2").dkim_selector == "Mouse-2"
    else:
        with pytest.raises(BadSettings, match=f"MOUSEPOST_DKIM_KEY.*{wrong}.*at least 2048"):
            settings(tmp_path, DKIM_KEY=str(key))
