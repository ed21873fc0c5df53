"""The file by which the owner's browser comes in.

The list of processes shows the arguments of every program to every account of the computer. So the browser is given the name of a file that
only its owner may read, and the file leads on to the address with the key.
"""

import contextlib
from pathlib import Path

from numero_cam.base.errors import StoreError
from numero_cam.base.outputs import write_private


class Entry:
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
        page = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>Numero Cam</title>
<p><a href="{address}">Open the table</a></p>
</html>
"""
        write_private(self.path, page.encode(), StoreError)

    def remove(self) -> None:
        """Take it away; may be called again."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
