"""The numbers asked for (issues 5 and 19) beside those reached, from the scores of the photo folders."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Scores = Mapping[str, Any]  #: What the scoring tool says of one folder.


@dataclass(frozen=True)
class Asked:
    """A number that the reader is to reach."""

    on: str  #: The photos.
    measure: str  #: What is counted.
    least: float  #: The bound.
    reached: float | None  #: None where these photos were not read, or hold no such case.
    at_most: bool = False  #: Whether the bound is an upper one.

    def row(self) -> dict[str, object]:
        """Plain values, the number rounded to three digits; ``met`` is None where nothing was measured."""
        met = None if self.reached is None else self.reached <= self.least if self.at_most else self.reached >= self.least
        reached = None if self.reached is None else round(self.reached, 3)
        bound = "at most" if self.at_most else "at least"
        return {"on": self.on, "measure": self.measure, "bound": bound, "asked": self.least, "reached": reached, "met": met}


def stratum(scores: Scores, name: str) -> Mapping[str, Any]:
    """One row of the tool's table; empty where there is none."""
    found: Mapping[str, Any] = next((s for s in scores.get("strata", ()) if s["stratum"].startswith(name)), {})
    return found


def _of_game(folder: str, scores: Scores) -> list[Asked]:
    whole, seen, covered = (stratum(scores, name) for name in ("all", "visible 0.95", "visible 0.35"))
    return [
        Asked(folder, "read exactly, 95 % visible and more", 0.995, seen.get("exact")),
        Asked(folder, "read exactly, 35-70 % visible", 0.95, covered.get("exact")),
        Asked(folder, "whole photos", 0.90, whole.get("whole")),
        Asked(folder, "false readings a photo", 0.05, whole.get("false"), at_most=True),
        Asked(folder, "IoU of outlines", 0.95, whole.get("iou")),
        Asked(folder, "zone", 0.98, whole.get("zone")),
        Asked(folder, "right way up", 0.99, whole.get("turn")),
        Asked(folder, "stacks", 0.95, whole.get("stacks")),
    ]


def all_asked(folders: Mapping[str, Scores]) -> list[dict[str, object]]:
    """Every number asked for, of the folders that were read: by name, what the scoring tool says.

    With ``empty_photos`` and ``empty_photos_read`` where photos show no card.
    """
    cards, tiles = folders.get("playing_cards", {}), folders.get("number_tiles", {})
    fans = folders.get("webcam_fans", {}).get("indices") or {}
    empty = [scores for scores in folders.values() if scores.get("empty_photos")]
    of = sum(scores["empty_photos"] for scores in empty)
    read = sum(scores["empty_photos_read"] for scores in empty) if empty else None
    rows = [row for folder in ("rendered", "rendered_sides") if folder in folders for row in _of_game(folder, folders[folder])]
    rows += [
        Asked("playing_cards", "value of 9, 10 and ace", 0.97, stratum(cards, "all").get("value")),
        Asked("playing_cards", "court cards given a number", 0.02, cards.get("null_read_share"), at_most=True),
        Asked("number_tiles", "read exactly, without learning", 0.90, stratum(tiles, "all").get("exact")),
        Asked("number_tiles", "IoU of outlines", 0.8, stratum(tiles, "all").get("iou")),
        Asked("webcam_fans", "indices read", 0.90, fans.get("read")),
        Asked("webcam_fans", "indices read wrong", 0.01, fans.get("wrong"), at_most=True),
        Asked(f"{of} photos without cards", "photos with anything read", 0, read, at_most=True),
    ]
    guesses = [scores["printed_below_half"] for scores in folders.values() if "printed_below_half" in scores]
    rows.append(Asked("all photos", "readings printed below one half", 0, sum(guesses) if guesses else None, at_most=True))
    return [row.row() for row in rows if row.reached is not None]


def table(rows: list[dict[str, object]]) -> str:
    """Markdown of these rows."""
    lines = ["| on | measure | asked | reached |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {r['on']} | {r['measure']} | {r['bound']} {plain(r['asked'])} | {plain(r['reached'])} |" for r in rows])


def plain(number: object) -> str:
    """At most three decimals, thousands apart."""
    return f"{number:,.3f}".rstrip("0").rstrip(".")
