"""Draws readings, plays and calibrated tables into photos."""
