"""The folder of the page without a server: whole, known by its hashes, and never in place of something else."""

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser import parts
from browser.build import BESIDE, IN_ARCHIVE, LIST, BuildError, build, compiled_kernel, core_archive
from browser.parts import ENGINES, PYODIDE_FILES, PartError, Source, core_of_npm, distribution, vision
from browser.serve import ASK_SECONDS, PORT, PORTS, server_of
from tests.http_server import running
from tests.page_types import type_errors

ADDRESS = re.compile(rb"https?://([\w.-]+)")
NAMES_NOBODY_ASKS = {b"localhost", b"www.w3.org"}  #: Hosts in sentences for people and in the names of XML.
ROOT = Path(__file__).parents[3]
WAIT = 60.0  #: Seconds in which a build has come to a point.


@pytest.fixture(scope="session")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of Pyodide's names: what is in them the build does not look at, but for the list."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in (*PYODIDE_FILES, ENGINES[1]):
        (folder / name).write_bytes(name.encode())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {"version": "1.2.3"}}))
    return folder


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which nothing is; nothing is fetched into it."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def source(stand_in: Path, cache: Path) -> Source:
    return Source(stand_in, cache, online=False)


@pytest.fixture(scope="session")
def site(source: Source, cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "out"
    made, without, slower = build(out, source, headers=cache).splitlines()
    assert "out.zip on any static host (README.html in it says how)" in made
    assert re.match(r"Its solver is pure Python, .*clang and lld 19 or later, .*Emscripten's headers .*--emscripten FOLDER$", slower)
    assert re.match(r"It reads no photos: numpy is missing in Pyodide's distribution .*; give --pyodide a folder of", without)
    return out


def command(out: Path, stand_in: Path, cache: Path, **environment: str) -> "subprocess.Popen[str]":
    """The command itself, in a process of its own."""
    words = [sys.executable, "-m", "browser", "build", str(out), "--offline", "--pyodide", str(stand_in), "--emscripten", str(cache)]
    return subprocess.Popen(
        words,
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": str(cache), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


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
    assert worker_table(site) == {name: about for name, about in listed.items() if name not in BESIDE}
    assert files_of(site) > BESIDE


def test_no_file_of_ours_names_another_host(site: Path) -> None:
    own = [path for path in site.rglob("*") if path.is_file() and path.suffix in {".js", ".css", ".html", ".svg", ".webmanifest"}]
    named = {(path.name, host) for path in own for host in ADDRESS.findall(path.read_bytes()) if host not in NAMES_NOBODY_ASKS}
    assert len(own) > 20
    assert named == set()


def test_each_page_and_script_finds_what_it_names(site: Path) -> None:
    for page in (site / "index.html", site / "de" / "index.html", site / "README.html", site / "LIESMICH.html"):
        text = page.read_text(encoding="utf-8")
        named = re.findall(r'(?:src|href)="([^"#]+)"', text)
        assert len(named) > 3
        assert [name for name in named if not (page.parent / name).is_file()] == []
        if page.name != "index.html":
            continue
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
def test_a_folder_is_made_anew_and_its_version_follows_its_content(
    site: Path, source: Source, stand_in: Path, cache: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again"
    shutil.copytree(site, again)
    build(again, source, cache)
    assert (again / "sw.js").read_bytes() == (site / "sw.js").read_bytes()
    other = tmp_path / "other"
    shutil.copytree(stand_in, other)
    (other / "pyodide.mjs").write_text("another")
    build(again, Source(other, cache, online=False), cache)
    assert (again / "sw.js").read_bytes() != (site / "sw.js").read_bytes()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_what_was_not_made_here_stays(source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BuildError, match=r"was not made here.*new or empty folder"):
        build(tmp_path, source)
    assert (tmp_path / "letter.txt").read_text() == "dear"
    (tmp_path / LIST).write_text("[1]")
    with pytest.raises(BuildError, match="was not made here"):
        build(tmp_path, source)
    (tmp_path / "own.zip").write_bytes(b"letters")
    with pytest.raises(BuildError, match=r"own\.zip was not made here"):
        build(tmp_path / "own", source)
    assert (tmp_path / "own.zip").read_bytes() == b"letters"
    monkeypatch.chdir(tmp_path)
    for place, why in ((Path(), "was not made here"), (Path("/"), "is no folder for the page; name a new one")):
        with pytest.raises(BuildError, match=why):
            build(place, source)
    (tmp_path / "file").touch()
    with pytest.raises(BuildError, match="file was not made here"):
        build(tmp_path / "file", source)


def test_what_a_host_needs_beside_the_page_is_not_deleted(site: Path, source: Source, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(site, again)
    (again / "CNAME").write_text("numero.example")
    with pytest.raises(BuildError, match=r"CNAME was not made here"):
        build(again, source)
    assert (again / "CNAME").read_text() == "numero.example"


def test_what_is_no_pyodide_is_told_in_one_line(stand_in: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half, other, packed = tmp_path / "half", tmp_path / "other", tmp_path / "pyodide.tar.bz2"
    shutil.copytree(stand_in, half)
    (half / "pyodide.asm.wasm").unlink()
    shutil.copytree(stand_in, other)
    (other / "pyodide-lock.json").write_text("<html>")
    with tarfile.open(packed, "w:bz2") as archive:
        archive.add(stand_in, "pyodide")
    cut = tmp_path / "cut.tar.bz2"
    cut.write_bytes(packed.read_bytes()[:-300])
    (tmp_path / "page.html").write_text("<html>")
    said = {
        half: r"has no pyodide\.asm\.wasm; give --pyodide",
        other: r"pyodide-lock\.json is no list of packages; give --pyodide",
        tmp_path / "none": r"none is not there; give --pyodide",
        packed: r"pyodide\.tar\.bz2 is not Pyodide .*its SHA-256 is \w{64}, not \w{64}\); .*--pyodide a folder of another version",
        cut: r"cut\.tar\.bz2 is not Pyodide .*damaged",
        tmp_path / "page.html": r"page\.html is not Pyodide .*damaged or another archive",
    }
    for place, why in said.items():
        with pytest.raises(BuildError, match=why) as told:
            build(tmp_path / "out", Source(place, cache, online=False), cache)
        assert "\n" not in str(told.value)
        assert not (tmp_path / "out").exists()
    monkeypatch.setattr(parts, "SHA256", hashlib.sha256(packed.read_bytes()).hexdigest())
    assert distribution(Source(packed, tmp_path, online=False)) == content(stand_in)
    packed.unlink()
    assert distribution(Source(None, tmp_path, online=False)) == content(stand_in)  # from the cache
    (kept,) = tmp_path.glob("*.zip")
    damaged = bytearray(kept.read_bytes())
    damaged[60] ^= 1
    kept.write_bytes(damaged)
    with pytest.raises(PartError, match=r"nothing may be fetched; .*\.zip is damaged \(.*\); give --pyodide"):
        distribution(Source(None, tmp_path, online=False))


def test_pyodide_comes_from_its_project_and_only_as_it_is_known(
    stand_in: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "place" / "pyodide.tar.bz2"
    packed.parent.mkdir()
    with tarfile.open(packed, "w:bz2") as archive:
        archive.add(stand_in, "pyodide")
    monkeypatch.setattr(parts, "SHA256", hashlib.sha256(packed.read_bytes()).hexdigest())
    with running(server_of(packed.parent, 0)) as address:
        monkeypatch.setattr(parts, "PLACE", f"{address}{packed.name}")
        assert distribution(Source(cache=tmp_path)) == content(stand_in)
        assert capsys.readouterr().err.count("\n") == 1
        (kept,) = tmp_path.glob("*.zip")
        kept.write_bytes(b"half")
        assert distribution(Source(cache=tmp_path)) == content(stand_in)
        assert "is damaged" in capsys.readouterr().err
        kept.unlink()
        packed.write_bytes(b"<html>")
        with pytest.raises(PartError, match="is not Pyodide"):
            distribution(Source(cache=tmp_path))
        packed.unlink()
        with pytest.raises(PartError, match=r"could not be fetched \(File not found\); look at the network, or give --pyodide"):
            distribution(Source(cache=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["place"]


def test_a_package_of_pyodide_that_was_changed_is_refused(stand_in: Path, cache: Path) -> None:
    known = {"numpy": {"file_name": "numpy-2.whl", "version": "2", "sha256": hashlib.sha256(b"whole").hexdigest()}}
    files = {**content(stand_in), "pyodide-lock.json": json.dumps({"packages": known}).encode(), "numpy-2.whl": b"half"}
    with pytest.raises(PartError, match=r"numpy-2\.whl is missing .* or is another one"):
        vision(files, Source(cache=cache, online=False))


@pytest.mark.slow
def test_the_same_sources_make_the_same_archive_wherever_and_whenever(site: Path, stand_in: Path, cache: Path, tmp_path: Path) -> None:
    again = command(tmp_path / "other name", stand_in, cache, PYTHONHASHSEED="7", TZ="Asia/Tokyo", LANG="de_DE.UTF-8")
    assert again.communicate()[1] == ""
    made = tmp_path / "other name.zip"
    assert made.read_bytes() == site.with_name("out.zip").read_bytes()
    with zipfile.ZipFile(made) as packed:
        assert {name.removeprefix(f"{IN_ARCHIVE}/"): packed.read(name) for name in packed.namelist()} == content(site)
        modes = {info.filename.rpartition("/")[2]: stat.filemode(info.external_attr >> 16) for info in packed.infolist()}
    assert (modes["start.command"], modes["index.html"]) == ("-rwxr-xr-x", "-rw-r--r--")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_two_builds_at_once_and_one_that_is_killed_lose_nothing(site: Path, stand_in: Path, cache: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    both = [command(out, stand_in, cache) for _ in range(2)]
    said = [build_.communicate() for build_ in both]
    assert [one.returncode for one in both] == [0, 0]
    assert sorted(errors for _, errors in said) == ["", "Another build is at work; this one waits until it has ended.\n"]
    assert content(out) == content(site)
    killed = command(out, stand_in, cache)
    end = time.monotonic() + WAIT
    while not list(tmp_path.glob(".out.*/made/*")) and time.monotonic() < end:
        time.sleep(0.001)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert content(out) == content(site)
    (left,) = tmp_path.glob(".out.*")
    (cache / ".pyodide.zip.half").mkdir()
    out.rename(left / "old")  # as if it had been killed between its two renames
    with pytest.raises(BuildError, match=r"half has no|is not there"):
        build(out, Source(tmp_path / "half", cache, online=False), cache)
    assert content(out) == content(site)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.zip"]
    assert [path.name for path in cache.iterdir() if path.is_dir() and path.name.startswith(".")] == []


@pytest.mark.skipif(sys.platform == "win32", reason="limits files as POSIX does")
def test_where_there_is_no_room_it_is_said_and_the_old_folder_stays(stand_in: Path, cache: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); from browser.__main__ import main; main()"
    )
    words = ["build", str(tmp_path / "out"), "--offline", "--pyodide", str(stand_in), "--emscripten", str(cache)]
    own = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run([sys.executable, "-c", limited, *words], cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(r".*out.* cannot be written \(File too large\); .*out is as it was\n", done.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


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


def test_without_npm_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PartError, match=r"npm is not installed, so pyodide .* cannot be fetched; install Node\.js"):
        core_of_npm(Source(cache=tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="the client of npm is a script of a shell")
def test_a_package_that_is_not_the_known_one_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\necho something else > {parts.PYODIDE.file_name}\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PartError, match=r"npm gives a pyodide .* with the SHA-256 \w{64}, not \w{64}; look at"):
        core_of_npm(Source(cache=tmp_path / "cache"))
    npm.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(PartError, match=r"npm could not fetch pyodide .*; look at the network and at the room there, and build again$"):
        core_of_npm(Source(cache=tmp_path / "cache"))


def test_the_command_says_one_line(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "browser", "serve", str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path} is no folder of the page; make it: python -m browser build {tmp_path}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the Python of the environment is a script of a shell")
def test_in_a_clone_without_packages_the_command_makes_the_environment_and_goes_on_there(tmp_path: Path) -> None:
    """Its Python is a script here, that has the packages once it was told to install them."""
    python = tmp_path / ".venv" / "bin" / "python"
    there, went_on = tmp_path / "there", 'echo "went on: $*"'
    script = f'#!/bin/sh\ncase "$*" in *find_spec*) [ -e {there} ] ;; "-m pip"*) touch {there} ;; *) {went_on} ;; esac\n'
    make = f"import pathlib; at = pathlib.Path({str(python)!r}); at.parent.mkdir(parents=True); at.write_text({script!r}); at.chmod(493)"
    bare = (
        "import sys; sys.modules.update(jinja2=None, onnxruntime=None); import browser.__main__ as command; "
        f"command.environment_commands = lambda: [[sys.executable, '-c', {make!r}], [{str(python)!r}, '-m', 'pip']]; command.main()"
    )

    def run(*words: str) -> tuple[int, str, str]:
        done = subprocess.run([sys.executable, "-c", bare, "build", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    assert run("--offline") == (1, "", "jinja2, onnxruntime cannot be found, and nothing may be fetched; build without --offline\n")
    assert run("out") == (
        0,
        "went on: -m browser build out\n",
        f"The program is installed into {tmp_path}/.venv first, which takes minutes.\n",
    )
    assert run() == (0, "went on: -m browser build\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script of a shell")
def test_the_folder_starts_itself_and_opens_the_browser_also_a_second_time(site: Path, tmp_path: Path) -> None:
    """As by a double click on the stick: without the packages of the program, whatever the system calls its files."""
    opened = tmp_path / "opened"
    (tmp_path / "browser").write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    (tmp_path / "browser").chmod(0o755)
    stick = tmp_path / "a stick"
    shutil.copytree(site, stick)
    own = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "BROWSER": f"{tmp_path}/browser %s"}
    first = subprocess.Popen([stick / "start.command"], cwd=tmp_path, env=own, stdout=subprocess.PIPE, text=True)
    try:
        assert first.stdout is not None
        address = first.stdout.readline().split()[0]
        assert address.startswith("http://localhost:80")
        subprocess.run([stick / "start.command"], cwd=tmp_path, env=own, check=True, timeout=WAIT)
        assert opened.read_text().split() == [address] * 2
        kinds = {path.suffix for path in stick.rglob("*") if path.is_file()} - {".bat", ".command", ".py", ".wasm"}
        for kind in kinds:
            name = next(path for path in sorted(stick.rglob(f"*{kind}")) if path.is_file()).relative_to(stick).as_posix()
            with urllib.request.urlopen(address + name) as answer:  # noqa: S310 - the server of this test
                assert answer.headers.get_content_type() != "application/octet-stream", name
    finally:
        first.terminate()
        first.communicate()
    for name, end in (("start.bat", b"\r\n"), ("start.command", b"\n")):
        text = (site / name).read_bytes()
        assert text.count(b"\n") == text.count(end) > 4
        assert "Installiere" in text.decode()


def test_where_other_programs_have_all_ports_it_is_said_and_the_window_stays(site: Path, tmp_path: Path) -> None:
    script, asks, begins = (site / "start.py").read_text(encoding="utf-8"), f"ASK_SECONDS = {ASK_SECONDS}", f"PORT = {PORT}"
    assert script.count(asks) == script.count(begins) == 1
    shutil.copy(site / "sw.js", tmp_path)
    with contextlib.ExitStack() as taken:
        own = taken.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]  # not the ports of another test
        for port in range(own + 1, own + len(PORTS)):
            with contextlib.suppress(OSError):  # another program has it
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
        (tmp_path / "start.py").write_text(script.replace(asks, "ASK_SECONDS = 0.1").replace(begins, f"PORT = {own}"), encoding="utf-8")
        done = subprocess.run([sys.executable, tmp_path / "start.py"], capture_output=True, text=True, check=False, timeout=WAIT)
    assert done.returncode == 1
    assert "ports 8080 to 8089 of this computer" in done.stderr
    assert "Anschlüsse 8080 bis 8089" in done.stderr
    for line in (site / "start.bat").read_text(encoding="utf-8").splitlines():
        assert ("start.py" in line) == ("|| pause & exit /b" in line)


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    with running(server_of(site, 0)) as found:
        yield found


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
