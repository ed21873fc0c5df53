"""What somebody means by a source: a camera's number, a stream's address, a film, a folder of pictures or a recording."""

import re
from pathlib import Path

from numero_cam.base.errors import SourceError
from numero_cam.capture.film import Film
from numero_cam.capture.folder import ENDINGS, Folder
from numero_cam.capture.live import open_camera, open_stream
from numero_cam.capture.recording import Recording, is_recording
from numero_cam.capture.source import FrameSource

_KINDS = "the number of a camera, the address of a stream, a film or a folder"
_ADDRESS = re.compile(r"(rtsp|rtsps|rtmp|http|https|udp|tcp)://.+", re.IGNORECASE)


def open_source(what: str) -> FrameSource:
    """Open a source of frames.

    Args:
        what: The number of a camera (``0``), the address of a stream, or the name of a film, of a folder of pictures or of a recording.

    Raises:
        SourceError: It cannot be opened; one line that says what is wrong and what to do.
    """
    what = what.strip()
    if not what:
        message = f"no source of pictures was named; give {_KINDS}"
        raise SourceError(message)
    if re.fullmatch(r"[0-9]{1,3}", what) and not Path(what).exists():
        return open_camera(int(what))
    if _ADDRESS.fullmatch(what):
        return open_stream(what)
    path = Path(what)
    if _is_folder(path):
        return Recording(path) if is_recording(path) else Folder(path)
    if path.suffix.lower() in ENDINGS and path.is_file():
        message = f"{path}: is a photo, not a film; give a film, or a folder of photos taken one after the other"
        raise SourceError(message)
    return Film(path)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # as a name that is too long: `Film` says what is wrong
        return False
