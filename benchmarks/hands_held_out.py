"""How much of held-out hands the obstruction network that ships finds: benchmarks/results/hands_held_out.json. Needs the extra [workshop].

    python benchmarks/hands_held_out.py TRAVEL [--pictures 400] [--processes 2]

TRAVEL holds `arms` (made by `python -m workshop.arms`) and `decks` (by `python -m workshop.hands.decks`). The arms, decks and hues that are
measured on are those that no training takes; every run draws the same pictures of the same TRAVEL.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from machine import about, write_result
from torch import Tensor, nn

from numero_cam.base.files import model_entry
from numero_cam.base.onnx import Network
from numero_cam.table.obstruction import MIN_HIDDEN
from workshop.hands.stream import held_out
from workshop.hands.training import measure

LOADED_PICTURES = 16  #: Pictures that the network is given at a time.


class Shipped(nn.Module):
    """The network that ships, called as training calls one."""

    def __init__(self) -> None:
        super().__init__()
        self._network = Network.load("obstruction", threads=2)

    def forward(self, pictures: Tensor) -> Tensor:
        """Return logits ``(N, 1, 45, 80)`` of pictures ``(N, 6, 180, 320)`` float32 0..1."""
        levels = (pictures * 255).round().byte().permute(0, 2, 3, 1).contiguous().numpy()
        parts = [self._network.run(levels[k : k + LOADED_PICTURES]) for k in range(0, len(levels), LOADED_PICTURES)]
        return torch.from_numpy(np.concatenate(parts).astype(np.float32))


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("travel", type=Path)
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    samples = held_out(asked.travel, asked.processes, asked.pictures)
    found = measure(Shipped(), samples, torch.device("cpu"), MIN_HIDDEN)
    arms = len({path.stem.removesuffix("_l") for path in (asked.travel / "arms").glob("*.webp")})
    result = {**about(), "version": model_entry("obstruction").version, "pictures": len(samples), "arms": arms, **found}
    write_result("hands_held_out", result)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
