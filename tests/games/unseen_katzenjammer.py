"""Katzenjammer Blues: which cards a seat has not seen, told from the decks and the moves alone."""

PUBLIC = 0
MICE = {2: 20, 3: 20, 4: 20, 5: 24, 6: 24}


class Deck:
    """Who has seen which card of one game's deck, told from the deck and the moves alone."""

    def __init__(self, cards, seats, leader):
        self.cards, self.seats, self.leader, self.left = cards, seats, leader, MICE[seats]
        self.seen_by = [(leader + n) % seats + 1 for n in range(6 * seats)]
        self.over = False
        self.reveal()

    def reveal(self):
        self.passes = self.bids = 0
        row = []
        while not self.over and (not row or (row[-1] not in row[:-1] and row[-1] != "J")):
            row.append(self.draw(PUBLIC))
        for n in range(self.seats if row[-1] == "J" else 0):
            if not self.over:
                self.draw((self.leader + n) % self.seats + 1)

    def draw(self, seat):
        card = self.cards[len(self.seen_by)]
        self.seen_by.append(seat)
        self.over = len(self.seen_by) == len(self.cards)
        return card

    def play(self, seat, move):
        word, *words = move.split()
        if word == "settle":
            quartets = words[1:]
            self.left -= sum(int(quartet[-1] if "=" in quartet else quartet[0]) for quartet in quartets)
            self.over = self.left <= 0
            self.leader = seat
            if not self.over:
                self.reveal()
        elif word == "bid":
            self.bids += 1
        else:
            self.passes += 1
            if self.passes == self.seats and not self.bids:
                self.reveal()

    def unseen(self, seat):
        """Return the places that `seat` has not seen; in an ended game jokers have been shown."""
        for place, card in enumerate(self.cards):
            owner = self.seen_by[place] if place < len(self.seen_by) else None
            if owner != PUBLIC and (owner is None or owner != seat) and not (self.over and card == "J"):
                yield place


def unseen(match, cut, seat):
    """Return the places that `seat` has not seen after `cut` moves."""
    seats, first = match.table.seats, match.outcomes["first"]
    decks = [Deck(match.outcomes["deck/1"], seats, first + 1)]
    for mover, move in match.moves[:cut]:
        decks[-1].play(mover, move)
        if decks[-1].over and len(decks) < match.table.options["games"]:
            number = len(decks)
            decks.append(Deck(match.outcomes[f"deck/{number + 1}"], seats, (first + number) % seats + 1))
    return [(f"deck/{number}", place) for number, deck in enumerate(decks, 1) for place in deck.unseen(seat)]
