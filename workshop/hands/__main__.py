"""Trains the network that sees hands: ``python -m workshop.hands --minutes 60 --travel FOLDER --out FOLDER``; goes on from its checkpoint.

FOLDER of ``--travel`` has ``arms`` (from ``python -m workshop.arms``) and ``decks`` (from ``python -m workshop.hands.decks``).
"""

import argparse
from pathlib import Path


def main() -> None:
    """Reads the options and trains; the processes that put pictures together import this file too, and need no torch."""
    import torch  # noqa: PLC0415

    from workshop.hands.training import Plan, Run  # noqa: PLC0415

    parser = argparse.ArgumentParser(prog="python -m workshop.hands", description=__doc__)
    parser.add_argument("--travel", type=Path, required=True, help="folder with arms and decks")
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint, mean of the weights and log")
    parser.add_argument("--minutes", type=float, default=60, help="how long the command may take")
    parser.add_argument("--processes", type=int, default=2, help="that put pictures together")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--batch", type=int, default=0, help="samples a step; 128 on a GPU, 16 on processors")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--kept", type=int, default=0, help="samples kept and used again; 12,000 on a GPU, 800 on processors")
    parser.add_argument("--reuse", type=float, default=12, help="how often a sample is used, in the mean, at most")
    parser.add_argument("--measured", type=int, default=640, help="held-out samples")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="of torch on processors")
    parser.add_argument("--begin", type=Path, help="a checkpoint to go on from, where --out has none")
    o = parser.parse_args()
    device = o.device if torch.cuda.is_available() else "cpu"
    batch, kept = (o.batch or 128, o.kept or 12_000) if device == "cuda" else (o.batch or 16, o.kept or 800)
    plan = Plan(o.travel, o.out, o.minutes, o.processes, device, batch, o.rate, kept, o.reuse, o.measured, o.seed, o.threads, o.begin)
    Run(plan).train()


if __name__ == "__main__":
    main()
