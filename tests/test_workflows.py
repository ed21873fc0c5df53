"""The workflows for GitHub do what README, `.ci` and pyproject.toml say, and nothing runs until an owner switches it on.

Nobody runs them here, so they are held against what is run here.
"""

import fnmatch
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.test_docs import README, one_liners

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yml")}
SWITCH = "vars.NUMERO_CAM_ACTIONS == 'on'"
MADE = "python3 -m browser build"  #: The one command that makes the page.
OLDEST = PROJECT["project"]["requires-python"].removeprefix(">=")
SITE = "NUMERO_CAM_SITE"  #: As in tests/engines/conftest.py, which cannot be read without Selenium.
ADDRESS = PROJECT["tool"]["numero-cam"]["address"]  #: Where the page stands; empty where it stands nowhere.


def runs(name: str) -> list[str]:
    """The commands of a workflow."""
    return re.findall(r"^ +(?:- )?run: (.+)$", WORKFLOWS[name], re.MULTILINE)


def test_the_checks_are_those_of_readme_and_ci_on_three_systems() -> None:
    line = one_liners()[1]
    windows = line.replace("python3 ", "python ").replace(".venv/bin/", ".venv/Scripts/")
    assert [command for command in runs("checks") if "apt-get" not in command] == [".ci/run", line, windows]
    assert re.findall(r"runs-on: (\w+)-latest", WORKFLOWS["checks"]) == ["ubuntu", "macos", "windows"]


def jobs(name: str) -> dict[str, str]:
    """The text of each job of a workflow."""
    return dict(re.findall(r"^  (\w+):\n((?:    .*\n)+)", WORKFLOWS[name].partition("\njobs:\n")[2], re.MULTILINE))


def test_what_installs_debians_packages_runs_as_root_on_debian() -> None:
    """Ubuntu has no firefox-esr, a runner is not root, and where an engine is missing its tests fail."""
    install = {f"{name} {job}": text for name in WORKFLOWS for job, text in jobs(name).items() if ".ci/run" in text or "apt-get" in text}
    assert install.keys() == {"checks linux", "site build"}
    for text in install.values():
        assert f"      image: python:{OLDEST}-bookworm\n" in text
        assert "sudo" not in text
        assert re.search(r"apt-get install .* npm ", text)
    assert re.search(r"run: \.ci/run\n +env:\n +HOME: /root\n", install["checks linux"])
    assert "safe.directory" in install["checks linux"]  # the checkout is another user's


def test_a_release_has_what_its_jobs_made_and_no_artifact_of_the_pages() -> None:
    made = [name for text in WORKFLOWS.values() for name in re.findall(r"upload-artifact@\S+\n +with:\n +name: (.+)\n", text)]
    (pattern,) = re.findall(r"download-artifact@\S+\n +with:\n(?: +#.*\n)? +pattern: (.+)\n", WORKFLOWS["release"])
    assert len(made) == 3
    assert [name for name in made if not fnmatch.fnmatch(name, pattern)] == []
    assert not fnmatch.fnmatch("github-pages", pattern)  # the name that upload-pages-artifact gives


def test_the_page_that_is_released_is_tried_with_its_own_pyodide() -> None:
    """Tests build the page with an older one."""
    (line,) = [command for command in runs("site") if "pytest" in command]
    assert f"{SITE}=site " in line
    assert "def test_without_the_host" in (ROOT / "tests" / "engines" / "test_edition.py").read_text(encoding="utf-8")
    assert '-k "without_the_host and chromium"' in line
    assert runs("site").index(MADE) < runs("site").index(line)


def test_the_page_and_the_release_are_made_as_the_pages_say() -> None:
    browser, releasing = ((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("browser", "releasing"))
    for command, place in ((MADE, "site"), (".ci/wheels", "release")):
        assert command in runs(place)
        assert f"`{command}`" in releasing
    assert f"```sh\n{MADE}\n" in browser
    assert all(switch in releasing for switch in re.findall(r"(?<=vars\.)NUMERO_CAM_\w+", "".join(WORKFLOWS.values())))
    (version,) = re.findall(r'grep -qx "(.*)" pyproject', WORKFLOWS["release"])
    line = version.replace("\\", "").replace("${GITHUB_REF_NAME#v}", PROJECT["project"]["version"])
    assert line in (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    assert any(command.startswith("python -m cibuildwheel") for command in runs("release"))
    assert PROJECT["tool"]["cibuildwheel"]["build"] == f"cp{OLDEST.replace('.', '')}-*"


def test_they_take_the_oldest_python_of_the_project_and_only_actions_of_github() -> None:
    whole = "\n".join(WORKFLOWS.values())
    assert set(re.findall(r'python-version: "(.*)"', whole)) == {OLDEST}
    assert {name.partition("/")[0] for name in re.findall(r"uses: (\S+)", whole)} == {"actions", "."}


def test_each_job_waits_for_its_switch_and_ends() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with the extra docs")
    jobs: dict[str, Any] = {}
    for name, text in WORKFLOWS.items():
        read = yaml.safe_load(text)
        assert read["permissions"] == {"contents": "read"}
        jobs |= {f"{name} {job}": told for job, told in read["jobs"].items()}
    assert len(jobs) > 6
    called = {name for name, told in jobs.items() if "uses" in told}
    assert called == {"release site"}  # each of its own jobs has the switch
    later = {name for name, told in jobs.items() if "needs" in told}  # what is needed was switched off: they do not run either
    assert {name for name, told in jobs.items() if told.get("if") == SWITCH} == jobs.keys() - called - later
    assert [name for name, told in jobs.items() if name not in called and "timeout-minutes" not in told] == []


def test_readme_begins_with_the_address_where_there_is_one_and_else_with_how_the_page_is_made() -> None:
    """After `address` in pyproject.toml was changed, this says what README has to say."""
    first = README.split("\n\n")[1]
    make = f"```sh\n{MADE}\n```"
    if ADDRESS:
        assert re.fullmatch(r"https://\S+/", ADDRESS)
        assert first == f"Open it in a browser, without install: <{ADDRESS}>"
    else:
        assert "https://" not in README.partition("## Install")[0]
        assert make in README
