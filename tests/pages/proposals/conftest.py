from __future__ import annotations

from tests.five import clock, table

__all__ = ["clock", "table"]
