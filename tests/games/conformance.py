"""What every game keeps, whatever its rules: a test class to inherit.

A game is put under these tests by `class TestMine(Conformance): games = (Mine,)`. Positions come from seeded
random play on every option set and number of seats; nothing here knows the rules of any game.
"""

import json
from collections.abc import Callable
from itertools import chain, islice
from random import Random
from typing import Any

import pytest

from games.chance import Loose, NeedsChance, NEVER, Recorded, Seeded
from games.contract import BadNotation, GameError, GameOver, IllegalMove, NotYourTurn, Position
from games.orders import first, LONGEST, MOST_CASES, rehearse, TRIES
from tests.games.walks import answers, any_move, everybody, may, seen, tables, waits, walk

GARBAGE = ("", " ", "?!", "no such move", "{0}", "{move}", "\ud800", "\n", "9" * 60, "pass pass", "move\0")


def stain(value: Any) -> None:
    """Overwrite everything inside a view that can be overwritten."""
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            stain(inner)
    value.clear()


def refusal(verb: Callable[[int, str], Any], seat: int, move: str) -> GameError | None:
    """Return the error with which `verb` refuses `move`."""
    try:
        verb(seat, move)
    except GameError as error:
        return error
    return None


def draws_chance(position: Position, seat: int, move: str) -> bool:
    """Say whether playing `move` on a copy is refused for want of chance."""
    try:
        position.copy().play(seat, move)
    except NeedsChance:
        return True
    return False


