"""Dynasties, the tracker and the gamestate pages. History is added to, never deleted."""

from __future__ import annotations

from dynasties.pages.models import Page
from dynasties.pages.models import PageVersion
from dynasties.succession.models import Dynasty
from dynasties.tracker.models import Column
from dynasties.tracker.models import Update
from dynasties.tracker.models import Value

__all__ = ["Column", "Dynasty", "Page", "PageVersion", "Update", "Value"]
