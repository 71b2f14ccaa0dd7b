"""Dynasties, the tracker and the gamestate pages. History is added to, never deleted."""

from __future__ import annotations

from dynasties.models.dynasties import Dynasty
from dynasties.models.pages import Page, PageVersion
from dynasties.models.tracker import Column, Update, Value

__all__ = ["Column", "Dynasty", "Page", "PageVersion", "Update", "Value"]
