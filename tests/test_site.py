"""The documentation site: made without a warning, its links lead somewhere, and it loads nothing from other hosts."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src", "audio": "src"}


class Page(HTMLParser):
    """What one page loads, where it leads, and its own anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if address := found.get(LOADED.get(tag, "")):
            self.loads.append(address)
        if tag == "a" and (link := found.get("href")):
            self.links.append(link)
        if anchor := found.get("id"):
            self.anchors.add(anchor)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="the site is made with [docs]: .ci/docs")
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "-b", "html", str(ROOT / "docs"), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_nothing_is_loaded_from_another_host(site: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 20
    assert {address for page in pages.values() for address in page.loads if urlsplit(address).netloc} == set()
    styles = [path for path in site.rglob("*.css") if re.search(r"(@import|url\()\s*[\"']?(https?:)?//", path.read_text(encoding="utf-8"))]
    assert styles == []


def broken(pages: dict[Path, Page]) -> Iterator[tuple[str, str]]:
    for path, page in pages.items():
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages.get(target)
            lost = bool(parts.fragment) and known is not None and unquote(parts.fragment) not in known.anchors
            if not target.exists() or lost:
                yield path.name, link


@pytest.mark.slow
def test_every_link_leads_somewhere(pages: dict[Path, Page]) -> None:
    assert list(broken(pages)) == []
