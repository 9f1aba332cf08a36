"""The host's desk: everything that the command line does, as pages of a browser on this machine.

Pages hold roles and orders: they are served on loopback only, to one browser, and never kept by it. What is decided is
decided by the modules that the commands use too; here stands only how it is shown and clicked.

What stands where:

- `app` builds the whole of the routes; `guard` says who may come in; `desk` is what one desk remembers between clicks.
- `asking` is a request as handlers see it, `typed` what its texts mean by themselves, `named` what they name in a game.
- `*_pages` are handlers with their `ROUTES`, a module for a page: `start_pages` (a new game), `day_pages`, `post_pages`
  (a post, and rulings), `night_pages`, `hand_pages` (the host's hand), `check_pages` (questions), `game_pages`,
  `roster_pages` (its list of players), `settings_pages`.
- What these show, made of a game and told in words: `days`, `posts`, `nights`, `log`, `entered` (what the host entered
  by hand), `changes` (what is another now), `preview` (BBCode); and as fields of forms `houserules` (the knobs of the
  rules) and `settings` (`game.toml`).
- What takes longer than a click: `jobs` (one piece of work in the background), `looking` (a look at a page of a forum),
  `watching` (the watch), `sharing` (the players' page). `uploads` are files that a browser sends.
- `words/` has every sentence in each language, `static/` what the browser loads; the templates are `templates/desk`.
"""
