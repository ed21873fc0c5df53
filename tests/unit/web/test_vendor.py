"""The libraries of the page are what their project published, and their licence lies beside them."""

import hashlib
import re
from pathlib import Path

from numero_cam.web.static_files import STATIC_FOLDER

VENDOR = STATIC_FOLDER / "vendor"
LISTED = re.compile(r"^\| `(\S+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)


def wrong(vendor: Path) -> list[str]:
    """Return the files that are not as the README of the folder lists them."""
    listed = dict(LISTED.findall((vendor / "README.md").read_text(encoding="utf-8")))
    there = {
        path.relative_to(vendor).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in vendor.rglob("*")
        if path.is_file() and path != vendor / "README.md"
    }
    return sorted(name for name in listed.keys() | there.keys() if listed.get(name) != there.get(name))


def test_each_file_has_its_sum() -> None:
    assert not wrong(VENDOR)
    assert (VENDOR / "lit-html" / "lit-html.js").is_file()


def test_a_changed_file_one_too_many_and_one_too_few_are_found(tmp_path: Path) -> None:
    for path in VENDOR.rglob("*"):
        if path.is_file():
            copy = tmp_path / path.relative_to(VENDOR)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    assert not wrong(tmp_path)
    with (tmp_path / "lit-html" / "lit-html.js").open("a", encoding="utf-8") as file:
        file.write("\n")
    (tmp_path / "other.js").write_text("", encoding="utf-8")
    (tmp_path / "lit-html" / "LICENSE").unlink()
    assert wrong(tmp_path) == ["lit-html/LICENSE", "lit-html/lit-html.js", "other.js"]


def test_the_licence_lies_beside_the_files() -> None:
    licence = (VENDOR / "lit-html" / "LICENSE").read_text(encoding="utf-8")
    assert "BSD 3-Clause License" in licence
    assert "Google LLC" in licence
