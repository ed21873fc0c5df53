"""The command line. A command imports what it needs when it runs: a typed ``solve`` loads no models and no NumPy."""

import sys
from typing import NoReturn

from numero_cam.base.ctrl_c import INTERRUPTED_STATUS, comes_from_ctrl_c, end_soon_after_ctrl_c

__all__ = ["main"]


def main() -> NoReturn:
    """Run the program and exit; where the command line cannot be imported, with one line that names the missing package."""
    end_soon_after_ctrl_c(_say_stopped)
    try:
        from numero_cam.catalogue import tr  # noqa: F401 - to be there when `_say_stopped` needs it, in a thread that cannot wait
        from numero_cam.cli.shell import main as run
    except BaseException as error:
        if comes_from_ctrl_c(error):
            _say_stopped()
            sys.exit(INTERRUPTED_STATUS)
        if isinstance(error, ImportError):
            from numero_cam.cli.extras import lacking

            sys.exit(f"numero-cam: {lacking(error)}" if lacking(error) else str(error))
        raise
    run()


def _say_stopped() -> None:
    from numero_cam.catalogue import tr

    sys.stderr.write(f"numero-cam: {tr('stopped')}\n")
