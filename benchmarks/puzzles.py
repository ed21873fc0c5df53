"""What the puzzles of the program are made by: it is written into the program.

python benchmarks/puzzles.py sample    deals 5,000 positions of each card set and writes the thresholds of hardness
python benchmarks/puzzles.py days      finds the seeds of the puzzles of the day; those that are frozen stay as they are
"""

import argparse
import itertools
import json
import random

from machine import ROOT

from numero_cam.games.numero.puzzles import CARD_SETS, PuzzleRequest, parse_level, puzzle_from
from numero_cam.games.numero.puzzles.day import DAYS, day_deal, day_request
from numero_cam.games.numero.puzzles.making import MIN_TAKE_CARDS, deal_cards, solve_and_count, suits
from numero_cam.games.numero.rules import Position

SAMPLE = ROOT / "numero_cam" / "games" / "numero" / "puzzles" / "hardness.json"
DAY_SEEDS = SAMPLE.with_name("day_seeds.json")
DAY_WEEKS = (1, 10, 20, 30, 40)  #: Weeks of the levels that the pages offer.
DEALS = 5000


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


def days() -> None:
    """Write the seeds of the puzzles of the day of each level that has none yet."""
    found: dict[str, list[int]] = json.loads(DAY_SEEDS.read_text(encoding="utf-8")) if DAY_SEEDS.exists() else {}
    for name in [f"{school}:{week}" for school in ("silver", "gold") for week in DAY_WEEKS]:
        level = parse_level(name)
        wanted, seeds, seen = day_request(level), found.setdefault(name, []), set()
        for seed in itertools.count(1):
            if len(seeds) == DAYS:
                break
            position = day_deal(level, seed)
            puzzle = puzzle_from(position, wanted) if any(card.is_number for card in position.hand) else None
            if puzzle is not None and suits(puzzle, wanted) and position not in seen:
                seeds.append(seed)
                seen.add(position)
        print(name, len(seeds), seeds[-1], flush=True)
        DAY_SEEDS.write_text(json.dumps(found) + "\n", encoding="utf-8")


def main() -> None:
    """Write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sample", "days"))
    {"sample": sample, "days": days}[parser.parse_args().what]()


if __name__ == "__main__":
    main()
