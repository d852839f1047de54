"""Katzenjammer Blues: how the lines of a standing order are written."""

from __future__ import annotations

import re
import unicodedata

from games.contract import BadNotation, N_, OrderLine
from games.katzenjammer_hand import BID_TEXT, CARDS, count, pays, Quartet, QUARTETS, read_bid, Settlement, squeeze

UP_TO = "bid up to"
LEAST = "pay least"
LINES = (
    OrderLine("bid up to 3x4", N_("the cheapest bid, as long as it is at most this")),
    OrderLine("pay least", N_("pay with as few jokers as can be, then low numbers, and show no quartet")),
    OrderLine("pay least 5555", N_("pay so from what leaves these quartets, and show them")),
)
LIMIT = re.compile(r"(?:bid)?upto(.+)")
PAYING = re.compile(r"(?:settle|pay) ?(least\b)?(.*)")
GLUE = re.compile(r",|\b(?:and|show)\b")


def read_line(line: str) -> str:
    """Return the canonical text of a line. Raises `BadNotation`.

    The bid that a settlement will pay is not known yet, so its groups are told apart by the spaces between them.
    """
    limit = LIMIT.fullmatch(squeeze(line))
    paying = PAYING.fullmatch(" ".join(unicodedata.normalize("NFKC", line).lower().split()))
    if limit:
        return f"{UP_TO} {BID_TEXT[_read_limit(limit[1], line)]}"
    if not paying:
        strength = read_bid(line)
        return f"bid {BID_TEXT[strength]}" if strength else "pass"
    groups = GLUE.sub(" ", paying[2]).upper().split()
    if paying[1]:
        return " ".join([LEAST, *(_read_quartet(group, line).text for group in groups)])
    return str(_read_settlement(groups, line))


def _read_limit(typed: str, line: str) -> int:
    strength = read_bid(typed)
    if not strength:
        raise BadNotation(N_("“{line}” names no bid to go up to: write for example “bid up to 3x4”."), line=line[:80])
    return strength


def _read_settlement(groups: list[str], line: str) -> Settlement:
    pay = count(groups[0] if groups else "")
    size = sum(pay)
    bids = (strength for strength in range(size * 6, size * 6 + 6) if strength in BID_TEXT)
    if not groups or set(groups[0]) - {*CARDS} or not any(pays(pay, strength) for strength in bids):
        wrong = N_(
            "“{line}” pays no bid: write the cards that pay, then quartets with spaces between, as in "
            "“settle 22J 5555”, or “pay least”."
        )
        raise BadNotation(wrong, line=line[:80])
    return Settlement(pay, tuple(_read_quartet(group, line) for group in groups[1:]))


def _read_quartet(group: str, line: str) -> Quartet:
    cards, mark, value = group.partition("=")
    quartet = QUARTETS.get("".join(sorted(cards)) + mark + value)
    if not quartet:
        wrong = N_(
            "In “{line}” {group} is no quartet: that is four cards of one number, some may be jokers, as in “555J”; "
            "four jokers say their value, as in “JJJJ=5”."
        )
        raise BadNotation(wrong, line=line[:80], group=group[:80])
    return quartet
