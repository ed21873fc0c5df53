"""What other values of tuned constants would bring on scenes held out by design: how a constant is chosen (decision 7).

    python benchmarks/try_constants.py FOLDER... --try vision.plane.MAX_CORNER_ERROR=0.04 [--try config.least_score=0.2,...]

The folders hold scenes of ``choose``, from ``unseen.py --scenes`` or ``workshop.render --packs choose``. Each ``--try`` is one run with
these constants, beside one run as they are. Modules are named below ``numero_cam``, fields of the reader's configuration as
``config.NAME``. The score is exact readings less twice the wrong and the false ones, for each card asked for: what is misread costs a
player more than what is not read. A constant moves only where the score does in more folders than one, by more than a few cards. A
constant is set wherever it was imported, too; tuples and lists cannot be tried. Prints, and writes nothing.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from unseen import Scene, scene_of

from numero_cam.app.decks import known_decks
from numero_cam.base.errors import NumeroCamError
from numero_cam.capture.files import read_photo
from numero_cam.config import ReaderConfig, reader_config
from numero_cam.table.photo_reader import Reader

COST = 2  #: So many right readings are worth one that is wrong or false.
ROWS = "-row-"  #: Photos to learn a pack from are no tables in play.


def as_it_is(name: str) -> float | None:
    """A constant of a module, or a field of the configuration as usual; None where the name is none of one number."""
    module, _, constant = name.rpartition(".")
    try:
        value = getattr(ReaderConfig() if module == "config" else import_module(f"numero_cam.{module}"), constant, None)
    except ImportError:
        return None
    return value if type(value) in {int, float} else None


def values_of(text: str) -> dict[str, float]:
    """The constants of one ``--try`` and what each is to be."""
    out: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        before = as_it_is(name)
        try:
            # What counts something stays a whole number.
            out[name] = int(value) if isinstance(before, int) else float(value)
        except ValueError:
            before = None
        if before is None:
            raise argparse.ArgumentTypeError(f"{part}: give MODULE.CONSTANT=NUMBER, as vision.plane.MAX_CORNER_ERROR=0.04")
    return out


def reader_with(values: Mapping[str, float]) -> Reader:
    """A reader in whose process these constants have other values, wherever they were imported too."""
    fields = {}
    for name, value in values.items():
        module, _, constant = name.rpartition(".")
        if module == "config":
            fields[constant] = value
            continue
        before = getattr(import_module(f"numero_cam.{module}"), constant)
        for key, each in list(sys.modules.items()):
            if key.startswith("numero_cam") and getattr(each, constant, None) is before:
                setattr(each, constant, value)
    return Reader.load(reader_config({"threads": 1, **fields}), decks=known_decks("auto").decks)


def read(task: tuple[Mapping[str, float], Sequence[Path]]) -> list[Scene]:
    """Reads scenes with other values."""
    values, answers = task
    reader = reader_with(values)
    return [scene_of(json.loads(path.read_text()), reader.read(read_photo(path.with_suffix(".jpg")))) for path in answers]


def told(scenes: Sequence[Scene]) -> str:
    """One run's score and counts."""
    asked = [row for scene in scenes for row in scene.rows if row.is_asked and row.label is not None]
    right = sum(row.read == row.label for row in asked)
    wrong = sum(row.read is not None and row.read != row.label for row in asked)
    false = sum(scene.false for scene in scenes)
    score = (right - COST * (wrong + false)) / max(1, len(asked))
    whole = sum(scene.is_whole for scene in scenes)
    return f"{score:.4f}  {right} of {len(asked)} exact, {wrong} wrong, {false} false, {whole} of {len(scenes)} whole"


def main() -> None:
    """Reads each folder with each set of values, one process for each set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--try", type=values_of, action="append", default=[], dest="tries", metavar="NAME=VALUE,...")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    runs = [{}, *options.tries]
    for folder in options.folders:
        answers = [path for path in sorted(folder.glob("choose-*.json")) if ROWS not in path.stem and path.with_suffix(".jpg").exists()]
        if not answers:
            sys.exit(f"{folder}: no scenes of choose; draw them with unseen.py --half choose --scenes, or workshop.render --packs choose")
        print(folder)
        # A process for each run: a constant that was set stays set in it.
        with get_context("spawn").Pool(options.workers, maxtasksperchild=1) as pool:
            for values, scenes in zip(runs, pool.imap(read, [(values, answers) for values in runs], chunksize=1), strict=True):
                name = ", ".join(f"{key}={value:g}" for key, value in values.items()) or "as they are"
                print(f"  {told(scenes)}  {name}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except NumeroCamError as error:
        sys.exit(str(error))
