"""Simulates Swiss events, and counts repeated pairs, rounds without a pairing, second byes, and the time of a pairing.

python benchmarks/hall_pairing.py                       # 128 players, 9 rounds, 1,000 events
python benchmarks/hall_pairing.py --events 20 --players 127
"""

import argparse
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field

from numero_cam.hall.pairing import next_pairings
from numero_cam.hall.records import Entrant, EventSetting, Match, Result


@dataclass
class Found:
    """What was counted in some events."""

    events: int = 0  #: Number of events.
    repeated: int = 0  #: Number of pairs that met twice.
    unpaired: int = 0  #: Number of rounds in which somebody who plays was in no pairing.
    second_byes: int = 0  #: Number of byes of somebody who had one before everybody had.
    #: Processor times of the pairings, so that other work of the machine does not count.
    seconds: list[float] = field(default_factory=list)

    def to_dict(self) -> dict[str, float]:
        """Return the counts, and the median and the longest time in seconds."""
        ordered = sorted(self.seconds)
        return {
            "events": self.events,
            "pairs_repeated": self.repeated,
            "rounds_without_a_pairing": self.unpaired,
            "second_byes": self.second_byes,
            "median_seconds": round(ordered[len(ordered) // 2], 4),
            "longest_seconds": round(ordered[-1], 4),
        }


def simulate(players: int, rounds: int, seed: int, found: Found) -> None:
    """Simulate one event in which the stronger player wins more often, and count."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    strength = {number: chance.gauss(0, 12) for number in range(1, players + 1)}
    entrants = [Entrant(number, str(number)) for number in strength]
    matches: list[Match] = []
    byes: Counter[int] = Counter()
    setting = EventSetting("simulated", tables=players)
    for number in range(1, rounds + 1):
        begin = time.process_time()
        pairings = next_pairings(setting, entrants, matches, seed)
        found.seconds.append(time.process_time() - begin)
        found.unpaired += sorted(each for pairing in pairings for each in pairing.pair) != sorted(strength)
        for k, pairing in enumerate(pairings, 1):
            result = None
            if pairing.away is None:
                found.second_byes += byes[pairing.home] > min(byes[each] for each in strength)
                byes[pairing.home] += 1
            else:
                scores = (max(0, round(40 + strength[each] + chance.gauss(0, 15))) for each in (pairing.home, pairing.away))
                result = Result(*scores)
            matches.append(Match(len(matches) + 1, 1, number, None if result is None else k, pairing, result))
    met = Counter(match.pairing.pair for match in matches if match.pairing.away is not None)
    found.repeated += sum(times - 1 for times in met.values())
    found.events += 1


def main() -> None:
    """Simulate and print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = Found()
    for event in range(chosen.events):
        simulate(chosen.players, chosen.rounds, chosen.seed + event, found)
    print(json.dumps({"players": chosen.players, "rounds": chosen.rounds, **found.to_dict()}))


if __name__ == "__main__":
    main()
