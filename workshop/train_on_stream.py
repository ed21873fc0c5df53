"""Trains detectors on scenes that are drawn while they train, within a number of minutes, on a GPU or on processors.

    python -m workshop.train_on_stream --minutes 8 --processes 10 --device cuda --out FOLDER --from models/detector-v22.onnx --small

Needs PyTorch, OpenCV, NumPy, Pillow, onnx, onnxruntime and a folder of fonts (``python -m workshop cut-fonts``, named in NUMERO_CAM_FONTS)
and runs from an uninstalled checkout. Leaves one checkpoint for each network: the last weights, their running mean, and that mean at
several stages, and what it is like on scenes held out.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from workshop.detector_crops import TURNS
from workshop.synth import fonts

HELD_OUT_DECKS = 6


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    how = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m workshop.train_on_stream", description=__doc__, formatter_class=how)
    parser.add_argument("--minutes", type=float, default=8.0, help="of the whole run, measuring and writing included")
    parser.add_argument("--processes", type=int, default=2, help="that draw scenes, beside the one that trains")
    parser.add_argument("--device", choices=("cuda", "cpu"), help="cuda where there is one, if not given")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints and of log.json")
    told = "a model (.onnx) or checkpoint (.pt) to go on from; may be given again"
    parser.add_argument("--from", dest="start", action="append", default=[], metavar="FILE", help=told)
    parser.add_argument("--small", action="store_true", help="train a new small detector too")
    parser.add_argument("--batch", type=int, help="crops a step, a multiple of 8 (256 on a GPU, else 32)")
    parser.add_argument("--keep", type=int, help="crops drawn last that are kept, 175 kB each (60,000 on a GPU, else 4,000)")
    parser.add_argument("--held-out", type=int, default=HELD_OUT_DECKS, help="decks to measure by, five scenes each")
    parser.add_argument("--seed", type=int, default=35)
    options = parser.parse_args(arguments)
    if not options.start and not options.small:
        parser.error("name a network: --from or --small")
    if (options.batch or TURNS) % TURNS or min(options.batch or TURNS, options.processes, options.held_out) < 1:
        parser.error(f"--batch is a multiple of {TURNS}, --processes and --held-out are at least 1")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command."""
    options = _options(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    fonts.catalogue()  # Once, for all processes.
    from workshop.stream_run import Run  # noqa: PLC0415 - the processes that draw begin here too, and need no PyTorch

    run = Run(options)
    try:
        run.prepare()
        run.train()
    finally:
        run.stream.close()
        told = {"crops": run.ring.count, "seconds": round(run.seconds), "networks": {x.name: x.log for x in run.learners}}
        (options.out / "log.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    run.say(f"{run.ring.count} crops were drawn")


if __name__ == "__main__":
    main()
