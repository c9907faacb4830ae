"""Text for LaTeX. Only UTF-8 is needed, which LaTeX reads since 2018."""

import re

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "–": "--",
    "×": r"$\times$",
    "−": "$-$",
    "…": r"\dots{}",
    "†": r"\textdagger{}",
}
FORMULA = re.compile(r"(?<!\\)(\$[^$]*\$)")


def escaped(name: str) -> str:
    """A name or a sentence of which LaTeX shows every character; a line break becomes a blank."""
    return "".join(SPECIAL.get(c, c if c.isprintable() else " ") for c in name)


def with_formulas(text: str) -> str:
    r"""As escaped(), but formulas between $ stay, as matplotlib reads texts of figures; \$ is a dollar."""
    parts = FORMULA.split(text)
    parts[::2] = [escaped(part.replace(r"\$", "$")) for part in parts[::2]]
    return "".join(parts)


def power_of_ten(value: float) -> str:
    """A number as a formula with at most two digits, for example $2.5\\cdot 10^{-3}$."""
    if value == 0:
        return "$0$"
    mantissa, exponent = f"{value:.1e}".split("e")
    mantissa, power = mantissa.removesuffix(".0"), f"10^{{{int(exponent)}}}"
    return f"${power}$" if mantissa == "1" else f"${mantissa}\\cdot {power}$"


def comment(text: str) -> str:
    """Lines that LaTeX does not read. A line break of any kind inside the text cannot end the comment."""
    return "".join(f"% {line}".rstrip() + "\n" for line in text.splitlines())
