"""The one module that knows Jinja: templates of ours and the host's, in a sandbox, with a deadline and a limit.

Run as `python -m golosa.texts.render` it renders one template of a host's in a process that can be ended.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import jinja2
import msgspec
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment

from golosa.errors import GolosaError
from golosa.texts import bbcode

DEADLINE_SECONDS = 5.0
LONGEST_OUTPUT = 1_000_000
#: Address space of the process that renders a host's template, where the system can limit it.
MEMORY = 1 << 30
#: Signs that are none in HTML, and steer a terminal into which they are copied.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160)])


def render(name: str, lang: str, view: Any, folder: Path | None = None) -> str:
    """A template filled in: `name` such as "count.bbcode", `lang` "ru" or "en", `view` a struct or a mapping.

    In `folder`, the host's own templates, `<lang>/<name>.j2` and `<name>.j2` go before ours, and so do the parts that
    templates import (`<lang>/parts.j2`). Raises GolosaError naming the host's template when it is wrong, does not end
    within 5 seconds or writes more than a million characters.
    """
    values = msgspec.to_builtins(view)
    if folder is not None and any(folder.rglob("*.j2")):
        return _apart(_file(name, lang, folder), folder, values)
    return _tidy(_environment(None).get_template(f"{lang}/{name}.j2").render(_with_view(values)), name)


def page(name: str, values: Mapping[str, Any]) -> str:
    """One of our own HTML pages (`desk/day.html`), without a host's templates; what is put in is escaped."""
    return _environment(None).get_template(f"{name}.j2").render(values).translate(_CONTROLS)


def get_ready(folder: str) -> None:
    """Loads all of our own pages in a folder, so that whoever asks for one first need not wait for that."""
    environment = _environment(None)
    for name in environment.list_templates(filter_func=lambda name: name.startswith(f"{folder}/")):
        environment.get_template(name)


class _Bytecode(jinja2.BytecodeCache):
    """Our own templates as compiled, kept where Python keeps the bytecode of our modules and by its rules.

    Jinja looks at the template's text and at Python's version before it takes one; the name tells which Jinja, and
    which of this module's settings, made it.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """Takes what was kept, if anything was."""
        try:
            with self._path(bucket).open("rb") as file:
                bucket.load_bytecode(file)
        except (OSError, EOFError, UnpicklingError):
            bucket.reset()  # none, or a damaged one

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps it, where this may be written."""
        path = self._path(bucket)
        fresh = path.with_suffix(f".{os.getpid()}")
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                fresh.write_bytes(bucket.bytecode_to_string())
                fresh.replace(path)

    @staticmethod
    def _path(bucket: Bucket) -> Path:
        package = find_spec("golosa.templates")
        assert package is not None and package.origin is not None
        made_by = "-".join(f"{Path(file).stat().st_mtime_ns:x}" for file in (jinja2.__file__, __file__))
        return Path(cache_from_source(package.origin)).with_name(f"{bucket.key}-{made_by}.jinja")


@cache
def _environment(folder: Path | None) -> jinja2.Environment:
    loaders: list[jinja2.BaseLoader] = [jinja2.PackageLoader("golosa.templates", ".")]
    if folder is not None:
        loaders.insert(0, jinja2.FileSystemLoader(str(folder)))
    # Only a host's own templates need the sandbox: it looks at each attribute, and a page of votes has thousands.
    made = jinja2.Environment if folder is None else ImmutableSandboxedEnvironment
    environment = made(
        loader=jinja2.ChoiceLoader(loaders),
        bytecode_cache=_Bytecode() if folder is None else None,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        autoescape=jinja2.select_autoescape(("html.j2", "html")),
    )
    environment.filters["bb"] = bbcode.safe
    environment.filters["lines"] = bbcode.safe_lines
    environment.filters["link"] = bbcode.link
    return environment


def _with_view(values: dict[str, Any]) -> dict[str, Any]:
    """The values of a template: each by its name, and all together as `view`, for the parts that templates share."""
    return {**values, "view": values}


def _file(name: str, lang: str, folder: Path) -> str:
    own = (f"{lang}/{name}.j2", f"{name}.j2")
    return next((file for file in own if (folder / file).is_file()), own[0])


def _tidy(text: str, name: str) -> str:
    """Ends with one line end; in posts no two empty lines follow each other."""
    if not name.endswith("html"):
        text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
        text = re.sub(r"\n{3,}", "\n\n", text)
    return text.strip() + "\n"


def _apart(file: str, folder: Path, values: dict[str, Any]) -> str:
    """A template of a folder of the host's, in a process of its own that is ended at the deadline."""
    import subprocess

    task = json.dumps({"file": file, "folder": str(folder.resolve()), "values": values})
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "golosa.texts.render"],
            input=task.encode(),
            capture_output=True,
            timeout=DEADLINE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise GolosaError(
            "{folder}: the template did not end within {deadline_seconds:g} seconds",
            folder=folder / file,
            deadline_seconds=DEADLINE_SECONDS,
        ) from error
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip() or f"the process ended with {done.returncode}"
        raise GolosaError("{folder}: {said}", folder=folder, said=said)
    return _tidy(done.stdout.decode(), file.removesuffix(".j2"))


def _task() -> int:
    """Renders the task on standard input; a fault is one line on standard error."""
    task = json.loads(sys.stdin.buffer.read())
    _limit_memory()
    written = 0
    out: list[str] = []
    try:
        for part in _environment(Path(task["folder"])).get_template(task["file"]).generate(_with_view(task["values"])):
            written += len(part)
            if written > LONGEST_OUTPUT:
                sys.stderr.write(f"{task['file']}: it writes more than {LONGEST_OUTPUT} characters")
                return 1
            out.append(part)
    except MemoryError:
        sys.stderr.write(f"{task['file']}: it needs too much memory")
        return 1
    except (jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        sys.stderr.write(f"{_place(error, task['file'])}: {error}")
        return 1
    sys.stdout.buffer.write("".join(out).encode())
    return 0


def _limit_memory() -> None:
    if find_spec("resource") is not None:  # not on Windows, where the deadline alone holds
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _place(error: Exception, file: str) -> str:
    """The template and line at which it went wrong."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"{error.name or file}, line {error.lineno}"
    import traceback

    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".j2")]
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else file


if __name__ == "__main__":
    raise SystemExit(_task())
