"""Standing orders are written, rehearsed, given and withdrawn by forms alone, and nobody else learns of them."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest

from games.chance import Seeded
from models.tables import Match, StandingOrder
from service import play
from service.course import orders_of
from tests.conftest import Running, VirtualClock
from tests.games.walks import Table
from tests.service.friends import NAMES, open_among_friends, position_of
from tests.service.table import decision_of, events_of, match_of
from tests.web.forms import Form, forms_of
from tests.web.friends import People, said_of
from tests.web.test_languages import mark, unmarked
from tests.web.test_leaks import page, TABLES, Watched
from tests.web.visitor import seat_link, Visitor, words

KATZENJAMMER, CLUBS, FLOHCATI, TOY = GAMES = ("katzenjammer-blues", "clubs", "flohcati", "toy")
LINES = {
    KATZENJAMMER: "bid up to 3x4\npay least\npass",
    CLUBS: "lowest up to 12\nplay 15C\npass",
    FLOHCATI: "take A6\ntrio 6\nreveal\ngive B3",
    TOY: "lowest\nnone",
}
BAD = {
    KATZENJAMMER: "bid up to heaven",
    CLUBS: "lowest up to 99",
    FLOHCATI: "take Z9",
    TOY: "hop",
}
SAID = {
    KATZENJAMMER: "bid up to three 4s",
    CLUBS: "play the lowest that beats what lies there, no card above 12",
    FLOHCATI: "take Acrobats 6 (A6)",
    TOY: "lowest",
}
NOT_WORDS = {"Clubs", "Zirkus", "Flohcati", "Toy", "Dee", *NAMES}

pytestmark = pytest.mark.usefixtures("toy")


class Desk(People):
    """People at a table, of whom somebody writes a standing order."""

    def __init__(self, running: Running, game: str, seats: int = 3) -> None:
        super().__init__(running, open_among_friends(running.service, running.clock.now, game, NAMES[:seats]))
        self.game = game
        self.seats = seats
        running.work()  # what is forced at the beginning

    @property
    def asked(self) -> int:
        return decision_of(self.running.service, self.match_id).seat

    @property
    def name(self) -> str:
        return NAMES[self.asked - 1]

    @property
    def next(self) -> int:
        return self.asked % self.seats + 1

    def visitor(self, seat: int) -> Visitor:
        if seat not in self.visitors:
            self.page(seat)
        return self.visitors[seat]

    def path(self, seat: int) -> str:
        return f"/m/{self.match_id}/{seat}"

    def write(self, seat: int) -> Any:
        return self.visitor(seat).get(f"{self.path(seat)}/order")

    def since(self, seat: int) -> str:
        return self.form(seat).hidden("since")[0]

    def form(self, seat: int) -> Form:
        return next(form for form in forms_of(self.write(seat).text) if form.action.endswith("/order"))

    def post(self, seat: int, **form: object) -> Any:
        return self.visitor(seat).post(f"{self.path(seat)}/order", **form)

    def give(self, seat: int, lines: str, scope: str = "decision") -> Any:
        return self.post(seat, act="give", lines=lines, scope=scope, since=self.since(seat))

    def order(self, seat: int) -> StandingOrder | None:
        with self.running.service.store.reading() as session:
            return orders_of(session, self.match_id).get(seat)

    def play(self, move: str = "") -> int:
        """Play for who is asked; return the seat."""
        decision = decision_of(self.running.service, self.match_id)
        move = move or position_of(self.running.service, self.match_id).deadline_move(decision.seat)
        play.play(
            self.running.service, self.match_id, decision.seat, move, asked=decision.asked, now=self.running.clock.now
        )  # fmt: skip
        return decision.seat

    def ordered(self) -> list[tuple[int | None, str | None]]:
        return [(e.seat, e.move) for e in events_of(self.running.service, self.match_id) if e.by == "order"]


Open = Callable[..., Desk]


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.matches.secrets.token_bytes", lambda n: bytes(range(n)))
    below = Seeded.below
    monkeypatch.setattr(
        Seeded,
        "below",
        lambda chance, label, n: (
            chance.drawn.setdefault(label, 0) if label == "first" else below(chance, label, n)  # seat 1 begins
        ),
    )


@pytest.fixture
def open_desk(running: Running) -> Open:
    return lambda game, seats=3: Desk(running, game, seats)


def lines_of(text: str) -> list[str]:
    """Return the lines of the text on a page where an order is written."""
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", text, re.S)
    assert found
    return found[1].split("\n")[1:]


@pytest.mark.parametrize("game", GAMES)
def test_an_order_is_written_rehearsed_given_changed_and_withdrawn(open_desk: Open, game: str) -> None:
    desk = open_desk(game)
    seat, first = desk.next, SAID[game]
    table = desk.page(seat)
    assert "Answer before you are asked" in words(table)
    assert f'href="{desk.path(seat)}/order"' in table.text
    assert "Nothing yet." in words(desk.write(seat))

    typed = LINES[game] if game == TOY else LINES[game].upper()  # the generic reading keeps what is not legal now
    shown = desk.post(seat, act="rehearse", lines=typed, scope="decision")
    assert shown.status_code == 200
    assert first in words(shown)
    assert lines_of(shown.text) == LINES[game].split("\n"), "in canonical text"
    assert re.search(rf"(If|Whatever) {desk.name} chooses|In all cases", words(shown))
    assert "This is made only from what you can see." in words(shown)
    assert desk.order(seat) is None, "nothing is stored"

    assert desk.give(seat, LINES[game]).status_code == 303
    table = words(desk.page(seat))
    assert "Your standing order holds" in table
    assert "Your standing order It holds for: what I am asked next. Nobody else sees it." in table
    assert first in table
    assert re.search(rf"(If|Whatever) {desk.name} chooses|In all cases", table)
    assert lines_of(desk.write(seat).text) == LINES[game].split("\n")

    kind = next(scope.kind for scope in position_of(desk.running.service, desk.match_id).scopes()[-1:])
    assert desk.give(seat, LINES[game].split("\n")[1], kind).status_code == 303
    order = desk.order(seat)
    assert order
    assert (order.scope, order.lines) == (kind, LINES[game].split("\n")[1:2])
    assert first not in words(desk.page(seat))

    assert desk.post(seat, act="withdraw").status_code == 303
    table = words(desk.page(seat))
    assert "Your standing order is withdrawn" in table
    assert "Answer before you are asked" in table
    assert desk.order(seat) is None
    assert desk.post(seat, act="withdraw").status_code == 303, "twice does no harm"


@pytest.mark.parametrize(
    ("game", "lines", "move"),
    [
        (KATZENJAMMER, "bid 6x5\npass", "pass"),
        (CLUBS, "lowest\npass", ""),
        (TOY, "lowest", ""),
        (FLOHCATI, "reveal", ""),
    ],
)
def test_it_is_played_when_its_seat_is_asked_and_only_its_seat_reads_the_line(
    open_desk: Open, game: str, lines: str, move: str
) -> None:
    desk = open_desk(game)
    seat = desk.next
    scope = "decision" if game != FLOHCATI else "game"
    desk.give(seat, lines, scope)
    while not desk.ordered():
        assert desk.play(move) != seat
    assert {who for who, _ in desk.ordered()} == {seat}
    own, others = desk.page(seat), desk.page(seat % 3 + 1)
    line = re.search(r"standing order: ([^<]+)</span>", own.text)
    assert line
    assert line[1] in {said_of(desk.running, game, "order_words", each) for each in lines.split("\n")}
    assert "standing order" in words(others)
    assert "standing order:" not in others.text
    assert "standing order:" not in desk.visitor(seat % 3 + 1).get(f"/m/{desk.match_id}").text
    assert "Your standing order" not in words(others)


def test_given_when_its_seat_is_asked_it_is_played_at_once_and_told(open_desk: Open) -> None:
    desk = open_desk(KATZENJAMMER)
    seat, since = desk.asked, desk.since(desk.asked)
    form = {"act": "give", "lines": "bid 6x5\npass", "scope": "decision", "since": since}
    assert "so this would be played at once: pass." in words(desk.post(seat, **{**form, "act": "rehearse"}))
    assert desk.post(seat, **form).status_code == 303
    assert f"Played: {NAMES[seat - 1]} passes." in words(desk.page(seat))
    assert desk.ordered() == [(seat, "pass")]
    assert desk.post(seat, **form).status_code == 303
    assert "a second press changes nothing" in words(desk.page(seat))
    assert desk.ordered() == [(seat, "pass")]
    assert desk.order(seat) is None, "a second press orders nothing for the decision after"


def test_an_order_for_another_position_is_not_given(open_desk: Open) -> None:
    desk = open_desk(CLUBS)
    seat, since = desk.asked, desk.since(desk.asked)
    desk.play()
    answer = desk.post(seat, act="give", lines="lowest\npass", scope="trick", since=since)
    assert answer.status_code == 409
    assert "Your seat has moved since you opened this page, so nothing was given." in words(answer)
    assert lines_of(answer.text) == ["lowest", "pass"]
    assert desk.order(seat) is None
    again = next(form for form in forms_of(answer.text) if form.action.endswith("/order"))
    assert desk.post(seat, act="give", lines="lowest", scope="trick", since=again.hidden("since")[0]).status_code == 303
    assert desk.order(seat)


@pytest.mark.parametrize("act", ["rehearse", "give"])
@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_read_is_said_and_kept(open_desk: Open, game: str, act: str) -> None:
    desk = open_desk(game)
    good = LINES[game].split("\n")[0]
    answer = desk.post(desk.next, act=act, lines=f"{good}\n{BAD[game]}", scope="decision")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert f"“{BAD[game].removeprefix('bid up to ')}”" in words(answer)
    assert lines_of(answer.text) == [good, BAD[game]]
    assert "<details open>" in answer.text
    answer = desk.post(desk.next, act=act, lines=good, move=BAD[game], scope="decision")
    assert answer.status_code == 422
    assert lines_of(answer.text) == [good, BAD[game]]
    assert desk.order(desk.next) is None


def test_what_else_is_wrong_is_said(open_desk: Open) -> None:
    desk = open_desk(CLUBS)
    for form, why in (
        ({"lines": "", "scope": "decision"}, "Please write at least one move."),
        ({"lines": "pass", "scope": "forever"}, "Please choose how long the order is to hold."),
        ({"lines": "\n".join(["pass"] * 13), "scope": "trick"}, "An order has 12 lines at most"),
        ({"lines": "7" * 90, "scope": "trick"}, "80 characters at most"),
    ):
        answer = desk.post(desk.next, act="give", **form)
        assert answer.status_code == 422
        assert why in words(answer)
        assert "\n".join(lines_of(answer.text)) == form["lines"]
    assert 'value="trick" checked' in answer.text
    assert desk.order(desk.next) is None


def test_lines_are_added_put_up_and_taken_out(open_desk: Open) -> None:
    desk = open_desk(CLUBS)
    seat = desk.next
    [low, other] = position_of(desk.running.service, desk.match_id).view(seat)["hand"][:2]
    added = desk.post(seat, lines="lowest", add="play|card", card=low)
    assert lines_of(added.text) == ["lowest", f"play {low}"]
    assert "One line was added." in words(added)
    assert lines_of(desk.post(seat, lines="lowest", add="lowest up to|rank", rank="9").text) == [
        "lowest", "lowest up to 9",
    ]  # fmt: skip
    none = desk.post(seat, lines="lowest", add="play|card")
    assert none.status_code == 422
    assert lines_of(none.text) == ["lowest"]
    assert lines_of(desk.post(seat, lines="lowest\npass", act="up 2").text) == ["pass", "lowest"]
    assert lines_of(desk.post(seat, lines="lowest\npass", act="out 1").text) == ["pass"]
    for act in ("up 1", "up 9", "out 0", "out x", "nonsense"):
        assert lines_of(desk.post(seat, lines="lowest\npass", act=act).text) == ["lowest", "pass"]
    assert lines_of(desk.post(seat, lines="pass", add="pass").text) == ["pass"], "a line stands once"
    assert desk.order(seat) is None
    kept = desk.post(seat, lines="lowest", add=f"play|card {other}-none", card=[low, "1X"])
    assert f'value="{low}" aria-label' in kept.text


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"add": "bid up to|count+rank", "count": "3", "rank": "x4"}, "bid up to 3x4"),
        ({"add": "bid up to|count+rank", "count": "4", "rank": "mix"}, "bid up to 4mix"),
        ({"add": "bid|count+rank", "count": "2", "rank": "x1"}, "bid 2x1"),
        ({"add": "settle|pay+ quartet", "pay": ["2", "2", "J"], "quartet": "5555"}, "settle 22J 5555"),
        ({"add": "pay least|quartet", "quartet": ["5555", "444J"]}, "pay least 5555 444J"),
        ({"add": "pay least|quartet"}, "pay least"),
    ],
)
def test_what_is_picked_becomes_a_line(open_desk: Open, fields: dict[str, object], line: str) -> None:
    desk = open_desk(KATZENJAMMER)
    assert lines_of(desk.post(desk.next, lines="", **fields).text) == [line]


@pytest.mark.parametrize("game", GAMES)
def test_every_button_adds_a_line_or_says_what_to_pick(open_desk: Open, game: str) -> None:
    desk = open_desk(game)
    for seat in (desk.asked, desk.next):
        buttons = [value for name, kind, value, _ in desk.form(seat).fields if name == "add" and kind == "submit"]
        assert len(buttons) >= 1
        for value in buttons:
            answer = desk.post(seat, lines="", add=value)
            assert answer.status_code == (422 if "|" in value and value != "pay least|quartet" else 200), value
            if answer.status_code == 200:
                assert lines_of(answer.text) == [value.split("|")[0]]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_typed_at_the_table_can_go_into_an_order(open_desk: Open, game: str) -> None:
    desk = open_desk(game)
    seat = desk.asked
    assert f'formaction="{desk.path(seat)}/order"' in desk.page(seat).text
    line = LINES[game].split("\n")[0]
    asked = decision_of(desk.running.service, desk.match_id).asked
    assert lines_of(desk.post(seat, asked=asked, move=line).text) == [line]
    desk.give(desk.next, LINES[game].split("\n")[1])
    assert lines_of(desk.post(desk.next, move=line).text) == [LINES[game].split("\n")[1], line], "after those given"


def everything(desk: Desk, visitor: Visitor, seat: int | None) -> list[Any]:
    """Return what somebody gets of a table: bytes, tags, and what is refused."""
    base = f"/m/{desk.match_id}" + (f"/{seat}" if seat else "")
    got = []
    for path in (base, f"{base}/step/0", f"{base}/record", f"{desk.path(desk.next)}/order", "/", "/host/"):
        answer = visitor.get(path)
        got += [page(answer), answer.headers.get("ETag")]
    return got


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_sees_an_order_or_that_there_is_one(make_running: Callable[..., Running], game: str) -> None:
    desk = Desk(make_running(HOSTS="hugo@example.org"), game)
    seat = desk.next
    host, spectator = Visitor(desk.running), Visitor(desk.running)
    host.sign_in("hugo@example.org", "Hugo")
    host.get("/")  # the welcome is said once
    who = [*[(desk.visitor(other), other) for other in (1, 2, 3) if other != seat], (spectator, None), (host, None)]
    own = (desk.visitor(seat).get(desk.path(seat)), desk.write(seat))
    before = [everything(desk, visitor, place) for visitor, place in who]
    assert before == [everything(desk, visitor, place) for visitor, place in who], "looking twice gives the same"
    events, mails = len(events_of(desk.running.service, desk.match_id)), len(desk.running.tray.mails)
    desk.give(seat, LINES[game])
    assert [everything(desk, visitor, place) for visitor, place in who] == before
    after = (desk.visitor(seat).get(desk.path(seat)), desk.write(seat))
    assert [each.text for each in own] != [each.text for each in after]
    assert own[0].headers["ETag"] != desk.visitor(seat).get(desk.path(seat)).headers["ETag"], "its own page is new"
    desk.post(seat, act="withdraw")
    assert [everything(desk, visitor, place) for visitor, place in who] == before
    assert len(events_of(desk.running.service, desk.match_id)) == events
    assert len(desk.running.tray.mails) == mails


def test_only_who_may_act_for_a_seat_writes_its_order(running: Running, open_desk: Open) -> None:
    desk = open_desk(CLUBS)
    seat = desk.asked
    desk.visitor(desk.next)
    stranger, old = Visitor(running), Visitor(running)
    desk.play()
    old.follow(seat_link(running, desk.match_id, seat, 0, int(seat > 1)))
    assert "Answer before you are asked" not in old.get(desk.path(seat)).text
    for visitor in (stranger, old, desk.visitor(seat % 3 + 1)):
        for answer in (
            visitor.get(f"{desk.path(seat)}/order"),
            visitor.post(f"{desk.path(seat)}/order", act="give", lines="pass", scope="trick"),
            visitor.post(f"{desk.path(seat)}/order", act="withdraw"),
        ):
            assert answer.status_code == 422
            assert "This seat is not yours." in words(answer)
    assert desk.order(seat) is None
    for path in ("/m/nowhere/1/order", f"/m/{desk.match_id}/9/order"):
        assert stranger.get(path).status_code == 404


def test_when_the_match_is_over_there_is_nothing_to_order(open_desk: Open) -> None:
    desk = open_desk(TOY)
    seat = desk.next
    since = desk.since(seat)
    while match_of(desk.running.service, desk.match_id).status == "running":
        desk.play()
    assert desk.write(seat).headers["Location"] == desk.path(seat)
    for act in ("give", "withdraw", "rehearse"):
        answer = desk.post(seat, act=act, lines="lowest", scope="trick", since=since)
        assert answer.status_code == 409
        assert "This match is not being played at the moment." in words(answer)
        assert lines_of(answer.text) == ["lowest"]
    assert "standing order" not in desk.page(seat).text


@pytest.mark.parametrize("game", GAMES)
def test_orders_speak_through_gettext(open_desk: Open, game: str) -> None:
    desk = open_desk(game)
    seat = desk.next
    desk.page(seat)
    mark(desk.running.app)
    own_words = {word for line in LINES[game].split("\n") for word in line.split()} if game == TOY else set()
    shown = desk.post(seat, act="rehearse", lines=LINES[game], scope="decision")
    fields = {"Hand", "First", "Round", "Draws", "Scores", "Sizes", "Rest", "Trick", "Played", "Doubled", "play"}
    assert unmarked(shown.text.replace("<textarea", "<code").replace("</textarea", "</code")) <= (
        NOT_WORDS | own_words | fields
    )
    desk.give(seat, LINES[game])
    assert "⟦Your standing order⟧" in desk.page(seat).text


class OrdersWatched(Watched):
    """A match of which the pages about an order are compared."""

    def got_by(self, seat: int | None) -> list[Any]:
        assert seat
        visitor, base = self.visitors[seat], f"/m/{self.id}/{seat}"
        lines = LINES[self.table.game.key]
        got = [page(visitor.get(f"{base}/order")), page(visitor.get(base))]
        for scope in ("decision", *[each.kind for each in self.history().position.scopes()]):
            for text in (lines, BAD[self.table.game.key], ""):
                got.append(page(visitor.post(f"{base}/order", act="rehearse", lines=text, scope=scope)))
        return got


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_an_order_would_do_tells_nothing_unseen(
    running: Running, clock: VirtualClock, table: Table, stored: bool
) -> None:
    watched = OrdersWatched(running, table, 7, 7)
    asked = [decision.seat for decision in watched.history().asked]
    seat = asked[0] % table.seats + 1
    if stored:
        kind = watched.history().position.scopes()[-1].kind
        form = {"lines": LINES[table.game.key], "scope": kind, "act": "give"}
        assert watched.visitors[seat].post(f"/m/{watched.id}/{seat}/order", **form).status_code == 303
        watched.visitors[seat].get(f"/m/{watched.id}/{seat}")
    for each in {seat} if stored else {seat, asked[0]}:
        assert not watched.tells_apart(each)


def test_of_two_presses_at_once_one_orders(open_desk: Open) -> None:
    desk = open_desk(KATZENJAMMER)
    seat, since = desk.asked, desk.since(desk.asked)
    visitors = [Visitor(desk.running) for _ in range(2)]
    barrier = threading.Barrier(2)
    answers: list[int] = []
    marks = []
    for visitor in visitors:
        visitor.follow(seat_link(desk.running, desk.match_id, seat, 0, int(seat > 1)))
        marks.append(visitor.mark())

    def press(visitor: Visitor, token: str) -> None:
        form = {"csrf_token": token, "act": "give", "lines": "pass", "scope": "decision", "since": since}
        barrier.wait()
        answers.append(visitor.client.post(f"{desk.path(seat)}/order", data=form).status_code)

    threads = [threading.Thread(target=press, args=each) for each in zip(visitors, marks, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [303, 303]
    assert desk.ordered() == [(seat, "pass")]
    assert desk.order(seat) is None


def test_while_a_match_is_paused_an_order_is_kept_and_not_played(open_desk: Open) -> None:
    desk = open_desk(CLUBS)
    seat = desk.next
    desk.play()
    desk.visitor(seat)
    with desk.running.service.store.writing() as session:
        match = session.get_one(Match, desk.match_id)
        match.status, match.held_at = "paused", desk.running.clock.now
        session.add(match)
    assert desk.give(seat, "pass", "trick").status_code == 303
    assert "Your standing order holds" in words(desk.page(seat))
    assert desk.ordered() == []
    assert desk.order(seat)


def test_a_step_shows_the_line_to_its_own_seat(open_desk: Open) -> None:
    desk = open_desk(CLUBS)
    seat = desk.next
    desk.give(seat, "lowest\npass")
    desk.play()
    number = next(e.number for e in events_of(desk.running.service, desk.match_id) if e.by == "order")
    for reader in (1, 2, 3):
        step = words(desk.visitor(reader).get(f"{desk.path(reader)}/step/{number}"))
        assert "standing order" in step
        assert ("standing order:" in step) == (reader == seat)


@pytest.mark.parametrize("signed_in", [True, False])
def test_it_is_the_seat_that_counts_not_the_way_in(running: Running, open_desk: Open, signed_in: bool) -> None:
    desk = open_desk(CLUBS)
    seat = desk.next
    visitor = Visitor(running)
    if signed_in:
        visitor.sign_in(f"{NAMES[seat - 1].lower()}@example.org")
    else:
        visitor.follow(seat_link(running, desk.match_id, seat, 0, int(seat > 1)))
    form = {"lines": "pass", "scope": "trick", "act": "give"}
    assert visitor.post(f"{desk.path(seat)}/order", **form).status_code == 303
    assert "Your standing order" in words(visitor.get(desk.path(seat)))
    without = visitor.client.post(f"{desk.path(seat)}/order", data={**form, "act": "withdraw"})
    assert without.status_code == 400, "a form carries the mark of its session"
    assert desk.order(seat)
