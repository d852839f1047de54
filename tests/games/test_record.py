"""Records: those that hold, and the order in which a reader refuses those that do not."""

import json
from copy import deepcopy
from pathlib import Path

import pytest

import games
from games.chance import commitment, match_seed, number_below, Recorded, Seeded, shuffled
from games.contract import check_options
from games.katzenjammer_blues import KatzenjammerBlues
from games.record import BadRecord, build, check, fingerprint, parse, split_tag

RECORDS = Path(__file__).parent.parent / "records"
GOOD = sorted(path for path in RECORDS.glob("*.json"))
COUNTS = {
    "katzenjammer-blues": 18,
    "clubs": 36,
    "flohcati": 9,
}
WRONG = json.loads((RECORDS / "wrong" / "expected.json").read_text(encoding="utf-8"))


def load(name):
    return json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))


FULL = load("katzenjammer-blues-4-1")  # with a proof
BARE = load("katzenjammer-blues-3-2")  # without


def dump(record):
    return json.dumps(record).encode()


def refused(record, where):
    """Assert that the record is refused at this place, and return why."""
    with pytest.raises(BadRecord) as error:
        check(record if isinstance(record, bytes) else dump(record))
    assert error.value.where == where, str(error.value)
    assert str(error.value) == f"{where}: {error.value.why}"
    return error.value.why


def changed(record, **keys):
    return {**deepcopy(record), **keys}


def line(record, number, text):
    """Return the record with its move `number` replaced."""
    moves = list(record["moves"])
    moves[number - 1] = text
    return changed(record, moves=moves)


class TestRecords:
    @pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
    def test_holds(self, path):
        record = json.loads(path.read_bytes())
        position = check(path.read_bytes())
        result = position.result()
        assert {"scores": list(result.scores), "winners": list(result.winners)} == record["result"]

    @pytest.mark.parametrize("name", sorted(WRONG))
    def test_wrong_one_is_refused_where_expected(self, name):
        refused((RECORDS / "wrong" / name).read_bytes(), WRONG[name])

    def test_every_wrong_record_is_expected(self):
        assert {path.name for path in (RECORDS / "wrong").glob("*.json")} == {*WRONG, "expected.json"}
        counted = {game: sum(path.stem.startswith(f"{game}-") for path in GOOD) for game in COUNTS}
        assert counted == COUNTS
        assert len(GOOD) == sum(COUNTS.values())

    @pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
    def test_build_gives_the_record_back(self, path):
        record = json.loads(path.read_bytes())
        keys = ("options", "players", "chance", "moves")
        built = build(check(path.read_bytes()), proof=record.get("proof"), **{key: record[key] for key in keys})
        assert built == {"proof": None, **record}

    def test_build_of_a_game_that_is_not_over(self):
        cut = changed(BARE, moves=BARE["moves"][:5], result=None)
        keys = ("options", "players", "chance", "moves")
        assert build(check(dump(cut)), proof=None, **{key: cut[key] for key in keys}) == {"proof": None, **cut}

    def test_fingerprint(self):
        one, two = check(dump(FULL)), check(dump(FULL))
        assert fingerprint(one) == fingerprint(two)
        assert len(fingerprint(one)) == 64
        assert fingerprint(one) != fingerprint(check(dump(BARE)))

    @pytest.mark.parametrize("cut", [0, 1, 17])
    def test_an_unfinished_game_has_no_result(self, cut):
        """`result`: null while the game is not over."""
        unfinished = changed(FULL, moves=FULL["moves"][:cut], result=None)
        assert check(dump(unfinished)).result() is None
        refused(changed(unfinished, result=FULL["result"]), "result")


