from __future__ import annotations

from tests.five import clock
from tests.five import table

__all__ = ["clock", "table"]
