"""The shipped rule sets, as TOML files beside this module (read by `golosa.rulebook.rulesets`, never by the engine)."""
