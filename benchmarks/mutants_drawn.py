"""Mutants of this program: which there are, which are drawn, and what is told of those that no test notices."""

import ast
import difflib
import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
#: Each is the name of its settings (SET.toml), of the reasons why no test notices a mutant (SET_alive.toml) and of the result.
SETS = ("mutants", "mutants_rooms")
RESULTS = HERE / "results"
MOST_ALIVE = 0.05  #: Share of the mutants drawn.
#: What came of a mutant; `quick`: no quick test noticed it, and the slow ones did not run yet; `open`: it was not tried yet.
OUTCOMES = ("killed", "timeout", "alive", "quick", "open")
UNNOTICED = ("alive", "quick")
QUICK = "not slow and not by_hand"
SLOW = "slow and not by_hand"
Stage = tuple[tuple[str, ...], str]  #: Files and folders of tests, and which of their tests run, by their markers.
Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Group:
    """A part of the program whose mutants are drawn together."""

    name: str  #: Of the group.
    modules: tuple[str, ...]  #: Files and folders, from the top of the checkout.
    tests: tuple[str, ...]  #: What pytest is given for each module, from the top of the checkout, in this order.
    first: Mapping[str, Sequence[str]]  #: By module, or by how its path begins: what it is given before these.

    def files(self, root: Path) -> list[str]:
        """The modules' files, from the top of the checkout, sorted."""
        found = (sorted((root / module).rglob("*.py")) if module.endswith("/") else [root / module] for module in self.modules)
        return sorted(file.relative_to(root).as_posix() for files in found for file in files)

    def stages_of(self, file: str) -> list[Stage]:
        """What pytest is given for a module, one after the other: its own quick tests, those of its group, and then the slow ones."""
        first = next((tuple(tests) for place, tests in self.first.items() if file.startswith(place)), ())
        others = tuple(test for test in self.tests if test not in first)
        return [(tests, marked) for marked in (QUICK, SLOW) for tests in (first, others) if tests]


@dataclass(frozen=True)
class Settings:
    """What is drawn."""

    seed: int  #: Of the draw.
    count: int  #: Number of mutants drawn, over all groups.
    groups: tuple[Group, ...]  #: The parts of the program.


@dataclass(frozen=True)
class Mutant:
    """One change of the program."""

    group: str  #: Name of its group.
    file: str  #: From the top of the checkout.
    operator: str  #: The tool's name of the kind of change.
    occurrence: int  #: Which of the places in the file where this operator can be applied, from 0.
    line: int  #: Number of the first line changed, from 1.
    where: str  #: Name of the function or class, or nothing.
    text: str  #: The first line changed, without the space around it.
    nth: int = 0  #: Which of the mutants that agree in all of this but the line and the occurrence, from 0.

    @property
    def key(self) -> Key:
        """What tells it from all others and stays the same where lines move."""
        return self.file, self.operator, self.where, self.text, self.nth

    def rank(self, seed: int) -> str:
        """Its place in the draw: the lowest are drawn."""
        return hashlib.sha256(json.dumps([seed, *self.key]).encode()).hexdigest()


Mutated = Callable[[str, Mutant], str | None]  #: Gives the code of a module with a mutant in it.


def settings(name: str) -> Settings:
    """What is drawn of a set."""
    told = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    rows = {name: row for name, row in told.items() if isinstance(row, dict)}
    groups = tuple(Group(name, tuple(row["modules"]), tuple(row["tests"]), row.get("first", {})) for name, row in rows.items())
    return Settings(told["seed"], told["count"], groups)


def difference(code: str, mutated: str) -> str:
    """The lines that a mutant changes, before and after, as a patch shows them."""
    lines = difflib.unified_diff(code.splitlines(), mutated.splitlines(), n=0, lineterm="")
    return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


def annotations(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where types are told: from and to (line from 1, column from 0). A change there is an error at import, or nothing."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
    return [((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)) for node in found if node is not None]


def counted(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """The mutants, those with the same text told apart by their order."""
    seen: Counter[tuple[str, ...]] = Counter()
    for one in sorted(mutants, key=lambda mutant: (mutant.file, mutant.operator, mutant.occurrence)):
        same = (one.file, one.operator, one.where, one.text)
        yield replace(one, nth=seen[same])
        seen[same] += 1


def shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """How many are drawn from each group: in proportion to its size, the largest remainders rounded up."""
    whole = sum(sizes.values())
    found = {name: size * count // whole for name, size in sizes.items()}
    by_rest = sorted(sizes, key=lambda name: (-(sizes[name] * count % whole), name))
    for name in by_rest[: count - sum(found.values())]:
        found[name] += 1
    return found


def drawn(mutants: Sequence[Mutant], seed: int, count: int, fits: Callable[[Mutant], bool] = lambda _: True) -> list[Mutant]:
    """So many mutants that count, in proportion from each group; the next one is drawn for one that does not.

    Each has a place in the draw that depends on the seed and on its own text, so that a change of the program redraws only what it changes.
    """
    found: list[Mutant] = []
    for name, number in sorted(shares(Counter(mutant.group for mutant in mutants), count).items()):
        of_group = sorted((mutant for mutant in mutants if mutant.group == name), key=lambda mutant: mutant.rank(seed))
        found += islice(filter(fits, of_group), number)
    return found


def reasons(path: Path) -> dict[tuple[str, str, str, str], str]:
    """Why no test notices a mutant, by its file, operator, function or class, and difference: where lines move it is still known."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("alive", []) if path.exists() else []
    return {(row["file"], row["operator"], row.get("where", ""), row["diff"].strip("\n")): row["reason"] for row in rows}


def result(
    everything: Sequence[Mutant],
    outcomes: Sequence[tuple[Mutant, str]],
    why: Mapping[tuple[str, str, str, str], str],
    root: Path,
    mutated: Mutated,
) -> dict[str, Any]:
    """What came of the mutants drawn of everything, and why no test notices some; ``mutated`` gives the code of a file with a mutant."""
    sizes = Counter(mutant.group for mutant in everything)
    groups: dict[str, dict[str, int]] = {}
    for name, size in sorted(sizes.items()):
        found = Counter(outcome for mutant, outcome in outcomes if mutant.group == name)
        groups[name] = {"mutants": size, "drawn": found.total(), **{outcome: found[outcome] for outcome in OUTCOMES}}
    survivors, left = [], (mutant for mutant, outcome in outcomes if outcome in UNNOTICED)
    for mutant in sorted(left, key=lambda mutant: (mutant.file, mutant.line)):
        code = (root / mutant.file).read_text(encoding="utf-8")
        about = {
            "file": mutant.file,
            "operator": mutant.operator,
            "where": mutant.where,
            "diff": difference(code, mutated(code, mutant) or ""),
        }
        survivors.append({"line": mutant.line, **about, "reason": why.get(tuple(about.values()), "")})  # type: ignore[call-overload]
    return {"drawn": len(outcomes), "alive": len(survivors), "groups": groups, "survivors": survivors}
