"""Who is away, who takes over, and what those who are there agree on: to pause, to go on, to end."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlmodel import col, select, Session

from games.contract import N_
from models.tables import Event, Match, Proposal, Seat
from service import links, outbox, people, throttle
from service.base import NotFound, NotRunning, Refused, Service
from service.course import ADJOURNED, Course, HELD, PAUSED
from service.matches import check_invitable, check_place
from service.play import changing
from service.seats import clean_reason

PAUSE, END, OFFER = "pause", "end", "seat"
KINDS = (PAUSE, END, OFFER)
LONG_AWAY = timedelta(days=7)  # before a seat can be offered to somebody else
PROPOSAL_LIFE = timedelta(days=7)
DAY = timedelta(days=1)
MOST_PROPOSALS = 6  # of one seat in a day: each is told to all
ADJOURNED_LIFE = timedelta(days=30)  # before a match at which everybody is away is closed
BATCH = 50


def come_back(service: Service, match_id: str, number: int, now: datetime) -> bool:
    """Note that the player of a seat is back, where they were away; say whether they were. Raises `NotFound`."""
    with service.store.reading() as session:
        seat = session.get(Seat, (match_id, number))
        if not seat or not seat.away_since:
            return False
    with changing(service, match_id, now) as course:
        return course.welcome(number)


def go_on(service: Service, match_id: str, number: int, now: datetime) -> None:
    """Let a player have a paused match go on. Raises `Refused`, `NotRunning`."""
    with changing(service, match_id, now) as course:
        _present(course, number)
        if course.match.status != PAUSED:
            raise Refused(N_("This match is not paused."))
        event = course.note("resume", "player", number)
        course.resume()
        course.follow()
        course.tell(outbox.HELD, event, but=number)


def propose(
    service: Service, match_id: str, number: int, kind: str, now: datetime,
    place: int | None = None, address: str = "", network: str = "",
) -> bool:  # fmt: skip
    """Propose something to all who are there, or agree to it; say whether it has come about by that.

    `kind` is `pause`, `end`, or `seat`: to offer a seat (`place`) to whoever has `address`. What somebody has proposed
    is agreed to by proposing the same; of a seat, whoever it was to be offered to. Raises `Refused`, `Throttled`.
    """
    if kind not in KINDS:
        raise Refused(N_("That cannot be proposed."))
    with changing(service, match_id, now) as course:
        _present(course, number)
        if kind == PAUSE and course.match.status in HELD:
            raise Refused(N_("This match stands still already."))
        if kind == OFFER:
            check_offer(course, place, now)
            if len(course.present_people()) == 1:
                raise Refused(N_("Nobody else is here to agree, and a stand-in sees the hand: please ask the host."))
        name = f"{OFFER}-{place}" if kind == OFFER else kind
        proposal = course.session.get(Proposal, (match_id, name))
        if proposal and now - proposal.at > PROPOSAL_LIFE:
            course.session.delete(proposal)
            course.session.flush()
            proposal = None
        if not proposal:
            throttle.take(course.session, [throttle.Limit(f"propose/{match_id}/{number}", MOST_PROPOSALS, DAY)], now)
            invited = people.clean_address(address) if kind == OFFER else None
            if invited:
                _check_stand_in(course, invited, network, now)
            proposal = Proposal(match_id=match_id, kind=name, seat=number, address=invited, at=now)
            others = [seat for seat in course.present_people() if seat.seat != number]
            event = course.note("propose", "player", number, {"kind": name}) if others else 0
            course.tell(outbox.PROPOSAL, event, but=number)
        proposal.agreed = sorted({*proposal.agreed, number})
        course.session.add(proposal)
        course.session.flush()
        if {seat.seat for seat in course.present_people()} - {*proposal.agreed}:
            return False
        course.session.delete(proposal)
        _come_about(course, proposal, kind, place, now)
    return True


def _come_about(course: Course, proposal: Proposal, kind: str, place: int | None, now: datetime) -> None:
    detail = {"seats": proposal.agreed}
    if kind == PAUSE:
        course.tell(outbox.HELD, course.hold("pause", "players", detail=detail), but=proposal.agreed[-1])
    elif kind == END:
        course.stop("end", "players", detail)
    elif place:
        number = course.note("offer", "players", place, detail)
        outbox.queue(
            course.session, outbox.TAKE_OVER, now, match_id=course.match.id, address=proposal.address,
            detail={"seat": place, "epoch": course.seats[place].epoch, "number": number},
        )  # fmt: skip


def decline(service: Service, match_id: str, number: int, kind: str, now: datetime) -> None:
    """Let somebody who is there say no to a proposal: it is gone, and may be made again."""
    with changing(service, match_id, now) as course:
        _present(course, number)
        query = select(Proposal).where(Proposal.match_id == match_id)
        proposal = next((each for each in course.session.exec(query) if each.kind == kind), None)
        if proposal:
            course.session.delete(proposal)
            course.note("decline", "player", number, {"kind": kind})


def proposals(session: Session, match_id: str, now: datetime) -> list[Proposal]:
    """Return what is proposed at a table at the moment."""
    query = select(Proposal).where(Proposal.match_id == match_id, Proposal.at > now - PROPOSAL_LIFE)
    return list(session.exec(query.order_by(col(Proposal.at))))


def is_offerable(seat: Seat, now: datetime) -> bool:
    """Say whether a seat can be offered to a stand-in: given up, or its player away for a week."""
    if seat.stand_in:
        return True
    return seat.away_since is not None and now - seat.away_since >= LONG_AWAY


def has_returned(session: Session, seat: Seat, number: int) -> bool:
    """Say whether the player of a seat has been back since an event: what was offered then is not any more."""
    query = select(Event).where(Event.match_id == seat.match_id, Event.seat == seat.seat, Event.kind == "return")
    return session.exec(query.where(col(Event.number) > number)).first() is not None


def check_offer(course: Course, place: int | None, now: datetime) -> None:
    """Raise `Refused` for a seat that cannot be offered."""
    seat = course.seats.get(place or 0)
    if not seat or not is_offerable(seat, now):
        raise Refused(N_("Only a seat that was given up, or whose player has been away for a week, can be offered."))


def _check_stand_in(course: Course, address: str, network: str, now: datetime) -> None:
    """Raise `Refused` for an address that is at the table or wants no invitations, `Throttled` for too many."""
    player = people.find_by_address(course.session, address)
    if player and any(seat.player_id == player.id for seat in course.seats.values()):
        raise Refused(N_("{address} is at this table already: one seat a player."), address=address)
    check_invitable(course.session, address, network, now)


def offer_by_host(
    service: Service, match_id: str, place: int, address: str, reason: str, host: str, network: str, now: datetime
) -> None:
    """Let a host offer a seat that was given up, or whose player is long away, with a reason. Raises `Refused`."""
    reason, address = clean_reason(reason), people.clean_address(address)
    with changing(service, match_id, now) as course:
        check_offer(course, place, now)
        _check_stand_in(course, address, network, now)
        number = course.note("offer", "host", place, {"reason": reason, "host": host})
        outbox.queue(
            course.session, outbox.TAKE_OVER, now, match_id=match_id, address=address,
            detail={"seat": place, "epoch": course.seats[place].epoch, "number": number},
        )  # fmt: skip


def take_over(service: Service, token: str, name: str, zone: str, now: datetime) -> tuple[str, int]:
    """Sit down whoever a seat of a running match was offered to; return the match and the seat.

    Raises `BadLink`, `Refused`.
    """
    match_id, place, epoch, address, number = service.links.read(links.TAKE_OVER, token, now)
    with changing(service, match_id, now) as course:
        seat = course.seats[place]
        if seat.epoch != epoch or not is_offerable(seat, now) or has_returned(course.session, seat, number):
            raise Refused(N_("This seat is not free any more."))
        known = people.find_by_address(course.session, address)
        name = people.clean_name(name or (known.name if known else ""))
        player = known or people.find_or_create(course.session, name, address, now, people.known_zone(zone))
        check_place(list(course.seats.values()), seat, player, name)
        event = course.note("replace", "player", place, {"to": "player", "player": player.id})
        course.sit_down(place, player, name)
        course.tell(outbox.RESIGNED, event, but=place)
    return match_id, place


def close_old(service: Service, now: datetime) -> int:
    """Close matches at which everybody has been away for too long; return how many were found."""
    with service.store.reading() as session:
        old = select(Match.id).where(col(Match.held_at) <= now - ADJOURNED_LIFE, Match.status == ADJOURNED)
        found = list(session.exec(old.limit(BATCH)))
    for match_id in found:
        with suppress(NotRunning), changing(service, match_id, now) as course:  # it may be frozen by this
            if course.match.status == ADJOURNED:
                course.stop("abandon", "service", {"why": ADJOURNED})
    return len(found)


def _present(course: Course, number: int) -> Seat:
    """Return a seat whose player is at the table; who was away is back by this."""
    seat = course.seats.get(number)
    if not seat or seat.player_id is None:
        raise NotFound(N_("There is no such seat at this table."))
    course.welcome(number)
    return seat
