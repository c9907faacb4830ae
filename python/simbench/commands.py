"""Ends the commands of this package with simbench's exit codes and one line, never a traceback."""

import argparse
import functools
import io
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from itertools import takewhile
from pathlib import Path
from textwrap import dedent
from typing import NoReturn, TextIO

from simbench.errors import NO_ROOM, OutputError, ResultsError, SimbenchError, tell
from simbench.nearest_name import NAMED_OF_MANY, did_you_mean

OUT_OF_MEMORY, INTERRUPTED = 7, 130  # exit codes, as those of simbench

# Whether this process is a command of ours, not another program that imports the package.
_is_command = Path((sys.argv or [""])[0]).name.partition("-")[0] == "simbench"
_interrupted = False


def command(main: Callable[[], None]) -> Callable[[], None]:
    """Decorates a command's main(): every error ends it with an exit code and a sentence."""

    @functools.wraps(main)
    def guarded() -> None:
        output, errors = _PlainText(sys.stdout), _PlainText(sys.stderr, may_be_lost=True)
        with redirect_stdout(output), redirect_stderr(errors), errors_for_the_user():
            try:
                main()
            finally:
                output.flush()
        _ignore_interrupts()  # all is done

    return guarded


class _Help(argparse.HelpFormatter):
    """Fits the paragraphs of a description into the terminal; commands stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        parts = (dedent(part).strip("\n") for part in re.split(r"\n\s*\n", text))
        return "\n\n".join(
            part if part.startswith(("simbench ", "python ")) else fill(part, width, indent) for part in parts
        )


class CommandParser(argparse.ArgumentParser):
    """Reads a command line. A wrong one is an error for the user, of one line, as all others are."""

    def __init__(self, **options) -> None:
        super().__init__(**{"formatter_class": _Help, **options})

    def error(self, message: str) -> NoReturn:
        raise SimbenchError(f"{message} ({self.prog} --help explains)")

    def parse_known_args(self, args: Sequence[str] | None = None, namespace=None):
        """An unknown option is reported first, because its value looks like another argument."""
        words = list(sys.argv[1:] if args is None else args)
        names = [name for name in self._option_string_actions if name.startswith("--")]
        for word in takewhile(self._is_own, words):
            option = word.partition("=")[0]
            if option.startswith("--") and not any(name.startswith(option) for name in names):
                self.error(f"unknown argument '{option}'{did_you_mean(option, names, NAMED_OF_MANY)}")
        return super().parse_known_args(words, namespace)

    def _is_own(self, word: str) -> bool:
        """Whether words up to this one may be options of this parser, not of one of its commands."""
        return word != "--" and (self._subparsers is None or word.startswith("-"))


@contextmanager
def errors_for_the_user() -> Iterator[None]:
    """Ends the program with an exit code and the message of an error that its user can fix."""
    try:
        yield
    except KeyboardInterrupt:
        _end_interrupted()
    except BrokenPipeError:  # the reader of the standard output has left: not an error
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
    except (SimbenchError, OSError, MemoryError) as error:
        if _interrupted:
            _end_interrupted()
        _ignore_interrupts()
        tell(plain(_sentence(error)))
        sys.exit(_exit_code(error))


def end_commands_on_interrupt() -> None:
    """Makes Ctrl-C end this package's commands, even during imports, with a line and exit code 130."""
    if not _is_command or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return

    def interrupt(*_) -> NoReturn:
        global _interrupted
        _interrupted = True
        raise KeyboardInterrupt

    def show(kind, error, traceback) -> None:
        if _interrupted:  # a library may have turned the interrupt into another error
            _end_interrupted()
        sys.__excepthook__(kind, error, traceback)

    def raise_again(unraisable) -> None:
        """Repeats an interrupt that came where nothing can be raised, for example in a destructor."""
        if not _interrupted:
            sys.__unraisablehook__(unraisable)
            return
        signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 1e-3)  # s

    signal.signal(signal.SIGINT, interrupt)
    sys.excepthook, sys.unraisablehook = show, raise_again


def _end_interrupted() -> NoReturn:
    _ignore_interrupts()
    tell("stopped by SIGINT")
    if command := _command_to_go_on(sys.argv):
        tell(f"note: to go on, type: {command}")
    sys.exit(INTERRUPTED)


def _command_to_go_on(words: list[str]) -> str:
    """The command that does what is missing after an interrupt; empty for commands that keep nothing."""
    name, *arguments = words
    program, _, kept = Path(name).name.partition("-")
    if kept not in ("study", "budget") or not arguments:
        return ""
    return shlex.join([program, kept, *(word for word in arguments if word != "--")])


def _ignore_interrupts() -> None:
    """Ignores further interrupts, because the process is about to end."""
    if _is_command:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _exit_code(error: Exception) -> int:
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if isinstance(error, SimbenchError):
        return error.exit_code
    return OutputError.exit_code if error.errno in NO_ROOM else ResultsError.exit_code


class _PlainText(io.TextIOBase):
    """Writes to a stream; control characters, and characters that it cannot show, are written as \\x1b.

    If `may_be_lost`, it is not an error that the stream cannot be written.
    """

    def __init__(self, stream: TextIO | None, may_be_lost: bool = False) -> None:
        self._stream, self._may_be_lost = stream, may_be_lost

    def write(self, text: str) -> int:
        if self._stream is not None:
            encoding = getattr(self._stream, "encoding", None) or "utf-8"
            shown = plain(text).encode(encoding, "backslashreplace").decode(encoding)
            with self._told_of_failure():
                self._stream.write(shown)
        return len(text)

    def flush(self) -> None:
        if self._stream is not None:
            with self._told_of_failure():
                self._stream.flush()

    @contextmanager
    def _told_of_failure(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(
                nowhere, self._stream.fileno()
            )  # for the rest of the buffer, which Python writes when it ends
            if isinstance(error, BrokenPipeError) and not self._may_be_lost:
                raise
            if not self._may_be_lost:
                raise OutputError(f"the standard output cannot be written: {error.strerror}") from error


def plain(text: str) -> str:
    """The text with escapes for control and formatting characters, which could steer a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)
