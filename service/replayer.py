"""A process that replays logs with the games of a checkout: `replayer.py DIR`, run by `service.elsewhere`.

It takes nothing but `games` from DIR, reads the events of a match a line, and answers with a line each: the fingerprint
after every event, and why it went no further.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def main(folder: str) -> None:
    """Replay what comes in with the games of a checkout."""
    sys.path.insert(0, folder)
    import games
    from games.chance import Recorded
    from games.record import fingerprint

    for line in sys.stdin:
        outcomes: dict[str, Any] = {}
        position: Any = None
        marks, why = [], ""
        for event in json.loads(line):
            outcomes.update(event["chance"])
            try:
                if event["kind"] == "start":
                    start = event["detail"]
                    game = games.find(start["game"], event["rules"])
                    position = game.deal(start["options"], start["players"], Recorded(outcomes))
                elif event["kind"] == "move":
                    position.play(event["seat"], event["move"])
                marks.append(fingerprint(position))
            except Exception as error:
                why = type(error).__name__  # its words may name cards of a hand
                break
        print(json.dumps({"fingerprints": marks, "why": why}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
