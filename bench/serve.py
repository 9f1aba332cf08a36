"""How many open pages `golosa serve` carries: `python bench/serve.py [100 500 2000]` (on Linux: it reads /proc).

For each number: so many open event streams, 50 looks a second at state.json beside them, a page load a second, and
five new versions of the page. Told: memory of the server, how long looks and page loads take, how long until a new
version has reached every stream, and how long the server takes to end with all streams open. Client and server share
the machine.
"""

from __future__ import annotations

import asyncio
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

LOOKS_A_SECOND, VERSIONS, APART_SECONDS = 50, 5, 2.0


def main() -> None:
    """Makes the demo's game once and measures for each number of open pages."""
    numbers = [int(word) for word in sys.argv[1:]] or [100, 500]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "demo")
        subprocess.run([sys.executable, "-m", "golosa", "demo", "-C", folder], check=True, stdout=subprocess.DEVNULL)
        print(" pages    memory   a page  look p50      p99  load p99  news p99     end")
        for number in numbers:
            measure(folder, number)


def measure(folder: Path, number: int) -> None:
    """One run, as one line."""
    command = [sys.executable, "-m", "golosa", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
        idle = memory(server.pid)
        run = Run(folder / "out" / "public", port, number)
        ended = asyncio.run(run.all(server))
    looks, loads, news = (sorted(found) for found in (run.looks, run.loads, run.news))
    print(
        f"{number:>6} {run.memory / 1024:>6.1f} MB {(run.memory - idle) / number:>5.0f} kB {part(looks, 0.5):>6.1f} ms "
        f"{part(looks, 0.99):>5.1f} ms {part(loads, 0.99):>6.1f} ms {part(news, 0.99):>6.0f} ms {ended:>5.2f} s"
    )


def memory(process: int) -> int:
    """Memory of a process, in kB."""
    return int(re.findall(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())[0])


def part(values: list[float], share: float) -> float:
    """That quantile, in milliseconds."""
    return values[min(len(values) - 1, int(len(values) * share))] * 1000


class Run:
    """One run against one server."""

    def __init__(self, public: Path, port: int, number: int) -> None:
        self.public, self.port, self.number = public, port, number
        self.looks: list[float] = []
        self.loads: list[float] = []
        self.news: list[float] = []
        self.told = {0: time.monotonic()}
        self.memory = 0
        self.opened = 0

    async def all(self, server: subprocess.Popen[str]) -> float:
        """Runs it and gives how long the server took to end, in seconds."""
        streams = [asyncio.create_task(self.stream()) for _ in range(self.number)]
        while self.opened < self.number:
            await asyncio.sleep(0.05)
        self.news.clear()
        await asyncio.gather(self.look(), self.load(), self.write())
        self.memory = memory(server.pid)
        assert len(self.news) == VERSIONS * self.number, f"{len(self.news)} of {VERSIONS * self.number} were told"
        before = time.monotonic()
        server.send_signal(signal.SIGINT)
        await asyncio.to_thread(server.wait)
        ended = time.monotonic() - before
        await asyncio.gather(*streams)
        return ended

    async def stream(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /events HTTP/1.1\r\nHost: x\r\n\r\n")
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self.opened += 1
                self.news.append(time.monotonic() - self.told[max(self.told)])
        writer.close()

    async def ask(self, path: str, found: list[float]) -> None:
        before = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read(-1)
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200")
        found.append(time.monotonic() - before)

    async def look(self) -> None:
        for _ in range(int(VERSIONS * APART_SECONDS * LOOKS_A_SECOND)):
            pause = asyncio.sleep(1 / LOOKS_A_SECOND)
            await asyncio.gather(pause, self.ask("/state.json", self.looks))

    async def load(self) -> None:
        for _ in range(int(VERSIONS * APART_SECONDS)):
            paths = ("/", "/style.css?v=1", "/page.js?v=1")
            await asyncio.gather(asyncio.sleep(1), *(self.ask(path, self.loads) for path in paths))

    async def write(self) -> None:
        state = self.public / "state.json"
        for number in range(1, VERSIONS + 1):
            await asyncio.sleep(APART_SECONDS * 0.8)
            fresh = state.with_name(".state.new")
            fresh.write_bytes(msgspec.json.encode({"schema": 1, "version": f"{time.monotonic_ns():x}"}))
            self.told[number] = time.monotonic()
            fresh.replace(state)
        await asyncio.sleep(APART_SECONDS)


if __name__ == "__main__":
    main()
