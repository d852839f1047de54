"""Chance by label, the proof, and lucky phrases; `vectors.json` holds published values of every step."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from games import chance
from games.chance import (
    clean_phrase,
    commitment,
    ImpossibleOutcome,
    Loose,
    match_seed,
    MissingOutcome,
    NeedsChance,
    NEVER,
    Never,
    number_below,
    Recorded,
    Seeded,
    shuffled,
    stream,
    UnprovenOutcome,
)
from games.katzenjammer_blues import KatzenjammerBlues

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
SERVER_SEED = bytes.fromhex(VECTORS["server_seed"])
SEED = bytes.fromhex(VECTORS["seed"])
TEN = [str(n) for n in range(10)]


def first_of(numbers, n):
    return [next(numbers) for _ in range(n)]


class TestVectors:
    """Every value of `vectors.json`."""

    def test_commitment(self):
        assert commitment(SERVER_SEED) == VECTORS["commitment"]

    def test_seed(self):
        assert match_seed(SERVER_SEED, VECTORS["phrases"]) == SEED

    def test_stream_goes_on_in_a_second_block(self):
        numbers = [int(number) for number in VECTORS["stream of first"]]
        assert len(numbers) > 4
        assert first_of(stream(SEED, "first"), len(numbers)) == numbers

    def test_number(self):
        assert number_below(SEED, "first", 3) == VECTORS["first below 3"]
        assert number_below(SEED, "draw/1", 7) == VECTORS["draw/1 below 7"]

    @pytest.mark.parametrize("label", ["deck/1", "deck/2"])
    def test_shuffle(self, label):
        assert shuffled(SEED, label, TEN) == [str(n) for n in VECTORS[f"{label} of 0..9"]]

    def test_deck(self):
        assert shuffled(SEED, "deck/1", KatzenjammerBlues.deck) == VECTORS["katzenjammer-blues deck/1"]

    def test_no_vector_is_left_out(self):
        assert set(VECTORS) == {
            "server_seed", "commitment", "phrases", "seed", "stream of first", "first below 3", "draw/1 below 7",
            "deck/1 of 0..9", "deck/2 of 0..9", "katzenjammer-blues deck/1",
        }  # fmt: skip


class TestSeed:
    def test_the_length_of_each_phrase_counts(self):
        """Moving a letter from one phrase to the next gives another seed."""
        assert match_seed(SERVER_SEED, ["ab", "c"]) != match_seed(SERVER_SEED, ["a", "bc"])

    def test_an_empty_phrase_counts(self):
        assert len({match_seed(SERVER_SEED, [""] * seats) for seats in range(4)}) == 4

    def test_the_length_is_in_bytes(self):
        """`é` is two bytes."""
        longer = match_seed(SERVER_SEED, ["é"])
        assert longer != match_seed(SERVER_SEED, ["e"])
        assert match_seed(SERVER_SEED, ["e\u0301"]) != longer, "phrases are hashed as they stand"


class TestRejection:
    """Numbers at or over the last full multiple of n are skipped."""

    @pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 90, 2**63 + 1, 2**64])
    def test_the_largest_fair_number_is_taken_and_the_next_skipped(self, n, monkeypatch):
        limit = 2**64 // n * n
        skipped = [x for x in (2**64 - 1, limit) if limit <= x < 2**64]
        monkeypatch.setattr(chance, "stream", lambda seed, label: iter([*skipped, limit - 1, 0]))
        assert number_below(SEED, "any", n) == n - 1

    def test_three_skips_exactly_one_number(self, monkeypatch):
        """2^64 = 3 x 6148914691236517205 + 1."""
        monkeypatch.setattr(chance, "stream", lambda seed, label: iter([2**64 - 1, 2**64 - 2]))
        assert number_below(SEED, "any", 3) == 2

    def test_a_shuffle_goes_on_after_a_skipped_number(self, monkeypatch):
        monkeypatch.setattr(chance, "stream", lambda seed, label: iter([2**64 - 1, 0, 0]))
        assert shuffled(SEED, "any", ["a", "b", "c"]) == ["b", "c", "a"]


class TestPhrase:
    """At most 200 bytes, may be empty; trimmed and NFC-normalised when given, control characters refused."""

    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            ("", ""),
            (" \t\n ", ""),
            ("  lucky mouse \n", "lucky mouse"),
            ("\u3000ネズミ\u3000", "ネズミ"),
            ("e\u0301", "\u00e9"),
            ("two  spaces", "two  spaces"),
            ("\u200d", "\u200d"),
        ],
    )
    def test_trimmed_and_nfc(self, given, kept):
        assert clean_phrase(given) == kept

    @pytest.mark.parametrize("phrase", ["a" * 200, "é" * 100, "e\u0301" * 100, "ネ" * 66 + "ab", " " + "a" * 200])
    def test_two_hundred_bytes_are_taken(self, phrase):
        assert len(clean_phrase(phrase).encode()) == 200

    @pytest.mark.parametrize("phrase", ["a" * 201, "é" * 100 + "a", "ネ" * 67, "😀" * 51])
    def test_more_are_refused(self, phrase):
        with pytest.raises(ValueError, match="too long"):
            clean_phrase(phrase)

    @pytest.mark.parametrize(
        "phrase", ["a\nb", "a\tb", "a\0b", "a\x7fb", "a\x85b", "\x00", "a\x1bb", "\ud800", "a\udfffb"]
    )
    def test_control_characters_and_half_surrogates_are_refused(self, phrase):
        with pytest.raises(ValueError, match="control character"):
            clean_phrase(phrase)


class TestNever:
    @pytest.mark.parametrize("source", [Never(), NEVER])
    def test_it_gives_nothing(self, source):
        with pytest.raises(NeedsChance, match="“first” is not known here") as error:
            source.below("first", 3)
        assert error.value.label == "first"
        with pytest.raises(NeedsChance, match="deck/1"):
            source.shuffle("deck/1", TEN)


class TestLoose:
    def test_the_same_generator_gives_the_same(self):
        one, two = Loose(Random(5)), Loose(Random(5))
        assert one.below("first", 100) == two.below("first", 100)
        assert one.shuffle("deck/1", TEN) == two.shuffle("deck/1", TEN)

    def test_every_number_and_every_card_comes(self):
        source = Loose(Random(1))
        assert {source.below("first", 3) for _ in range(100)} == {0, 1, 2}
        order = source.shuffle("deck/1", [*TEN, "9"])
        assert isinstance(order, tuple)
        assert Counter(order) == Counter([*TEN, "9"])


class TestSeeded:
    def test_it_gives_what_the_seed_gives_and_keeps_it(self):
        source = Seeded(SEED)
        assert source.below("first", 3) == VECTORS["first below 3"]
        order = source.shuffle("deck/1", TEN)
        assert isinstance(order, tuple)
        assert source.drawn == {"first": VECTORS["first below 3"], "deck/1": list(order)}

    def test_asking_again_or_in_another_order_changes_nothing(self):
        one, two = Seeded(SEED), Seeded(SEED)
        one.shuffle("deck/1", TEN)
        one.below("first", 3)
        two.below("first", 3)
        two.shuffle("deck/1", TEN)
        two.shuffle("deck/1", TEN)
        assert one.drawn == two.drawn

    def test_what_it_kept_can_be_read_again(self):
        source = Seeded(SEED)
        number, order = source.below("first", 3), source.shuffle("deck/1", TEN)
        for seed in (None, SEED):
            again = Recorded(source.drawn, seed)
            assert (again.below("first", 3), again.shuffle("deck/1", TEN)) == (number, order)


class TestRecorded:
    @pytest.mark.parametrize("number", [0, 1, 2])
    def test_it_gives_the_recorded_number(self, number):
        assert Recorded({"first": number}).below("first", 3) == number

    def test_it_gives_the_recorded_order(self):
        assert Recorded({"deck/1": ["b", "a", "b"]}).shuffle("deck/1", ["a", "b", "b"]) == ("b", "a", "b")

    def test_it_collects_what_was_asked(self):
        source = Recorded({"first": 0, "draw/1": 0, "deck/1": ["a"]})
        source.below("first", 3)
        assert source.used == {"first"}
        source.shuffle("deck/1", ["a"])
        assert source.used == {"first", "deck/1"}

    def test_missing(self):
        for ask in (lambda s: s.below("first", 3), lambda s: s.shuffle("first", TEN)):
            source = Recorded({"deck/1": []})
            with pytest.raises(MissingOutcome, match="“first” is needed and missing") as error:
                ask(source)
            assert error.value.label == "first"
            assert source.used == set()

    @pytest.mark.parametrize("number", [-1, 3, 10**30, True, False, 1.0, "1", None, [1]])
    def test_impossible_number(self, number):
        with pytest.raises(ImpossibleOutcome, match="“first” cannot be"):
            Recorded({"first": number}).below("first", 3)

    @pytest.mark.parametrize(
        "order", [["a", "b"], ["a", "b", "b", "b"], ["a", "a", "b"], ["a", "b", "c"], "abb", ("a", "b", "b"), None, 3,
                  ["a", "b", 2], ["a", "b", None], ["a", "b", ["b"]]],
    )  # fmt: skip
    def test_impossible_order(self, order):
        with pytest.raises(ImpossibleOutcome, match="“deck/1” cannot be"):
            Recorded({"deck/1": order}).shuffle("deck/1", ["a", "b", "b"])

    @pytest.mark.parametrize("number", [0, 2, -1, 3, None])
    def test_unproven_number(self, number):
        with pytest.raises(UnprovenOutcome, match="“first” is not what the seed gives") as error:
            Recorded({"first": number}, SEED).below("first", 3)
        assert error.value.label == "first"

    def test_true_is_no_number_even_where_the_seed_gives_1(self):
        assert VECTORS["first below 3"] == 1
        with pytest.raises(ImpossibleOutcome):
            Recorded({"first": True}, SEED).below("first", 3)

    @pytest.mark.parametrize("order", [TEN, TEN[:9], None])
    def test_unproven_order(self, order):
        with pytest.raises(UnprovenOutcome, match="deck/1"):
            Recorded({"deck/1": order}, SEED).shuffle("deck/1", TEN)
