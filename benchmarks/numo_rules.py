"""NUMO's rules at length: hands and games with every option by chance, and melds against a brute-force twin: `results/numo_rules.json`.

The checks are those of `tests/unit/numo`, which run them on fewer hands: cards conserved, points counted again from the log, undo and
redo, the text read back, and an end. The first hand or game for which one does not hold stops the run with its words.
"""

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above


def tests_of(name: str) -> Any:  # noqa: ANN401 - a module
    """Return a module of the tests, which are no package."""
    path = ROOT / "tests" / "unit" / "games" / "numo" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def row(name: str, count: int, check: Callable[[int], object]) -> dict[str, object]:
    """Check so many seeds; a check that does not hold raises.

    Returns:
        How many held; of how many the answer was this name; and the seconds.
    """
    start, answers = perf_counter(), [check(seed) for seed in range(count)]
    return {"held": len(answers), name: sum(map(bool, answers)), "seconds": round(perf_counter() - start, 1)}


def main() -> None:
    """Run everything and write the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--melds", type=int, default=2000)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "numo_rules.json")
    asked = parser.parse_args()
    whole, melds = tests_of("test_numo_games"), tests_of("test_numo_melds")
    result: dict[str, object] = about()
    result["melds_and_best_as_brute_force"] = row("with_melds", asked.melds, lambda seed: melds.agree(seed, 4 + seed % 8))
    result["games_with_all_options"] = row("won", asked.games, lambda seed: whole.one_game(seed).is_over)
    result["hands_with_all_options"] = row("gone_out", asked.hands, lambda seed: any(not hand for hand in whole.one_hand(seed).state.hands))
    asked.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(asked.out.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
