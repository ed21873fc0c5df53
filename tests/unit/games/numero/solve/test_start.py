"""A typed solve starts at once: neither the eyes nor numpy are loaded for it."""

import json
import subprocess
import sys

CODE = """
import json, sys
from numero_cam.games.numero.rules import parse_position
from numero_cam.games.numero.solve import Settings, solve
from numero_cam.text.plays import solution_json
from numero_cam.text.plays import say_play
position = parse_position("11r 8o 3b 5r", "11g x3 -4 /2")
solution = solve(position, Settings())
print(json.dumps(solution_json(position, Settings(), solution, milliseconds=1.0, say=say_play)))
print(sorted({"cv2", "numpy", "onnxruntime", "torch", "typer", "rich"} & set(sys.modules)))
"""


def test_a_typed_solve_loads_no_heavy_package() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, encoding="utf-8", check=True)
    answer, loaded = done.stdout.splitlines()
    assert loaded == "[]"
    assert json.loads(answer)["plays"][0]["points"] == 65
