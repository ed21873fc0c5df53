"""What somebody means by a source: a camera's number, a stream's address, a film or a folder of pictures."""

import re
from pathlib import Path

from numero_cam.capture.film import Film
from numero_cam.capture.folder import Folder
from numero_cam.capture.live import open_camera, open_stream
from numero_cam.capture.source import FrameSource

_ADDRESS = re.compile(r"(rtsp|rtsps|rtmp|http|https|udp|tcp)://.+", re.IGNORECASE)


def open_source(what: str) -> FrameSource:
    """Open a source of frames.

    Args:
        what: The number of a camera (``0``), the address of a stream, or the name of a film or of a folder of pictures.

    Raises:
        SourceError: It cannot be opened; one line that says what is wrong and what to do.
    """
    if re.fullmatch(r"[0-9]{1,2}", what) and not Path(what).exists():
        return open_camera(int(what))
    if _ADDRESS.fullmatch(what):
        return open_stream(what)
    path = Path(what)
    return Folder(path) if path.is_dir() else Film(path)
