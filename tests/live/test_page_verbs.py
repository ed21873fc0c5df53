"""Each kind of play is tapped together in a real browser, in a kept game that goes on just before it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from numero_cam.games.numero.engine.notation import play_text
from numero_cam.store.games import GameStore
from tests.kept_game import keep
from tests.live_page import SEEN, opened, page_of, until
from tests.live_server import LiveServer, served
from tests.tapped_kinds import KINDS, TappedKind

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow  # a browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A table with the game of each kind, as far as the play."""
    home = tmp_path_factory.mktemp("home")
    file = home / "data" / "numero-cam" / "games.sqlite"
    file.parent.mkdir(parents=True)
    store = GameStore.open(f"sqlite:///{file}")
    for kind in KINDS:
        keep(store, kind.game.replayed(kind.k))
    store.close()
    with served(home) as running:
        yield running


@pytest.fixture(scope="module")
def page(server: LiveServer) -> "Iterator[Page]":
    with opened() as browser:
        yield page_of(browser, server, reduced_motion="reduce")


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_play_is_added_by_taps(server: LiveServer, page: "Page", kind: TappedKind) -> None:
    play, number = kind.tapped, KINDS.index(kind) + 1
    keeper = server.page()
    keeper.until(lambda: "game" in keeper.newest)
    keeper.change(type="go_on", game=number)
    keeper.until(lambda: keeper.game().get("game") == number)
    until(page, f"app.state.game.game === {number}")
    decided = len(keeper.game().get("plays", []))
    page.click("#wrong")
    page.click("#add")
    page.wait_for_selector(".taps")
    _press(page, f"[aria-labelledby=who] button:has-text('{kind.game.names[play.player]}')")
    for card in ([] if play.card is None else [str(play.card)]) + list(map(str, play.items if play.verb != "challenge" else ())):
        _tap(page, card)
    word = play_text(kind.operation).split()[0]
    at = page.evaluate("word => app.state.draft.plays.findIndex(each => each.line.includes(`: ${word}`))", word)
    page.locator("[id^=save]").nth(at).click()
    page.wait_for_selector("dialog", state="detached")
    keeper.until(lambda: len(keeper.game()["plays"]) > decided)
    assert keeper.game()["plays"][decided]["player"] == kind.game.names[play.player]
    assert not SEEN[page][0]


def _press(page: "Page", button: str) -> None:
    """Press a button of the sheet, where it is not pressed already."""
    if page.locator(button).get_attribute("aria-pressed") != "true":
        page.click(button)
        page.wait_for_selector(f"{button}[aria-pressed=true]")


def _tap(page: "Page", card: str) -> None:
    """Tap a card of the sheet; one that nobody has seen lies in a fold."""
    answered = page.evaluate("app.asked")
    at = page.evaluate("card => app.state.draft.centre.findIndex(each => each.item === card)", card)
    if at >= 0:
        page.locator(".taps .middle .tap").nth(at).click()
    elif (held := page.evaluate("card => app.state.draft.hand.findIndex(([face]) => face === card)", card)) >= 0:
        page.locator(".taps .near .tap").nth(held).click()
    else:
        page.locator(f".taps button[data-name^='{card} ']").first.click()
    until(page, f"app.asked > {answered} && app.state.draft.draft === app.asked")
