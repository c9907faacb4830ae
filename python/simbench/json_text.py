"""JSON texts of Python values: the compiled module reads scenes and options as the program does."""

import json

import numpy as np


def json_text(value: object, what: str) -> str:
    """The value as JSON. Numbers and arrays of NumPy are like those of Python. TypeError names `what`."""
    try:
        text = json.dumps(value, default=_plain, allow_nan=False, ensure_ascii=False)
        text.encode()  # refuses surrogates, which no UTF-8 can have
        return text
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"{what}: expected finite numbers, texts, lists and dicts: {error}") from error


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"found {type(value).__name__}")
