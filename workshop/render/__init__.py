"""Path-traced pictures of the project's own cards on tables, with their answers: what `sample_images` holds.

Needs the extra `[render]` (Blender as a Python module, Python 3.11). Everything but `blender`, `materials` and `objects` works without it.
"""
