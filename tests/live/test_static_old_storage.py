"""What the page without a server kept in the browser as version c88377b4, opened by this one, written, and opened again."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser_page import STARTS, put_down, served, tab, until, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

#: All of the page's databases and its file of games, as Chromium had them: `page` and `files` of IndexedDB, `games` of OPFS.
OLD = Path(__file__).parents[1] / "data" / "from_c88377b4" / "browser.json"
PUT = """async old => {
  const done = asked => new Promise((good, bad) => {
    asked.onsuccess = asked.oncomplete = () => good(asked.result);
    asked.onerror = asked.onabort = () => bad(asked.error);
  });
  const put = async (name, version, store, rows) => {
    const asked = indexedDB.open(name, version);
    asked.onupgradeneeded = () => {
      const made = asked.result.createObjectStore(store);
      if (store === "FILE_DATA") made.createIndex("timestamp", "timestamp", {unique: false});
    };
    const base = await done(asked), change = base.transaction(store, "readwrite");
    for (const [key, value] of rows) change.objectStore(store).put(value, key);
    await done(change);
    base.close();
  };
  const bytes = text => Uint8Array.from(atob(text), one => one.charCodeAt(0));
  await put("numero-page", 1, "numero-page", Object.entries(old.page));
  await put("/kept", old.version, "FILE_DATA", old.files.map(({name, mode, contents}) =>
    [name, {timestamp: new Date(), mode, ...(contents === null ? {} : {contents: bytes(contents)})}]));
  const folder = await navigator.storage.getDirectory(), file = await folder.getFileHandle("games.jsonl", {create: true});
  const out = await file.createWritable();
  await out.write(old.games);
  await out.close();
}"""


def plays(page: Any) -> list[str]:  # noqa: ANN401 - of Playwright
    page.wait_for_function("() => window.app?.state.game?.state === 'playing'", timeout=STARTS * 1000)
    return list(page.evaluate("app.state.game.plays.map(play => play.text)"))


def ready(page: Any, address: str, name: str) -> None:  # noqa: ANN401
    page.goto(f"{address}#{name}")
    until(page, "page.isReady")
    tab(page, name)


def test_what_an_earlier_version_kept_is_as_it_was_and_goes_on(shared_browser: "Browser", site: Path) -> None:
    old = json.loads(OLD.read_text(encoding="utf-8"))
    with served(site) as address, visitor(shared_browser, viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.goto(f"{address}licences.txt")
        page.evaluate(PUT, old)
        ready(page, address, "play")
        until(page, "page.gameText && !page.state.thinks")
        assert page.evaluate("page.gameText") == old["page"]["numero-game"]
        text = put_down(page)
        page.goto(f"{address}#class")
        page.reload()
        page.frame_locator("iframe#class").locator("main").wait_for(timeout=STARTS * 1000)
        assert "5B" in page.frame_locator("iframe#class").locator("main").inner_text()
        page.goto(f"{address}table.html")
        told = plays(page)
        assert told == old["plays"]
        page.evaluate("as => app.change({type: 'add', as})", old["next"])
        page.wait_for_function("line => app.state.game.plays.at(-1).text === line", arg=old["next"])
        page.reload()
        assert plays(page) == [*old["plays"], old["next"]]
        ready(page, address, "play")
        until(page, "page.gameText && !page.state.thinks")
        assert page.evaluate("page.gameText") == text
