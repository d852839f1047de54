"""Zirkus Flohcati: which cards nobody has seen, told from the deck and the moves alone."""


def revealed(deck, moves):
    """Return how many cards of the deck have been turned over, told from the deck and the moves alone."""
    at, row = 0, ""
    for _, move in moves:
        word, *cards = move.split()
        if word == "take":
            row = row.replace(cards[0][0], "")
        if word != "reveal":
            continue
        card = deck[at]
        at += 1
        fanfare = card == "fanfare"
        while fanfare and at < len(deck):
            card = deck[at]
            at += 1
            fanfare = card == "fanfare" or (len(card) == 2 and card[0] not in row)
            row += card[0] if len(card) == 2 and card[0] not in row else ""
        if len(card) == 2 and card[0] not in row:
            row += card[0]
    return at


def unseen(match, cut, seat):
    """Return the places that `seat`, like everybody, has not seen after `cut` moves."""
    deck = match.outcomes["deck/1"]
    return [("deck/1", place) for place in range(revealed(deck, match.moves[:cut]), len(deck))]
