#!/usr/bin/env python3
"""Check that the cards of a Mousepost match were not chosen by anybody: python3 verify.py RECORD.json

It needs Python 3.9 or later and nothing else: no network, and nothing of Mousepost. Read it before you trust it; all
of the arithmetic is in `commitment_of`, `seed_of`, `stream`, `below` and `shuffled`, which are a few lines each.

What is checked, and said in words:
- that the secret which the record shows is the one that the host was bound to when the table was set up: its SHA-256 is
  the commitment that everybody saw then (give the one that you noted with --commitment HEX);
- that secret and lucky phrases give every starting seat, every deck and every card drawn from a hand.
What is not: that the moves are legal, and that the host, who knows the secret, has not looked at the cards.

It ends with 0 where everything holds, 1 where something does not, 2 where it could not be read or not all be checked.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

DECKS = {
    "katzenjammer-blues": [card for card in "12345J" for _ in range(15)],
    "clubs": [f"{rank}{suit}" for suit in "CDHS" for rank in range(1, 16)],
    "flohcati": [f"{act}{number}" for act in "ABCDEFGHIJ" for number in range(8)]
    + ["ask"] * 3
    + ["draw"] * 3
    + ["fanfare"] * 3,
}
HOLDS, BROKEN, UNKNOWN = "holds", "DOES NOT HOLD", "not checked"

Finding = tuple[str, str, str]  # what, whether it holds, and why that is said


def commitment_of(secret: bytes) -> str:
    """Return the commitment to a secret, in hex."""
    return hashlib.sha256(b"mousepost-commit/1\0" + secret).hexdigest()


def seed_of(secret: bytes, phrases: Sequence[str]) -> bytes:
    """Return the seed that a secret and the phrases, in the order of the seats, give."""
    digest = hashlib.sha256(b"mousepost-seed/1\0" + secret)
    for phrase in phrases:
        data = phrase.encode("utf-8")
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def stream(seed: bytes, label: str) -> Iterator[int]:
    """Yield the numbers of 64 bits that a seed gives for a label."""
    block = 0
    while True:
        digest = hmac.new(seed, label.encode("utf-8") + b"\0" + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1


def below(numbers: Iterator[int], n: int) -> int:
    """Return a number from 0 and below n, each as likely as any other."""
    limit = 2**64 // n * n
    return next(x for x in numbers if x < limit) % n


def shuffled(seed: bytes, label: str, cards: Sequence[str]) -> list[str]:
    """Return the order of the cards that a seed gives for a label, the top one first."""
    order, numbers = list(cards), stream(seed, label)
    for i in range(len(order) - 1, 0, -1):
        j = below(numbers, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def hands_drawn_from(record: dict[str, Any]) -> list[int]:
    """Return, for each card of Zirkus Flohcati drawn from a hand, of how many cards that hand was."""
    hands, asker, found = dict.fromkeys(range(1, len(record["players"]) + 1), 0), 0, []
    for line in record["moves"]:
        seat_text, verb, *rest = line.split(" (")[0].split(" ")
        seat = int(seat_text)
        if verb == "take":
            hands[seat] += 1
        elif verb == "trio":
            hands[seat] -= 3
        elif verb == "ask":
            asker = seat
        elif verb == "give":
            hands[seat] -= 1
            hands[asker] += 1
        elif verb == "draw" and hands[int(rest[0])]:
            found.append(hands[int(rest[0])])
            hands[int(rest[0])] -= 1
            hands[seat] += 1
    return found


def findings(record: dict[str, Any], noted: str = "") -> Iterator[Finding]:
    """Yield what was checked of a record with a proof. Raises `KeyError`, `TypeError`, `ValueError` for nonsense."""
    proof = record["proof"]
    secret, phrases = bytes.fromhex(proof["server_seed"]), proof["phrases"]
    fits = commitment_of(secret) == proof["commitment"]
    yield (
        "commitment",
        HOLDS if fits else BROKEN,
        (
            "the secret is the one that the commitment was made from"
            if fits
            else f"the commitment to this secret would be {commitment_of(secret)}"
        ),
    )
    if noted:
        same = noted.lower() == proof["commitment"]
        yield (
            "noted",
            HOLDS if same else BROKEN,
            ("it is the commitment that you noted" if same else f"the record has {proof['commitment']}"),
        )
    one_each = len(phrases) == len(record["players"])
    seed = seed_of(secret, phrases)
    yield (
        "seed",
        HOLDS if one_each else BROKEN,
        (
            f"secret and {len(phrases)} lucky phrases give {seed.hex()}"
            if one_each
            else f"there are {len(phrases)} phrases for {len(record['players'])} seats"
        ),
    )
    hands = hands_drawn_from(record) if record["game"] == "flohcati" else []
    for label, outcome in record["chance"].items():
        yield (label, *check_outcome(record, seed, label, outcome, hands))


def check_outcome(
    record: dict[str, Any], seed: bytes, label: str, outcome: Any, hands: Sequence[int]
) -> tuple[str, str]:
    """Return whether an outcome is what the seed gives, and what that is."""
    kind, _slash, count = label.partition("/")
    if label == "first":
        right: Any = below(stream(seed, label), len(record["players"]))
        words = f"seat {right + 1} starts"
    elif kind == "deck" and record["game"] in DECKS:
        right = shuffled(seed, label, DECKS[record["game"]])
        words = f"{len(right)} cards, {' '.join(right[:3])} on top"
    elif kind == "draw" and count.isdecimal() and 0 < int(count) <= len(hands):
        size = hands[int(count) - 1]
        right = below(stream(seed, label), size)
        words = f"card {right + 1} of the {size} in that hand"
    else:
        return UNKNOWN, "this program does not know what it was drawn from"
    return (HOLDS, words) if outcome == right and type(outcome) is type(right) else (BROKEN, f"it should be: {words}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the record that the command line names, and return the status to end with."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("record", help="the record of a match that is over, a JSON file")
    parser.add_argument("--commitment", default="", metavar="HEX", help="the commitment that you noted beforehand")
    given = parser.parse_args(arguments)
    try:
        with open(given.record, encoding="utf-8") as file:
            record = json.load(file)
        if record.get("proof") is None:
            print("This record has no proof: nothing can be said of how its cards came about.")
            return 2
        found = list(findings(record, given.commitment))
    except (OSError, ValueError) as error:
        print(f"This file cannot be read as a record: {error}")
        return 2
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"This file is no record of a match ({type(error).__name__}: {error}).")
        return 2
    print(f"{record['game']}, {len(record['players'])} players, {len(record['moves'])} moves")
    print(f"The commitment: {record['proof']['commitment']}")
    for what, verdict, why in found:
        print(f"  {what:<12} {verdict}: {why}")
    verdicts = {verdict for _what, verdict, _why in found}
    if BROKEN in verdicts:
        print("Something does not hold: these are not the cards that the commitment and the phrases give.")
        return 1
    if UNKNOWN in verdicts:
        print("What could be checked holds; not everything could.")
        return 2
    print("Everything holds: nobody chose these cards once the commitment was shown.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
