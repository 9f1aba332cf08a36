"""The watch over a day: what is due when (`plan`, pure), what is known of it (`state`), and doing it (`loop`)."""
