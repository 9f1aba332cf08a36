"""Rule sets as data: loaded, changed by single knobs, explained to the host, asked for in plain words."""
