"""Mutation testing by cosmic-ray: small faults are put into the program one at a time, and the tests must notice.

    .venv/bin/pip install -e '.[dev,mutation]'
    python benchmarks/mutants.py FOLDER [--set mutants_rooms] [--groups rules,scoring] [--quick] [--minutes M] [--again]

Draws as many mutants of all as SET.toml says, by its seed and in proportion to its groups, and runs the tests of its module and its group
against each, in a copy of the checkout in FOLDER: slow tests only where no quick one noticed. A mutant on which tests take five times as
long counts as noticed. What was found is kept in FOLDER/found.jsonl by mutant and text of its file, and the next run goes on from there;
without it a run begins anew. Mutants that no test notices need a reason in SET_alive.toml. Writes ``benchmarks/results/SET.json`` where
all groups ran.
"""

import argparse
import fcntl
import hashlib
import json
import math
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
from mutants_drawn import (
    HERE,
    QUICK,
    RESULTS,
    SETS,
    SLOW,
    UNNOTICED,
    Group,
    Key,
    Mutant,
    Stage,
    annotations,
    counted,
    drawn,
    reasons,
    result,
    settings,
)

ROOT = Path(__file__).resolve().parent.parent
TIMES_AS_LONG = 5
LEAST_TIMEOUT = 60.0
LONGEST = 1800.0  #: Seconds that tests of a changed program may take at least, and of one that is not changed.
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
    """The runs of the tests in a copy of the checkout; ``again`` tries mutants once more that no test noticed: there are new tests."""

    def __init__(self, folder: Path, *, quick: bool, again: bool) -> None:
        self.copy, self._kept, self._quick = folder / "copy", folder / "found.jsonl", quick
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = (folder / "lock").open("w", encoding="utf-8")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"{folder}: another run has this folder; wait for its end, or name another folder")
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(ROOT, self.copy, ignore=LEFT_OUT)
        rows = [json.loads(line) for line in self._kept.read_text("utf-8").splitlines()] if self._kept.exists() else []
        setting = {**os.environ, "PYTHONPATH": str(self.copy), "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "benchmarks/mutants_tests.py"]
        self._tester = subprocess.Popen(  # noqa: S603 - this program itself
            command, cwd=self.copy, env=setting, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.by = ""
        self._timeouts: dict[Stage, float | None] = {}
        self._found: dict[tuple[Key, str], str] = {(tuple(row["key"]), row["code"]): row["outcome"] for row in rows}
        if again:
            self._found = {place: outcome for place, outcome in self._found.items() if outcome not in UNNOTICED}

    def outcome(self, mutant: Mutant, stages: Sequence[Stage], *, may_try: bool) -> str:
        """What came of tests in this order, while there is time: `killed`, `timeout`, `alive`; `quick` where no quick one noticed.

        It is `open` where none ran.
        """
        code = (self.copy / mutant.file).read_text(encoding="utf-8")
        place = mutant.key, hashlib.sha256(code.encode()).hexdigest()
        known = self._found.get(place, "open")
        wanted = [stage for stage in stages if stage[1] == QUICK and known == "open"]
        wanted += [stage for stage in stages if stage[1] == SLOW and not self._quick and known in ("open", "quick")]
        if may_try and wanted:
            outcome = self._tried(mutant, wanted)
            if outcome == "open":
                return known
            self._found[place] = outcome
            with self._kept.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"key": mutant.key, "code": place[1], "outcome": outcome, "by": self.by}) + "\n")
        return self._found.get(place, "open")

    def _tried(self, mutant: Mutant, stages: Sequence[Stage]) -> str:
        for stage in stages:
            timeout = self._timeout(stage)
            outcome = "none" if timeout is None else self.noticed(mutant, stage, timeout)
            if outcome not in ("alive", "none"):
                return outcome
        return "quick" if self._quick else "alive"

    def noticed(self, mutant: Mutant, stage: Stage, timeout: float) -> str:
        """What came of some tests: `alive`, `killed`, `timeout`, or `open` where the test that failed fails without it or not again.

        A test may fail because the machine is busy: that is no notice of the mutant. `by` is the test that noticed.
        """
        path = self.copy / mutant.file
        code = path.read_text(encoding="utf-8")
        path.write_text(mutated(code, mutant) or "", encoding="utf-8")
        try:
            outcome, failed = self._tested(stage, timeout)
            again = ((failed,), stage[1]) if failed else stage
            sure = outcome != "killed" or self._tested(again, timeout)[0] == "killed"
        finally:
            path.write_text(code, encoding="utf-8")
        if outcome == "killed" and not (sure and self._tested(again, timeout)[0] == "alive"):
            print(f"{failed or stage[0]} fails now and then; it says nothing of {mutant.file}:{mutant.line}", flush=True)
            return "open"
        self.by = failed
        return outcome

    def _timeout(self, stage: Stage) -> float | None:
        """How long tests may take, in seconds; None where there are none."""
        if stage not in self._timeouts:
            start = time.monotonic()
            outcome, failed = self._tested(stage, LONGEST)
            if outcome not in ("alive", "none"):
                sys.exit(f"{failed or ' '.join(stage[0])} ({stage[1]}): some fail before anything is changed; mend them first")
            self._timeouts[stage] = None if outcome == "none" else max(LEAST_TIMEOUT, TIMES_AS_LONG * (time.monotonic() - start))
        return self._timeouts[stage]

    def _tested(self, stage: Stage, timeout: float) -> tuple[str, str]:
        assert self._tester.stdin is not None  # noqa: S101 - a pipe
        assert self._tester.stdout is not None  # noqa: S101
        self._tester.stdin.write(json.dumps({"tests": stage[0], "marked": stage[1], "timeout": timeout}) + "\n")
        self._tester.stdin.flush()
        outcome, failed = json.loads(self._tester.stdout.readline())
        return outcome, failed


