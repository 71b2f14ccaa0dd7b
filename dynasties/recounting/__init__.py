"""What a recount works out anew of Dynasties, the tracker and its pages."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.recounting import pages
from proposals.recounting.differences import Check

CHECKS: Mapping[str, Check] = {
    "page texts": pages.page_texts,
}
