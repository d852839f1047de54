"""Toy: which cards a seat has not seen, told from the decks and the moves alone."""


class Round:
    """Where each card of one round's deck lies, and whether its place may be told."""

    def __init__(self, label, deck, seats, size):
        self.label, self.deck = label, deck
        self.hands = [list(range(s * size, (s + 1) * size)) for s in range(seats)]
        self.dealt = [set(hand) for hand in self.hands]
        self.shown = set()
        self.draws = []  # robber, victim, label and size of the hand that was robbed

    def take(self, seat, card):
        place = next(place for place in self.hands[seat - 1] if self.deck[place] == card)
        self.hands[seat - 1].remove(place)
        return place

    def rob(self, seat, victim, card, label, index):
        """Which card is drawn depends on the whole hand, so that a hand that was robbed is not touched any more."""
        self.shown.update(self.hands[victim - 1])
        self.draws.append((seat, victim, label, len(self.hands[victim - 1])))
        got = sorted(self.deck[place] for place in self.hands[victim - 1])[index]
        given, taken = self.take(seat, card), self.take(victim, got)
        self.shown.add(given)
        self.hands[victim - 1].append(given)
        self.hands[seat - 1].append(taken)

    def unseen(self, seat):
        own = self.dealt[seat - 1] if seat else set()
        places = [(self.label, place) for place in range(len(self.deck)) if place not in own | self.shown]
        robberies = [n for n, (robber, *_) in enumerate(self.draws, 1) if robber == seat]
        for robber, victim, label, size in self.draws[max(robberies, default=0) :]:
            if seat not in (robber, victim):
                places += [(label, index) for index in range(size)]
        return places


def unseen(match, cut, seat):
    """Return the places that `seat` has not seen after `cut` moves."""
    seats, size, draws = match.table.seats, match.table.options["cards"], 0
    rounds = [Round("deck/1", match.outcomes["deck/1"], seats, size)]
    for mover, move in match.moves[:cut]:
        word, *words = move.split()
        if word == "play":
            rounds[-1].shown.add(rounds[-1].take(mover, words[0]))
        elif word == "rob":
            draws += 1
            label = f"draw/{draws}"
            rounds[-1].rob(mover, int(words[0]), words[1], label, match.outcomes[label])
        elif word == "none" and not any(rounds[-1].hands) and len(rounds) < match.table.options["rounds"]:
            label = f"deck/{len(rounds) + 1}"
            rounds.append(Round(label, match.outcomes[label], seats, size))
    return [place for each in rounds for place in each.unseen(seat)]
