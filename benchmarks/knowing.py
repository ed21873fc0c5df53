"""How well the reader knows what it knows: reliability, calibration error, coverage, and which face was taken for which.

    python benchmarks/knowing.py SHARED_FOLDER [--folders rendered,rendered_sides] [--others number_tiles,playing_cards]

SHARED_FOLDER holds ``tools/score_reading.py`` and ``photos/``. A *guess* is a reading, or the likeliest alternative of a card shown as
unknown. The folders are those of the game, taken together as ``all``; others stand for themselves, and *strangers* are their cards that
have no face of the pack (court cards, jokers). Writes ``benchmarks/results/knowing.json``, ``benchmarks/results/confusion.csv`` and
``docs/reliability.svg``.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path

import answers
import confidence
import look_alikes
import reliability_picture
from machine import RESULTS, ROOT, about_eyes, write_result

PICTURE = ROOT / "docs" / "reliability.svg"
FOLDERS = "rendered,rendered_sides"
OTHERS = "number_tiles,playing_cards"
ALL = "all"
ACCURACIES = (0.99, 0.995)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def calibration(pairs: Sequence[confidence.Pair]) -> dict[str, object]:
    """Reliability of some guesses."""
    return {
        "count": len(pairs),
        "right": sum(right for _, right in pairs),
        "calibration_error": _rounded(confidence.calibration_error(pairs)),
        "error_by_chance": _rounded(confidence.error_by_chance(pairs)),
        "brier": _rounded(confidence.brier(pairs)),
        "bins": confidence.reliability(pairs),
    }


def unknowns(rows: Sequence[answers.Answered]) -> dict[str, object]:
    """Whether what is shown as unknown is what would have been read wrong."""
    guessed = [r for r in rows if r.guess is not None]
    right, wrong = [r for r in guessed if r.right], [r for r in guessed if not r.right]
    return {
        "found": sum(r.found for r in rows),
        "read": sum(r.known for r in rows),
        "read_wrong": sum(r.known for r in wrong),
        "unknown_though_guess_right": sum(not r.known for r in right),
        "unknown_and_guess_wrong": sum(not r.known for r in wrong),
        "without_a_guess": sum(r.found and r.guess is None for r in rows),
        "area_under_roc": _rounded(confidence.area_under_roc([r.confidence for r in right], [r.confidence for r in wrong])),
    }


def group(rows: Sequence[answers.Answered]) -> dict[str, object]:
    """Everything about some cards that were asked for."""
    guesses = [(r.confidence, r.right) for r in rows if r.guess is not None]
    return {
        "asked": len(rows),
        **unknowns(rows),
        "readings": calibration([(r.confidence, r.right) for r in rows if r.known]),
        "guesses": calibration(guesses),
        "coverage": confidence.coverage(guesses, len(rows)),
        "read_at_accuracy": {str(a): _rounded(confidence.coverage_at(guesses, len(rows), a)) for a in ACCURACIES},
    }


def groups(rows: Sequence[answers.Answered]) -> dict[str, dict[str, object]]:
    """The game's photos by folder and visibility; only cards with a face are asked for."""
    out = {}
    for folder in [*sorted({r.folder for r in rows}), ALL]:
        cards = [r for r in rows if r.truth and folder in {r.folder, ALL}]
        out[f"{folder}, open"] = group([r for r in cards if look_alikes.band_of(r.visible) == "open"])
        out[f"{folder}, covered"] = group([r for r in cards if look_alikes.band_of(r.visible) == "covered"])
        out[folder] = group(cards)
    return out


def strangers(rows: Sequence[answers.Answered]) -> dict[str, object]:
    """Whether cards that have no face of the pack are told from those that have one, by how sure the guess is."""
    strange = [r for r in rows if r.truth is None and r.visible is not None]
    right = [r.confidence for r in rows if r.right]
    return {
        "cards": len(strange),
        "found": sum(r.found for r in strange),
        "given_a_face": sum(r.known for r in strange),
        "area_under_roc": _rounded(confidence.area_under_roc(right, [r.confidence for r in strange if r.found])),
    }


def measured(rows: Sequence[answers.Answered], others: Sequence[answers.Answered]) -> dict[str, object]:
    """All results of the game's photos and of the others."""
    apart = {folder: [r for r in others if r.folder == folder] for folder in sorted({r.folder for r in others})}
    return {
        "groups": {**groups(rows), **{folder: group([r for r in some if r.truth]) for folder, some in apart.items()}},
        "strangers": {folder: strangers(some) for folder, some in apart.items()},
        "false_readings": sum(r.known and r.truth is None for r in rows),
        "look_alikes": look_alikes.pair_counts(rows),
        "turns": look_alikes.turn_counts(rows),
    }


def write_confusions(rows: Sequence[answers.Answered]) -> None:
    """A row for each true face and what it was taken for."""
    with (RESULTS / "confusion.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, ["true", "taken_for", "how", "pair", "folder", "seen", "cards"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(look_alikes.confusions(rows))


def show(result: dict[str, object]) -> None:
    """The main numbers, a line each."""
    for name, one in result["groups"].items():  # type: ignore[attr-defined]
        guesses = one["guesses"]
        error, chance = guesses["calibration_error"], guesses["error_by_chance"]
        known = f"{one['read']} read, {one['read_wrong']} of them wrong"
        print(
            f"{name}: {one['asked']} asked, {known}; calibration error {error} (by chance {chance}), area under ROC {one['area_under_roc']}"
        )
    for pair in result["look_alikes"]:  # type: ignore[attr-defined]
        print(f"   {pair['pair']}: {pair['read_wrong']} read wrong, {pair['likeliest_of_unknown']} likeliest of an unknown card")
    print("   turns:", result["turns"])
    print("   strangers:", result["strangers"])


def read(shared: Path, folders: Sequence[str]) -> list[answers.Answered]:
    """What was read of every card of these folders."""
    tool = answers.scoring_tool(shared)
    rows = []
    for folder in filter(None, folders):
        photos = answers.photos_of(shared, folder)
        for photo, got in zip(photos, answers.read_photos(tool, photos), strict=True):
            rows += answers.answered(tool, photo, got)
    return rows


def main() -> None:
    """Reads the photos and writes everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--folders", default=FOLDERS)
    parser.add_argument("--others", default=OTHERS)
    arguments = parser.parse_args()
    rows, others = (read(arguments.shared, folders.split(",")) for folders in (arguments.folders, arguments.others))
    result = measured(rows, others)
    write_result("knowing", {**about_eyes(), **result})
    write_confusions([*rows, *others])
    by_name: dict[str, dict[str, object]] = result["groups"]  # type: ignore[assignment]
    PICTURE.write_text(reliability_picture.draw({f"{seen} cards": by_name[f"{ALL}, {seen}"] for seen in ("open", "covered")}))
    show(result)


if __name__ == "__main__":
    main()
