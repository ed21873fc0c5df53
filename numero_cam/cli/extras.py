"""Checks for packages that may be missing: those that only some commands need, and those that have no build for this computer."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from numero_cam.base.errors import ConfigError
from numero_cam.base.install_line import install_hint, package_line
from numero_cam.catalogue import tr

#: Packages that the program always needs: name of the import, and name for installing.
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


def lacking(error: ImportError) -> str:
    """Return a line with the package whose import failed and how to install it; empty where it is none of `PACKAGES`."""
    package = PACKAGES.get((error.name or "").partition(".")[0])
    why = str(error).partition("\n")[0]
    if not package:
        return ""
    line = package_line(package)
    return tr("the package {package} is missing or does not load ({why}); install it with: {line}", package=package, why=why, line=line)


def need(packages: Sequence[str], tell: Callable[[str], str], extras: Sequence[str] = ("live",)) -> None:
    """Check that packages, by the names of their imports, are installed, which these extras install.

    `tell` returns the beginning of the error's message, given the names of the missing packages.
    """
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise ConfigError(tr("{need}; install with: {line}", need=tell(", ".join(missing)), line=install_hint(*extras)))
