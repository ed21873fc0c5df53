"""Milliseconds of processor time of the table in time: a picture in which nothing changed, one card read anew, a film by its length.

    python benchmarks/follow.py [FILM ...]

Without a film, the two small films of the tests. Writes ``benchmarks/results/follow.json`` and prints it. A picture in which
nothing changed is one after which nothing is read and the sight is as before; one card read anew is a picture of which one card is read.
Other work on the machine makes processor time longer too, but less than the clock's.
"""

import json
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from machine import about
from stages import percentile

from numero_cam.base.records import Frame
from numero_cam.capture.sources import open_source
from numero_cam.table.photo_reader import Reader
from numero_cam.table.tracker import TableTracker
from numero_cam.vision.candidates import KnownTable, PartialReading, PixelBox

RESULTS = Path(__file__).parent / "results" / "follow.json"
FILMS = Path(__file__).parents[1] / "tests" / "data" / "films"
ASKED = {"unchanged": 6, "one card": 60}
"""Milliseconds asked of the median."""


class _Counted:
    """A reader that counts the cards it read since the last picture."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.cards: list[int] = []

    def read_parts(self, frame: Frame, boxes: Sequence[PixelBox], known: KnownTable) -> PartialReading:
        parts = self._reader.read_parts(frame, boxes, known)
        self.cards.append(len(parts.cards))
        return parts


def measure(film: Path, reader: Reader) -> dict[str, list[float]]:
    """Milliseconds of the pictures of a film, by what became of them; and all of them."""
    counted = _Counted(reader)
    table = TableTracker(counted)
    source = open_source(str(film))
    times: dict[str, list[float]] = {"unchanged": [], "one card": [], "all": []}
    last = 0.0
    while not source.ended:
        picture = source.newest()
        if picture is None:
            continue
        counted.cards.clear()
        begun = time.process_time()
        sight = table.look(picture)
        took = (time.process_time() - begun) * 1000
        times["all"].append(took)
        last = picture.t
        if counted.cards == [1]:
            times["one card"].append(took)
        elif not counted.cards and sight is None:
            times["unchanged"].append(took)
    source.close()
    return times | {"seconds": [last]}


def main() -> None:
    """Measure and write."""
    reader = Reader.load()
    films = [Path(name) for name in sys.argv[1:]] or sorted(FILMS.glob("*.mp4"))
    told = [measure(film, reader) for film in films]
    result: dict[str, object] = {"machine": about(), "films": [film.name for film in films], "asked": ASKED}
    for name in ASKED:
        times = [t for each in told for t in each[name]]
        result[name] = {
            "pictures": len(times), "median": round(statistics.median(times), 1), "p95": round(percentile(times, 0.95), 1)
        }  # fmt: skip
    whole = sum(sum(each["all"]) for each in told) / 1000
    result["share_of_length"] = round(whole / sum(each["seconds"][0] for each in told), 3)
    RESULTS.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
