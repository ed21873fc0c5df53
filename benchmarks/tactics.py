"""The guide's tactics against the advisor: `python benchmarks/tactics.py` writes `results/tactics.json` and `docs/tactics.md`.

Every worked example of the chapters Tactics and Tactical Discarding, and the discards advised before them, is rebuilt as
a position (`tests/data/guide_tactics.json`; the pictures are lost, the hands are chosen to fit the text). The best of
the plays that the guide advises is compared with the best of all plays and with what it warns of, on the same deals.
"""

import argparse
import json
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about  # noqa: E402 - found through the path above

from numero_cam.games.numero.engine import Options  # noqa: E402
from numero_cam.games.numero.players.advisor import Effort, Outlook, advise  # noqa: E402
from numero_cam.games.numero.players.view import View, view_of_table  # noqa: E402
from numero_cam.games.numero.rules import parse_position  # noqa: E402
from numero_cam.text.advice import play_words, reason  # noqa: E402

SEEDS = 8
HEAD = """# The guide's tactics, measured

Made by `python benchmarks/tactics.py`; what is compared, and what the search does not see, is in
[decision 9](adr/0009-advisor.md). Values are points (cards where the guide plays for them) that a play brings in this
turn and the next, less those of the other player, over {deals} deals of the unseen cards; ± is the spread of the mean.
Learners get the guide's advice as their hint, also where the search finds something better.

| where | what the guide says | position | the guide's play | best play | the guide's play is ahead of what it warns of by |
|---|---|---|---|---|---|
"""


def view_of(example: dict[str, object]) -> View:
    """Return what the player of an example knows."""
    options = Options.level(str(example["level"]), by=str(example["by"]))
    answers = example["answers"]
    view = view_of_table(parse_position(str(example["centre"]), str(example["hand"])), options)
    return replace(view, answers=(tuple(answers),)) if isinstance(answers, list) else view


def best_of(outlooks: list[Outlook], plays: object) -> Outlook | None:
    """Return the best of the plays that begin so."""
    prefixes = tuple(plays) if isinstance(plays, list) else ()
    return next((one for one in outlooks if play_words(one).startswith(prefixes)), None)


def measured(example: dict[str, object], deals: int) -> dict[str, object]:
    """Compare the plays of one example on several lots of deals."""
    view = view_of(example)
    lots = [advise(view, Effort(deals=deals // SEEDS, seed=seed)) for seed in range(SEEDS)]
    first = lots[0]
    means = {play_words(one): fmean(next(two.value for two in lot if play_words(two) == play_words(one)) for lot in lots) for one in first}
    order = sorted(first, key=lambda one: -means[play_words(one)])
    guide, instead = best_of(order, example["guide"]), best_of(order, example["instead"])
    if guide is None or instead is None:
        message = f"{example['name']}: no such play among {', '.join(means)}"
        raise SystemExit(message)
    return {
        "name": example["name"],
        "best": play_words(order[0]),
        "guide": play_words(guide),
        "instead": play_words(instead),
        "agrees": order[0] is guide,
        "value_best": round(means[play_words(order[0])], 2),
        "value_guide": round(means[play_words(guide)], 2),
        "ahead_of_instead": difference(lots, guide, instead),
        "behind_best": difference(lots, order[0], guide),
        "reason_guide": reason(guide, order, by=view.options.by),
        "reason_best": reason(order[0], order, by=view.options.by),
    }


def difference(lots: list[list[Outlook]], one: Outlook, other: Outlook) -> list[float]:
    """Return by how much one play is better than another, and the spread of that mean."""
    found = []
    for lot in lots:
        values = {play_words(outlook): outlook.value for outlook in lot}
        found.append(values[play_words(one)] - values[play_words(other)])
    return [round(fmean(found), 2), round(stdev(found) / sqrt(len(found)), 2)]


def main() -> None:
    """Measure everything and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1600)
    options = parser.parse_args()
    examples = json.loads((ROOT / "tests" / "data" / "guide_tactics.json").read_text(encoding="utf-8"))
    found = [measured(example, options.deals) for example in examples]
    result = {**about(), "deals": options.deals, "lots": SEEDS, "examples": found}
    (ROOT / "benchmarks" / "results" / "tactics.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    rows = [row(example, one) for example, one in zip(examples, found, strict=True)]
    (ROOT / "docs" / "tactics.md").write_text(HEAD.format(deals=options.deals) + "\n".join(rows) + "\n", encoding="utf-8")
    print("\n".join(rows))


def row(example: dict[str, str], one: dict[str, object]) -> str:
    """Return one row of the table."""
    best = "the same" if one["agrees"] else f"`{one['best']}`: {one['value_best']}, ahead by {plus_minus(one['behind_best'])}"
    position = f"centre {example['centre'] or 'empty'}, hand {example['hand']}"
    guide = f"`{one['guide']}`: {one['value_guide']}"
    ahead = f"{plus_minus(one['ahead_of_instead'])} (`{one['instead']}`)"
    return f"| {example['chapter']} | {example['says']} | {position} | {guide} | {best} | {ahead} |"


def plus_minus(pair: object) -> str:
    """Return a mean and its spread."""
    return f"{pair[0]} ± {pair[1]}" if isinstance(pair, list) else ""


if __name__ == "__main__":
    main()
