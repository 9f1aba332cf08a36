"""Golosa: counts the votes of forum Mafia games, runs their phases and writes the host's posts.

The program's own layer: command line, game folder, store, live pages. Knows every other package; none of them knows it.
"""

__version__ = "0.1.0"
