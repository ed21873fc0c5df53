"""Pages that are one file, opened by a browser without a server: their own script runs, nothing else does, and axe-core finds no fault."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from numero_cam.classroom.toptake import toptake_html
from numero_cam.games.numero.rules import parse_position
from numero_cam.text.page_templates import page_html
from numero_cam.text.score_sheet import sheet_html
from tests.kept_game import played
from tests.live_page import opened
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser

HOSTILE = '"</script><script>document.title = "run"</script>'


PAGES: "dict[str, Callable[[], str]]" = {
    "sheet": lambda: sheet_html(played(3, names=("Ann", "Ben <b>")), f"Numero {HOSTILE}"),
    "toptake": lambda: toptake_html(f"Top Take {HOSTILE}", parse_position("[8b 4r] 7g sqrt", "12o 3/4 -4"), 90),
    "redirect": lambda: page_html("redirect.html", address="about:blank#<b>"),
}
SCRIPTED = {"toptake": "1:30"}  #: What only the script of a page writes.


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    with opened() as found:
        yield found


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_of_one_file_runs_its_own_script_alone(
    name: str, scheme: Literal["light", "dark"], browser: "Browser", tmp_path: Path
) -> None:
    path = tmp_path / f"{name}.html"
    path.write_text(PAGES[name](), encoding="utf-8")
    page = browser.new_page(color_scheme=scheme)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    if name == "redirect":
        page.wait_for_url("about:blank*")
        page.close()
        return
    assert HOSTILE in page.title()
    assert HOSTILE in page.inner_text("h1")
    assert SCRIPTED.get(name, "") in page.inner_text("body")
    assert (said, asked) == ([], [path.as_uri()])
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x: onerror=\"document.title = 1\">')")
    added = "const s = document.createElement('script'); s.textContent = 'document.title = 2'; document.body.append(s);"
    page.evaluate(added)
    assert HOSTILE in page.title()  # the policy of the page lets nothing run that is not its own
    assert any("Content Security Policy" in line for line in said)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_one_file_is_cut_or_inaccessible(scheme: Literal["light", "dark"], browser: "Browser", tmp_path: Path) -> None:
    axe = axe_script()
    found = {}
    for name in ("sheet", "toptake"):
        path = tmp_path / f"{name}.html"
        path.write_text(PAGES[name](), encoding="utf-8")
        page = browser.new_page(color_scheme=scheme)
        page.goto(path.as_uri())
        if told := faults(page, axe):
            found[name] = told
        page.close()
    assert not found
