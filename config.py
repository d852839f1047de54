"""Configuration from the environment, every name with the prefix `MOUSEPOST_`."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from dkim.crypto import parse_pem_private_key, UnparsableKeyError
from email_validator import EmailNotValidError, validate_email

PREFIX = "MOUSEPOST_"
SHORTEST_KEY = 16
SHORTEST_RSA = 2048  # bits: shorter keys are not believed any more
SMTP_SCHEMES = ("smtp", "smtp+starttls", "smtps")
SMTP_WITH_TLS = ("smtp+starttls://", "smtps://")
SMTP_RIGHT = "it should be like smtp://localhost:25, smtp+starttls://USER:PASSWORD@HOST or smtps://USER:PASSWORD@HOST"
POSTGRESQL = "postgresql+psycopg"
POSTGRESQL_NAMES = ("postgresql", "postgres", POSTGRESQL)
MOST_PROXIES = 5
LOCAL_REPLY_TO = "play@localhost"  # the forms of the local mailbox answer there
RECEIVE_SCHEMES = ("smtp", "lmtp")
REPLY_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,11}", re.ASCII)  # what is signed comes behind it: 64 characters in all
# Those that speak to one known service or to a server that is meant for this, by HTTP alone: none that reaches programs
# of this machine, writes files, or posts anything anywhere.
CHANNELS = (
    "webpush", "ntfy", "ntfys", "discord", "tgram", "slack", "matrix", "matrixs", "gchat", "gotify", "gotifys", "mmost",
    "mmosts", "pbul", "pover", "rocket", "rockets", "zulip",
)  # fmt: skip
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
    secret_keys: tuple[str, ...] = field(repr=False)  # newest first
    smtp_url: str | None = field(repr=False)  # it may hold a password
    smtp_ca: Path | None  # certificates to trust for the mail server in place of the system's
    mail_from: str
    base_url: str  # without a slash at the end
    hosts: frozenset[str]
    mailbox: Path | None  # where mail goes without SMTP
    local_mailbox: bool  # whether pages show that mailbox
    reply_to: str | None = None  # where replies and bounces come: NAME@DOMAIN, for NAME+TOKEN@DOMAIN
    receive: str | None = None  # where the mail that comes is taken: smtp://HOST:PORT or lmtp://HOST:PORT
    dkim_key: Path | None = None  # signs mails for the domain of `mail_from`
    dkim_selector: str = "mousepost"
    channels: tuple[str, ...] = ("webpush", "ntfy", "ntfys", "discord", "tgram", "slack", "matrix", "matrixs")
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
    smtp_ca = _smtp_ca(given.get("SMTP_CA", ""), smtp_url, problems)
    mail_from = _mail_from(given.get("MAIL_FROM", ""), smtp_url, problems)
    dkim_key = _dkim_key(given.get("DKIM_KEY", ""), problems)
    dkim_selector = _dkim_selector(given.get("DKIM_SELECTOR", ""), dkim_key, problems)
    channels = _channels(given.get("CHANNELS"), problems)
    hosts = _hosts(given.get("HOSTS", ""), problems)
    keys = _secret_keys(given.get("SECRET_KEYS", ""), problems)
    database_url = _database_url(given.get("DATABASE_URL", ""), instance, problems)
    proxies = _proxies(given.get("PROXIES", ""), problems)
    reply_to = _reply_to(given.get("REPLY_TO", ""), problems)
    receive = _receive(given.get("RECEIVE", ""), reply_to, problems)
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
    local_mailbox = bool(bind and is_loopback(bind[0]) and not smtp_url and not public and not proxies)
    return Settings(
        database_url=database_url,
        secret_keys=keys or (stored_secret(instance / "secret"),),
        smtp_url=smtp_url,
        smtp_ca=smtp_ca,
        mail_from=mail_from,
        base_url=base_url,
        hosts=hosts,
        mailbox=None if smtp_url else instance / "mailbox",
        local_mailbox=local_mailbox,
        reply_to=reply_to or (LOCAL_REPLY_TO if local_mailbox else None),
        receive=receive,
        dkim_key=dkim_key,
        dkim_selector=dkim_selector,
        channels=channels,
        proxies=proxies,
    )


def stored_secret(path: Path) -> str:
    """Return the secret kept in a file, made there once: whoever comes second reads what the first wrote.

    Raises `BadSettings` where the file has lost it: with an empty key anybody could sign.
    """
    if not path.exists():
        fresh = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    secret = path.read_text().strip()
    if len(secret) < SHORTEST_KEY:
        raise BadSettings([f"{path} has fewer than {SHORTEST_KEY} characters: delete it, and a new secret is made"])
    return secret


def _is_url(value: str, schemes: Iterable[str]) -> bool:
    """Say whether `value` is a URL with one of these schemes, a host, and no port that cannot be."""
    try:
        parts = urlsplit(value)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _base_url(value: str, bind: tuple[str, int] | None, problems: list[str]) -> str:
    if not value:
        host, port = bind or ("127.0.0.1", 5000)
        if not is_loopback(host):
            problems.append(
                f"{PREFIX}BASE_URL is not set, but the server listens on {host}: set it to the address that people"
                " use, for example https://mousepost.example.org"
            )
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    if not _is_url(value, ("http", "https")) or set("?#") & set(value) or urlsplit(value).path.strip("/"):
        problems.append(
            f"{PREFIX}BASE_URL is “{value}”: it should be the address of the service,"
            " for example https://mousepost.example.org"
        )
        return "http://127.0.0.1:5000"
    return value.rstrip("/")


def _smtp_url(value: str, problems: list[str]) -> str | None:
    """Return the mail server's URL; what is wrong with it is said without showing what may be a password."""
    if not value:
        return None
    try:
        wrong = _wrong_with_smtp(urlsplit(value))
    except ValueError:  # brackets that do not match, or a port that is no number
        wrong = "cannot be read"
    if wrong:
        problems.append(
            f"{PREFIX}SMTP_URL {wrong}: {SMTP_RIGHT}, with the characters / # ? @ : % of user and password"
            " written as %2F %23 %3F %40 %3A %25"
        )
    return value