class TestFormat:
    """`format`: everything that can be said without replaying."""

    @pytest.mark.parametrize(
        "data",
        [
            b"", b"nonsense", b"{", b"[]", b"null", b"3", b'"text"', b"\xff\xfe{}", b"\xef\xbb\xbf{}", b"{}\x00",
            b"{} {}",
            dump(FULL).replace(b'"Ann', b'"\xff') + b"\xff", dump(FULL)[:-1], b"[" * 100_000, b'{"a":' * 100_000,
            b"[" * 100_000 + b"]" * 100_000, b"NaN", b'{"x": NaN}', b'{"x": Infinity}', b'{"x": -Infinity}',
            b'{"x": ' + b"9" * 5000 + b"}", b"{'a': 1}", dump(FULL).decode().encode("utf-16"),
        ],
    )  # fmt: skip
    def test_not_utf8_json(self, data):
        refused(data, "format")

    @pytest.mark.parametrize("constant", [b"NaN", b"Infinity", b"-Infinity"])
    def test_constants_that_are_not_json(self, constant):
        assert refused(dump(FULL)[:-1] + b', "more": ' + constant + b"}", "format").startswith("not UTF-8 JSON")

    def test_too_large(self):
        """No record is larger than 16 MiB."""
        data = dump(FULL)
        room = 16 * 1024 * 1024 - len(data)
        assert check(data + b" " * room)
        assert "larger than 16 MiB" in refused(data + b" " * (room + 1), "format")

    @pytest.mark.parametrize("key", ["format", "game", "rules", "options", "players", "chance", "moves", "result"])
    def test_a_key_is_missing(self, key):
        """A key other than `proof` missing."""
        record = deepcopy(FULL)
        del record[key]
        assert f"“{key}” is missing" in refused(record, "format")

    def test_proof_may_be_missing_or_null(self):
        """`proof: null` is no proof."""
        without = deepcopy(FULL)
        del without["proof"]
        assert check(dump(without)).canonical() == check(dump(FULL)).canonical()
        assert check(dump(changed(FULL, proof=None)))

    def test_other_keys_are_ignored(self):
        """Other keys are ignored."""
        record = changed(FULL, comment={"any": [1, None, 1e400]}, result={**FULL["result"], "more": 1})
        record["proof"]["more"] = "x"
        assert check(json.dumps(record).replace("Infinity", "1e999").encode())

    @pytest.mark.parametrize(
        ("key", "values"),
        [
            ("format", ["mousepost-record/2", "", 1, None, ["mousepost-record/1"]]),
            ("game", ["nothing", "", 1, None, ["katzenjammer-blues"], {}, True, "Katzenjammer-Blues"]),
            ("rules", [True, 1.0, "1", None, [1], 0, 2, -1, 10**400]),
            ("options", [None, [], "games", 1, True]),
            ("players", [None, {}, "Ann", [], ["Ann"], ["Ann"] * 7, ["Ann", 2, "Cho", "Dee"], ["Ann", None, "C", "D"]]),
            ("chance", [None, [], "first", 1]),
            ("moves", [None, {}, "1 pass", [1], [None], [["1 pass"]], [True]]),
            ("result", [[], "won", 1, True, {}, {"scores": [1]}, {"winners": [1]}, {"scores": 1, "winners": [1]},
                        {"scores": [True, 0, 0, 0], "winners": [1]}, {"scores": [1.0, 0, 0, 0], "winners": [1]},
                        {"scores": [0, 0, 0, 0], "winners": [False]}, {"scores": ["1"], "winners": [1]}]),
            ("proof", [[], "x", 1, False, {}]),
        ],
    )  # fmt: skip
    def test_a_wrong_type_anywhere(self, key, values):
        """A wrong type anywhere (`true` is no integer); unknown format, game, option or rules version."""
        for value in values:
            assert refused(changed(FULL, **{key: value}), "format")

    @pytest.mark.parametrize(
        "options", [{"rounds": 1}, {"": 1}, {"Games": 1}, {"games": 0}, {"games": 11}, {"games": True}, {"games": "1"},
                    {"games": None}, {"games": 1.0}, {"games": [1]}, {"games": 10**400}],
    )  # fmt: skip
    def test_options(self, options):
        """Unknown option; an option's value not allowed."""
        refused(changed(FULL, options=options), "format")

    def test_an_option_left_out_has_its_default(self):
        """An option left out has its default."""
        assert FULL["options"] == {}
        assert check(dump(changed(FULL, options={"games": 1})))

    @pytest.mark.parametrize(
        ("label", "value"),
        [("first", True), ("first", 1.0), ("first", "1"), ("first", None), ("first", [1]), ("deck/1", 1),
         ("deck/1", "12345J"), ("deck/1", [1, 2]), ("deck/1", None), ("deck/1", {}), ("deck/1", ["1", True]),
         ("deck/9", 1), ("deck/x", [None]), ("draw/1", "1"), ("draw/1", True), ("draw/1", [1]), ("draw/x", None)],
    )  # fmt: skip
    def test_outcomes(self, label, value):
        """`first` and `draw/K` are integers, `deck/K` a list of strings."""
        assert f"“{label}”" in refused(changed(FULL, chance={**FULL["chance"], label: value}), "format")

    @pytest.mark.parametrize("key", ["commitment", "server_seed"])
    def test_hex(self, key):
        """Hex not lower-case or not 64 digits."""
        right = FULL["proof"][key]
        assert right != right.upper()
        for value in (right.upper(), right[:-1], right + "0", right[:-1] + "g", "", " " + right[1:], right + "\n",
                      None, 1, [right], "٠" * 64):  # fmt: skip
            assert f"“{key}”" in refused(changed(FULL, proof={**FULL["proof"], key: value}), "format")
        proof = dict(FULL["proof"])
        del proof[key]
        refused(changed(FULL, proof=proof), "format")

    @pytest.mark.parametrize(
        "phrases", [None, "", [], [""] * 3, [""] * 5, ["", "", "", 1], ["", "", "", None], {"1": ""},
                    ["a" * 201, "", "", ""], ["", "", "", "é" * 101]],
    )  # fmt: skip
    def test_phrases(self, phrases):
        """Not one phrase a seat, or one over 200 bytes."""
        refused(changed(FULL, proof={**FULL["proof"], "phrases": phrases}), "format")

    def test_two_hundred_bytes_are_read(self):
        """... over 200 bytes: the phrase is then hashed, and found wrong."""
        refused(changed(FULL, proof={**FULL["proof"], "phrases": ["é" * 100, "", "", ""]}), "proof")

    @pytest.mark.parametrize(
        "path", [["players", 0], ["moves", 3], ["chance", "deck/1", 5], ["proof", "phrases", 0], ["game"], ["format"],
                 ["comment"], ["options"]],
    )  # fmt: skip
    def test_half_a_surrogate_pair_anywhere(self, path):
        """Not UTF-8 JSON."""
        for text in ("\ud800", "a\udfff"):
            record = changed(FULL, comment="x", options={"x": 1})
            node = record
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = text
            refused(record, "format")
            node[path[-1]] = {text: 1}
            refused(record, "format")


