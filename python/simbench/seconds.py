"""A time in words, as the program writes it (src/base/seconds_text.h)."""

# Each unit with its seconds, and with the time [s] below which it is used.
UNITS = (("ms", 1e-3, 0.9995), ("s", 1.0, 120.0), ("min", 60.0, 7200.0))
HOUR = ("h", 3600.0)


def seconds_text(seconds: float) -> str:
    """The time [s] as "3.4 ms", "1.2 s", "5 min" or "3 h": two digits, or whole units from 10 on."""
    name, unit = next(((name, unit) for name, unit, end in UNITS if seconds < end), HOUR)
    value = seconds / unit
    return f"{value:.2g} {name}" if value < 9.95 else f"{value:.0f} {name}"
