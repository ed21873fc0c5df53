"""How fast the page is: `python benchmarks/demo.py` prints seconds and bytes.

From the command of the demonstration to its first scored play; from a page's opening to its first table, with the processor of the browser
slowed four times; and what a page loads before any sound.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.live_page import opened, page_of, until
from tests.live_server import LiveServer, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = "performance.getEntriesByType('resource').filter(one => !one.name.endsWith('.mp4')).map(one => one.transferSize)"
SLOWER = 4
"""How many times the processor of the browser is slowed for the first table."""
TRIES = 7
"""How often the first table is waited for; beside other work on the machine the fastest says most."""
SEEN = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".table .card")) return;
  window.firstTable = performance.now();
  observer.disconnect();
}).observe(document, {childList: true, subtree: true});"""
PAGE_SIZE = "performance.getEntriesByType('navigation')[0].transferSize"


def first_table_seconds(browser: "Browser", server: LiveServer) -> float:
    """Open a page that knows nothing yet, slowed, and return when it shows the table."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies(server.cookies())
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(SEEN)
    page.goto(server.browsed)
    page.wait_for_selector(".table .card")
    seconds = float(page.evaluate("firstTable")) / 1000
    context.close()
    return seconds


def main() -> None:
    """Print the seconds and the bytes."""
    with tempfile.TemporaryDirectory() as home, opened() as browser:
        begun = time.monotonic()
        with served(Path(home), "--demo") as server:
            page = page_of(browser, server)
            page.wait_for_selector(".believed, .stage")
            opened_after = time.monotonic() - begun
            until(page, "app.state.game.plays?.some(play => play.points > 0)")
            scored_after = time.monotonic() - begun
            loaded = sum(page.evaluate(SIZES)) + page.evaluate(PAGE_SIZE)
            page.context.close()
            slowed = sorted(first_table_seconds(browser, server) for _ in range(TRIES))
    result = {
        "slowed_first_table_seconds": {"fastest": round(slowed[0], 1), "median": round(slowed[TRIES // 2], 1)},
        "opened_seconds": round(opened_after, 1),
        "scored_seconds": round(scored_after, 1),
        "loaded_kB": round(loaded / 1000),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