def tried(runs: Runs, groups: Sequence[Group], mutants: Sequence[Mutant], minutes: float) -> Iterator[tuple[Mutant, str]]:
    """The mutants with what came of them; after these minutes no more are tried."""
    by_name, end = {group.name: group for group in groups}, time.monotonic() + 60 * minutes
    for n, mutant in enumerate(mutants, start=1):
        outcome = runs.outcome(mutant, by_name[mutant.group].stages_of(mutant.file), may_try=time.monotonic() < end)
        if outcome not in ("killed", "open"):
            print(f"{n} of {len(mutants)}: {outcome}: {mutant.file}:{mutant.line} {mutant.operator}")
            print(f"  {mutant.text}", flush=True)
        yield mutant, outcome


def main() -> None:
    """Runs the tests against the mutants and writes the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", choices=SETS, default=SETS[0])
    parser.add_argument("--groups", help="only these; then no result is written")
    parser.add_argument("--quick", action="store_true", help="run no slow tests yet")
    parser.add_argument("--minutes", type=float, default=math.inf, help="try no more mutants after these; 0 writes what is known")
    parser.add_argument("--again", action="store_true", help="try those again that no test noticed: there are new tests")
    asked = parser.parse_args()
    given = settings(asked.set)
    runs = Runs(asked.folder, quick=asked.quick, again=asked.again)
    everything = list(counted(mutant for group in given.groups for mutant in mutants_of(group, runs.copy)))
    chosen = drawn(everything, given.seed, given.count, partial(is_program, root=runs.copy))
    wanted = [mutant for mutant in chosen if asked.groups is None or mutant.group in asked.groups.split(",")]
    found = list(tried(runs, given.groups, sorted(wanted, key=lambda mutant: mutant.rank(given.seed)), asked.minutes))
    why = reasons(HERE / f"{asked.set}_alive.toml")
    tool = {"tool": f"cosmic-ray {version('cosmic-ray')}", "seed": given.seed}
    told = {**about(), **tool, **result(everything, found, why, runs.copy, mutated)}
    text = rows_text(told) + "\n"
    print(text)
    if asked.groups is None:
        (RESULTS / f"{asked.set}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
