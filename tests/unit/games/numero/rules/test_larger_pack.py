import subprocess
import sys

import pytest


@pytest.mark.slow
def test_a_fifth_colour_and_a_fourth_power_need_data_only() -> None:
    """Both are solved as the slow twin says, scored, written and read back, once they stand in the data of the cards."""
    done = subprocess.run([sys.executable, "-m", "tests.larger_pack"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
