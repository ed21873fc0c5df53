"""The program in a browser without a server: a folder of static files for any host. The package never imports this one.

`python -m browser build OUT` makes the folder, `python -m browser serve OUT` shows it on this computer.
"""
