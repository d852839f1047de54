"""The host's command line for mail: what the DNS should say and says, by a real server of it, and a mail to try."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from dns import rcode, resolver

from app import create_app
from mail.signing import public_record
from tests.conftest import free_port
from tests.mail.servers import Server, serving
from tests.names import Names, naming

FROM = {
    "MOUSEPOST_BASE_URL": "https://cards.example.org",
    "MOUSEPOST_SMTP_URL": "smtp://localhost",
    "MOUSEPOST_MAIL_FROM": "Mousepost <mousepost@example.org>",
}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    with naming() as running:
        chosen = resolver.Resolver(configure=False)
        chosen.nameservers, chosen.port = ["127.0.0.1"], running.port
        monkeypatch.setattr(resolver, "default_resolver", chosen)
        yield running


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "dkim.pem"
    subprocess.run(["openssl", "genrsa", "-out", str(path), "2048"], check=True, capture_output=True)
    return path


def run(folder: Path, *arguments: str, **environ: str) -> Result:
    app = create_app()
    app.instance_path = str(folder)
    return app.test_cli_runner().invoke(args=["mail", *arguments], env={**FROM, **environ})


def test_records_that_are_missing_are_named(names: Names, tmp_path: Path, key: Path) -> None:
    done = run(tmp_path, "dns", MOUSEPOST_DKIM_KEY=str(key))
    assert done.exit_code == 1
    assert 'example.org. TXT "v=spf1 mx a:cards.example.org ~all"' in done.output
    assert 'mousepost._domainkey.example.org. TXT "v=DKIM1; k=rsa; p=' in done.output
    assert '_dmarc.example.org. TXT "v=DMARC1; p=quarantine"' in done.output
    assert done.output.count("now: missing") == 3
    written = done.output.partition("_domainkey.example.org. TXT ")[2].partition("\n")[0]
    assert written.replace('" "', "").strip('"') == public_record(key)
    assert max(map(len, written.strip('"').split('" "'))) <= 255


def test_records_that_are_right_are_said_to_be(names: Names, tmp_path: Path, key: Path) -> None:
    names.texts["example.org."] = ["v=spf1 mx -all", "something else"]
    names.texts["mouse._domainkey.example.org."] = [public_record(key).replace("k=rsa; ", "")]
    names.texts["_dmarc.example.org."] = ["v=DMARC1; p=reject"]
    done = run(tmp_path, "dns", MOUSEPOST_DKIM_KEY=str(key), MOUSEPOST_DKIM_SELECTOR="mouse")
    assert done.exit_code == 0, done.output
    assert "now: “v=spf1 mx -all”; see that it names the server" in done.output
    assert "now: right" in done.output
    assert "now: “v=DMARC1; p=reject”" in done.output


@pytest.mark.parametrize(
    ("name", "texts", "words"),
    [
        ("example.org.", ["v=spf1 mx -all", "v=spf1 a -all"], "more than one counts as none"),
        ("example.org.", ["v=spf1 +all"], "lets everybody send in your name"),
        ("mousepost._domainkey.example.org.", ["v=DKIM1; p=MIIB"], "another key"),
        ("_dmarc.example.org.", ["v=DMARC1; p=none", "v=DMARC1; p=reject"], "there are several"),
    ],
)
def test_records_that_are_wrong_are_said_to_be(
    names: Names, tmp_path: Path, key: Path, name: str, texts: list[str], words: str
) -> None:
    names.texts[name] = texts
    done = run(tmp_path, "dns", MOUSEPOST_DKIM_KEY=str(key))
    assert done.exit_code == 1
    assert words in done.output


def test_without_a_key_it_says_how_to_make_one(names: Names, tmp_path: Path) -> None:
    done = run(tmp_path, "dns")
    assert "openssl genrsa -out" in done.output
    assert "_domainkey" not in done.output


def test_without_the_dns_it_says_that_it_could_not_look(names: Names, tmp_path: Path, key: Path) -> None:
    names.rcode = rcode.SERVFAIL
    done = run(tmp_path, "dns", MOUSEPOST_DKIM_KEY=str(key))
    assert done.exit_code == 0
    assert done.output.count("could not be looked up") == 3


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    done = run(tmp_path, "dns", MOUSEPOST_DKIM_KEY="/nowhere")
    assert done.exit_code == 1
    assert "MOUSEPOST_DKIM_KEY is “/nowhere”" in done.output


def test_a_mail_to_try(tmp_path: Path, key: Path) -> None:
    with serving(Server()) as server:
        url = f"smtp://127.0.0.1:{server.port}"
        done = run(tmp_path, "test", "ann@example.net", MOUSEPOST_SMTP_URL=url, MOUSEPOST_DKIM_KEY=str(key))
        assert done.exit_code == 0, done.output
        assert "127.0.0.1 has taken the mail (signed), from mousepost@example.org to ann@example.net." in done.output
        (mail,) = server.mails
        assert mail["DKIM-Signature"]
        server.to_rcpt["ann@example.net"] = ["550 5.1.1 no such mouse"]
        done = run(tmp_path, "test", "ann@example.net", MOUSEPOST_SMTP_URL=url)
        assert done.exit_code == 1
        assert "not taken: 550 5.1.1 no such mouse" in done.output


def test_a_mail_to_try_without_a_server(tmp_path: Path) -> None:
    url = f"smtp://127.0.0.1:{free_port()}"
    done = run(tmp_path, "test", "ann@example.net", MOUSEPOST_SMTP_URL=url)
    assert done.exit_code == 1
    assert "Connection refused" in done.output


@pytest.mark.parametrize("address", ["ann", "", "a@b, c@d", "ann@example.org\nBcc: eve@example.org"])
def test_what_is_no_address_gets_no_mail(tmp_path: Path, address: str) -> None:
    done = run(tmp_path, "test", address)
    assert done.exit_code == 1
    assert "is no e-mail address" in done.output
