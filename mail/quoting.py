"""What somebody wrote in a reply: its text without what they quote, their signature, and what their program adds.

Answers stand above, below or between what is quoted. The patterns of mail-parser-reply know the lines that introduce a
quotation in many languages; what it does not know stands here. Only the beginning of a text is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from mailparser_reply import EmailReplyParser

LANGUAGES = ["en", "de", "ja", "zh", "fr", "es", "it", "nl", "pl", "sv", "da", "ko", "cs"]
MOST_LINES = 400
LONGEST = 300  # characters of a line that patterns are tried on: the time they need grows faster than the line
TRIED = 60  # lines that they are tried on
WRAPPED = 3  # lines over which a program breaks the one that introduces a quotation

QUOTED = re.compile(r"\s*[>＞]")
SIGNATURE = re.compile(r"\s*(?:--|__|—|⁣?–)\s*$")
SENT_FROM = re.compile(
    r"(?:sent|gesendet|von meine[mr]|get outlook|download outlook|hol dir outlook|outlook für|envoyé|enviado)\b"
    r".*\b(?:from|via|using|von|mit|for|für|gesendet|depuis|desde)\b.*$"
    r"|diese nachricht wurde von .* gesendet\.?$|.*(?:から送信|から送信されました)$"
    r"|(?:发自|發自|從我的|来自|來自|發送自).*|.*を入手$",
    re.IGNORECASE,
)
RULE = re.compile(
    r"\s*(?:[-_—*=─]{5,}.*|-{2,}\s*(?:original|ursprüngliche|原始|forwarded|weitergeleitete).*)$", re.IGNORECASE
)
HEADER = re.compile(
    r"[\s*]*(?:from|sent|to|subject|date|cc|von|gesendet|datum|an|betreff|差出人|送信日時|送信者|日時|宛先|件名"
    r"|发件人|发送时间|发送日期|收件人|抄送|主题|寄件者|寄件人|寄件日期|收件者|副本|主旨|日期)\s*[*]*\s*[:：]",
    re.IGNORECASE,
)
BEGINS = re.compile(r"(?:on|am|le|el|il|op|em|den|於|在)\b.*\d|.*\b(?:19|20)\d\d|.*[@<]|.*\d年", re.IGNORECASE)
WROTE = re.compile(
    r".*(?:wrote|writes|schrieb\b.*|geschrieben|写道|寫道|书写|のメッセージ|のメール|書きました|書き込みました|écrit|escribió|scritto"
    r"|>\s*(?:\[.*\])?)\s*[:：]$",
    re.IGNORECASE,
)


def written(text: str) -> list[str]:
    """Return the lines that somebody wrote themselves, those left empty included."""
    lines = text.splitlines()[:MOST_LINES]
    known = _introductions(lines)
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if QUOTED.match(line):
            at += 1
            continue
        if SIGNATURE.match(line) or RULE.match(line) or _is_header(lines[at:]):
            break
        length = _introduction(lines[at:], known)
        if length:
            at += length
            if not QUOTED.match(next((later for later in lines[at:] if later.strip()), "")):
                break  # what is quoted is not marked, so nothing says where it ends
            continue
        if not SENT_FROM.match(line.strip()[:LONGEST]):
            kept.append(line)
        at += 1
    return kept


def _introductions(lines: Sequence[str]) -> set[str]:
    """Return the lines that introduce a quotation, as far as mail-parser-reply knows them."""
    tried = "\n".join(line[:LONGEST] for line in lines[:TRIED])
    replies = EmailReplyParser(languages=list(LANGUAGES)).read(tried).replies
    return {line.strip() for reply in replies for line in (reply.headers or "").splitlines() if line.strip()}


def _is_header(lines: Sequence[str]) -> bool:
    """Say whether lines begin like the header of a quoted mail: at least two of its fields one after the other."""
    fields = list(takewhile(HEADER.match, (line[:LONGEST] for line in lines[:4] if line.strip())))
    return len(fields) > 1


def _introduction(lines: Sequence[str], known: set[str]) -> int:
    """Return how many lines introduce a quotation, such as “On … Ann wrote:”; 0 where they do not."""
    first = lines[0].strip()[:LONGEST]
    for length in range(1, WRAPPED + 1):
        joined = " ".join(line.strip()[:LONGEST] for line in lines[:length])
        if BEGINS.match(first) and WROTE.match(joined):
            return length
    known_lines = list(takewhile(lambda line: line.strip() in known, lines[:WRAPPED]))
    return len(known_lines)
