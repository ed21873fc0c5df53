"""Pages that are one file, opened by a browser without a server: nothing runs in them, and axe-core finds no fault."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from numero_cam.text.page_templates import page_html
from numero_cam.text.score_sheet import sheet_html
from tests.kept_game import played
from tests.page_states import axe_script, faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser

HOSTILE = '"</script><script>document.title = "run"</script>'


PAGES: "dict[str, Callable[[], str]]" = {
    "sheet": lambda: sheet_html(played(3, names=("Ann", "Ben <b>")), f"Numero {HOSTILE}"),
    "redirect": lambda: page_html("redirect.html", address="about:blank#<b>"),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_a_page_of_one_file_nothing_runs(name: str, scheme: Literal["light", "dark"], browser: "Browser", tmp_path: Path) -> None:
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
    assert (said, asked) == ([], [path.as_uri()])
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x: onerror=\"document.title = 1\">')")
    added = "const s = document.createElement('script'); s.textContent = 'document.title = 2'; document.body.append(s);"
    page.evaluate(added)
    assert HOSTILE in page.title()  # the policy of the page lets nothing run that is not its own
    assert any("Content Security Policy" in line for line in said)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_one_file_is_cut_or_inaccessible(scheme: Literal["light", "dark"], browser: "Browser", tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    path.write_text(PAGES["sheet"](), encoding="utf-8")
    page = browser.new_page(color_scheme=scheme)
    page.goto(path.as_uri())
    assert not faults(page, axe_script())
    page.close()
