"""Files that commands write: refused before any work where they cannot be."""

from collections.abc import Sequence
from pathlib import Path

from numero_cam.cli.options import BadArgumentsError


def check_out(out: Path, endings: Sequence[str], name: str) -> None:
    """Refuses a place for a file before time is spent on it.

    Args:
        out: The file to be written.
        endings: How its name may end, with the point.
        name: What the argument is called.

    Raises:
        BadArgumentsError: Another ending, a folder, or a missing folder.
    """
    why = None
    if out.suffix.lower() not in endings:
        why = f"end its name in {' or '.join(endings)}"
    elif out.is_dir():
        why = "is a folder; give the name of a file to write"
    elif not out.parent.is_dir():
        why = f"there is no folder {out.parent}"
    if why:
        raise BadArgumentsError(f"{name} {out}: {why}")
