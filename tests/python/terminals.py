"""Programs on a terminal: a pseudo-terminal of a given size, what they print there, and what is typed."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from conftest import PATIENCE


class Terminal:
    """A program that has a terminal of its own; what it prints is read, and text is typed."""

    def __init__(self, command, *, columns=120, environment, **options):
        self.master, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
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

    def read_until(self, text: str) -> str:
        """What is printed up to the text, which must come."""
        shown, end = b"", time.monotonic() + PATIENCE
        while text.encode() not in shown:
            ready, _, _ = select.select([self.master], [], [], end - time.monotonic())
            assert ready, f"{text!r} does not come, but {shown.decode(errors='replace')!r}"
            shown += os.read(self.master, 1 << 16)
        return shown.decode(errors="replace")

    def read_all(self) -> str:
        """What is printed until the program ends."""
        shown = b""
        with contextlib.suppress(OSError):  # Linux says EIO at the end
            while part := os.read(self.master, 1 << 16):
                shown += part
        self.program.wait(PATIENCE)
        return shown.decode().replace("\r\n", "\n")
