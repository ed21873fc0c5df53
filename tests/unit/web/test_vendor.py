"""The libraries of the page, and their licence beside them, are what their project published."""

import hashlib
import re

from numero_cam.web.static_files import STATIC_FOLDER

VENDOR = STATIC_FOLDER / "vendor"
LISTED = re.compile(r"^\| `(\S+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)


def test_each_file_is_as_the_readme_lists_it() -> None:
    listed = dict(LISTED.findall((VENDOR / "README.md").read_text(encoding="utf-8")))
    there = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path != VENDOR / "README.md"
    }
    assert there == listed
    assert {"lit-html/lit-html.js", "lit-html/LICENSE"} <= set(there)
