"""Mutation testing by cosmic-ray: small faults are put into the program one at a time, and the tests must notice.

    .venv/bin/pip install -e '.[dev,mutation]'
    python benchmarks/mutants.py FOLDER [--groups rules,scoring]

Draws as many mutants of all as ``mutants.toml`` says, by its seed and in proportion to the four groups, and runs the tests of its group
against each, in a copy of the checkout in FOLDER. A mutant on which tests take five times as long counts as noticed. What was found is
kept in FOLDER/found.jsonl by mutant and text of its file, and the next run goes on from there; without it a run begins anew. Mutants that
no test notices need a reason in ``mutants_alive.toml``. Writes ``benchmarks/results/mutants.json`` where all groups ran.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

from cosmic_ray import plugins
from cosmic_ray.commands.init import _all_work_items
from cosmic_ray.mutating import mutate_code
from machine import about, rows_text
from mutants_drawn import RESULT, Group, Key, Mutant, annotations, counted, drawn, result, settings

ROOT = Path(__file__).resolve().parent.parent
TIMES_AS_LONG = 5
LEAST_TIMEOUT = 15.0
LONGEST = 1800.0
"""Seconds that tests of a changed program may take at least, and of one that is not changed."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "*.pyc", "__pycache__", ".*_cache", ".hypothesis", "runs", "build", "dist")


def mutants_of(group: Group, root: Path) -> Iterator[Mutant]:
    """All mutants of a group that change what its modules do, not what they say of types."""
    for file in group.files(root):
        code = (root / file).read_text(encoding="utf-8")
        lines, types = code.splitlines(), annotations(code)
        for item in _all_work_items([root / file], {}):
            (spec,) = item.mutations
            line = spec.start_pos[0]
            found = Mutant(group.name, file, spec.operator_name, spec.occurrence, line, spec.definition_name or "", lines[line - 1].strip())
            of_types = any(low <= spec.start_pos and spec.end_pos <= high for low, high in types)
            if not of_types and ("Exception" not in spec.operator_name or mutated(code, found) is not None):
                yield found


def mutated(code: str, mutant: Mutant) -> str | None:
    """The code of a module with a mutant in it; None where the tool fails: it cannot replace an exception with a dot in its name."""
    try:
        return mutate_code(code, plugins.get_operator(mutant.operator)(), mutant.occurrence)
    except AttributeError:
        return None


def is_program(mutant: Mutant, root: Path) -> bool:
    """Whether Python takes it: the tool also changes the stars of calls and signatures, which is no arithmetic."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(mutated((root / mutant.file).read_text(encoding="utf-8"), mutant) or "", mutant.file, "exec")
    except SyntaxError:
        return False
    return True


class Runs:
    """The runs of the tests in a copy of the checkout.

    Args:
        folder: For the copy and for what was found.
    """

    def __init__(self, folder: Path) -> None:
        self.copy, self._kept = folder / "copy", folder / "found.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(ROOT, self.copy, ignore=LEFT_OUT)
        rows = [json.loads(line) for line in self._kept.read_text("utf-8").splitlines()] if self._kept.exists() else []
        setting = {**os.environ, "PYTHONPATH": str(self.copy), "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "benchmarks/mutants_tests.py"]
        self._tester = subprocess.Popen(  # noqa: S603 - this program itself
            command, cwd=self.copy, env=setting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._timeouts: dict[str, float] = {}
        self._found: dict[tuple[Key, str], str] = {(tuple(row["key"]), row["code"]): row["outcome"] for row in rows}

    def outcome(self, mutant: Mutant, tests: Sequence[str]) -> str:
        """Whether some tests noticed: `killed`, `timeout` or `alive`.

        Args:
            mutant: To be put into the copy.
            tests: Files and folders of tests, in this order.

        Raises:
            SystemExit: Some fail where nothing is changed.
        """
        path = self.copy / mutant.file
        code = path.read_text(encoding="utf-8")
        place = mutant.key, hashlib.sha256(code.encode()).hexdigest()
        if place not in self._found:
            self._found[place] = outcome = self._tried(mutant, tests)
            with self._kept.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"key": mutant.key, "code": place[1], "outcome": outcome}) + "\n")
        return self._found[place]

    def _tried(self, mutant: Mutant, tests: Sequence[str]) -> str:
        path = self.copy / mutant.file
        code = path.read_text(encoding="utf-8")
        changed = mutated(code, mutant) or ""
        for some in tests:
            timeout = self._timeout(some)
            path.write_text(changed, encoding="utf-8")
            try:
                outcome = self._tested(some, timeout)
            finally:
                path.write_text(code, encoding="utf-8")
            if outcome != "alive":
                return outcome
        return "alive"

    def _timeout(self, tests: str) -> float:
        """How long tests may take, in seconds."""
        if tests not in self._timeouts:
            start = time.monotonic()
            if self._tested(tests, LONGEST) != "alive":
                sys.exit(f"{tests}: some fail before anything is changed; mend them first")
            self._timeouts[tests] = max(LEAST_TIMEOUT, TIMES_AS_LONG * (time.monotonic() - start))
        return self._timeouts[tests]

    def _tested(self, tests: str, timeout: float) -> str:
        assert self._tester.stdin is not None  # noqa: S101 - a pipe
        assert self._tester.stdout is not None  # noqa: S101
        self._tester.stdin.write(json.dumps({"tests": tests, "timeout": timeout}) + "\n")
        self._tester.stdin.flush()
        return self._tester.stdout.readline().strip()


def tried(runs: Runs, group: Group, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """The mutants of a group with what came of them."""
    for n, mutant in enumerate(mutants, start=1):
        outcome = runs.outcome(mutant, group.tests_of(mutant.file))
        if outcome != "killed":
            print(f"{group.name} {n} of {len(mutants)}: {outcome}: {mutant.file}:{mutant.line} {mutant.operator}")
            print(f"  {mutant.text}", flush=True)
        yield mutant, outcome


def main() -> None:
    """Runs the tests against the mutants and writes the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--groups", help="only these; then no result is written")
    asked = parser.parse_args()
    given = settings()
    runs = Runs(asked.folder)
    everything = list(counted(mutant for group in given.groups for mutant in mutants_of(group, runs.copy)))
    chosen = drawn(everything, given.seed, given.count, partial(is_program, root=runs.copy))
    found: list[tuple[Mutant, str]] = []
    for group in given.groups:
        if asked.groups is None or group.name in asked.groups.split(","):
            found += tried(runs, group, [mutant for mutant in chosen if mutant.group == group.name])
    told = {**about(), "tool": f"cosmic-ray {version('cosmic-ray')}", "seed": given.seed, **result(everything, found, runs.copy, mutated)}
    text = rows_text(told) + "\n"
    print(text)
    if asked.groups is None:
        RESULT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
