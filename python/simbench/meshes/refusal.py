"""Why a mesh cannot be read, used or written."""

from simbench.errors import OutputError, ResultsError

USAGE, MESH, OUTPUT = ResultsError.exit_code, 3, OutputError.exit_code


class ConversionError(ResultsError):
    """The message is for the user, the exit code for the caller."""

    def __init__(self, exit_code: int, message: str):
        super().__init__(message)
        self.exit_code = exit_code
