"""What somebody wrote in a reply: its text without what they quote, their signature, and what their program adds.

Answers stand above, below or between what is quoted. Only the beginning of a text is looked at, and of a long line: who
replies must not be able to keep the service busy.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

MOST_LINES = 400
LONGEST = 300  # characters of a line that patterns are tried on
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
BEGINS = re.compile(
    r"(?:on|am|le|el|il|op|em|den|dne|w dniu|於|在)\b.*\d|.*\b(?:19|20)\d\d|.*[@<]|.*\d年", re.IGNORECASE
)
WROTE = re.compile(
    r".*(?:wrote|writes|schrieb\b.*|geschrieben|写道|寫道|书写|のメッセージ|のメール|書きました|書き込みました|écrit|escribió|scritto"
    r"|schreef.*|skrev.*|napisał.*|napsal.*|escreveu|kirjoitti|írta|написал.*|님이 작성"
    r"|>\s*(?:\[.*\])?)\s*[:：]$",
    re.IGNORECASE,
)


def written(text: str) -> list[str]:
    """Return the lines that somebody wrote themselves, those left empty included."""
    lines = text.splitlines()[:MOST_LINES]
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if QUOTED.match(line):
            at += 1
            continue
        if SIGNATURE.match(line) or RULE.match(line) or _is_header(lines[at : at + WRAPPED]):
            break
        length = _introduction(lines[at : at + WRAPPED])
        if length:
            at += length
            if not QUOTED.match(next((later for later in lines[at:] if later.strip()), "")):
                break  # what is quoted is not marked, so nothing says where it ends
            continue
        if not SENT_FROM.match(line.strip()[:LONGEST]):
            kept.append(line)
        at += 1
    return kept


def _is_header(lines: Sequence[str]) -> bool:
    """Say whether lines begin like the header of a quoted mail: at least two of its fields one after the other."""
    fields = list(takewhile(HEADER.match, (line[:LONGEST] for line in lines if line.strip())))
    return len(fields) > 1


def _introduction(lines: Sequence[str]) -> int:
    """Return how many lines introduce a quotation, such as “On … Ann wrote:”; 0 where they do not."""
    if BEGINS.match(lines[0].strip()[:LONGEST]):
        for length in range(1, len(lines) + 1):
            said = " ".join(line.strip()[:LONGEST] for line in lines[:length])
            if said.endswith((":", "：")) and WROTE.match(said):  # the pattern alone tries for long what ends otherwise
                return length
    return 0
