"""The picture of the house is the house's."""

from __future__ import annotations

from tools import picture


def test_the_picture_shows_what_imports_what_now() -> None:
    drawn = picture.draw_house()

    assert picture.PICTURE.read_text("utf-8") == drawn, "run: make picture"
    assert len(drawn) < 60_000