def proven(game=KatzenjammerBlues, phrases=("a", "", "b"), secret=bytes(32), **options):
    """Return a record of no moves with a proof."""
    phrases = list(phrases)
    chance = Seeded(match_seed(secret, phrases))
    position = game.deal(check_options(game, options, len(phrases)), len(phrases), chance)
    proof = {"commitment": commitment(secret), "server_seed": secret.hex(), "phrases": phrases}
    return build(position, options=options, players=phrases, chance=chance.drawn, proof=proof, moves=[])


class TestProof:
    def test_holds(self):
        assert check(dump(proven()))

    def test_phrases_are_hashed_as_they_stand(self):
        """Phrases are hashed as they stand."""
        assert check(dump(proven(phrases=(" untrimmed ", "e\u0301", "\n"))))

    def test_commitment(self):
        """`proof`: the commitment."""
        record = proven()
        record["proof"]["commitment"] = "0" * 64
        assert "commitment" in refused(record, "proof")

    def test_the_commitment_before_the_outcomes(self):
        record = proven()
        record["proof"]["commitment"] = "0" * 64
        record["chance"]["first"] = 99
        assert "commitment" in refused(record, "proof")

    @pytest.mark.parametrize("first", [-1, 3, 10**40, 0, 1, 2])
    def test_first(self, first):
        """Every `first` given."""
        record = proven()
        if first == record["chance"]["first"]:
            first = 7
        record["chance"]["first"] = first
        assert "“first” is not what the seed gives" in refused(record, "proof")

    @pytest.mark.parametrize("label", ["deck/1", "deck/2", "deck/01", "deck/", "deck/x"])
    def test_decks_needed_or_not(self, label):
        """Every `first` and `deck/K` given, needed or not."""
        record = proven()
        record["chance"][label] = list(KatzenjammerBlues.deck)
        assert f"“{label}”" in refused(record, "proof")
        record["chance"][label] = []
        refused(record, "proof")

    def test_a_proven_deck_that_is_not_needed(self):
        """`chance`: after the last move, an outcome that was never needed."""
        record = proven()
        seed = match_seed(bytes(32), record["proof"]["phrases"])
        record["chance"]["deck/2"] = shuffled(seed, "deck/2", KatzenjammerBlues.deck)
        assert "“deck/2” was never needed" in refused(record, "chance")

    def test_proof_before_moves(self):
        record = proven()
        record["proof"]["commitment"] = "0" * 64
        record["moves"] = ["9 nonsense"]
        refused(record, "proof")

    def test_format_before_proof(self):
        record = proven()
        record["proof"]["commitment"] = "0" * 64
        record["moves"] = [1]
        refused(record, "format")

    def test_a_draw_is_not_held_against_the_seed_before_it_is_needed(self):
        """A `draw/K` is held against the seed when it is needed."""
        record = proven()
        record["chance"]["draw/1"] = 99
        assert "“draw/1” was never needed" in refused(record, "chance")

    def test_missing_first(self):
        """`chance`: an outcome that is needed (also before the first move) and missing."""
        for label in ("first", "deck/1"):
            record = proven()
            del record["chance"][label]
            assert f"“{label}” is needed and missing" in refused(record, "chance")


