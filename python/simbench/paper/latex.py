"""Text for LaTeX, in any encoding of fonts. LaTeX reads UTF-8 since 2018, but knows few characters."""

import re
import unicodedata

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
    '"': r"\texttt{\char34}",  # \textquotedbl is not in the encoding OT1
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "–": "--",
    "×": r"$\times$",
    "−": "$-$",
    "…": r"\dots{}",
    "†": r"\textdagger{}",
}
MATHS = {"≤": "le", "≥": "ge", "≪": "ll", "≫": "gg", "≈": "approx", "≠": "neq", "→": "to", "∞": "infty"}
MATHS |= {"∝": "propto", "√": "surd", "∇": "nabla", "∂": "partial", "∑": "sum", "‖": "|", "ℓ": "ell"}
SCRIPTS = {"<super>": "^", "<sub>": "_"}
ACCENTS = {"\u0302": "hat", "\u0303": "tilde"}  # combining characters, as in q̃
KNOWN = "‘’“”—•€™‡"  # characters beyond Latin letters that every LaTeX has
UNKNOWN = "«»ÐðÞþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ"  # and Latin letters that are not in the encoding OT1
GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"  # other capitals look like Latin ones
FORMULA = re.compile(r"(?<!\\)(\$[^$]*\$)")


def escaped(name: str) -> str:
    """A name or a sentence of which LaTeX shows every character; a line break becomes a blank.

    A character that LaTeX may not have is shown by its number, as U+65E5.
    """
    found: list[str] = []
    before = ""
    for character in unicodedata.normalize("NFC", name):
        if character in ACCENTS and before.isalpha():
            found[-1] = f"$\\{ACCENTS[character]}{{{found[-1].strip('$')}}}$"
        else:
            found.append(_shown(character))
        before = character
    return "".join(found)


def _shown(character: str) -> str:
    if character in SPECIAL:
        return SPECIAL[character]
    if character in MATHS:
        return f"$\\{MATHS[character]}$"
    if not character.isprintable():
        return " "
    if character.isascii() or character in KNOWN:
        return character
    if "\xa1" <= character <= "\u017f" and character not in UNKNOWN:
        return character
    if character in GREEK:
        letter = unicodedata.name(character).split()[-1].lower().replace("lamda", "lambda")
        return f"$\\{letter if character.islower() else letter.title()}$"
    place, _, number = unicodedata.decomposition(character).partition(" ")
    if place in SCRIPTS and (raised := chr(int(number.split()[0], 16)).replace("−", "-")).isascii():
        return f"${SCRIPTS[place]}{{{raised}}}$"
    return f"\\texttt{{U+{ord(character):04X}}}"


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