def _wrong_with_smtp(parts: SplitResult) -> str:
    """Return what is wrong with the URL of a mail server, nothing if it is right. Raises `ValueError`."""
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if parts.scheme not in SMTP_SCHEMES or not parts.netloc:
        return "does not begin with " + " or ".join(f"{scheme}://" for scheme in SMTP_SCHEMES)
    if not parts.hostname or parts.port == 0 or any(char.isspace() for char in parts.hostname):
        return "does not name a host and a port"
    if parts.path.strip("/") or parts.query or parts.fragment:
        return "goes on after host and port"
    if bool(user) != bool(password):
        return "has only one of user and password"
    if not (user + password).isascii() or not (user + password).isprintable():
        return "has characters in user or password that cannot be sent"
    return ""


def _smtp_ca(value: str, smtp_url: str | None, problems: list[str]) -> Path | None:
    """Return the file of certificates to trust; one that nothing would look at is an error as well."""
    if not value:
        return None
    path = Path(value).expanduser()
    if not (smtp_url or "").casefold().startswith(SMTP_WITH_TLS):
        problems.append(
            f"{PREFIX}SMTP_CA is set, but no certificate is asked for: set {PREFIX}SMTP_URL to an address that begins"
            " with smtp+starttls:// or smtps://"
        )
    try:
        ssl.create_default_context(cafile=path)
    except OSError as error:  # of which a file that holds no certificate is one
        why = "holds no certificate" if isinstance(error, ssl.SSLError) else error.strerror
        problems.append(f"{PREFIX}SMTP_CA is “{value}” ({why}): it should be a file of certificates in PEM")
    return path


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


