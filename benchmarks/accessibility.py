"""Whether axe-core finds a fault on any page of the live table: writes benchmarks/results/accessibility.json.

    npm pack axe-core && tar xf axe-core-*.tgz
    python benchmarks/accessibility.py package/axe.min.js [--pictures FOLDER]

Each page and state is looked at in windows of 1280x800 and 360x780, light and dark, with text of 100 % and 200 %, every two of these
together. Besides what axe-core finds it counts as a fault if a page is wider than its window or a text is cut. axe-core (MPL) is no part of
this project.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from machine import about, rows_text  # noqa: E402

from tests.live_page import opened  # noqa: E402
from tests.live_server import served  # noqa: E402
from tests.page_states import Look, faults, states  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "accessibility.json"
LOOKS = [Look(1280, 800, "light", 100), Look(1280, 800, "dark", 200), Look(360, 780, "dark", 100), Look(360, 780, "light", 200)]
"""Every two of window, colours and size of text together."""


def main() -> None:
    """Look at all pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("axe", type=Path, help="the file axe.min.js")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page")
    given = parser.parse_args()
    axe = given.axe.read_text(encoding="utf-8")
    found, looked = dict[str, list[str]](), Counter[str]()
    flags = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as server, opened(*flags) as browser:
        for name, look, page in states(browser, server, LOOKS):
            looked[name] += 1
            if told := faults(page, axe):
                found[f"{name}, {look}"] = told
                print(name, look, *told, sep="\n  ")
            if given.pictures:
                given.pictures.mkdir(exist_ok=True, parents=True)
                file = re.sub(r"\W+", "_", f"{name} {look}")
                page.screenshot(path=given.pictures / f"{file}.png", full_page="dialog" not in name)
    version = re.search(r"axe v([0-9.]+)", axe)
    rows = [{"state": name, "looks": count, "faults": sum(key.startswith(f"{name}, ") for key in found)} for name, count in looked.items()]
    told = {**about(), "axe-core": version[1] if version else "unknown", "looks": list(map(str, LOOKS)), "states": rows, "faults": found}
    RESULTS.write_text(rows_text(told) + "\n", encoding="utf-8")
    print(json.dumps({"looked at": sum(looked.values()), "with faults": len(found)}))


if __name__ == "__main__":
    main()
