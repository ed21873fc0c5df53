"""What the import contracts of pyproject.toml cannot say: sizes, and which module may load or print what."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import grimp
import pytest

import numero_cam.games.numero.engine
import numero_cam.games.numero.rules
import numero_cam.games.numero.solve
from numero_cam.cli.addons import ADDONS

MOST_LINES = 600
MOST_FUNCTION_LINES = 40
PACKAGE = Path(__file__).parent.parent / "numero_cam"
FILES = sorted(PACKAGE.rglob("*.py"))
WORKSHOP = sorted((PACKAGE.parent / "workshop").rglob("*.py"))
BROWSER = sorted((PACKAGE.parent / "browser").rglob("*.py"))
TESTS = Path(__file__).parent
#: The command line of each add-on.
ADDON_COMMANDS = tuple(f"{room}/{name}.py" for room in ADDONS for name in ("addon", "commands", "terminal_play"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else PACKAGE.parent).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    nodes = list(ast.walk(parsed(path)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return frozenset(plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module})


def code_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a body, its docstring left out: that is for people."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("path", [*FILES, *WORKSHOP, *BROWSER], ids=name_of)
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    functions = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert {f.name: code_lines(f) for f in functions if code_lines(f) > MOST_FUNCTION_LINES} == {}


@pytest.mark.parametrize(
    ("library", "allowed"),
    [
        ("onnxruntime", {"base/onnx.py"}),
        ("PIL", {"annotate/drawing.py", "base/images.py", "base/picture_header.py", "printing/lettering.py", "printing/raster.py"}),
        ("cryptography", {"web/certificates.py"}),
        ("jinja2", {"text/page_templates.py"}),
        ("markupsafe", {"text/page_templates.py"}),
        ("pypdfium2", {"capture/pdf_child.py"}),
        ("segno", {"web/network_address.py"}),
        ("simplejpeg", {"base/images.py"}),
        ("networkx", {"hall/pairing.py"}),
        (
            "sqlalchemy",
            {
                "hall/database_news.py",
                "hall/engine.py",
                "hall/rights.py",
                "hall/schema.py",
                "hall/store.py",
                "hall/postgres.py",
                "hall/postgres_games.py",
            },
        ),
        ("starlette", {"classroom/server.py", "classroom/site.py", "hall/", "web/"}),
        ("typer", {"cli/", *ADDON_COMMANDS}),
        ("uvicorn", {"web/"}),
    ],
)
def test_heavy_libraries_have_one_owner(library: str, allowed: set[str]) -> None:
    users = {name_of(path) for path in FILES if any(name.split(".")[0] == library for name in imports(path))}
    assert {user for user in users if not user.startswith(tuple(allowed))} == set()


def test_what_opens_a_browser_is_slow() -> None:
    """README's test line is held to its time by the marker `slow`; `.ci/run` runs both."""
    users = [path for path in TESTS.rglob("test_*.py") if "tests.live_page" in imports(path)]
    assert [path.name for path in users if "pytestmark" not in path.read_text() or "pytest.mark.slow" not in path.read_text()] == []
    assert users


def test_no_imports_go_in_a_circle() -> None:
    """Imports inside functions count, too; the error names the circle."""
    graph = grimp.build_graph("numero_cam", exclude_type_checking_imports=True)
    TopologicalSorter({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}).prepare()


# How it is written: one way to say a thing, beside the thing (docs/contributing.md).
#: Files whose fields and constants are described beside them.
DESCRIBED = [*FILES, *WORKSHOP, *BROWSER, *sorted((PACKAGE.parent / "benchmarks").glob("*.py"))]


