"""What the fit of the reader of marks writes is what the program runs."""

import numpy as np
import pytest

from numero_cam.marking.read_marks import FEATURE_NAMES, parse_network
from tests.unit.marking.test_mark_network import features

torch = pytest.importorskip("torch")

from workshop.slips.fit import MarkNet, MeasuredSlip, inputs_of, model_text  # noqa: E402 - after torch is there


def test_the_program_says_of_slips_what_the_trained_network_says() -> None:
    torch.manual_seed(3)
    net, middle, spread = MarkNet().eval(), np.linspace(-0.5, 0.5, len(FEATURE_NAMES)), np.linspace(0.2, 2, len(FEATURE_NAMES))
    slips = [features(seed, count) for seed, count in enumerate((1, 2, 40))]
    with torch.no_grad():
        *inputs, _ = inputs_of([MeasuredSlip(each, np.zeros(len(each), np.intp)) for each in slips], middle, spread)
        trained = net(*inputs).numpy()
    program = parse_network(model_text(net, middle, spread, {"slips": 3, "seed": 3}))
    assert np.abs(np.concatenate([program.logits(each) for each in slips]) - trained).max() < 2e-3
