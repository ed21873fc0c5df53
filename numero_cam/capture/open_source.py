"""What somebody means by a source: a film or a folder of pictures."""

from pathlib import Path

from numero_cam.capture.film import Film
from numero_cam.capture.folder import Folder
from numero_cam.capture.source import FrameSource


def open_source(what: str) -> FrameSource:
    """Open a source of frames.

    Args:
        what: The name of a film or of a folder of pictures.

    Raises:
        SourceError: It cannot be opened; one line that says what is wrong and what to do.
    """
    path = Path(what)
    return Folder(path) if path.is_dir() else Film(path)
