"""A deck's look as one record: drawn by chance, or the project's own."""

import numpy as np

from numero_cam.workshop.synth.chance import random_back, random_design
from numero_cam.workshop.synth.styles import Design

__all__ = ["Design", "project_design", "random_back", "random_design"]


def project_design() -> Design:
    """The project's own deck."""
    return random_design(np.random.default_rng(7))
