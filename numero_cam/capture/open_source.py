"""What somebody means by a source: a camera's number, a stream's address, a film, a folder of pictures or a recording."""

import re
from pathlib import Path

from numero_cam.capture.film import Film
from numero_cam.capture.folder import Folder
from numero_cam.capture.live import open_camera, open_stream
from numero_cam.capture.recording import Recording, is_recording
from numero_cam.capture.source import FrameSource

_ADDRESS = re.compile(r"(rtsp|rtsps|rtmp|http|https|udp|tcp)://.+", re.IGNORECASE)


def open_source(what: str) -> FrameSource:
    """Open a source of frames.

    Args:
        what: The number of a camera (``0``), the address of a stream, or the name of a film, of a folder of pictures or of a recording.

    Raises:
        SourceError: It cannot be opened; one line that says what is wrong and what to do.
    """
    if re.fullmatch(r"[0-9]{1,2}", what) and not Path(what).exists():
        return open_camera(int(what))
    if _ADDRESS.fullmatch(what):
        return open_stream(what)
    path = Path(what)
    if path.is_dir():
        return Recording(path) if is_recording(path) else Folder(path)
    return Film(path)
