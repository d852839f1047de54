"""The host's command line on a database: records are printed, logs checked, summaries remade."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from app import create_app
from games.record import check
from models.store import Store
from models.tables import Event, Match
from service import due
from service.base import Service
from tests.conftest import Running, VirtualClock
from tests.service.table import decision_of, events_of, match_of, open_and_invite, open_with_people, play_any
from tests.web.visitor import seat_link, Visitor, words

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "tests" / "records"


class Host:
    """Somebody at the command line of the machine that the service runs on, in a process of its own."""

    def __init__(self, instance: Path, url: str) -> None:
        self.app = create_app()
        self.app.instance_path = str(instance)
        self.environ = {"MOUSEPOST_DATABASE_URL": url}

    def run(self, *arguments: str, **environ: str) -> Result:
        return self.app.test_cli_runner().invoke(args=arguments, env={**self.environ, **environ})


@pytest.fixture
def host(running: Running, tmp_path: Path) -> Host:
    return Host(tmp_path / "instance", str(running.service.store.engine.url))


@pytest.fixture
def match_id(service: Service, clock: VirtualClock) -> str:
    match_id = open_with_people(service, clock.now)
    for _ in range(5):
        play_any(service, match_id, clock.now)
    return match_id


def finish(service: Service, match_id: str, clock: VirtualClock) -> None:
    while match_of(service, match_id).status == "running":
        clock.advance(days=1)
        due.sweep(service, clock.now)


class TestExport:
    @pytest.mark.usefixtures("never_away")
    def test_a_match_that_is_over(self, host: Host, service: Service, match_id: str, clock: VirtualClock) -> None:
        finish(service, match_id, clock)
        before = len(events_of(service, match_id))
        for arguments in ((match_id,), (match_id, "--reveal-hidden", "--reason", "why")):
            done = host.run("record", "export", *arguments)
            assert done.exit_code == 0, done.output
            assert check(done.stdout_bytes).result() is not None
        assert len(events_of(service, match_id)) == before, "there was nothing to reveal"

    def test_a_running_match_only_for_a_reason_that_the_table_sees(
        self, host: Host, running: Running, match_id: str
    ) -> None:
        service = running.service
        for arguments in ((), ("--reason", "why"), ("--reveal-hidden",), ("--reveal-hidden", "--reason", " ")):
            done = host.run("record", "export", match_id, *arguments)
            assert done.exit_code == 1
            assert "reason" in done.output
            assert "deck/1" not in done.output
            assert len(events_of(service, match_id)) == 6
        done = host.run("record", "export", match_id, "--reveal-hidden", "--reason", "a quarrel")
        assert done.exit_code == 0
        record = json.loads(done.stdout)
        assert record["proof"] is None
        assert match_of(service, match_id).server_seed not in done.output
        decision = decision_of(service, match_id)
        visitor = Visitor(running)
        page = visitor.follow(seat_link(running, match_id, decision.seat, decision.asked, int(decision.seat != 1)))
        said = "The host printed the record of this match, with all hidden cards. The reason given: “a quarrel”"
        assert said in words(page)
        assert "Your turn" in words(page), "the link is as good as before"
        assert said in words(visitor.get(f"/m/{match_id}/{decision.seat}/step/6"))

    @pytest.mark.parametrize("flags", [(), ("--reveal-hidden", "--reason", "why")])
    def test_what_has_no_record(self, host: Host, service: Service, clock: VirtualClock, flags: tuple[str]) -> None:
        for match_id in ("nowhere", open_and_invite(service, clock.now)):
            done = host.run("record", "export", match_id, *flags)
            assert done.exit_code == 1
            assert done.output.startswith("Error: ")
            assert "Traceback" not in done.output


class TestLog:
    def test_check_says_a_line_a_match(self, host: Host, service: Service, match_id: str) -> None:
        done = host.run("log", "check")
        assert (done.exit_code, done.output) == (0, f"{match_id}: ok, 6 events\n")
        with service.store.writing() as session:
            session.get_one(Event, (match_id, 4)).fingerprint = "0" * 64
        wrong = f"{match_id}: does not replay at event 4: the position is not the one recorded\n"
        for arguments in ((), (match_id,)):
            done = host.run("log", "check", *arguments)
            assert (done.exit_code, done.output) == (1, wrong)
        done = host.run("log", "check", "nowhere", match_id)
        assert (done.exit_code, done.output) == (1, f"nowhere: There is no such match.\n{wrong}")

    def test_rebuild_says_what_differed(self, host: Host, service: Service, match_id: str) -> None:
        done = host.run("log", "rebuild")
        assert (done.exit_code, done.output) == (0, f"{match_id}: nothing differed\n")
        with service.store.writing() as session:
            session.get_one(Match, match_id).status = "over"
        done = host.run("log", "rebuild", match_id)
        assert (done.exit_code, done.output) == (0, f"{match_id}: status was over and is running\n")
        assert host.run("log", "rebuild", "nowhere").exit_code == 1
        with service.store.writing() as session:
            session.get_one(Event, (match_id, 4)).fingerprint = "0" * 64
        done = host.run("log", "rebuild")
        assert done.exit_code == 1
        assert "does not replay at event 4" in done.output


@pytest.mark.parametrize("command", [("log", "check"), ("log", "rebuild"), ("record", "export", "nowhere")])
class TestSetUp:
    def test_a_database_of_no_version_is_said(self, tmp_path: Path, command: tuple[str, ...]) -> None:
        store = Store(f"sqlite:///{tmp_path / 'empty.db'}")
        store.close()
        done = Host(tmp_path / "instance", str(store.engine.url)).run(*command)
        assert done.exit_code == 1
        assert "start the service once" in done.output

    def test_a_database_that_is_not_there_is_said(self, tmp_path: Path, command: tuple[str, ...]) -> None:
        done = Host(tmp_path / "instance", f"sqlite:///{tmp_path / 'no' / 'where.db'}").run(*command)
        assert done.exit_code == 1
        assert "which is no folder: make it first" in done.output

    def test_a_file_that_is_no_database_is_said(self, tmp_path: Path, command: tuple[str, ...]) -> None:
        (tmp_path / "text.db").write_text("no database, however long it is" * 100)
        done = Host(tmp_path / "instance", f"sqlite:///{tmp_path / 'text.db'}").run(*command)
        assert done.exit_code == 1
        assert "the database cannot be used: file is not a database" in done.output

    def test_wrong_settings_are_said(self, tmp_path: Path, command: tuple[str, ...]) -> None:
        done = Host(tmp_path / "instance", "nonsense://").run(*command)
        assert done.exit_code == 1
        assert "MOUSEPOST_DATABASE_URL" in done.output


class TestImport:
    def test_files_become_matches_and_the_same_files_again(self, host: Host, service: Service, match_id: str) -> None:
        files = [str(RECORDS / name) for name in ("clubs-3-0.json", "wrong/clubs-4-wrong-seat.json", "missing.json")]
        done = host.run("record", "import", *files, "--for", "Ann@example.org", "--open-to-all")
        assert done.exit_code == 1
        lines = dict(line.split(": ", 1) for line in done.output.splitlines())
        assert lines[files[1]].startswith("move ")
        assert lines[files[2]] == "No such file or directory"
        new = lines[files[0]]
        assert match_of(service, new).status == "over"
        assert match_of(service, new).open_to_all
        exported = host.run("record", "export", new).stdout_bytes
        assert exported == host.run("record", "canonical", files[0]).stdout_bytes
        assert host.run("log", "check", new).output.startswith(f"{new}: ok")

    def test_it_must_be_somebodys(self, host: Host, match_id: str) -> None:
        done = host.run("record", "import", str(RECORDS / "clubs-3-0.json"), "--for", "nobody@example.org")
        assert done.exit_code == 1
        assert "nobody here has the address nobody@example.org" in done.output

    def test_what_does_not_hold_has_no_canonical_form(self, host: Host) -> None:
        done = host.run("record", "canonical", str(RECORDS / "wrong/clubs-4-wrong-seat.json"))
        assert done.exit_code == 1
        assert "move " in done.output


class TestAgainstAnotherCheckout:
    @pytest.fixture
    def other(self, tmp_path: Path) -> Path:
        """Return another checkout, as far as it matters: its games."""
        folder = tmp_path / "other"
        shutil.copytree(ROOT / "games", folder / "games", ignore=shutil.ignore_patterns("__pycache__"))
        return folder

    def test_the_same_rules_give_the_same(self, host: Host, match_id: str, other: Path) -> None:
        done = host.run("log", "diff", "--against", str(other))
        assert (done.exit_code, done.output) == (0, f"{match_id}: same\n")

    def test_another_rule_is_named_by_match_and_event(
        self, host: Host, service: Service, clock: VirtualClock, match_id: str, other: Path
    ) -> None:
        other_game = open_with_people(service, clock.now, opener="Dee", names=("Eve", "Fay"), game="flohcati")
        file = other / "games" / "katzenjammer_blues.py"
        text = file.read_text()
        wanted = "def canonical(self) -> str:"
        assert wanted in text
        file.write_text(text.replace(wanted, f"{wanted}\n        return '?'"))
        done = host.run("log", "diff", "--against", str(other))
        assert done.exit_code == 1
        assert done.output.splitlines() == sorted([
            f"{match_id}: differs from event 0 on: the position is another one",
            f"{other_game}: same",
        ])  # fmt: skip
        assert host.run("log", "diff", "--against", str(other), other_game).exit_code == 0

    def test_a_rule_that_forbids_a_move_is_said_without_a_card(self, host: Host, match_id: str, other: Path) -> None:
        file = other / "games" / "katzenjammer_blues.py"
        text = file.read_text()
        wanted = "    def play(self, seat: int, move: str)"
        assert wanted in text
        at = text.index('"""', text.index('"""', text.index(wanted)) + 3) + 3
        file.write_text(f"{text[:at]}\n        raise ValueError(f'the hand is {{self.hands}}')\n{text[at:]}")
        done = host.run("log", "diff", "--against", str(other))
        assert (done.exit_code, done.output) == (1, f"{match_id}: differs from event 1 on: ValueError\n")

    def test_a_folder_without_games_is_refused_in_words(self, host: Host, match_id: str, tmp_path: Path) -> None:
        done = host.run("log", "diff", "--against", str(tmp_path), match_id)
        assert done.exit_code == 1
        assert "is no checkout whose games can be used" in done.output
        assert host.run("log", "diff", "--against", str(tmp_path / "nowhere")).exit_code == 2
        assert "There is no such" in host.run("log", "diff", "--against", str(ROOT), "nowhere").output
