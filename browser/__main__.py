"""Makes the page, a folder of static files with its archive, and shows it on this computer.

python -m browser build                   # site and site.zip; Pyodide comes once from its project
python -m browser build --pyodide PLACE   # or from a folder of its distribution, or its archive
python -m browser serve
"""

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from numero_cam.base.install_line import environment_commands

NEEDED = ("cv2", "jinja2", "numpy", "onnxruntime", "platformdirs")  #: Modules of packages without which no page is made.


def main() -> None:
    """Run one of the two commands; what cannot be done is said in one line."""
    parser = argparse.ArgumentParser(prog="python -m browser", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build", help="make the folder and its archive")
    showing = commands.add_parser("serve", help="show the folder on this computer")
    for command in (making, showing):
        command.add_argument(
            "out", type=Path, nargs="?", default=Path("site"), metavar="OUT", help="a new folder, or one made here; site if not given"
        )
    making.add_argument("--pyodide", type=Path, metavar="PLACE", help="a folder of Pyodide's full distribution, or its archive")
    making.add_argument("--offline", action="store_true", help="fetch nothing: take what is in the cache")
    making.add_argument("--emscripten", type=Path, metavar="FOLDER", help="Emscripten's headers, to compile the solver")
    showing.add_argument("--port", type=int, default=8080)
    given = parser.parse_args()
    try:
        print(_built(given) if given.command == "build" else _served(given.out, given.port), end="")
    except KeyboardInterrupt:
        sys.exit("stopped; what was there is as it was")


def _built(given: argparse.Namespace) -> str:
    """Build here, or in the environment of the clone, which is made where the packages of the program are missing."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        return _elsewhere(missing, offline=given.offline)
    from browser.build import EMSCRIPTEN, BuildError, build
    from browser.parts import Source

    try:
        return build(given.out, Source(given.pyodide, online=not given.offline), given.emscripten or EMSCRIPTEN) + "\n"
    except BuildError as error:
        sys.exit(str(error))


def _elsewhere(missing: list[str], *, offline: bool) -> str:
    making = environment_commands()
    python = Path(making[-1][0])
    environment = python.parent.parent
    if Path(sys.prefix) == environment:
        sys.exit(f"{', '.join(missing)} cannot be found here; install the program: {' '.join(making[-1])}")
    has_all = f"import sys; from importlib.util import find_spec; sys.exit(not all(map(find_spec, {NEEDED!r})))"
    if not python.is_file() or subprocess.run([python, "-c", has_all], capture_output=True, check=False).returncode:  # noqa: S603
        if offline:
            sys.exit(f"{', '.join(missing)} cannot be found, and nothing may be fetched; build without --offline")
        print(f"The program is installed into {environment} first, which takes minutes.", file=sys.stderr)
        for command in making:
            if subprocess.run(command, check=False).returncode:  # noqa: S603 - the environment of the clone
                sys.exit(f"this failed: {' '.join(command)}; look above, and at the network")
    sys.exit(subprocess.run([python, "-m", "browser", *sys.argv[1:]], check=False).returncode)  # noqa: S603


def _served(out: Path, port: int) -> str:
    from browser.serve import WORKER, serve, server_of

    if not (out / WORKER).is_file():
        sys.exit(f"{out} is no folder of the page; make it: python -m browser build {out}")
    try:
        server = server_of(out, port)
    except (OSError, OverflowError):
        sys.exit(f"port {port} is taken; name another one: --port {port % 60_000 + 1}")
    serve(server)
    return ""


if __name__ == "__main__":
    main()
