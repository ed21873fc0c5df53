"""Trains networks on pictures that are drawn while they train, within a number of minutes, on a GPU or on processors.

    python -m workshop.train_on_stream detector --minutes 8 --processes 10 --out RUNS
    python -m workshop.train_on_stream outline face index --minutes 9 --processes 15 --device cuda --out RUNS
    python -m workshop.train_on_stream numo-face --minutes 30 --out RUNS
    python -m workshop.train_on_stream obstruction --travel RUNS/hands --minutes 600 --out RUNS

Networks of one line are trained together. Each goes on from its checkpoint in the
folder, else from the model that ships. With --minutes 0 the model that ships is written as a checkpoint. Detector and cards need a folder
of fonts (``python -m workshop cut-fonts``, named in NUMERO_CAM_FONTS). It runs from an uninstalled checkout with PyTorch, OpenCV, NumPy,
Pillow, onnx and onnxruntime. RUNS/NETWORK/checkpoint.pt is what ``python -m workshop export`` makes a model of.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    how = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m workshop.train_on_stream", description=__doc__, formatter_class=how)
    parser.add_argument("networks", nargs="+", metavar="NETWORK", help="detector; outline, face, index; numo-face; obstruction")
    parser.add_argument("--minutes", type=float, default=8.0, help="of the whole run, measuring and writing included")
    parser.add_argument("--processes", type=int, default=2, help="that draw, beside the one that trains")
    parser.add_argument("--device", choices=("cuda", "cpu"), help="cuda where there is one, if not given")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints and of log.json")
    parser.add_argument("--models", type=Path, default=Path("models"), help="the models to go on from")
    parser.add_argument("--hold", action="store_true", help="face and index stay near the model that they go on from")
    parser.add_argument("--threads", type=int, default=2, help="of the process that trains")
    parser.add_argument("--new", action="store_true", help="begin anew; numo-face begins with Numero's face reader")
    parser.add_argument("--travel", type=Path, help="folder with arms and decks, for obstruction")
    parser.add_argument("--batch", type=int, help="samples a step; for the detector a multiple of 8")
    parser.add_argument("--keep", type=int, help="samples drawn last that are kept in memory")
    parser.add_argument("--held-out", type=int, help="decks, or pictures of hands, to measure by")
    parser.add_argument("--seed", type=int, default=35)
    options = parser.parse_args(arguments)
    if min(1 if value is None else value for value in (options.batch, options.keep, options.held_out, options.processes)) < 1:
        parser.error("--batch, --keep, --held-out and --processes are at least 1")
    return options


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command."""
    options = _options(arguments)
    from workshop.stream_run import Run  # noqa: PLC0415 - the processes that draw begin here too, and need less

    Run(options).train()


if __name__ == "__main__":
    main()
