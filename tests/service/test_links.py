"""Links: one purpose each, expiring, tamper-proof, and good across a change of keys."""

from __future__ import annotations

import base64
import zlib
from datetime import datetime, timedelta, UTC

import pytest

from service import links
from service.links import BadLink, ExpiredLink, ForeignLink, ForgedLink, Links

NOW = datetime(2026, 12, 1, tzinfo=UTC)
OLD, NEW = "an old key of good length", "a new key of good length"


def test_a_link_gives_back_what_was_signed() -> None:
    token = Links([NEW]).sign(links.SEAT, ["match", 3, 17, 0], NOW)
    assert Links([NEW]).read(links.SEAT, token, NOW + timedelta(days=119)) == ["match", 3, 17, 0]
    assert token.replace("-", "").replace("_", "").replace(".", "").isalnum(), "it survives any mail program"


@pytest.mark.parametrize("purpose", links.PURPOSES)
def test_a_link_expires(purpose: str) -> None:
    token = Links([NEW]).sign(purpose, ["x"], NOW)
    Links([NEW]).read(purpose, token, NOW + links.LIFE[purpose])
    with pytest.raises(ExpiredLink):
        Links([NEW]).read(purpose, token, NOW + links.LIFE[purpose] + timedelta(seconds=1))


@pytest.mark.parametrize("purpose", links.PURPOSES)
@pytest.mark.parametrize("other", links.PURPOSES)
def test_a_link_serves_its_purpose_only(purpose: str, other: str) -> None:
    token = Links([NEW]).sign(purpose, ["x"], NOW)
    if purpose == other:
        assert Links([NEW]).read(other, token, NOW) == ["x"]
    else:
        with pytest.raises(ForeignLink) as error:
            Links([NEW]).read(other, token, NOW)
        assert error.value.purpose == purpose


def test_old_keys_still_verify_until_they_are_dropped() -> None:
    token = Links([OLD]).sign(links.SEAT, ["x"], NOW)
    assert Links([NEW, OLD]).read(links.SEAT, token, NOW) == ["x"]
    with pytest.raises(ForgedLink):
        Links([NEW]).read(links.SEAT, token, NOW)
    fresh = Links([NEW, OLD]).sign(links.SEAT, ["x"], NOW)
    assert Links([NEW]).read(links.SEAT, fresh, NOW) == ["x"], "the newest signs"


def test_every_changed_letter_is_noticed() -> None:
    signer = Links([NEW])
    token = signer.sign(links.SEAT, ["match", 3, 17, 0], NOW)
    for at in range(len(token) - 1):  # the last letter carries bits that stand for nothing
        forged = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
        with pytest.raises(BadLink):
            signer.read(links.SEAT, forged, NOW)


@pytest.mark.parametrize("token", ["", ".", "a.b", "WzFd", "x" * 10_000, "日本語", "a.b.c", "\x00"])
def test_garbage_is_forged(token: str) -> None:
    with pytest.raises(ForgedLink):
        Links([NEW]).read(links.SEAT, token, NOW)


def test_what_nobody_signed_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small token can unpack to hundreds of megabytes."""
    unpacked: list[object] = []
    monkeypatch.setattr(zlib, "decompress", unpacked.append)
    packed = base64.urlsafe_b64encode(zlib.compress(b"[" + b"1," * 1000 + b"1]")).decode().rstrip("=")
    with pytest.raises(ForgedLink):
        Links([NEW]).read(links.SEAT, f".{packed}.AAAA", NOW)
    assert not unpacked
