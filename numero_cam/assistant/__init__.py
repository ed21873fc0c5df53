"""What the program does for somebody who plays: reads photos, solves, scores. It neither prints nor reads arguments.

The command line, a page or a script asks here and shows the records that come back.
"""
