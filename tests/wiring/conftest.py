from __future__ import annotations

from tests.reading import _read_without_layout as _read_without_layout
from tests.wiring.telling import seed_demos, visit

__all__ = ["seed_demos", "visit"]
