"""What ``read`` and ``solve`` share: a photo to a table, corrections, and where the annotated photo may go."""

import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numero_cam.base.errors import PictureError
from numero_cam.cli.options import BadArgumentsError

if TYPE_CHECKING:
    from numero_cam.base.records import Frame, TableState
    from numero_cam.calibrate.use import Calibration
    from numero_cam.decks.choose import Decks
    from numero_cam.pipeline import Reader

_NO_CARD = {"", "none"}


def load_reader(config: Path | None, decks: "Decks | None" = None) -> "Reader":
    """Loads the models, with the settings of a file where one is given.

    Args:
        config: The file.
        decks: The decks that come into question; None where cards are to be read as they stand.

    Raises:
        ConfigError: The file cannot be used.
        ModelError: A model cannot be used.
    """
    from numero_cam.config import load_config
    from numero_cam.pipeline import Reader

    return Reader.load(load_config(config) if config else None, decks, shared=True)


def load_calibration(path: Path | None) -> "Calibration | None":
    """What is known of camera and table, where a file is given.

    Raises:
        CalibrationError: The file cannot be used.
    """
    if path is None:
        return None
    from numero_cam.calibrate.files import load
    from numero_cam.calibrate.use import Calibration

    return Calibration.of(load(path))


def see(
    reader: "Reader", photo: str, *, packs: int, corrections: Mapping[int, str | None], calibration: "Calibration | None" = None
) -> "tuple[Frame, TableState]":
    """Reads one photo; a card that the user says is none is gone from the table.

    Raises:
        CalibrationError: The calibration is of another picture size.
        PictureError: The photo cannot be read.
        ReadingError: A correction of a card that was not found.
    """
    from numero_cam.capture.files import read_photo

    start = time.perf_counter()
    frame = read_photo(photo)
    prepared = calibration.prepare(frame) if calibration else frame
    decode_ms = (time.perf_counter() - start) * 1000
    state = reader.read(prepared, packs=packs, corrections=corrections, decode_ms=decode_ms)
    return frame, calibration.finish(state) if calibration else state


def parse_corrections(corrections: Sequence[str]) -> dict[int, str | None]:
    """Reads ``3=7r`` (card 3 is a red seven) and ``5=none`` (no card lies there).

    Returns:
        Canonical notation by ``n``; None where no card lies.

    Raises:
        BadArgumentsError: Not of this form, no card, or one number twice.
    """
    from numero_cam.rules import NotationError, parse_card

    found: dict[int, str | None] = {}
    for text in corrections:
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*=(.*)", text, re.DOTALL)
        if match is None:
            raise _bad_correction(f"{text!r}: write the number of a reading and its card, such as 3=7r, or 3=none")
        n, card = int(match[1]), match[2].strip()
        if n in found:
            raise _bad_correction(f"card {n} is corrected twice")
        try:
            found[n] = None if card.lower() in _NO_CARD else str(parse_card(card))
        except NotationError as error:
            raise _bad_correction(f"{text!r}: {error}") from error
    return found


def _bad_correction(message: str) -> BadArgumentsError:
    return BadArgumentsError(f"--correct {message}")


def check_annotate(out: Path | None, photos: Sequence[str]) -> None:
    """Refuses a place for the annotated photo before time is spent on reading.

    Raises:
        BadArgumentsError: More than one photo, an unknown kind of picture, a missing folder, or the photo itself.
    """
    if out is None:
        return
    from numero_cam.base.images import WRITABLE

    why = None
    if len(photos) != 1:
        why = f"draws one photo, {len(photos)} are given"
    elif out.suffix.lower() not in WRITABLE:
        why = f"{out}: unknown kind of picture; end its name in one of {', '.join(WRITABLE)}"
    elif out.is_dir():
        why = f"{out}: is a folder; give the name of a picture to write"
    elif not out.parent.is_dir():
        why = f"{out}: there is no folder {out.parent}"
    elif _same_file(out, Path(photos[0])):
        why = f"{out}: is the photo itself and would be overwritten; give another name"
    if why:
        raise BadArgumentsError(f"--annotate {why}")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def annotate(out: Path, frame: "Frame", state: "TableState", roles: Mapping[int, str], lines: Sequence[str]) -> None:
    """Writes the photo with readings and play drawn into it.

    Raises:
        PictureError: The file cannot be written.
    """
    from numero_cam.base.images import write_picture
    from numero_cam.tell.overlay import draw_overlay

    try:
        write_picture(out, draw_overlay(frame.pixels, state, roles, lines))
    except PictureError as error:
        message = f"the annotated photo was not written: {error}"
        raise PictureError(message) from error
