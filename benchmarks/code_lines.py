"""Lines of code of Numero's rules, solver and game at commits: `python benchmarks/code_lines.py 9419167 main` prints them.

`--each 9419167..main` prints what each commit in between added or took away, so that features are told from tidying.

Counted are lines with code on them: no comments, docstrings or empty lines, and nothing of the kernel. Before Numero was one game among
others the three rooms were `rules`, `solve` and `game`; since then `game` is the engine, the players and the settings between them and the
solver. What `judge`, `puzzles`, `watching` and NUMO have came later and is not counted; `games/shared` is told by itself, as NUMO needs it
too.
"""

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    "numero_cam/rules/": "rules",
    "numero_cam/solve/": "solve",
    "numero_cam/game/": "game",
    "numero_cam/games/numero/rules/": "rules",
    "numero_cam/games/numero/solve/": "solve",
    "numero_cam/games/numero/solver_settings.py": "game",
    "numero_cam/games/numero/engine/": "game",
    "numero_cam/games/numero/players/": "game",
    "numero_cam/games/shared/": "shared",
}
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(text: str) -> int:
    """Return how many lines of a module have code on them."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    used = {line for one in tokens if one.type not in NO_CODE for line in range(one.start[0], one.end[0] + 1)}
    return len(used - told)


def counted(commit: str) -> Counter[str]:
    """Return the lines of each room at a commit."""
    found: Counter[str] = Counter()
    for path in _git("ls-tree", "-r", "--name-only", commit, "numero_cam").split():
        room = next((room for start, room in ROOMS.items() if path.startswith(start)), None)
        if room and path.endswith(".py") and not path.endswith("/kernel.py"):
            found[room] += code_lines(_git("show", f"{commit}:{path}"))
    return found


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S603, S607 - git of this machine


def main() -> None:
    """Print a line for each commit."""
    if sys.argv[1:2] == ["--each"]:
        for commit in _git("log", "--reverse", "--format=%h", *sys.argv[2:], "--", *{*ROOMS, "numero_cam/games/numero"}).split():
            before, after = counted(f"{commit}^"), counted(commit)
            change = sum(after[room] - before[room] for room in ("rules", "solve", "game"))
            if change or after["shared"] != before["shared"]:
                print(
                    commit,
                    f"{change:+5d}",
                    f"shared {after['shared'] - before['shared']:+d}",
                    _git("log", "-1", "--format=%s", commit).strip(),
                )
        return
    for commit in sys.argv[1:] or ["HEAD"]:
        rooms = counted(commit)
        three = {room: rooms[room] for room in ("rules", "solve", "game")}
        print(commit, *(f"{room} {lines}" for room, lines in three.items()), f"together {sum(three.values())}", f"shared {rooms['shared']}")


if __name__ == "__main__":
    main()
