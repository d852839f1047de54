"""The local mailbox: every mail sent by a service that only this machine can reach.

Whoever can open it can take any account, so it exists only when the server was started on loopback without
SMTP, and then answers only to requests for loopback that came through no proxy.
"""

from __future__ import annotations

import mailbox
import secrets
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path
from urllib.parse import quote

from flask import abort, Blueprint, flash, make_response, redirect, render_template, request, Response
from flask_babel import gettext as _
from markupsafe import Markup

from web.site import site

pages = Blueprint("mailbox", __name__, url_prefix="/mailbox")

FORWARDING = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self';"
    " sandbox allow-top-navigation-by-user-activation"
)
MOST_SHOWN = 200


@dataclass(frozen=True)
class Mail:
    """A mail as its reader sees it."""

    key: str
    to: str
    address: str
    sender: str
    subject: str
    date: datetime
    text: str
    html: str
    reply_to: str
    message_id: str


@pages.before_request
def only_here() -> None:
    """Answer 404 to whoever might not sit at this machine; HTTP/1.0 is what proxies speak by default."""
    if request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
        abort(404)
    host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    if host not in ("localhost", "127.0.0.1") or any(name in request.headers for name in FORWARDING):
        abort(404)


def folder() -> mailbox.Maildir:
    """Return the folder with the mails."""
    path = site().settings.mailbox
    assert path
    return mailbox.Maildir(Path(path))


def read(key: str) -> Mail:
    """Return one mail. Answers 404 where there is none."""
    try:
        data = folder().get_bytes(key)
    except KeyError:
        abort(404)
    message = message_from_bytes(data, policy=policy.default)
    assert isinstance(message, EmailMessage)
    parts = {kind: message.get_body((kind,)) for kind in ("plain", "html")}
    bodies = {kind: str(part.get_content()) if part else "" for kind, part in parts.items()}
    return Mail(
        key=key,
        to=str(message["To"]),
        address=parseaddr(str(message["To"]))[1],
        sender=str(message["From"]),
        subject=str(message["Subject"]),
        date=parsedate_to_datetime(str(message["Date"])),
        text=bodies["plain"],
        html=bodies["html"],
        reply_to=parseaddr(str(message["Reply-To"] or ""))[1],
        message_id=str(message["Message-ID"] or ""),
    )


@pages.get("/")
def inbox() -> str:
    """List the mails, the newest first, of everybody or of one address."""
    keys = sorted(folder().keys(), key=order, reverse=True)
    mails = [read(key) for key in keys[:MOST_SHOWN]]
    address = request.args.get("to", "")
    people = sorted({mail.address for mail in mails})
    shown = [mail for mail in mails if not address or mail.address == address]
    return render_template("mailbox.html", mails=shown, people=people, address=address)


def order(key: str) -> tuple[int, int]:
    """Order Maildir keys by when they were made: seconds, and the counter of the process."""
    seconds, _dot, rest = key.partition(".")
    counter = rest.partition("Q")[2].partition(".")[0]
    return int(seconds), int(counter or 0)


@pages.get("/<key>")
def show(key: str) -> str:
    """Show one mail."""
    return render_template("mail.html", mail=read(key), mark=secrets.token_hex(16))


@pages.post("/<key>/reply")
def reply(key: str) -> Response | tuple[str, int]:
    """Reply to a mail as a mail program would; a form that is sent twice is the same mail."""
    answered = read(key)
    if not answered.reply_to:
        abort(404)
    text = request.form.get("text", "").replace("\r\n", "\n")
    sent = request.form.get("mark", "")
    message = EmailMessage()
    message["From"], message["To"] = answered.address, answered.reply_to
    message["Subject"] = f"Re: {answered.subject}"
    message["Message-ID"] = f"<{sent if sent.isalnum() else secrets.token_hex(16)}@mailbox.invalid>"
    if answered.message_id:
        message["In-Reply-To"] = answered.message_id
    message.set_content(text)
    refused = site().receive(answered.reply_to, answered.address, message.as_bytes())
    if refused:
        return render_template("mail.html", mail=answered, mark=sent, typed=text, refused=refused), 422
    flash(_("Your reply has been sent; its answer comes by mail."))
    return redirect(f"/mailbox/?to={quote(answered.address)}", 303)  # type: ignore[return-value]


@pages.get("/<key>/html")
def html(key: str) -> Response:
    """Give the HTML of a mail for the frame, which runs nothing and asks for nothing."""
    head = Markup('<base target="_top">')
    response = make_response(head + Markup(read(key).html))
    response.headers["Content-Security-Policy"] = FRAME_POLICY
    return response
