"""The guide's tactics against the champion: `python benchmarks/tactics.py` writes `results/tactics.json` and `docs/tactics.md`.

Every worked example of the chapters Tactics and Tactical Discarding, and the discards advised before them, is rebuilt as
a position (`tests/data/guide_tactics.json`; the pictures are lost, the hands are chosen to fit the text). The best of
the plays that the guide advises is compared with the best of all plays and with what it warns of, on the same deals.
"""

import argparse
import json
import random
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev

from machine import ROOT, about, write_result

from numero_cam.games.numero.engine import Options
from numero_cam.games.numero.players.advice import TellingSearch
from numero_cam.games.numero.players.candidates import PlayOption, play_options
from numero_cam.games.numero.players.champion import PublicScores
from numero_cam.games.numero.players.playouts import Playouts
from numero_cam.games.numero.players.view import View, sample_deal, view_of_table
from numero_cam.games.numero.rules import parse_position
from numero_cam.text.advice import play_words

HEAD = """# The guide's tactics, measured

Made by `python benchmarks/tactics.py` with the [champion's](adr/0004-players-and-advice.md#the-champion) search: what a play wins more than
the other player in three turns of each, over {deals} deals; ± is the spread of the mean, "then" the hand
of the other in a deal that shows it, and the difference there. Learners' hints take where they can.

| where | what the guide says | centre / hand | the guide's play, ahead of what it warns of | best play, ahead of the guide's |
|---|---|---|---|---|
"""
SURE = 2.0  #: Number of spreads of the mean by which a play is ahead that counts as better.


def view_of(example: dict[str, object]) -> View:
    """Return what the player of an example knows."""
    options = Options.level(str(example["level"]), by=str(example["by"]))
    answers = example["answers"]
    view = view_of_table(parse_position(str(example["centre"]), str(example["hand"])), options)
    return replace(view, answers=(tuple(answers),)) if isinstance(answers, list) else view


def best_of(order: list[PlayOption], plays: object) -> PlayOption:
    """Return the best of the plays that begin so."""
    prefixes = tuple(plays) if isinstance(plays, list) else ()
    return next(one for one in order if play_words(one).startswith(prefixes))


def measured(example: dict[str, object], deals: int) -> dict[str, object]:
    """Compare the plays of one example, all on the same deals."""
    view = view_of(example)
    search = TellingSearch(view, PublicScores.unknown(2), Playouts(view.options))
    plays = play_options(view, seconds=None, bluffs=True, swift=False)
    rng = random.Random(str(example["name"]))  # noqa: S311 - a benchmark
    lots = [sample_deal(view, rng, lambda _centre, _hand: False) for _ in range(deals)]
    values = {play_words(one): [search.value(one, deal) for deal in lots] for one in plays}
    order = sorted(plays, key=lambda one: -fmean(values[play_words(one)]))
    best, guide, instead = (play_words(one) for one in (order[0], best_of(order, example["guide"]), best_of(order, example["instead"])))
    behind = [mine - other for mine, other in zip(values[best], values[guide], strict=True)]
    typical = min(range(deals), key=lambda place: (behind[place] <= 0, abs(behind[place] - 2 * fmean(behind))))
    return {
        "name": example["name"],
        "best": best,
        "guide": guide,
        "instead": instead,
        "agrees": best == guide or fmean(behind) < SURE * spread(behind),
        "value_best": round(fmean(values[best]), 2),
        "value_guide": round(fmean(values[guide]), 2),
        "ahead_of_instead": difference(values[guide], values[instead]),
        "behind_best": [round(fmean(behind), 2), spread(behind)],
        "deal": {"other": [str(card) for card in lots[typical].hands[0]], "difference": round(behind[typical], 1)},
    }


def spread(gaps: list[float]) -> float:
    """Return the spread of the mean of differences."""
    return round(stdev(gaps) / sqrt(len(gaps)), 2)


def difference(one: list[float], other: list[float]) -> list[float]:
    """Return by how much one play is better than another on the same deals, and the spread of that mean."""
    gaps = [mine - theirs for mine, theirs in zip(one, other, strict=True)]
    return [round(fmean(gaps), 2), spread(gaps)]


def main() -> None:
    """Measure everything and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1600)
    options = parser.parse_args()
    examples = json.loads((ROOT / "tests" / "data" / "guide_tactics.json").read_text(encoding="utf-8"))
    found = [measured(example, options.deals) for example in examples]
    result = {**about(), "deals": options.deals, "examples": found}
    write_result("tactics", result)
    rows = [row(example, one) for example, one in zip(examples, found, strict=True)]
    (ROOT / "docs" / "tactics.md").write_text(HEAD.format(deals=options.deals) + "\n".join(rows) + "\n", encoding="utf-8")
    print("\n".join(rows))


def row(example: dict[str, str], one: dict[str, object]) -> str:
    """Return one row of the table."""
    best = "same" if one["best"] == one["guide"] else f"`{one['best']}`: {plus_minus(one['behind_best'])}"
    deal = one["deal"]
    if not one["agrees"] and isinstance(deal, dict):
        best += f"; then {' '.join(deal['other'])}: {deal['difference']}"
    position = f"{example['centre'] or 'nothing'} / {example['hand']}"
    return f"| {example['chapter']} | {example['says']} | {position} | `{one['guide']}`: {plus_minus(one['ahead_of_instead'])} | {best} |"


def plus_minus(pair: object) -> str:
    """Return a mean and its spread."""
    return f"{pair[0]}±{pair[1]}" if isinstance(pair, list) else ""


if __name__ == "__main__":
    main()
