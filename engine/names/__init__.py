"""What a text means: which player, which candidates for the host to choose from, or a word for no vote (V4, V8, V11).

A closed world: the forms of each name of the roster are made once and texts are looked up in them; a text is never
reduced to a dictionary form. Likeness only ever suggests.
"""

from __future__ import annotations

from engine.names.collisions import Collision, collisions, unclear_names
from engine.names.matching import Named, Names, Word

__all__ = ["Collision", "Named", "Names", "Word", "collisions", "unclear_names"]
