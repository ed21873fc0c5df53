"""The file by which the owner's browser comes in.

The list of processes shows the arguments of every program to every account of the computer. So the browser is given the name of a file that
only its owner may read, and the file leads on to the address with the key.
"""

import contextlib
from pathlib import Path

from numero_cam.base.errors import StoreError
from numero_cam.base.outputs import write_private
from numero_cam.text.page_templates import page_html


def redirect_path(folder: Path, port: int) -> Path:
    """Return where the file is to lie.

    A browser that is installed as a snap, as Ubuntu's are, reads no hidden folder, and the folder of this program is in one there. For such
    a browser the file lies in the home folder itself.

    Args:
        folder: The private folder of the doors.
        port: Of this machine's own page; several tables may be open.
    """
    home = Path.home()
    hidden = folder.is_relative_to(home) and any(part.startswith(".") for part in folder.relative_to(home).parts)
    return home / f"Numero Cam {port}.html" if hidden and (home / "snap").is_dir() else folder / f"open-{port}.html"


class RedirectFile:
    """A page of one link that is followed at once; there until it was used or the table ends.

    Args:
        path: Of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, address: str) -> None:
        """Have it lead to an address with a key.

        Raises:
            StoreError: It cannot be written.
        """
        write_private(self.path, page_html("redirect.html", address=address).encode(), StoreError)

    def remove(self) -> None:
        """Take it away; may be called again."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
