"""Configuration from the environment, every name with the prefix `MOUSEPOST_`."""

from __future__ import annotations

import ipaddress
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from email_validator import EmailNotValidError, validate_email

PREFIX = "MOUSEPOST_"
SHORTEST_KEY = 16
SMTP_PORTS = {"smtp": 25}
POSTGRESQL = "postgresql+psycopg"
POSTGRESQL_NAMES = ("postgresql", "postgres", POSTGRESQL)
MOST_PROXIES = 5
MAKE_A_KEY = 'python3 -c "import secrets; print(secrets.token_urlsafe(48))"'


class BadSettings(Exception):
    """Values that cannot be used; one line each, naming the variable, the value and what would be right."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True)
class Settings:
    """How this service is set up."""

    database_url: str
    secret_keys: tuple[str, ...]  # newest first
    smtp_url: str | None
    mail_from: str
    base_url: str  # without a slash at the end
    hosts: frozenset[str]
    mailbox: Path | None  # where mail goes without SMTP
    local_mailbox: bool  # whether pages show that mailbox
    proxies: int = 0  # how many stand before the service and add to the forwarded headers

    @property
    def https(self) -> bool:
        """Say whether people reach the service by HTTPS."""
        return self.base_url.startswith("https://")


def is_loopback(host: str) -> bool:
    """Say whether only this machine can reach `host`."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def load(environ: Mapping[str, str], instance: Path, bind: tuple[str, int] | None = None) -> Settings:
    """Read the settings; `bind` is where the server is about to listen, where that is known.

    Raises `BadSettings`, with everything that is wrong. Makes `instance` and the secret in it where something is to be
    kept there.
    """
    problems: list[str] = []
    given = {key[len(PREFIX) :]: value.strip() for key, value in environ.items() if key.startswith(PREFIX)}
    base_url = _base_url(given.get("BASE_URL", ""), bind, problems)
    smtp_url = _smtp_url(given.get("SMTP_URL", ""), problems)
    mail_from = _mail_from(given.get("MAIL_FROM", ""), smtp_url, problems)
    hosts = _hosts(given.get("HOSTS", ""), problems)
    keys = _secret_keys(given.get("SECRET_KEYS", ""), problems)
    database_url = _database_url(given.get("DATABASE_URL", ""), instance, problems)
    proxies = _proxies(given.get("PROXIES", ""), problems)
    if database_url.startswith(f"{POSTGRESQL}://") and not keys:
        problems.append(
            f"{PREFIX}SECRET_KEYS is not set: with PostgreSQL all machines need the same key, and none is made for"
            f" you. Make one with {MAKE_A_KEY}"
        )
    public = not is_loopback(urlsplit(base_url).hostname or "")
    if public and not smtp_url and not problems:
        problems.append(
            f"{PREFIX}SMTP_URL is not set, but people reach {base_url} from elsewhere and need their mail:"
            " set it, for example to smtp://localhost:25"
        )
    if problems:
        raise BadSettings(problems)
    if not (keys and smtp_url and given.get("DATABASE_URL")):
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)  # it will hold hands, addresses and the secret
    return Settings(
        database_url=database_url,
        secret_keys=keys or (stored_secret(instance / "secret"),),
        smtp_url=smtp_url,
        mail_from=mail_from,
        base_url=base_url,
        hosts=hosts,
        mailbox=None if smtp_url else instance / "mailbox",
        local_mailbox=bool(bind and is_loopback(bind[0]) and not smtp_url and not public and not proxies),
        proxies=proxies,
    )


def stored_secret(path: Path) -> str:
    """Return the secret kept in a file, made there once: whoever comes second reads what the first wrote."""
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


def _base_url(value: str, bind: tuple[str, int] | None, problems: list[str]) -> str:
    if not value:
        host, port = bind or ("127.0.0.1", 5000)
        if not is_loopback(host):
            problems.append(
                f"{PREFIX}BASE_URL is not set, but the server listens on {host}: set it to the address that people"
                " use, for example https://mousepost.example.org"
            )
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        problems.append(
            f"{PREFIX}BASE_URL is “{value}”: it should be the address of the service,"
            " for example https://mousepost.example.org"
        )
        return "http://127.0.0.1:5000"
    return value.rstrip("/")


def _smtp_url(value: str, problems: list[str]) -> str | None:
    if not value:
        return None
    parts = urlsplit(value)
    try:
        good = parts.scheme in SMTP_PORTS and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        problems.append(
            f"{PREFIX}SMTP_URL is “{parts.scheme}://…”: it should be smtp://HOST:PORT, for example smtp://localhost:25"
        )
    return value


def _mail_from(value: str, smtp_url: str | None, problems: list[str]) -> str:
    if not value:
        if smtp_url:
            problems.append(
                f"{PREFIX}MAIL_FROM is not set: mail needs a sender, for example Mousepost <mousepost@example.org>"
            )
        return "Mousepost <mousepost@localhost>"
    name, address = parseaddr(value)
    try:
        validate_email(address, check_deliverability=False, test_environment=True)
    except EmailNotValidError as error:
        problems.append(
            f"{PREFIX}MAIL_FROM is “{value}” ({error}): it should be like Mousepost <mousepost@example.org>"
        )
    return value if name else f"Mousepost <{address}>"


def _hosts(value: str, problems: list[str]) -> frozenset[str]:
    hosts = [host.strip() for host in value.split(",") if host.strip()]
    for host in hosts:
        try:
            validate_email(host, check_deliverability=False, test_environment=True)
        except EmailNotValidError:
            problems.append(f"{PREFIX}HOSTS has “{host}”: it should be e-mail addresses, separated by commas")
    return frozenset(host.casefold() for host in hosts)


def _secret_keys(value: str, problems: list[str]) -> tuple[str, ...]:
    keys = tuple(key.strip() for key in value.split(",") if key.strip())
    if any(len(key) < SHORTEST_KEY for key in keys):
        problems.append(
            f"{PREFIX}SECRET_KEYS has a key of fewer than {SHORTEST_KEY} characters: make one with {MAKE_A_KEY}"
        )
    return keys


def _database_url(value: str, instance: Path, problems: list[str]) -> str:
    """Return the address of the database; every way to write PostgreSQL's names the same driver."""
    if not value:
        return f"sqlite:///{(instance / 'mousepost.db').resolve()}"
    scheme, _colon, rest = value.partition("://")
    if scheme in POSTGRESQL_NAMES and _names_a_database(value):
        return f"{POSTGRESQL}://{rest}"
    if not value.startswith("sqlite:///"):
        problems.append(
            f"{PREFIX}DATABASE_URL is “{scheme}://…”: it should be sqlite:///PATH, for example"
            " sqlite:////var/lib/mousepost/mousepost.db, or postgresql://USER:PASSWORD@HOST/DATABASE"
        )
    return value


def _names_a_database(url: str) -> bool:
    parts = urlsplit(url)
    try:
        return bool(parts.path.strip("/")) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def _proxies(value: str, problems: list[str]) -> int:
    if not value:
        return 0
    if not value.isdecimal() or not value.isascii() or len(value) > 1 or int(value) > MOST_PROXIES:
        problems.append(
            f"{PREFIX}PROXIES is “{value}”: it should be how many proxies stand before the service, from 0 to"
            f" {MOST_PROXIES}; 1 for one nginx or caddy"
        )
        return 0
    return int(value)
