"""A whole game from one JSON file: no network, no clock, no chance.

`reading` and `checking` name the place of every fault, `posts` and `letters` make the engine's values, `playing` plays
the game phase by phase, `writing` says what came out. Must not know where the output goes.
"""
