"""Colours as light."""

from matplotlib.colors import to_rgb


def linear_rgb(colour) -> tuple[float, ...]:
    """Red, green, blue from 0 to 1 in proportion to light, of a colour of sRGB as matplotlib takes them."""
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour))
