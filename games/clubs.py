"""Clubs and Crazy Clubs: be rid of your cards early, and win tricks that hold clubs.

Rules version 1. Seats are numbered from 1; tuples that hold something for each seat start with seat 1. Sets of cards
and melds are those of `clubs_melds`. The docstrings carry the rules they implement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Self

from games.base import anew, Base
from games.chance import Chance, Loose, NeedsChance, NEVER
from games.clubs_melds import (
    BIT,
    CARDS,
    cards_in,
    check_meld,
    CLUB_POINTS,
    club_points,
    DOUBLE,
    is_double,
    LOWEST,
    lowest,
    Meld,
    of_rank,
    ORDER_LINES,
    PASS,
    plays,
    read_line,
    read_move,
    set_of,
    SUITS,
    TOP,
    useful,
)
from games.contract import (
    BadOptions,
    Choices,
    Decision,
    Fact,
    Forced,
    GameOver,
    IllegalMove,
    MOST_CHOICES,
    N_,
    NotYourTurn,
    Option,
    OrderLine,
    Result,
    Scope,
    seats_after,
    View,
)

HAND = 10
BONUS = {6: (12, 10, 8, 5, 2, 0), 5: (10, 8, 5, 2, 0), 4: (8, 5, 2, 0), 3: (5, 2, 0), 2: (5,)}


def usual_target(options: Mapping[str, Any], seats: int) -> int:
    """Return the points that end a match: 50, in teams 50 for each seat of a team."""
    return 50 * (seats // options["teams"] if options["teams"] else 1)


class Clubs(Base):
    """A match of Clubs. Every attribute is a value that is replaced, never changed in place."""

    key = "clubs"
    rules = 1
    name = "Clubs"
    min_seats = 2
    max_seats = 6
    options: tuple[Option, ...] = (
        Option("crazy", "bool", False, N_("Crazy Clubs"), help=N_("More cards beat fewer, and a 15 ends no trick.")),
        Option("wild", "bool", False, N_("15s are wild"), help=N_("A 15 may stand for any rank from 1 to 15.")),
        Option(
            "teams", "choice", 0, N_("Teams"), choices=(0, 2, 3),
            names=(N_("everybody alone"), N_("two teams"), N_("three teams")),
            help=N_("Two teams with four or six seats, three with six. Partners sit evenly spaced."),
        ),
        Option(
            "target", "int", None, N_("Points that end the match"), low=10, high=500,
            help=N_("Left empty: 50, and in teams 50 for each seat of a team."), derived=usual_target,
        ),
    )  # fmt: skip
    deck = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, TOP + 1))
    order_lines: tuple[OrderLine, ...] = ORDER_LINES
    club_points = CLUB_POINTS
    bonus = BONUS

    chance: Chance
    seats: int
    crazy: bool
    wild: bool
    teams: int  # how many, 0 for none
    target: int
    first: int  # the dealer of the first round
    round: int  # from 1
    dealer: int
    phase: str  # lead, follow or over
    turn: int
    serial: int  # decisions answered
    hands: tuple[int, ...]
    aside: int  # the cards that are out of play in this round
    trick: tuple[tuple[int, Meld | None], ...]  # of this trick: seat and meld, none for a pass
    standing: Meld | None  # the meld last played
    holder: int  # who played it
    tricks: tuple[tuple[int, int], ...]  # won in this round: seat and cards
    out: tuple[int, ...]  # seats without cards, in the order they went out
    doubled: tuple[int, ...]
    totals: tuple[int, ...]  # a seat or, in teams, a team
    ended: tuple[Mapping[str, Any], ...]  # the rounds that are over
    facts: tuple[Fact, ...]

    # What a game is asked

    @classmethod
    def check(cls, options: Mapping[str, Any], seats: int) -> None:
        """Two teams with four seats; two or three with six."""
        teams = options["teams"]
        if teams and (teams, seats) not in ((2, 4), (2, 6), (3, 6)):
            wrong = N_("{teams} teams cannot be made of {seats} seats: two teams take four or six, three take six.")
            raise BadOptions(wrong, teams=teams, seats=seats)

    @classmethod
    def team(cls, options: Mapping[str, Any], seats: int, seat: int) -> int:
        """Seat s is in team ((s-1) mod teams)+1, so that partners sit evenly spaced."""
        return (seat - 1) % options["teams"] + 1 if options["teams"] else seat

    @classmethod
    def deal(cls, options: Mapping[str, Any], seats: int, chance: Chance) -> Self:
        """`first` is the seat of the first dealer."""
        position = cls()
        position.chance = chance
        position.seats = seats
        position._set_options(options)
        position.first = chance.below("first", seats) + 1
        position.totals = (0,) * (position.teams or seats)
        position.serial = 0
        position.ended = position.facts = ()
        position._set_up(1)
        return position

    def _set_options(self, options: Mapping[str, Any]) -> None:
        self.crazy, self.wild = options["crazy"], options["wild"]
        self.teams, self.target = options["teams"], options["target"]

    def to_act(self) -> list[Decision]:
        """The game waits for one seat at a time."""
        return [] if self.phase == "over" else [Decision(self.turn, self.phase, self.serial)]

    def optional(self) -> list[Decision]:
        """Whoever holds ten cards may declare `double`, in turn or not, while nobody has gone out."""
        return [Decision(seat, DOUBLE, self.round) for seat in range(1, self.seats + 1) if self._may_double(seat)]

    def _may_double(self, seat: int) -> bool:
        """A seat that holds its ten cards, not having played yet in this round, once, while nobody has gone out."""
        if self.out or seat in self.doubled or not 1 <= seat <= self.seats:
            return False
        return self.hands[seat - 1].bit_count() == HAND

    def moves(self, seat: int) -> Iterator[str]:
        """Yield the legal moves: melds, small and low ones first, then `pass`, then `double`."""
        if seat == self.turn and self.phase != "over":
            yield from plays(self.hands[seat - 1], self.standing, self.crazy, self.wild)
            if self.phase == "follow":
                yield PASS
        if self._may_double(seat):
            yield DOUBLE

    def read(self, seat: int, move: str) -> str:
        """Return the canonical text of a move typed leniently."""
        found = self._check(seat, move)
        return f"play {found.text}" if isinstance(found, Meld) else found

    def play(self, seat: int, move: str) -> tuple[Fact, ...]:
        """Play a move and return what happened; a move that fails changes nothing."""
        found = self._check(seat, move)
        before = self.__dict__.copy()
        self.facts = ()
        try:
            if found == DOUBLE:
                self.doubled = tuple(sorted((*self.doubled, seat)))
                self._tell("double", seat)
            else:
                self.serial += 1
                self._play(found if isinstance(found, Meld) else None)
        except ValueError:
            self.__dict__ = before
            raise
        return self.facts

    @classmethod
    def read_order(cls, view: View, line: str) -> str:
        """Melds and `pass`; `lowest` and `lowest up to 10`."""
        return read_line(line, view["options"]["wild"])

    def scopes(self) -> tuple[Scope, ...]:
        """The trick is told by the answers before it, the round by its number."""
        if self.phase == "over":
            return ()
        return (
            Scope("trick", N_("this trick"), self.serial - len(self.trick)),
            Scope("round", N_("this round"), self.round),
        )

    def ordered(self, seat: int, line: str) -> str | None:
        """`lowest` answers what lies there, never a lead; with a limit, if no card in it is higher."""
        if not line.startswith(LOWEST):
            return super().ordered(seat, line)
        if seat != self.turn or not self.standing:
            return None
        limit = line.removeprefix(LOWEST).split()
        return lowest(self.hands[seat - 1], self.standing, self.crazy, self.wild, int(limit[-1]) if limit else TOP)

    def deadline_move(self, seat: int) -> str:
        """`follow`: pass. `lead`: the single card of the lowest rank, a spade before a heart, diamond, club."""
        if self.phase == "follow":
            return PASS
        hand = self.hands[seat - 1]
        rank = next(rank for rank in range(1, TOP + 1) if of_rank(hand, rank))
        return f"play {rank}{SUITS[of_rank(hand, rank).bit_length() - 1]}"

    def forced(self, seat: int) -> Forced | None:
        """A pass is publicly forced exactly when the hand holds fewer cards than the meld last played.

        In Crazy Clubs also with as many while that meld's top is 15. A lead never is.
        """
        if seat != self.turn or self.phase == "over":
            return None
        hand = self.hands[seat - 1]
        size, last = hand.bit_count(), self.standing
        if last and (size < last.size or (self.crazy and size == last.size and last.top == TOP)):
            return Forced(PASS, True)
        others = list(islice(plays(hand, last, self.crazy, self.wild), 2))
        if last:
            return None if others else Forced(PASS, False)
        return Forced(others[0], False) if len(others) == 1 else None

    def result(self) -> Result | None:
        """The highest total wins; equal totals share, and so does a team."""
        if self.phase != "over":
            return None
        best = max(self.totals)
        seats = range(1, self.seats + 1)
        return Result(self.totals, tuple(s for s in seats if self.totals[self._side(s) - 1] == best))

    def _side(self, seat: int) -> int:
        """Return the team of a seat, or the seat where there are no teams."""
        return (seat - 1) % self.teams + 1 if self.teams else seat

    def view(self, seat: int | None) -> View:
        """Hands are private until the match is over, and then the cards out of play are shown too."""
        over, hands = self.phase == "over", self.hands
        result = self.result()
        won = self._won()
        return {
            "game": self.key, "rules": self.rules, "seats": self.seats, "seat": seat, "over": over,
            "options": {"crazy": self.crazy, "wild": self.wild, "teams": self.teams, "target": self.target},
            "to_act": [decision._asdict() for decision in self.to_act()],
            "optional": [decision._asdict() for decision in self.optional()],
            "round": self.round, "first": self.first, "dealer": self.dealer,
            "trick": [[by, meld.text if meld else PASS] for by, meld in self.trick],
            "standing": self.standing and {
                "seat": self.holder, "cards": self.standing.text.split(), "run": self.standing.run,
                "size": self.standing.size, "top": self.standing.top,
            },
            "hand": cards_in(hands[seat - 1]) if seat else None,
            "hands": [cards_in(hand) for hand in hands] if over else None,
            "aside": cards_in(self.aside) if over else None,
            "sizes": [hand.bit_count() for hand in hands],
            "tricks": [[by, cards_in(cards)] for by, cards in self.tricks],
            "clubs": [club_points(cards) for cards in won], "worth": list(CLUB_POINTS.values()),
            "out": list(self.out), "bonus": self._bonus(), "left": list(BONUS[self.seats][len(self.out) :]),
            "doubled": list(self.doubled),
            "team": [self._side(s) for s in range(1, self.seats + 1)] if self.teams else None,
            "totals": list(self.totals), "ended": [anew(account) for account in self.ended],
            "result": {"scores": list(result.scores), "winners": list(result.winners)} if result else None,
        }  # fmt: skip

    @classmethod
    def tally(cls, view: View) -> Mapping[str, Sequence[int]]:
        """Totals, and what has been won and is still held in this round."""
        return {
            N_("Totals"): view["totals"], N_("Clubs of the round"): view["clubs"],
            N_("Bonus of the round"): [points or 0 for points in view["bonus"]], N_("Cards in hand"): view["sizes"],
        }  # fmt: skip

    def canonical(self) -> str:
        """Return the position as text, as docs/notation.md lays down."""
        each = " ".join
        flags = {"crazy": self.crazy, "wild": self.wild, "teams": self.teams, "target": self.target}
        lines = [
            f"{self.key} {self.rules}",
            f"seats {self.seats}",
            "options " + each(f"{key}={str(value).lower()}" for key, value in flags.items()),
            f"round {self.round} first {self.first} dealer {self.dealer}",
            f"phase {self.phase} {self.turn}" if self.phase != "over" else "phase over",
            "trick " + (each(f"{by}:{_joined(meld)}" for by, meld in self.trick) or "-"),
            "tricks " + (each(f"{by}:{','.join(cards_in(cards))}" for by, cards in self.tricks) or "-"),
            "hands " + each(",".join(cards_in(hand)) or "-" for hand in self.hands),
            "aside " + (",".join(cards_in(self.aside)) or "-"),
            "out " + (each(map(str, self.out)) or "-"),
            "doubled " + (each(map(str, self.doubled)) or "-"),
            "totals " + each(map(str, self.totals)),
        ]
        return "\n".join(lines) + "\n"

    # What happens

    def _set_up(self, number: int) -> None:
        """Ten cards go to each seat, one at a time, the dealer's left neighbour first, who then leads."""
        cards = self.chance.shuffle(f"deck/{number}", self.deck)
        self.round = number
        self.dealer = (self.first + number - 2) % self.seats + 1
        hands = [0] * self.seats
        for n, seat in enumerate(seats_after(self.dealer, self.seats)):
            hands[seat - 1] = set_of(cards[n : HAND * self.seats : self.seats])
        self.hands = tuple(hands)
        self.aside = set_of(cards[HAND * self.seats :])
        self.tricks = self.out = self.doubled = ()
        dealt = {seat: {"cards": cards_in(hand)} for seat, hand in enumerate(hands, 1)}
        self._tell("deal", self.dealer, own=dealt, round=number, each=HAND)
        self._lead(self.dealer % self.seats + 1)

    def _lead(self, seat: int) -> None:
        self.turn, self.phase = seat, "lead"
        self.trick, self.standing, self.holder = (), None, 0

    def _play(self, meld: Meld | None) -> None:
        """Play a meld, or pass, and go on with the next seat that holds cards, up to the one that played last."""
        seat = self.turn
        self.trick += ((seat, meld),)
        if meld:
            self._lay(seat, meld)
        else:
            self._tell("pass", seat)
        if meld and meld.top == TOP and not self.crazy:
            self._end_trick()
            return
        for other in seats_after(seat, self.seats):
            if other == self.holder:
                self._end_trick()
                return
            if self.hands[other - 1]:
                self.turn, self.phase = other, "follow"
                return

    def _lay(self, seat: int, meld: Meld) -> None:
        """A seat that plays its last card takes the highest bonus card left."""
        hand = self.hands[seat - 1] & ~meld.cards
        self.hands = (*self.hands[: seat - 1], hand, *self.hands[seat:])
        self.standing, self.holder = meld, seat
        self._tell("play", seat, cards=meld.text.split(), run=meld.run, left=hand.bit_count())
        if not hand:
            self.out += (seat,)
            bonus = self._bonus()[seat - 1]
            self._tell("out", seat, place=len(self.out), bonus=bonus)

    def _end_trick(self) -> None:
        """The seat that played last takes all cards and leads; without cards, the next to its left that has some."""
        winner = self.holder
        cards = 0
        for _by, meld in self.trick:
            cards |= meld.cards if meld else 0
        self.tricks += ((winner, cards),)
        self._tell("trick", winner, cards=cards_in(cards), points=club_points(cards))
        holding = [seat for seat, hand in enumerate(self.hands, 1) if hand]
        if self._is_round_over(holding):
            self._end_round(holding)
            return
        leader = winner if self.hands[winner - 1] else next(s for s in seats_after(winner, self.seats) if s in holding)
        if leader != winner:
            self._tell("lead", leader)
        self._lead(leader)

    def _is_round_over(self, holding: Sequence[int]) -> bool:
        """At most one seat holds cards, which of two seats is when one has gone out; in teams only one of them does."""
        return len({self._side(seat) for seat in holding}) < 2

    def _end_round(self, holding: Sequence[int]) -> None:
        """Score the round, and deal the next one or end the match. A copy of a live position may not look on."""
        if self.chance is NEVER:
            raise NeedsChance(f"deck/{self.round + 1}")
        clubs, bonus, last = [club_points(cards) for cards in self._won()], self._bonus(), self._last(holding)
        if self.seats > 2 and not self.teams:
            bonus[last[0] - 1] = 0
        scores = [
            self._score(seat, clubs[seat - 1] + (bonus[seat - 1] or 0), last) for seat in range(1, self.seats + 1)
        ]
        sides = list(self.totals)
        for seat, score in enumerate(scores, 1):
            sides[self._side(seat) - 1] += score
        self.totals = tuple(sides)
        account: dict[str, Any] = {
            "number": self.round, "dealer": self.dealer, "out": list(self.out), "clubs": clubs, "bonus": bonus,
            "doubled": list(self.doubled), "last": last, "scores": scores, "totals": sides,
        }  # fmt: skip
        self.ended += (account,)
        kept = {seat: {"cards": cards_in(self.hands[seat - 1])} for seat in holding}
        self._tell("round over", self.dealer, own=kept, **anew(account))
        if max(self.totals) < self.target:
            self._set_up(self.round + 1)
            return
        self._lead(0)
        self.phase = "over"
        result = self.result()
        assert result
        self._tell("match over", self.dealer, scores=list(result.scores), winners=list(result.winners))

    def _last(self, holding: Sequence[int]) -> list[int]:
        """Return the seats that score nothing: the holder of the 0, in teams all of the team still holding cards.

        If nobody holds a card, the seat that went out last is the one. Of two seats both score.
        """
        if self.seats == 2:
            return []
        side = self._side(holding[0] if holding else self.out[-1])
        return [seat for seat in range(1, self.seats + 1) if self._side(seat) == side]

    def _score(self, seat: int, points: int, last: Sequence[int]) -> int:
        """Return what a seat scores: twice its points or nothing where it doubled, nothing as one of the last."""
        if seat in last or (seat in self.doubled and seat != self.out[0]):
            return 0
        return points * 2 if seat in self.doubled else points

    def _bonus(self) -> list[int | None]:
        """Return the bonus card of each seat: those that went out have taken the highest left."""
        taken = dict(zip(self.out, BONUS[self.seats], strict=False))
        return [taken.get(seat) for seat in range(1, self.seats + 1)]

    def _won(self) -> list[int]:
        """Return the cards that each seat has won in this round."""
        won = [0] * self.seats
        for seat, cards in self.tricks:
            won[seat - 1] |= cards
        return won

    # What may be played

    def _check(self, seat: int, move: str) -> Meld | str:
        """Read a move and say what it is: a meld, `pass` or `double`."""
        if self.phase == "over":
            raise GameOver(N_("The match is over: nothing can be played any more."))
        if seat != self.turn and not is_double(move):
            wrong = N_("It is not your turn: the table waits for seat {turn}.")
            if self._may_double(seat):
                wrong = N_("It is not your turn: the table waits for seat {turn}. All you may say now is “double”.")
            raise NotYourTurn(wrong, seat=seat, turn=self.turn)
        found = read_move(move, self.wild)
        if found == DOUBLE:
            self._check_double(seat)
        elif isinstance(found, Meld):
            check_meld(found, self.hands[seat - 1], self.standing, self.crazy, self.wild)
        elif self.phase == "lead":
            example = next(plays(self.hands[seat - 1], None, self.crazy, self.wild))
            raise IllegalMove(N_("You lead, so you cannot pass: play a meld, for example “{move}”."), move=example)
        return found

    def _check_double(self, seat: int) -> None:
        """Say why a seat may not double, where it may not."""
        if self._may_double(seat):
            return
        if seat in self.doubled:
            raise IllegalMove(N_("You have doubled already, and once in a round is all."), seat=seat)
        if self.out:
            wrong = N_("It is too late to double: seat {first} has gone out first.")
            raise IllegalMove(wrong, seat=seat, first=self.out[0])
        raise IllegalMove(N_("It is too late to double: that is for who still holds all ten cards."), seat=seat)

    # What can be seen and what may lie behind it

    @classmethod
    def choices(cls, view: View) -> Choices:
        """Melds and `pass`, the first of them; `parts` tells which cards are part of some meld that may be played."""
        seat, crazy, wild = view["seat"], view["options"]["crazy"], view["options"]["wild"]
        kind = next((d["kind"] for d in view["to_act"] if d["seat"] == seat), "")
        if not kind:
            return Choices("")
        hand, standing = set_of(view["hand"]), _standing(view)
        rest = (PASS,) if kind == "follow" else ()
        room = MOST_CHOICES - len(rest)
        melds = list(islice(plays(hand, standing, crazy, wild), room + 1))
        parts = {"useful": useful(hand, standing, crazy, wild), "wilds": wild}
        return Choices(kind, (*melds[:room], *rest), len(melds) > room, parts)

    @classmethod
    def imagine(cls, view: View, rng: Random) -> Self:
        """Return a position with this view: cards not seen are dealt by chance, as many to each as it holds."""
        position = cls.__new__(cls)
        position.chance = Loose(rng)
        position.seats = view["seats"]
        position._set_options(view["options"])
        position.first, position.round, position.dealer = view["first"], view["round"], view["dealer"]
        acting = [Decision(**decision) for decision in view["to_act"]] or [Decision(0, "over", 0)]
        position.turn, position.phase, position.serial = acting[0]
        position.trick = tuple((by, _read_meld(move, position.wild)) for by, move in view["trick"])
        position.standing = _standing(view)
        position.holder = view["standing"]["seat"] if view["standing"] else 0
        position.tricks = tuple((by, set_of(cards)) for by, cards in view["tricks"])
        position.out, position.doubled = tuple(view["out"]), tuple(view["doubled"])
        position.totals, position.facts = tuple(view["totals"]), ()
        position.ended = tuple(anew(account) for account in view["ended"])
        position._imagine_cards(view, rng)
        return position

    def _imagine_cards(self, view: View, rng: Random) -> None:
        fixed = {seat: set_of(hand) for seat, hand in enumerate(view["hands"] or [], 1)}
        if view["seat"]:
            fixed[view["seat"]] = set_of(view["hand"])
        seen = [*fixed.values(), *(cards for _by, cards in self.tricks), *(m.cards for _by, m in self.trick if m)]
        unseen = [card for card in CARDS if not any(cards & BIT[card] for cards in seen)]
        rng.shuffle(unseen)
        hands = []
        for seat, size in enumerate(view["sizes"], 1):
            if seat not in fixed:
                fixed[seat] = set_of(unseen[:size])
                unseen = unseen[size:]
            hands.append(fixed[seat])
        self.hands, self.aside = tuple(hands), set_of(unseen)


def _joined(meld: Meld | None) -> str:
    return meld.text.replace(" ", ",") if meld else PASS


def _read_meld(move: str, wild: bool) -> Meld | None:
    found = read_move(move, wild)
    return found if isinstance(found, Meld) else None


def _standing(view: View) -> Meld | None:
    """Return the meld that a view says is to be beaten."""
    standing = view["standing"]
    return _read_meld(" ".join(standing["cards"]), view["options"]["wild"]) if standing else None
