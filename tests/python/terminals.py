"""Runs programs on a pseudo-terminal of a given width, reads their output and types text."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from conftest import TIMEOUT


class Terminal:
    """A program that runs on its own pseudo-terminal."""

    def __init__(self, command, *, columns=120, rows=40, environment, **options):
        self.master, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.program = subprocess.Popen(
            command,
            stdin=side,
            stdout=side,
            stderr=side,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env=environment,
            **options,
        )
        os.close(side)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait()
        os.close(self.master)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def _read(self) -> bytes:
        """What comes next; nothing if the program has ended."""
        with contextlib.suppress(OSError):  # Linux reports the end as EIO
            return os.read(self.master, 1 << 16)
        return b""

    def read_until(self, text: str) -> str:
        """Reads the output until the text appears."""
        shown, end = b"", time.monotonic() + TIMEOUT
        while text.encode() not in shown:
            ready, _, _ = select.select([self.master], [], [], end - time.monotonic())
            assert ready, f"{text!r} does not come, but {shown.decode(errors='replace')!r}"
            part = self._read()
            assert part, f"{text!r} does not come; the program ended after {shown.decode(errors='replace')!r}"
            shown += part
        return shown.decode(errors="replace")

    def read_all(self) -> str:
        """Reads the output until the program ends."""
        shown = b""
        while part := self._read():
            shown += part
        self.program.wait(TIMEOUT)
        return shown.decode().replace("\r\n", "\n")
