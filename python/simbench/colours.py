"""Colours as #rrggbb and as amounts of light, and the scale of all heat maps: bright is good, dark is bad."""

# matplotlib's viridis_r, whose import would take longer than a small report; drawing.GOOD_TO_BAD is the same.
# fmt: off
GOOD_TO_BAD = [
    "#fde725", "#d2e21b", "#a5db36", "#7ad151", "#54c568", "#35b779", "#22a884", "#1f988b",
    "#23888e", "#2a788e", "#31688e", "#39568c", "#414487", "#472f7d", "#481a6c", "#440154",
]
# fmt: on


def rgb(colour: str | tuple) -> tuple[float, ...]:
    """Red, green and blue from 0 to 1 of #rrggbb, or of a tuple that begins with them."""
    if isinstance(colour, str):
        return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return tuple(colour[:3])


def hex_of(colour: str | tuple) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb(colour))


def linear_rgb(colour: str | tuple) -> tuple[float, ...]:
    """Linear red, green, blue from 0 to 1 of an sRGB colour."""
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour))
