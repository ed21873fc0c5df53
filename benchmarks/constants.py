"""How many tuned numbers lie on the way of a photo: constants of the seeing code that somebody chose.

    python benchmarks/constants.py [--list]

Counts the numbers in module-level constants of ``FILES`` and the fields of ``ReaderConfig`` that are shares. Left out by name are numbers
that follow from a format, a network's shape, geometry or a limit on work (``LEFT_OUT``): changing those changes no judgement; and those
that a command of the workshop fits as it fits weights. Numbers inside functions are counted where they are neither whole nor a half.
Writes ``benchmarks/results/constants.json``.
"""

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path

from machine import ROOT, write_result

ROOMS = ("vision", "vision/decks")
FILES = ("table/photo_reader.py", "table/layout.py", "table/doubts.py", "base/quality.py", "base/geometry.py")
CONFIG = "config.py"  #: Only what ``ReaderConfig`` holds counts of this one.
LEFT_OUT = {
    "VERSION", "MAX_NAME_LENGTH", "NAME_PATTERN", "MAX_EXAMPLES", "MAX_LEARNED_CARDS", "MAX_MEASURED_CARDS", "MAX_ALTERNATIVES",
    "CHANNELS", "INDEX_CHANNEL", "STRIDE", "NEIGHBOURS", "OFFSET_UNIT", "ORDER_CENTRES", "SIDE_MULTIPLE", "COARSER_SCALES",
    "UNIT_CORNERS", "MAX_CANDIDATES", "ROUNDS", "STARTS", "MAX_STARTS", "SKIPPED_ITERATIONS", "LOG_VALUES", "PIXEL_STEP",
    "WHITENED_LEVEL", "_ROTATION_TO_NEAR", "ASPECTS", "JITTERS", "ITERATIONS", "TOLERANCES", "MAX_SHIFT_SHARE", "MAX_LINEAR_SHRINK",
    "MIN_CANDIDATE_PROBABILITY", "MIN_LABEL_PROBABILITY", "MIN_PROBABILITY", "NEXT", "COLOUR_COLUMNS", "FACE_COLUMNS",
    "SAME_FACE_CHANNELS", "MAX_VALUES", "MAX_COLOURS", "CORNER_OUTPUTS", "TURN_OUTPUTS", "IMPOSSIBLE_LOGIT", "OUTLINE_SIDE",
    "OUTLINE_MARGIN", "SPOT_SIGMA", "FACE_WIDTH", "FACE_HEIGHT", "FACE_MARGIN", "INDEX_WIDTH", "INDEX_HEIGHT", "MIRRORED_CORNERS",
    "VISIBILITY_BATCH", "TILE_SIDE", "TILES", "_BAND_ROWS", "_NEIGHBOURS", "MAX_TEXT_LENGTH", "MAX_FACES", "MAX_FEATURES",
    "MAX_COPIES", "STORED_STEP", "_STORED", "LINEAR_VALUES", "FITTED",
}  # fmt: skip
PLAIN = frozenset({0.0, 0.5, 1.0, -1.0})  #: Numbers in functions that nobody tunes; whole ones are not counted either.


def numbers(node: ast.AST) -> list[float]:
    """The numbers written in some code, without True and False."""
    return [c.value for c in ast.walk(node) if isinstance(c, ast.Constant) and type(c.value) in {int, float}]


def named(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The counted constants of a module by name, and how many numbers each holds."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target).strip("()")
            if name.isupper() or "," in name or name.startswith("_"):
                count = 0 if name in LEFT_OUT else len(numbers(node.value))
                if count:
                    yield name, count


def unnamed(tree: ast.Module) -> list[float]:
    """The numbers inside functions that are neither whole nor plain."""
    inside = [n for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for statement in node.body for n in numbers(statement)]
    return [n for n in inside if isinstance(n, float) and not n.is_integer() and n not in PLAIN and n >= 1e-3]


def of_config(tree: ast.Module) -> int:
    """How many shares a configuration of the reader holds."""
    fields = [node for kind in tree.body if isinstance(kind, ast.ClassDef) for node in kind.body if isinstance(node, ast.AnnAssign)]
    return sum(ast.unparse(node.annotation) == "float" for node in fields)


def counted(root: Path) -> dict[str, dict[str, object]]:
    """For each file with tuned numbers how many it has and their names."""
    out: dict[str, dict[str, object]] = {}
    paths = [root / name for name in FILES] + [path for room in ROOMS for path in sorted((root / room).glob("*.py"))]
    for path in paths:
        tree = ast.parse(path.read_text())
        own, rest = dict(named(tree)), unnamed(tree)
        if own or rest:
            out[str(path.relative_to(root))] = {"numbers": sum(own.values()) + len(rest), "names": list(own), "in functions": rest}
    return {**out, CONFIG: {"numbers": of_config(ast.parse((root / CONFIG).read_text())), "names": ["ReaderConfig"], "in functions": []}}


def main() -> None:
    """Counts, writes and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print the names too")
    arguments = parser.parse_args()
    found = counted(ROOT / "numero_cam")
    total = sum(int(str(one["numbers"])) for one in found.values())
    write_result("constants", {"tuned": total, "files": found})
    for name, one in found.items():
        print(f"{one['numbers']:4} {name}" + (f"  {', '.join(map(str, [*one['names'], *one['in functions']]))}" if arguments.list else ""))
    print(f"{total:4} together")


if __name__ == "__main__":
    main()
