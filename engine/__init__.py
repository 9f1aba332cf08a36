"""The rules of forum Mafia as pure functions over values.

Knows nothing of networks, files, clocks, chance, time zones or HTML: now, lots and stored facts are arguments.
"""
