"""Makes the folder of static files, and shows it on this computer.

python -m browser build OUT                     # Pyodide comes from npm
python -m browser build OUT --pyodide FOLDER    # or from a folder that has its files
python -m browser serve OUT
"""

import argparse
import sys
from pathlib import Path

from browser.build import EMSCRIPTEN, BuildError, build
from browser.serve import serve


def main() -> None:
    """Run one of the two commands; what cannot be done is said in one line."""
    parser = argparse.ArgumentParser(prog="python -m browser", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("build", help="make the folder")
    making.add_argument("out", type=Path, metavar="OUT", help="a new folder, or one that this command made")
    making.add_argument("--pyodide", type=Path, metavar="FOLDER", help="a folder with the files of Pyodide, in place of the npm package")
    making.add_argument("--emscripten", type=Path, metavar="FOLDER", default=EMSCRIPTEN, help="Emscripten's headers, to compile the solver")
    showing = commands.add_parser("serve", help="show the folder on this computer")
    showing.add_argument("out", type=Path, metavar="OUT")
    showing.add_argument("--port", type=int, default=8080)
    given = parser.parse_args()
    try:
        if given.command == "build":
            print(build(given.out, given.pyodide, given.emscripten))
        else:
            serve(given.out, given.port)
    except BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
