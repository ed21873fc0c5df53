"""How hard puzzles are, and how quickly they are made.

python benchmarks/puzzles.py --sample      deals 5,000 positions of each card set and writes the thresholds of hardness into the program
python benchmarks/puzzles.py               makes 2,000 puzzles and writes results/puzzles.json
"""

import argparse
import json
import random
import statistics
import time
from collections import defaultdict

from machine import ROOT, about, rows_text, write_result

from numero_cam.games.numero.puzzles import CARD_SETS, PuzzleRequest, generate_puzzles, parse_level
from numero_cam.games.numero.puzzles.making import MIN_TAKE_CARDS, deal_cards, solve_and_count
from numero_cam.games.numero.rules import Position
from numero_cam.games.numero.solve import Settings, best_plays

SAMPLE = ROOT / "numero_cam" / "games" / "numero" / "puzzles" / "hardness.json"
DEALS = 5000
PUZZLES = 2000


def deals(name: str, count: int) -> list[tuple[Position, PuzzleRequest]]:
    """Deals of a card set that have a take worth a puzzle, the same every time."""
    rng = random.Random(f"sample {name}")  # noqa: S311 - seeded deals, no secret
    wanted = PuzzleRequest(name, CARD_SETS[name])  # type: ignore[index,arg-type]
    return [(deal_cards(rng, wanted), wanted) for _ in range(count)]


def sample() -> None:
    """Write the thresholds of each card set."""
    thresholds = {}
    for name in CARD_SETS:
        scores = []
        for position, wanted in deals(name, DEALS * 2):
            found = solve_and_count(position, wanted) if any(card.is_number for card in position.hand) else None
            if found is not None and found[0].plays[0].cards >= MIN_TAKE_CARDS:
                scores.append(found[2].score)
            if len(scores) == DEALS:
                break
        ordered = sorted(scores)
        thresholds[name] = [ordered[len(ordered) * part // 100] for part in range(1, 100)]
        print(name, len(scores), thresholds[name][9::20], flush=True)
    SAMPLE.write_text(json.dumps({"deals": DEALS, "thresholds": thresholds}) + "\n", encoding="utf-8")


def gaps(count: int = 1500) -> dict[str, list[tuple[int, int, float]]]:
    """For each card set the gap to the child's take, the number of puzzles with it, and their mean hardness."""
    rows = {}
    for name, cards in CARD_SETS.items():
        by_gap: dict[int, list[int]] = defaultdict(list)
        for _, puzzle in zip(range(count), generate_puzzles(PuzzleRequest(name, cards), "gaps"), strict=False):
            by_gap[puzzle.hardness.counted.gap].append(puzzle.hardness.percent)
        rows[name] = [(gap, len(found), round(statistics.mean(found), 1)) for gap, found in sorted(by_gap.items())]
    return rows


def speed() -> dict[str, object]:
    """Make the puzzles of a gold week, and prove each again."""
    level = parse_level("gold:30")
    start = time.perf_counter()
    request = PuzzleRequest(level.set_name, level.cards, level.band, unique=True)
    made = [puzzle for _, puzzle in zip(range(PUZZLES), generate_puzzles(request, 1), strict=False)]
    seconds = time.perf_counter() - start
    again = [best_plays(puzzle.position, Settings(by="cards")) for puzzle in made]
    return {
        "level": level.name,
        "made": len(made),
        "different": len({(puzzle.position.centre, puzzle.position.hand) for puzzle in made}),
        "proven": sum(best.proven and best.count == 1 for best in again),
        "a_second": round(len(made) / seconds, 1),
    }


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", action="store_true", help="write the thresholds")
    if parser.parse_args().sample:
        sample()
        return
    result = {**about(), "gold": speed(), "gap, puzzles, mean hardness": gaps()}
    write_result("puzzles", result)
    print(rows_text(result))


if __name__ == "__main__":
    main()
