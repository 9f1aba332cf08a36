"""Threads on their way into the store: fetched, saved by hand, probed and taught; sign-ups and the inbox."""