def _dkim_key(value: str, problems: list[str]) -> Path | None:
    """Return the file of the key that signs mails; nothing of what is in it is shown."""
    if not value:
        return None
    path, wrong = Path(value).expanduser(), ""
    try:
        bits = parse_pem_private_key(path.read_bytes())["modulus"].bit_length()
        wrong = f"a key of {bits} bits" if bits < SHORTEST_RSA else ""
    except OSError as error:
        wrong = error.strerror or "cannot be read"
    except (UnparsableKeyError, ValueError, IndexError):
        wrong = "no RSA key"
    if wrong:
        problems.append(
            f"{PREFIX}DKIM_KEY is “{value}” ({wrong}): it should be a file with an RSA key of at least {SHORTEST_RSA}"
            " bits in PEM, without a password, such as openssl genrsa -out FILE 2048 makes"
        )
    return path


def _dkim_selector(value: str, key: Path | None, problems: list[str]) -> str:
    selector = value or "mousepost"
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", selector, re.ASCII | re.IGNORECASE):
        problems.append(
            f"{PREFIX}DKIM_SELECTOR is “{value}”: it should be letters, digits and hyphens, for example mousepost"
        )
    elif value and not key:
        problems.append(f"{PREFIX}DKIM_SELECTOR is set, but no key signs anything: set {PREFIX}DKIM_KEY as well")
    return selector


def _channels(value: str | None, problems: list[str]) -> tuple[str, ...]:
    """Return the kinds of channels that players may add; by default `Settings.channels`, by an empty value none."""
    if value is None:
        return Settings.channels
    kinds = tuple(dict.fromkeys(kind.strip().lower() for kind in value.split(",") if kind.strip()))
    for kind in kinds:
        if kind not in CHANNELS:
            problems.append(
                f"{PREFIX}CHANNELS has “{kind}”: it should be some of {', '.join(CHANNELS)}, separated by commas"
            )
    return kinds


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
    path = Path(value.partition(":///")[2])
    if not value.startswith("sqlite:///") or not path.name or path.name == ":memory:":
        problems.append(
            f"{PREFIX}DATABASE_URL is “{scheme}://…”: it should be sqlite:///PATH, for example"
            " sqlite:////var/lib/mousepost/mousepost.db, or postgresql://USER:PASSWORD@HOST/DATABASE"
        )
    elif not path.parent.is_dir():
        problems.append(f"{PREFIX}DATABASE_URL is in “{path.parent}”, which is no folder: make it first")
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


def _reply_to(value: str, problems: list[str]) -> str | None:
    """Return the address for replies; its name is short and plain, for what is signed comes behind it."""
    if not value:
        return None
    name, _at, domain = value.rpartition("@")
    try:
        validate_email(value, check_deliverability=False, test_environment=True)
        wrong = "" if REPLY_NAME.fullmatch(name) and domain.isascii() else "its name before the @ does not fit"
    except EmailNotValidError as error:
        wrong = str(error)
    if wrong:
        problems.append(
            f"{PREFIX}REPLY_TO is “{value}” ({wrong}): it should be an address like play@cards.example.org, its name"
            " of at most 12 characters, a–z, 0–9 and - only"
        )
    return value


def _receive(value: str, reply_to: str | None, problems: list[str]) -> str | None:
    """Return where mail that comes is taken."""
    if not value:
        return None
    if not _is_url(value, RECEIVE_SCHEMES) or not urlsplit(value).port or urlsplit(value).path.strip("/"):
        problems.append(
            f"{PREFIX}RECEIVE is “{value}”: it should be smtp://HOST:PORT or lmtp://HOST:PORT, for example"
            " lmtp://127.0.0.1:2525"
        )
    if not reply_to:
        problems.append(
            f"{PREFIX}RECEIVE is set, but no mail asks for a reply: set {PREFIX}REPLY_TO, for example to"
            " play@cards.example.org"
        )
    return value
