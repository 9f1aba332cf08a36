"""A whole game from one JSON file: no network, no clock, no chance.

`reading` and `checking` name the place of every fault, `posts` makes the engine's posts, `running` plays the game,
`writing` says what came out. Must not know where the file lies nor where the output goes.
"""
