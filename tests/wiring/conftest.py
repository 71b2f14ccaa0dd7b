from __future__ import annotations

from tests.wiring.telling import moved, told

__all__ = ["moved", "told"]
