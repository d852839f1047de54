"""Signing mails with the host's key (DKIM, RFC 6376), and the key's public half as the DNS is to have it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from email.utils import parseaddr
from pathlib import Path

import dkim
from dkim.crypto import parse_pem_private_key

# What nobody may change on the way, or add where it is not there; `From` twice, so that no second one is believed.
HEADERS = (
    "From", "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "List-Unsubscribe",
    "List-Unsubscribe-Post", "Auto-Submitted", "MIME-Version", "Content-Type",
)  # fmt: skip
RSA = bytes.fromhex("300d06092a864886f70d0101010500")  # the algorithm, in DER
INTEGER, BIT_STRING, SEQUENCE = 0x02, 0x03, 0x30

Sign = Callable[[bytes], bytes]


def unsigned(data: bytes) -> bytes:
    """Return a mail as it is."""
    return data


def signer(key: Path | None, selector: str, mail_from: str) -> Sign:
    """Return what puts a signature before the bytes of a mail, just as they are sent; without a key it leaves them."""
    if not key:
        return unsigned
    private, domain = key.read_bytes(), domain_of(mail_from)

    def sign(data: bytes) -> bytes:
        signature: bytes = dkim.sign(
            data, selector.encode(), domain.encode(), private,
            canonicalize=(b"relaxed", b"relaxed"), include_headers=[name.encode() for name in HEADERS],
        )  # fmt: skip
        return signature + data

    return sign


def domain_of(mail_from: str) -> str:
    """Return the domain that mails come from."""
    return parseaddr(mail_from)[1].rpartition("@")[2].lower()


def public_record(key: Path) -> str:
    """Return the text of the DNS record that lets everybody check what this key has signed."""
    private = parse_pem_private_key(key.read_bytes())
    numbers = [private[name] for name in ("modulus", "publicExponent")]
    pair = b"".join(_der(INTEGER, each.to_bytes(each.bit_length() // 8 + 1, "big")) for each in numbers)
    public = _der(SEQUENCE, RSA + _der(BIT_STRING, b"\0" + _der(SEQUENCE, pair)))
    return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


def _der(tag: int, content: bytes) -> bytes:
    """Return a value with its tag and its length before it (the writer in `dkim.asn1` fails for long ones)."""
    size = len(content)
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag]) + (digits if size < 128 else bytes([128 + len(digits)]) + digits) + content
