"""Dynasties: the tracker, gamestate pages, succession, and the themes that a Dynasty can have."""

from __future__ import annotations
