"""Clubs: which cards a seat has not seen, told from the decks and the moves alone."""


class Round:
    """Where each card of one round's deck lies, who holds what, and how far the trick is."""

    def __init__(self, match, number):
        options, seats = match.table.options, match.table.seats
        self.label = f"deck/{number}"
        self.deck = match.outcomes[self.label]
        self.crazy, self.seats, self.teams = options["crazy"], seats, options["teams"] or seats
        left = (match.outcomes["first"] + number) % seats  # of the dealer, counted from 0
        self.owner = {place: (left + place) % seats + 1 for place in range(10 * seats)}
        self.hands = {seat: set() for seat in range(1, seats + 1)}
        for place, seat in self.owner.items():
            self.hands[seat].add(self.deck[place])
        self.shown: set[str] = set()
        self.last = self.passes = 0

    def play(self, seat, move):
        """Play a move; return whether it ended the round."""
        if move == "double":
            return False
        if move == "pass":
            self.passes += 1
            return self.ends_trick() and self.is_over()
        melded = move.split()[1:]
        top = max(int(card.split("=")[1] if "=" in card else card[:-1]) for card in melded)
        played = {card.split("=")[0] for card in melded}
        assert played <= self.hands[seat]
        self.hands[seat] -= played
        self.shown |= played
        self.last, self.passes = seat, 0
        return (self.ends_trick() or (top == 15 and not self.crazy)) and self.is_over()

    def ends_trick(self):
        return self.passes == sum(bool(cards) for seat, cards in self.hands.items() if seat != self.last)

    def is_over(self):
        holding = [seat for seat, cards in self.hands.items() if cards]
        return len({seat % self.teams for seat in holding}) < 2

    def unseen(self, seat):
        """Yield the places of cards that were neither dealt to `seat` nor played."""
        for place, card in enumerate(self.deck):
            if card not in self.shown and self.owner.get(place) != (seat or 0):
                yield self.label, place


def unseen(match, cut, seat):
    """Return the places that `seat` has not seen after `cut` moves, those of later decks too."""
    decks = sum(label.startswith("deck/") for label in match.outcomes)
    rounds = [Round(match, number) for number in range(1, decks + 1)]
    now = 0
    for mover, move in match.moves[:cut]:
        now += rounds[now].play(mover, move)
    later = [(each.label, place) for each in rounds[now + 1 :] for place in range(60)]
    return later + [place for each in rounds[: now + 1] for place in each.unseen(seat)]
