"""A number with its noun in singular or plural, as the program writes it (src/base/counted.h)."""


def counted(number: float, one: str, several: str = "") -> str:
    """ "1 run", "2 runs". `several` is the plural of an irregular noun."""
    return f"{number:.0f} {one if number == 1 else several or one + 's'}"