class Conformance:
    """One test for every promise of the contract."""

    games: tuple[type[Position], ...] = ()

    def pytest_generate_tests(self, metafunc):
        """Make one test for every table of every game."""
        if "table" in metafunc.fixturenames:
            metafunc.parametrize("table", [t for game in self.games for t in tables(game)], ids=str)

    def positions(self, table, every=5):
        """Walk through two games; the last position is the end of one."""
        return chain.from_iterable(walk(table.deal(seed), Random(seed), every) for seed in (1, 2))

    def test_describes_itself(self, table):
        game = table.game
        assert game.key == game.key.lower()
        assert game.key
        assert game.name
        assert game.rules >= 1
        assert 1 <= game.min_seats <= game.max_seats
        assert all(option.allows(table.options[option.key]) for option in game.options)
        assert all(option.allows(option.default) for option in game.options if option.default is not None)
        assert table.deal(1).seats == table.seats

    def test_the_same_outcomes_deal_the_same(self, table):
        assert seen(table.deal(1)) == seen(table.deal(1))
        assert table.deal(1).canonical() != table.deal(2).canonical()

    def test_waits_for_one_seat_with_a_new_serial_after_each_answer(self, table):
        position, rng, asked = table.deal(2), Random(2), set()
        while decisions := position.to_act():
            assert len(decisions) == 1
            [decision] = decisions
            assert 1 <= decision.seat <= table.seats
            assert decision.kind
            assert decision.serial not in asked
            assert position.to_act() == decisions, "asking again changes nothing"
            assert position.result() is None
            asked.add(decision.serial)
            position.play(decision.seat, rng.choice(answers(position, decision.seat)))
        assert len(asked) > 1

    def test_what_is_optional_answers_nothing(self, table):
        """The kind is the move; decisions that are open stay open, and `moves` lists it last."""
        for position in self.positions(table, every=1):
            for decision in position.optional():
                copy = position.copy(Loose(Random(1)))
                assert copy.play(decision.seat, decision.kind)
                assert set(position.to_act()) <= set(copy.to_act())
                assert decision not in copy.optional(), "the same serial is offered once"
            for seat in range(1, table.seats + 1):
                moves = list(islice(position.moves(seat), 5000))
                extra = may(position, seat)
                assert len(moves) == 5000 or moves[len(moves) - len(extra) :] == extra
                if seat not in (decision.seat for decision in position.to_act()):
                    assert moves == extra
                assert len(set(extra)) == len(extra)

    def test_over_means_nothing_can_be_played_and_there_is_a_result(self, table):
        *_, last = self.positions(table)
        result = last.result()
        teams = [table.game.team(table.options, table.seats, seat) for seat in range(1, table.seats + 1)]
        assert sorted(set(teams)) == list(range(1, len(result.scores) + 1)), "a score a team"
        winning = {teams[seat - 1] for seat in result.winners}
        assert [seat for seat, team in enumerate(teams, 1) if team in winning] == list(result.winners)
        assert last.view(None)["result"] == {"scores": list(result.scores), "winners": list(result.winners)}
        assert result.winners
        assert list(result.winners) == sorted(set(result.winners))
        assert set(result.winners) <= set(range(1, table.seats + 1))
        assert last.optional() == []
        for seat in range(1, table.seats + 1):
            assert list(last.moves(seat)) == []
            assert last.forced(seat) is None
            with pytest.raises(GameOver):
                last.play(seat, "pass")
            with pytest.raises(GameOver):
                last.read(seat, "pass")
            assert not last.is_legal(seat, "pass")

    def test_what_is_counted_is_counted_in_every_position(self, table):
        """The same series everywhere, a number a seat or a team each; none of it is changed with the view."""
        first = table.game.tally(table.deal(1).view(None))
        teams = max(table.game.team(table.options, table.seats, seat) for seat in range(1, table.seats + 1))
        for position in self.positions(table):
            tally = table.game.tally(position.view(None))
            assert list(tally) == list(first)
            assert all(len(numbers) in (table.seats, teams) for numbers in tally.values())
            assert all(isinstance(number, int) for numbers in tally.values() for number in numbers)

    def test_legal_moves_are_canonical_and_play(self, table):
        for position in self.positions(table):
            before, moves = seen(position), set()
            for seat, move in waits(position):
                assert position.read(seat, move) == move
                assert position.is_legal(seat, move)
                assert position.copy(Loose(Random(1))).play(seat, move)
                moves.add((seat, move))
            assert len(moves) == len(list(waits(position))), "no move is listed twice"
            assert bool(moves) == bool(position.to_act())
            assert seen(position) == before

    def test_play_returns_the_facts(self, table):
        for position in self.positions(table):
            for seat, move in islice(waits(position), 3):
                copy = position.copy(Loose(Random(1)))
                facts = copy.play(seat, move)
                assert facts
                assert copy.facts == facts

    def test_moves_is_lazy(self, table):
        for position in self.positions(table):
            for seat in range(1, table.seats + 1):
                moves = position.moves(seat)
                assert iter(moves) is moves

    def test_nobody_else_may_move(self, table):
        for position in self.positions(table):
            before = seen(position)
            asked = {decision.seat for decision in position.to_act()}
            wanted = [move for seat in asked for move in answers(position, seat)[:3]]
            extra = {decision.kind for decision in position.optional()}
            for seat in set(range(table.seats + 2)) - asked:
                assert list(position.moves(seat)) == may(position, seat)
                assert position.forced(seat) is None
                for move in [*wanted, *extra.difference(may(position, seat))]:
                    assert not position.is_legal(seat, move)
                    for refused in (position.play, position.read):
                        with pytest.raises(NotYourTurn if move in wanted else (NotYourTurn, IllegalMove)) as error:
                            refused(seat, move)
                        assert str(error.value)
            assert seen(position) == before

    @pytest.mark.parametrize("garbage", GARBAGE)
    def test_garbage_is_refused_and_changes_nothing(self, table, garbage):
        for position in self.positions(table, every=20):
            before = seen(position)
            for decision in position.to_act():
                assert not position.is_legal(decision.seat, garbage)
                for refused in (position.play, position.read):
                    with pytest.raises(BadNotation) as error:
                        refused(decision.seat, garbage)
                    assert garbage in str(error.value)
            assert seen(position) == before

    def test_a_long_text_is_quoted_short(self, table):
        position = table.deal(1)
        [decision] = position.to_act()
        with pytest.raises(BadNotation) as error:
            position.play(decision.seat, "z" * 100_000)
        assert len(str(error.value)) < 500

    def test_illegal_moves_are_refused_and_change_nothing(self, table):
        """What was legal somewhere in the game is tried everywhere."""
        tried = sorted({move for position in self.positions(table) for _, move in islice(waits(position), 8)})
        tried = Random(4).sample(tried, min(len(tried), 40))
        refusals = 0
        for position in self.positions(table, every=11):
            before = seen(position)
            for decision in position.to_act():
                for move in tried:
                    error = refusal(position.read, decision.seat, move)
                    assert position.is_legal(decision.seat, move) == (error is None)
                    if error:
                        assert isinstance(error, BadNotation | IllegalMove)
                        assert repr(refusal(position.play, decision.seat, move)) == repr(error)
                        assert str(error)
                        refusals += 1
            assert seen(position) == before
        assert refusals

    def test_deadline_move_is_legal(self, table):
        for position in self.positions(table, every=2):
            for decision in position.to_act():
                move = position.deadline_move(decision.seat)
                assert position.is_legal(decision.seat, move)
                assert position.read(decision.seat, move) == move
                assert move not in may(position, decision.seat)

    def test_deadline_moves_alone_end_the_game(self, table):
        position, played = table.deal(3), 0
        while decisions := position.to_act():
            position.play(decisions[0].seat, position.deadline_move(decisions[0].seat))
            played += 1
            assert played < 5000
        assert position.result()

    def test_forced_is_the_only_legal_move(self, table):
        for position in self.positions(table, every=1):
            for decision in position.to_act():
                forced = position.forced(decision.seat)
                if forced:
                    assert answers(position, decision.seat) == [forced.move]

    def test_public_forced_can_be_seen_by_everybody(self, table):
        """What is publicly forced is so in every position that a spectator can imagine."""
        for position in self.positions(table, every=3):
            view = position.view(None)
            for decision in position.to_act():
                public = [p if p and p.public else None for p in [position.forced(decision.seat)]]
                for n in range(3):
                    guess = self.imagined(table, view, n).forced(decision.seat)
                    assert [guess if guess and guess.public else None] == public

    def imagined(self, table, view, seed):
        return table.game.imagine(json.loads(json.dumps(view)), Random(seed))

    def test_view_is_plain_json(self, table):
        for position in self.positions(table):
            for seat in everybody(position):
                view = position.view(seat)
                assert json.loads(json.dumps(view, allow_nan=False)) == view
                assert view["seat"] == seat
                assert view["over"] == (not position.to_act())
                assert view["to_act"] == [decision._asdict() for decision in position.to_act()]
                assert view["optional"] == [decision._asdict() for decision in position.optional()]
                assert (view["game"], view["rules"]) == (table.game.key, table.game.rules)
                assert (view["seats"], view["options"]) == (table.seats, table.options)
                assert (view["result"] is None) == (not view["over"])

    def test_a_view_is_nobody_elses(self, table):
        """Whatever is done to a view, the position and its other views stay as they are."""
        for position in self.positions(table):
            before = seen(position)
            copy = position.copy()
            for seat in everybody(position):
                stain(position.view(seat))
            assert seen(position) == before
            assert seen(copy) == before

    def test_imagined_position_has_the_same_view(self, table):
        for position in self.positions(table):
            for seat in everybody(position):
                view = position.view(seat)
                assert self.imagined(table, view, 5).view(seat) == view

    def test_imagined_positions_differ(self, table):
        position = table.deal(1)
        assert len({self.imagined(table, position.view(1), n).canonical() for n in range(5)}) == 5

    def test_imagining_depends_on_the_view_alone(self, table):
        for position in self.positions(table, every=30):
            view = position.view(1)
            one, two = (self.imagined(table, view, 6).canonical() for _ in range(2))
            assert one == two

    def test_imagined_position_plays_to_the_end(self, table):
        for position in self.positions(table, every=25):
            for seat in (None, 1):
                *_, last = walk(self.imagined(table, position.view(seat), 7), Random(7), every=1000)
                assert last.result()

    def test_copy_is_independent(self, table):
        for position in self.positions(table):
            before = seen(position)
            copy = position.copy(Loose(Random(1)))
            assert seen(copy) == before
            if copy.to_act():
                copy.play(*any_move(copy, Random(8)))
                assert copy.canonical() != before[0]
            assert seen(position) == before

    def test_copy_draws_no_chance_and_shows_no_card(self, table):
        """A copy plays on only where no fact tells anything that was hidden, and else changes nothing."""
        refused = 0
        for position in self.positions(table, every=1):
            for seat, move in islice(waits(position), 15):
                copy = position.copy(NEVER)
                before = seen(copy)
                if draws_chance(position, seat, move):
                    refused += 1
                    with pytest.raises(NeedsChance):
                        copy.play(seat, move)
                    assert seen(copy) == before
                    assert copy.to_act() == position.to_act()
                else:
                    assert self.told(position, seat, move) == self.told(self.twin(table, position, seat), seat, move)
        assert refused

    def twin(self, table, position, seat):
        return self.imagined(table, position.view(seat), 9)

    def told(self, position, seat, move):
        return [fact.seen_by(None) for fact in position.copy().play(seat, move)]

    def test_canonical_text_is_of_lines(self, table):
        texts = [position.canonical() for position in walk(table.deal(1), Random(1))]
        assert len(set(texts)) == len(texts), "every move changes the position"
        for text in texts:
            assert text.startswith(f"{table.game.key} {table.game.rules}\n")
            assert text.endswith("\n")

    def test_choices_are_few_and_legal(self, table):
        for position in self.positions(table):
            for decision in position.to_act():
                choices = table.game.choices(json.loads(json.dumps(position.view(decision.seat))))
                assert choices.kind == decision.kind
                assert len(choices.moves) <= 50
                assert len(set(choices.moves)) == len(choices.moves)
                assert choices.moves or choices.parts
                assert all(position.is_legal(decision.seat, move) for move in choices.moves)
                if choices.moves and not choices.more:
                    assert set(answers(position, decision.seat)[:51]) <= set(choices.moves)
                assert not set(choices.moves) & set(may(position, decision.seat)), "what is optional stands apart"
                assert json.loads(json.dumps(choices.parts)) == choices.parts

    def test_nobody_is_offered_what_is_not_asked(self, table):
        for position in self.positions(table):
            for seat in set(everybody(position)) - {decision.seat for decision in position.to_act()}:
                assert table.game.choices(position.view(seat)).moves == ()
                assert table.game.choices(position.view(seat)).parts == {}

    def lines(self, table, view):
        """Return the examples of what an order of this game can have beside plain moves."""
        return [table.game.read_order(view, line.example) for line in table.game.order_lines]

    def test_scopes_end_for_good_and_the_shorter_ones_with_the_longer(self, table):
        for seed in (1, 2):
            last, ended = {}, set()
            for position in walk(table.deal(seed), Random(seed)):
                assert bool(position.scopes()) <= bool(position.to_act()), "nothing goes on when it is over"
                assert position.copy().scopes() == position.scopes()
                now = {scope.kind: scope.serial for scope in position.scopes()}
                assert len(now) == len(position.scopes())
                assert all(scope.kind and scope.label for scope in position.scopes())
                new = [kind for kind, serial in now.items() if last.get(kind, serial) != serial]
                assert new == list(now)[: len(new)]
                ended |= {(kind, last[kind]) for kind in new}
                assert not ended & set(now.items()), "no serial comes twice"
                last = now or last

    def test_scopes_are_public(self, table):
        for position in self.positions(table):
            for seat in everybody(position):
                assert self.imagined(table, position.view(seat), 5).scopes() == position.scopes()

    def test_what_is_optional_ends_no_scope(self, table):
        for position in self.positions(table):
            for decision in position.optional():
                copy = position.copy(Loose(Random(1)))
                copy.play(decision.seat, decision.kind)
                assert copy.scopes() == position.scopes()

    def test_every_answer_is_a_line_of_an_order(self, table):
        """Whether it is legal now or not; and so is every example."""
        met = {answer for position in self.positions(table) for answer in self.some_answers(position)}
        for position in self.positions(table, every=40):
            for seat in everybody(position) if position.to_act() else ():
                view = json.loads(json.dumps(position.view(seat)))
                own = [
                    move
                    for move in Random(4).sample(sorted(met), min(len(met), 50))
                    if move not in (f"ask {seat}", f"draw {seat}")
                ]
                for line in [*own, *self.lines(table, view)]:
                    assert table.game.read_order(view, line) == line
                    assert len(line) <= LONGEST

    def some_answers(self, position):
        return [move for decision in position.to_act() for move in answers(position, decision.seat)]

    def test_every_order_line_has_an_example_and_words(self, table):
        view = table.deal(1).view(1)
        for line in table.game.order_lines:
            assert line.label
            assert table.game.read_order(view, f" {line.example.upper()} ") == line.example

    @pytest.mark.parametrize("garbage", [*GARBAGE, "z" * 100_000])
    def test_garbage_is_no_line_of_an_order(self, table, garbage):
        for position in self.positions(table, every=40):
            for seat in everybody(position) if position.to_act() else ():
                with pytest.raises(BadNotation) as error:
                    table.game.read_order(position.view(seat), garbage)
                assert garbage[:80] in str(error.value)
                assert len(str(error.value)) < 500

    def test_what_is_ordered_is_legal_and_canonical(self, table):
        met = sorted({answer for position in self.positions(table) for answer in self.some_answers(position)})
        met = Random(4).sample(met, min(len(met), 30))
        for position in self.positions(table):
            before = seen(position)
            asked = {decision.seat for decision in position.to_act()}
            for seat in range(1, table.seats + 1):
                legal = answers(position, seat) if seat in asked else []
                for line in [*legal, *met, *self.lines(table, position.view(seat)), *may(position, seat)]:
                    move = position.ordered(seat, line)
                    if move is not None:
                        assert seat in asked
                        assert position.is_legal(seat, move)
                        assert position.read(seat, move) == move
                        assert move not in may(position, seat)
                    if line in [*legal, *met]:
                        assert move == (line if seat in asked and position.is_legal(seat, line) else None)
            assert seen(position) == before

    def test_an_order_is_rehearsed_from_a_view(self, table):
        """At once it does what it would do; later it is told of moves that may come, never too many."""
        for position in self.positions(table, every=15):
            before = seen(position)
            for seat in range(1, table.seats + 1):
                view = json.loads(json.dumps(position.view(seat)))
                lines = [*self.lines(table, view), *self.some_answers(position)[:1]]
                for scope in [*position.scopes(), None]:
                    told = rehearse(table.game, view, lines, Random(0), scope)
                    assert told == rehearse(table.game, view, lines, Random(0), scope)
                    self.check_rehearsal(position, seat, lines, told)
            assert seen(position) == before

    def check_rehearsal(self, position, seat, lines, told):
        asked = {decision.seat for decision in position.to_act()}
        assert told.now == (seat in asked)
        assert bool(told.cases) == bool(asked) or told.more
        assert len(set(told.cases)) == len(told.cases) <= MOST_CASES * TRIES
        assert len({case.their_move for case in told.cases}) <= MOST_CASES
        for case in told.cases:
            assert case.actor == (0 if told.now else position.to_act()[0].seat)
            assert (case.outcome == "plays") == bool(case.move) == bool(case.line)
            assert case.outcome in ("plays", "asks", "over")
            assert case.line in ("", *lines)
            if told.now:
                assert (case.line, case.move) == (first(position, seat, lines) or ("", ""))

    def test_replay_from_recorded_outcomes(self, table):
        chance = Seeded(bytes(32))
        position, rng, texts, moves = table.game.deal(table.options, table.seats, chance), Random(9), [], []
        while position.to_act():
            texts.append(seen(position))
            moves.append(any_move(position, rng))
            position.play(*moves[-1])
        recorded = Recorded(json.loads(json.dumps(chance.drawn)), bytes(32))
        again = table.game.deal(table.options, table.seats, recorded)
        for text, move in zip(texts, moves, strict=True):
            assert seen(again) == text
            again.play(*move)
        assert seen(again) == seen(position)
        assert recorded.used == set(chance.drawn)

    def test_facts_keep_what_is_private(self, table):
        """Of the private part of a fact each seat sees its own, until the match is over."""
        kinds = set()
        for position in self.positions(table, every=1):
            for fact in position.facts:
                kinds.add(fact.kind)
                parts = fact.private or {}
                assert json.loads(json.dumps(fact.seen_by(None, over=True)))
                for seat in everybody(position):
                    told = fact.seen_by(seat)
                    assert told.pop("own", None) == parts.get(seat)
                    assert told == {"kind": fact.kind, "seat": fact.seat, **fact.about}
                    assert fact.seen_by(seat, over=True).get("all", {}) == parts
        assert len(kinds) > 1
