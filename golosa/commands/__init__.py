"""One module per command; each has a `command` that `golosa.__main__` loads only when it is asked for."""
