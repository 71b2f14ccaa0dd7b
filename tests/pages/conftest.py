"""What all tests of pages have: pages are read without their layout."""

from __future__ import annotations

from tests.reading import _read_without_layout as _read_without_layout
