"""The themes that a Dynasty may begin with: a line for each. None of them knows another."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties import harbour
from dynasties.quorum import theme as quorum
from dynasties.spy import theme
from dynasties.themes import Theme

THEMES: Mapping[str, Theme] = {each.name: each for each in (harbour.THEME, theme.THEME, quorum.THEME)}