class Drawing(KatzenjammerBlues):
    """Katzenjammer Blues with a draw at every pass, as Zirkus Flohcati has draws."""

    key = "drawing"

    def _pass(self):
        self.chance.below(f"draw/{self.serial}", 5)
        super()._pass()


class TestDraws:
    """A `draw/K`, whose bound only the replay knows, is held against the seed when it is needed."""

    @pytest.fixture(autouse=True)
    def known(self, monkeypatch):
        monkeypatch.setitem(games._games, "drawing", {1: Drawing})

    def record(self, number=None):
        record = proven(Drawing)
        seed = match_seed(bytes(32), record["proof"]["phrases"])
        leader = record["chance"]["first"] + 1
        record["moves"] = [f"{leader % 3 + 1} pass"]
        record["chance"]["draw/1"] = number_below(seed, "draw/1", 5) if number is None else number
        return record

    def test_right(self):
        assert check(dump(self.record()))

    def test_wrong_or_out_of_range_is_proof(self):
        right = self.record()["chance"]["draw/1"]
        for number in {0, 1, 2, 3, 4, 5, -1, 10**30} - {right}:
            assert "draw/1" in refused(self.record(number), "proof")

    def test_out_of_range_without_a_proof_is_chance(self):
        for number in (5, -1, 10**30):
            refused(changed(self.record(number), proof=None), "chance")
        assert check(dump(changed(self.record(0), proof=None)))

    def test_missing_is_chance(self):
        record = self.record()
        del record["chance"]["draw/1"]
        refused(record, "chance")
        refused(changed(record, proof=None), "chance")

    def test_after_any_earlier_move(self):
        """... then, after any earlier `move N`."""
        record = self.record(99)
        record["moves"] = ["1 nonsense", *record["moves"]]
        refused(record, "move 1")
        record["moves"] = [*record["moves"][1:], "1 nonsense"]
        refused(record, "proof")

    def test_a_refused_move_needs_no_outcome(self):
        record = self.record(99)
        record["moves"] = [record["moves"][0] + " (forced)"]
        refused(record, "move 1")


def test_recorded_replay_of_a_record_is_the_same_as_dealing_again():
    options = check_options(KatzenjammerBlues, FULL["options"], 4)
    position = KatzenjammerBlues.deal(options, 4, Recorded(FULL["chance"]))
    for text in FULL["moves"]:
        seat, move = split_tag(text)[0].split(" ", 1)
        position.play(int(seat), move)
    assert position.canonical() == check(dump(FULL)).canonical()


def test_parse_gives_the_object():
    assert parse(b'{"a": ["\xc3\xa9"]}') == {"a": ["é"]}