def docstrings(path: Path) -> Iterator[tuple[ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (text := ast.get_docstring(node)):
            yield node, text


def pairs_of_statements(path: Path) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    for node in ast.walk(parsed(path)):
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                yield from pairwise(statements)


@pytest.mark.parametrize("path", DESCRIBED, ids=name_of)
def test_a_field_or_constant_is_described_beside_it(path: Path) -> None:
    """By `#:`; a section of the class, or a string under the constant, would say it in a second place."""
    assert [node.name for node, text in docstrings(path) if isinstance(node, ast.ClassDef) and "\nAttributes:" in text] == []
    strings = [
        second.lineno
        for first, second in pairs_of_statements(path)
        if isinstance(first, ast.Assign | ast.AnnAssign) and isinstance(second, ast.Expr) and isinstance(second.value, ast.Constant)
    ]
    assert strings == []


@pytest.mark.parametrize("path", DESCRIBED, ids=name_of)
def test_an_error_is_worded_where_it_is_raised(path: Path) -> None:
    """`raise X(tr(...))`, not a variable for its words and then the statement."""
    split = [
        second.lineno
        for first, second in pairs_of_statements(path)
        if isinstance(first, ast.Assign)
        and isinstance(first.targets[0], ast.Name)
        and isinstance(second, ast.Raise)
        and isinstance(second.exc, ast.Call)
        and [ast.unparse(argument) for argument in second.exc.args] == [first.targets[0].id]
    ]
    assert split == []


PUBLIC_MODULES = [numero_cam, numero_cam.games.numero.engine, numero_cam.games.numero.rules, numero_cam.games.numero.solve]


def test_errors_are_listed_where_the_public_library_ends() -> None:
    """Elsewhere `base/errors.py` says what may be raised, and callers read what they call."""
    public = {getattr(getattr(module, name), "__qualname__", name) for module in PUBLIC_MODULES for name in module.__all__}
    listed = {
        (name_of(path), top.name)
        for path in FILES
        for top in parsed(path).body
        if isinstance(top, ast.ClassDef | ast.FunctionDef)
        for node in ast.walk(top)
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and "\nRaises:" in (ast.get_docstring(node) or "")
    }
    assert {(path, name) for path, name in listed if name not in public} == set()


#: Rooms that know no game; the import contracts forbid the imports.
GAME_FREE = ("base/", "calibrate/", "capture/", "config.py", "games/shared/", "marking/", "store/", "table/", "vision/")
NAMED_IN_FILES = {
    "vision/decks/files.py": {"numero"},  # the file of the project's own deck
    "vision/decks/profile.py": {"numero"},  # the game of a deck whose file names none
}


def test_rooms_that_know_no_game_name_none() -> None:
    """Neither a name nor a text of these rooms has the name of a game; the name of the program is none."""
    name = re.compile(r"(?<![a-z])(numo|numero)(?![_ -]?cam)(?![a-z])", re.IGNORECASE)
    named = {}
    for path in FILES:
        if name_of(path).startswith(GAME_FREE):
            words = [n.id for n in ast.walk(parsed(path)) if isinstance(n, ast.Name)]
            words += [n.name for n in ast.walk(parsed(path)) if isinstance(n, ast.ClassDef | ast.FunctionDef)]
            words += [n.value for n in ast.walk(parsed(path)) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            named[name_of(path)] = {found[1].lower() for word in words for found in name.finditer(word)}
    assert {path: found for path, found in named.items() if found} == NAMED_IN_FILES


def test_at_run_time_one_module_converts_colour_orders() -> None:
    users = {name_of(path) for path in FILES if re.search(r"COLOR_\w*BGR", path.read_text(encoding="utf-8"))}
    assert users == {"base/images.py"}


def choices(path: Path) -> Iterator[frozenset[str]]:
    """The values of each type of a module that is a choice among several words."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
            words = [one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant)]
        elif isinstance(node, ast.ClassDef) and any(isinstance(base, ast.Name) and base.id == "StrEnum" for base in node.bases):
            words = [line.value.value for line in node.body if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant)]
        else:
            continue
        if len(words) > 1:
            yield frozenset(map(str, words))


def test_each_choice_is_declared_once() -> None:
    """The same words may be two choices: a zone of a photo, and where caught wild cards go; and yes or no by either default."""
    declared = Counter(words for path in FILES for words in choices(path))
    both = {frozenset(("yes", "no")), frozenset(("centre", "hand"))}
    assert [sorted(words) for words, times in declared.items() if times > 1 + (words in both)] == []
    assert len(declared) > 20


def test_one_module_writes_files() -> None:
    writes = re.compile(r"""\.write_(bytes|text)\(|open\(.*["'][wax]b?["']""")
    users = {name_of(path) for path in FILES if writes.search(path.read_text(encoding="utf-8"))}
    nowhere = {"cli/shell.py"}  # opens the null device
    assert users - nowhere == {"base/outputs.py"}


READERS = {"base/bounded_reader.py"}
OWN_FILES = {
    "catalogue.py",
    "base/install_line.py",  # what pip wrote of this program
    "base/onnx.py",  # models whose SHA-256 is in the manifest
    "games/numero/puzzles/day.py",  # comes with the program, as the next three do
    "games/numero/puzzles/hardness.py",
    "numo/rules/character_table.py",
    "marking/read_marks.py",
    "app/analysis_text.py",  # the source of this program
    "capture/cameras.py",  # lines of this program's own child
    "web/certificates.py",  # keys and certificates in a folder of the user alone
}
MEASURED = {
    "capture/files.py",  # a photo, whose size is asked of the system before it is read
    "capture/sources.py",  # 64 bytes of a film
    "capture/film_checks.py",  # what a film says of its streams, of bounded length
    "capture/recording.py",  # a part of a picture, of bounded length
    "app/watch.py",  # the first bytes of a file that would be overwritten
    "cli/solve.py",  # goes on to split_lines
}


@pytest.mark.parametrize(
    ("parses", "others"),
    [
        (r"\bjson\.loads?\(|\btomllib\b|\bpickle\.load|\bnp\.load\(|\byaml\b|\bcsv\.(reader|DictReader)\(", {"classroom/spreadsheets.py"}),
        (r"\.read_(text|bytes)\(|\bopen\(\"rb\"\)|stdin\.buffer\.read\(|\bstdin\.read\(", MEASURED),
    ],
)
def test_one_module_reads_what_others_may_have_written(parses: str, others: set[str]) -> None:
    """What reads a file of anybody bounds its size, depth and numbers there (docs/adr/0010-doors-and-limits.md#files-of-others)."""
    users = {name_of(path) for path in FILES if re.search(parses, path.read_text(encoding="utf-8"))}
    assert users - READERS - OWN_FILES - others == set()


def test_only_the_command_line_and_the_console_print() -> None:
    users = {name_of(path) for path in FILES if re.search(r"^\s*print\(", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert {user for user in users if not user.startswith(("cli/", "text/console.py", *ADDON_COMMANDS))} == set()


def test_the_command_line_leaves_training_and_eyes_unloaded() -> None:
    code = (
        "import sys, numero_cam.cli; heavy = {'torch', 'cv2', 'numpy', 'onnxruntime', 'bpy'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def is_private(name: object) -> bool:
    """Whether a name, or a part of one with dots, is meant for its own module or class alone."""
    return isinstance(name, str) and any(re.fullmatch(r"_[^\W_]\w*", part) for part in name.split("."))


def made_here(tree: ast.Module) -> Iterator[str]:
    """The names that a module gives to its own functions, classes, variables and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) in ("self", "cls"):
            yield node.attr


def private_of_others(text: str) -> set[str]:
    """The private names that a module imports, asks of an object or a module, or names to replace, and does not make itself."""
    tree = ast.parse(text)
    used: set[object] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            used.add(node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            used |= {alias.name for alias in node.names} | {getattr(node, "module", None)}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("attr", "patch", "import_module")):
            used |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return {str(name) for name in used if is_private(name)} - set(made_here(tree))


@pytest.mark.parametrize("path", sorted(TESTS.rglob("*.py")), ids=lambda path: path.relative_to(TESTS).as_posix())
def test_tests_ask_what_is_public(path: Path) -> None:
    """So that a design may change behind it; what is worth a test of its own is public."""
    allowed = {"_exit"} if path.name == "killed_writer.py" else set()  # os._exit, by which a writer dies
    assert private_of_others(path.read_text(encoding="utf-8")) - allowed == set()


def test_names_of_classes_are_unique() -> None:
    names = Counter(node.name for path in FILES for node in parsed(path).body if isinstance(node, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
