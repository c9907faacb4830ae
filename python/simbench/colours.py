"""Colours as amounts of light."""

from matplotlib.colors import to_rgb


def linear_rgb(colour) -> tuple[float, ...]:
    """Linear red, green, blue from 0 to 1 of an sRGB colour in any form that matplotlib takes."""
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour))
