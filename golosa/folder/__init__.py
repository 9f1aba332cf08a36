"""A game in its folder: what the host enters, what the log says, and what the game comes to by it."""
