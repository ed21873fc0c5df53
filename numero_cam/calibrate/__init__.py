"""Calibrations of a camera and of a table: made once from photos, applied to other photos. Both are optional."""
