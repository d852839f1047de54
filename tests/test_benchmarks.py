"""The benchmark of the engines does its jobs. How fast they are done is nothing a test can hold."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import games
from benchmarks import engines, looking_back, orders, peers
from benchmarks.engines import our_games, paste, record, replay, report, run, Sample
from games.chance import Recorded


def test_every_game_is_measured_in_every_job() -> None:
    ours = list(our_games(logs=2))
    samples = run(ours, rounds=1, seconds=0)
    jobs = {(contestant.name, job) for contestant in ours for job in peers.JOBS}
    assert len(ours) >= len(games.every())
    assert set(samples) == {*jobs, ("yardstick", "yardstick")}
    assert all(sample.rate > 0 for found in samples.values() for sample in found)


def test_every_game_is_measured_with_the_numbers_of_seats_it_has() -> None:
    for game in games.every():
        for options in engines.SETTINGS.get(game.key, {game.key: {}}).values():
            assert list(engines.tables(game, options))


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.key)
def test_a_log_is_a_whole_match(game: games.Game) -> None:
    log = record(next(engines.tables(game, {})), Random(3))
    assert replay(log) == engines.replay_with_fingerprints(log) == len(log.moves) > 0
    position = game.deal(log.table.options, log.table.seats, Recorded(log.outcomes))
    for seat, text in log.moves:
        position.play(seat, text)
    assert position.result()


def test_a_table_has_a_line_for_each_contestant_and_a_column_for_each_of_ours() -> None:
    rates = {
        ("ours", "play"): [Sample(300, 9), Sample(100, 9), Sample(200, 9)],
        ("ours", "fingerprint"): [Sample(25, 9)],
        ("peer", "play"): [Sample(80, 2)],
        ("peer", "replay"): [Sample(1, 2)],
    }
    assert report(rates, ["ours"], ["ours", "peer", "idle"]).split("\n\n") == [
        "**Random play, deal included: moves**",
        "|      | moves a game | per CPU second | ours is |\n"
        "| ---- | -----------: | -------------: | ------: |\n"
        "| ours |            9 |       200 ±50% |         |\n"
        "| peer |            2 |         80 ±0% |  2.50 × |",
        "**Replay of recorded games: moves**",
        "|      | moves a game | per CPU second | ours is |\n"
        "| ---- | -----------: | -------------: | ------: |\n"
        "| peer |            2 |          1 ±0% |  0.00 × |",
        "**Replay with a fingerprint of every position, which the others do not have: moves**",
        "|      | moves a game | per CPU second | ours is |\n"
        "| ---- | -----------: | -------------: | ------: |\n"
        "| ours |            9 |         25 ±0% |         |\n"
        "| peer |              |              1 |    25 × |\n",
    ]


def test_a_peer_that_is_not_installed_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PEERS", ["chess"])
    monkeypatch.setitem(peers.PEERS, "chess", (peers.python_chess, ["no_such_chess"]))
    found, versions = engines.installed_peers()
    assert found == []
    assert versions == ["chess not measured (ModuleNotFoundError: No module named 'no_such_chess')"]


def test_tables_are_put_between_the_marks_of_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n")
    paste("new \\1\n", page)
    assert page.read_text() == "before\n<!-- figures -->\nnew \\1\n<!-- end of figures -->\nafter\n"


def test_a_page_without_marks_is_left_as_it_was(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing\n")
    with pytest.raises(SystemExit, match="figures"):
        paste("new\n", page)
    assert page.read_text() == "nothing\n"


@pytest.mark.parametrize("game", orders.GAMES)
def test_what_orders_save_is_measured_in_whole_matches(game: str) -> None:
    without, with_orders = (orders.measure(game, 1, 3, wanted) for wanted in (False, True))
    assert [each.ordered for each in without] == [0]
    assert [each.ordered > 0 for each in with_orders] == [True]
    for found in (*without, *with_orders):
        assert 0 < found.mails <= found.moves
        assert found.days > 0


def test_looking_back_asks_for_all_that_a_page_does() -> None:
    assert set(looking_back.LONG) == {game.key for game in games.every()}
    found = list(looking_back.figures(1, ["flohcati"]))
    assert [figure.what for figure in found] == list(looking_back.addresses("", 100))
    assert all(figure.cold > 0 < figure.warm for figure in found)
    assert looking_back.table(found).count("\n") == len(found) + 1
