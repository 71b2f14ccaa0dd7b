"""The journal of a game: posts, votes on them, and how matters are decided."""

from __future__ import annotations
