"""A Dynasty's colour: from a hue, one that can be read on light paper and one on dark.

Lightness is fixed, and so contrast is: a hue alone can make nothing unreadable. Hues are those of OKLCH, in degrees;
where the screen has no colour so full, it is made paler.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TypeAlias

Linear: TypeAlias = tuple[float, float, float]

LIGHT_LIGHTNESS, DARK_LIGHTNESS = 0.42, 0.82
CHROMA, STEP = 0.13, 0.005
# What the composer of an Address offers.
HUES = {
    25: "red",
    55: "orange",
    85: "amber",
    115: "olive",
    145: "green",
    175: "sea green",
    205: "teal",
    235: "sky blue",
    260: "blue",
    290: "violet",
    320: "purple",
    355: "rose",
}


def accent_colours(hue: int) -> tuple[str, str]:
    """The colour on light paper and the one on dark, as `#rrggbb`."""
    return _colour(LIGHT_LIGHTNESS, hue), _colour(DARK_LIGHTNESS, hue)


def contrast(one: str, other: str) -> float:
    """How far apart two colours are to the eye, from 1 to 21 (WCAG 2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _colour(lightness: float, hue: int) -> str:
    chroma = CHROMA
    linear = _gamma_decode(lightness, chroma, hue)
    while any(not 0 <= part <= 1 for part in linear) and chroma > 0:
        chroma = max(chroma - STEP, 0)
        linear = _gamma_decode(lightness, chroma, hue)
    return "#" + "".join(f"{round(_gamma_encode(min(max(part, 0), 1)) * 255):02x}" for part in linear)


def _gamma_decode(lightness: float, chroma: float, hue: int) -> Linear:
    """Red, green and blue in proportion to light, by the matrices of Oklab (Ottosson 2020)."""
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _gamma_encode(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
