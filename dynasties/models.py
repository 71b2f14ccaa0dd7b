"""Dynasties, the tracker and the gamestate pages. History is added to, never deleted."""

from __future__ import annotations

from dynasties.pages.models import Page, PageVersion
from dynasties.succession.models import Dynasty
from dynasties.tracker.models import Column, Update, Value

__all__ = ["Column", "Dynasty", "Page", "PageVersion", "Update", "Value"]
