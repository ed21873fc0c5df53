"""The file that redirects the owner's browser to the address with the key.

The list of processes shows every program's arguments to every account of the computer. So the browser gets the name of a file that only
its owner may read, and the file holds the address with the key.
"""

import contextlib
from pathlib import Path

from numero_cam.base.errors import StoreError
from numero_cam.base.outputs import write_private
from numero_cam.text.page_templates import page_html


def redirect_path(folder: Path, port: int, what: str = "") -> Path:
    """Return the path of the file.

    A browser that is installed as a snap, as Ubuntu's are, reads no hidden folder, and the folder of this program is in one there. For such
    a browser the file lies in the home folder itself.

    Args:
        folder: The private folder of the access.
        port: Of this machine's own page; several tables may be open.
        what: A word that tells apart several pages of one port; empty for the table.
    """
    home = Path.home()
    hidden = folder.is_relative_to(home) and any(part.startswith(".") for part in folder.relative_to(home).parts)
    named = f"{what} {port}".strip()
    return home / f"Numero Cam {named}.html" if hidden and (home / "snap").is_dir() else folder / f"open-{named.replace(' ', '-')}.html"


class RedirectFile:
    """A page that leads on at once; it exists until it was used or the table ends.

    Args:
        path: Path of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, address: str) -> None:
        """Write the file so that it leads to an address.

        Raises:
            StoreError: The file cannot be written.
        """
        write_private(self.path, page_html("redirect.html", address=address).encode(), StoreError)

    def remove(self) -> None:
        """Remove the file; may be called again."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
