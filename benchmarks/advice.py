"""Whether advice compares the best take of the turn: `python benchmarks/advice.py` writes `results/advice.json`.

Random deals of one pack with all wild cards, five cards in hand, for each size of the centre, by points. Of each deal the solver's best
take is laid beside the takes that the advice compares; what it does not see is counted, with the points thrown away.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from statistics import fmean
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.app.answers import Question, answer  # noqa: E402
from numero_cam.games.numero.players.advisor import Effort, advise  # noqa: E402
from numero_cam.games.numero.players.view import view_of_position  # noqa: E402
from numero_cam.games.numero.rules import PACK, Position  # noqa: E402
from numero_cam.games.numero.solve import Settings, kernel  # noqa: E402


def unseen_points(position: Position, *, told: bool) -> int:
    """Return by how much the best take brings more than the best of those that are compared.

    Args:
        position: Centre and hand.
        told: Whether the advice is given with the answer of the solver, as `solve --advise` does; else the library is asked for itself.
    """
    found = answer(position, Question(Settings(), effort=Effort(deals=1)))
    advice = found.advice if told else advise(view_of_position(position, Settings()), Effort(deals=1))
    best = found.solution.plays[0].points if found.solution.plays else 0
    return best - max((one.candidate.gain for one in advice or () if one.candidate.kind == "take"), default=0)


def measured(centre: int, deals: int) -> dict[str, object]:
    """Return what is not seen at one size of the centre."""
    rng = random.Random(f"advice {centre}")  # noqa: S311 - seeded deals
    drawn = [rng.sample(PACK, centre + 5) for _ in range(deals)]
    start = process_time()
    missed = {told: [unseen_points(Position(tuple(d[:centre]), tuple(d[centre:])), told=told) for d in drawn] for told in (True, False)}
    return {
        "deals": deals,
        "not_considered": sum(points > 0 for points in missed[True]),
        "not_considered_by_the_library_alone": sum(points > 0 for points in missed[False]),
        "mean_points_unseen": round(fmean(missed[True]), 2),
        "worst": max(missed[True]),
        "processor_seconds": round(process_time() - start, 1),
    }


def main() -> None:
    """Measure every size and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=120, help="deals for each size")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "advice.json")
    options = parser.parse_args()
    result: dict[str, object] = {**about(), "kernel": kernel.kernel_available()}
    for centre in range(4, 13):
        result[f"centre_of_{centre}"] = measured(centre, options.deals)
        print(centre, result[f"centre_of_{centre}"], flush=True)
    options.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
