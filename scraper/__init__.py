"""Fetching threads politely: carries out the requests that an adapter of `forums` asks for. No rules, no HTML."""
