"""A folder of pictures as a source of frames, in the order of their names."""

import re
from pathlib import Path

from numero_cam.base.errors import PictureError, SourceError
from numero_cam.base.picture_header import READABLE
from numero_cam.capture.files import read_photo
from numero_cam.capture.source import TimedFrame

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class Folder:
    """Pictures of a table, one after the other.

    Args:
        path: The folder. Numbers in the names are sorted as numbers: 2.jpg comes before 10.jpg.
        step: Seconds from one picture to the next.

    Raises:
        SourceError: It cannot be looked into, or holds no picture.
    """

    def __init__(self, path: Path, *, step: float = 1.0) -> None:
        try:
            files = [file for file in path.iterdir() if file.suffix.lower() in ENDINGS and not file.name.startswith(".")]
        except OSError as error:
            message = f"{path}: cannot be looked into: {(error.strerror or str(error)).lower()}"
            raise SourceError(message) from error
        if not files:
            message = f"{path}: is a folder without pictures ({READABLE})"
            raise SourceError(message)
        self._files = sorted(files, key=_by_number)
        self._path, self._step = path, step
        self._n, self._read = 0, 0
        self.ended = ""
        self.notice = ""

    def newest(self, seconds: float = 1.0) -> TimedFrame | None:  # noqa: ARG002 - a file is never waited for
        """Return the next picture that can be read; one that cannot is told in `notice`."""
        self.notice = ""
        while not self.ended and self._n < len(self._files):
            n, self._n = self._n, self._n + 1
            try:
                frame = read_photo(self._files[n])
            except PictureError as error:
                self.notice = f"{error}; left out"
                continue
            self._read += 1
            return TimedFrame(frame, n * self._step, n, "photos")
        if not self._read:
            self.ended = self.ended or f"{self._path}: none of its pictures can be read; {self.notice}"
        self.ended = self.ended or "all pictures of the folder were looked at"
        return None

    def close(self) -> None:
        """Take no more pictures."""
        self.ended = self.ended or "closed"


def _by_number(file: Path) -> list[tuple[int, str]]:
    """A key by which 2.jpg comes before 10.jpg."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", file.name)]
