"""Says again what was read before, so that a scoring tool that starts a command need not read the photos a second time.

    python benchmarks/replay.py LINES PHOTO...

LINES holds what ``numero-cam read --json`` printed, a line for each photo; prints those of the photos asked for, in their order.
"""

import json
import sys
from pathlib import Path


def main() -> None:
    """Prints the lines."""
    lines = {json.loads(line)["image"]: line for line in Path(sys.argv[1]).read_text().splitlines()}
    print("\n".join(lines[photo] for photo in sys.argv[2:]))


if __name__ == "__main__":
    main()
