"""Whatever the hue, a Dynasty's colour can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dynasties.succession.rules import HUES, accent_colours, contrast

STYLE = (Path(__file__).parents[3] / "static" / "nomic.css").read_text("utf-8")
READABLE = 4.5


def papers() -> tuple[str, str]:
    """The page's own colour, light and dark, from the stylesheet itself."""
    found = re.search(r"--paper: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", STYLE)
    assert found
    return found[1], found[2]


@pytest.mark.parametrize("hue", range(360))
def test_every_hue_can_be_read_on_light_paper_and_on_dark(hue: int) -> None:
    on_light, on_dark = accent_colours(hue)
    light, dark = papers()

    assert contrast(on_light, light) >= READABLE
    assert contrast(on_dark, dark) >= READABLE


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_hues_on_offer_differ_on_light_paper_and_on_dark() -> None:
    assert len({accent_colours(hue)[0] for hue in HUES}) == len({accent_colours(hue)[1] for hue in HUES}) == len(HUES)
