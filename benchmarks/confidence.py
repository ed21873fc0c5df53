"""How well probabilities fit what happened: reliability, expected calibration error, coverage against accuracy, area under the ROC."""

import bisect
import itertools
import random
from collections.abc import Sequence
from statistics import fmean

from numero_cam.games.shared.statistics import share_interval

Pair = tuple[float, bool]  #: How sure a guess was, 0..1, and whether it was right.

#: Bounds of the bins; finer where most readings are. A bin holds its lower bound, the last one both.
EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
THRESHOLDS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995)
DRAWS = 400


def wilson(right: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's), 0..1; all of it where nothing was counted."""
    return share_interval(right, count) if count else (0.0, 1.0)


def bin_of(confidence: float) -> int:
    """Which bin a confidence falls into."""
    return min(bisect.bisect_right(EDGES, confidence), len(EDGES) - 1) - 1


def reliability(pairs: Sequence[Pair]) -> list[dict[str, float]]:
    """A row for each bin that holds a guess: bounds, count, mean confidence, share right with its 95 % interval."""
    rows = []
    for k, (low, high) in enumerate(itertools.pairwise(EDGES)):
        part = [pair for pair in pairs if bin_of(pair[0]) == k]
        if part:
            right = sum(good for _, good in part)
            least, most = wilson(right, len(part))
            rows.append(
                {
                    "from": low, "to": high, "guesses": len(part), "confidence": round(fmean(c for c, _ in part), 3),
                    "right": round(right / len(part), 3), "right_least": round(least, 3), "right_most": round(most, 3),
                }
            )  # fmt: skip
    return rows


def calibration_error(pairs: Sequence[Pair]) -> float | None:
    """Expected calibration error: mean distance of share right and mean confidence over the bins, weighted by their guesses."""
    if not pairs:
        return None
    gaps = [0.0] * (len(EDGES) - 1)
    for confidence, right in pairs:
        gaps[bin_of(confidence)] += right - confidence
    return sum(abs(gap) for gap in gaps) / len(pairs)


def error_by_chance(pairs: Sequence[Pair]) -> float | None:
    """The calibration error that so many guesses of these confidences would show though they were exactly calibrated."""
    if not pairs:
        return None
    rng = random.Random(1)  # noqa: S311 - seeded draws, no secret
    return fmean(calibration_error([(c, rng.random() < c) for c, _ in pairs]) or 0.0 for _ in range(DRAWS))


def brier(pairs: Sequence[Pair]) -> float | None:
    """Mean squared distance of confidence and outcome."""
    return fmean((confidence - right) ** 2 for confidence, right in pairs) if pairs else None


def area_under_roc(right: Sequence[float], wrong: Sequence[float]) -> float | None:
    """How often a right guess is surer than a wrong one, ties counting half; None where one kind is missing."""
    if not right or not wrong:
        return None
    ordered = sorted(wrong)
    below = sum(bisect.bisect_left(ordered, c) + bisect.bisect_right(ordered, c) for c in right)
    return below / 2 / (len(right) * len(wrong))


def coverage(pairs: Sequence[Pair], asked: int) -> list[dict[str, float | None]]:
    """For each least confidence: the share of the cards asked for that would be read, and the share of these readings that is right."""
    rows: list[dict[str, float | None]] = []
    for least in THRESHOLDS:
        kept = [right for confidence, right in pairs if confidence >= least]
        share = round(sum(kept) / len(kept), 4) if kept else None
        rows.append({"least_confidence": least, "read": round(len(kept) / asked, 4) if asked else None, "right": share})
    return rows


def coverage_at(pairs: Sequence[Pair], asked: int, accuracy: float) -> float | None:
    """The largest share of the cards asked for that can be read so that this share of the readings is right."""
    if not asked:
        return None
    best = right = 0
    ordered = sorted(pairs, key=lambda pair: -pair[0])
    for count, (confidence, good) in enumerate(ordered, start=1):
        right += good
        last_of_its_kind = count == len(ordered) or ordered[count][0] != confidence
        if last_of_its_kind and right >= accuracy * count:
            best = count
    return best / asked
