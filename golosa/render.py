"""The one module that knows Jinja: templates of ours and the host's, in a sandbox, with a deadline and a limit.

Run as `python -m golosa.render` it renders one template of a host's in a process that can be ended.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from jinja2.sandbox import ImmutableSandboxedEnvironment

from golosa import bbcode
from golosa.errors import GolosaError

DEADLINE_SECONDS = 5.0
LONGEST_OUTPUT = 1_000_000


def _environment(folder: Path | None) -> jinja2.Environment:
    loaders: list[jinja2.BaseLoader] = [jinja2.PackageLoader("golosa.templates", ".")]
    if folder is not None:
        loaders.insert(0, jinja2.FileSystemLoader(str(folder)))
    environment = ImmutableSandboxedEnvironment(
        loader=jinja2.ChoiceLoader(loaders),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        autoescape=jinja2.select_autoescape(("html.j2", "html")),
    )
    environment.filters["bb"] = bbcode.safe
    environment.filters["link"] = bbcode.link
    return environment


def render(name: str, lang: str, view: Any, folder: Path | None = None) -> str:
    """A template filled in: `name` such as "count.bbcode", `lang` "ru" or "en", `view` a struct or a mapping.

    A file `<folder>/<lang>/<name>.j2` or `<folder>/<name>.j2` of the host's goes before ours. Raises GolosaError naming
    the host's template when it is wrong, does not end within 5 seconds or writes more than a million characters.
    """
    values = msgspec.to_builtins(view)
    own = _own(name, lang, folder)
    if own is not None and folder is not None:
        return _apart(own, folder, values)
    return _filled(_environment(None), f"{lang}/{name}.j2", values)


def _own(name: str, lang: str, folder: Path | None) -> str | None:
    if folder is None:
        return None
    return next((file for file in (f"{lang}/{name}.j2", f"{name}.j2") if (folder / file).is_file()), None)


def _filled(environment: jinja2.Environment, file: str, values: dict[str, Any]) -> str:
    return environment.get_template(file).render(values).strip() + "\n"


def _apart(file: str, folder: Path, values: dict[str, Any]) -> str:
    """A host's own template, in a process of its own that is ended at the deadline."""
    task = json.dumps({"file": file, "folder": str(folder), "values": values})
    try:
        done = subprocess.run(
            [sys.executable, "-m", "golosa.render"],
            input=task.encode(),
            capture_output=True,
            timeout=DEADLINE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GolosaError(f"{folder / file}: the template did not end within {DEADLINE_SECONDS:g} seconds") from error
    if done.returncode:
        raise GolosaError(f"{folder / file}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode()


def _task() -> int:
    task = json.loads(sys.stdin.buffer.read())
    written = 0
    out: list[str] = []
    try:
        template = _environment(Path(task["folder"])).get_template(task["file"])
        for part in template.generate(task["values"]):
            written += len(part)
            if written > LONGEST_OUTPUT:
                sys.stderr.write(f"the template writes more than {LONGEST_OUTPUT} characters")
                return 1
            out.append(part)
    except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        line = getattr(error, "lineno", None)
        sys.stderr.write(f"{'line ' + str(line) + ': ' if line else ''}{error}")
        return 1
    sys.stdout.buffer.write(("".join(out).strip() + "\n").encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(_task())
