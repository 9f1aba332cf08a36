"""What the program is built of: `supply.py SBOM AUDIT`, from the files that cyclonedx-py and pip-audit have written.

Says how many parts the list (SBOM) has and how many of them were compared with known faults, and why others were not:
pip-audit alone says "no known vulnerabilities" where it could compare nothing. Ends with 1 where the list lacks the
program or something that it needs. A known fault is told, loudly, and ends nothing: one that is published today must
not stop what mends another.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]


def needed() -> set[str]:
    """The names of what pyproject.toml says that the program needs."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    return {_plain(re.split(r"[^\w.-]", entry)[0]) for entry in project["dependencies"]}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def lacking(sbom: Path) -> tuple[int, set[str]]:
    """How many parts the list has, and what it should have and has not."""
    found = json.loads(sbom.read_text("utf-8"))
    parts = [*found["components"], found["metadata"]["component"]]
    return len(parts), (needed() | {"golosa"}) - {_plain(part["name"]) for part in parts}


def audited(audit: Path) -> tuple[list[str], list[str], int]:
    """The known faults of parts, why parts could not be compared, and how many were."""
    if not audit.exists() or not audit.read_text("utf-8").strip():
        return [], ["the database of known faults cannot be reached"], 0
    parts = json.loads(audit.read_text("utf-8"))["dependencies"]
    faults = [f"{part['name']} {part['version']}: {one['id']}" for part in parts for one in part.get("vulns", ())]
    skipped = [part["skip_reason"] for part in parts if "skip_reason" in part]
    return faults, skipped, len(parts) - len(skipped)


def main(sbom: Path, audit: Path) -> int:
    """Tells of both files."""
    number, missing = lacking(sbom)
    print(f"{number} parts in the list" + "".join(f"; {name} is missing" for name in sorted(missing)))
    faults, skipped, compared = audited(audit)
    print(f"{compared} of them compared with known faults, {len(faults)} faults")
    for fault in faults:
        print(f"KNOWN FAULT  {fault}")
    if skipped:
        print(f"NOT compared: {len(skipped)}, the first because: {skipped[0]}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
