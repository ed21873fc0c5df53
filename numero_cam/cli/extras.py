"""Packages that may be missing: those that only some commands need, and those that have no build for this computer."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from numero_cam.base.errors import ConfigError
from numero_cam.catalogue import tr

PACKAGES = {
    "PIL": "pillow",
    "cv2": "opencv-python",
    "jinja2": "jinja2",
    "markupsafe": "markupsafe",
    "numpy": "numpy",
    "onnxruntime": "onnxruntime",
    "platformdirs": "platformdirs",
    "rich": "rich",
    "typer": "typer",
}
"""What the program always needs: names as they are imported, and as they are installed."""


def lacking(error: ImportError) -> str:
    """Return which package an import failed for and how it is installed; empty where it is none of `PACKAGES`."""
    package = PACKAGES.get((error.name or "").partition(".")[0])
    why = str(error).partition("\n")[0]
    return (
        tr("the package {package} is missing or does not load ({why}); install it with: pip install {package}", package=package, why=why)
        if package
        else ""
    )


def need(packages: Sequence[str], tell: Callable[[str], str], extras: str = "live") -> None:
    """Say how an extra is installed where packages of it are missing.

    Args:
        packages: As they are imported.
        tell: Says what needs the packages that are missing, whose names it is given.
        extras: Those that bring them, with commas between them.

    Raises:
        ConfigError: One is missing.
    """
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise ConfigError(tr("{need}; install with: pip install 'numero-cam[{extras}]'", need=tell(", ".join(missing)), extras=extras))
