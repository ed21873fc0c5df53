"""What every seeing stage may use; knows no game."""
