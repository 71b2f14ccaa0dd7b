"""The spy dynasty: Agents move in secret over a map, capture one another and complete missions."""

from __future__ import annotations
