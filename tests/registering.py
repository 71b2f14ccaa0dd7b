"""Another registry for a while: `with using(replace(registry(), reserved=frozenset({"Barber"}))):`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nomic.core.registry import Registry, register, registry


@contextmanager
def using(other: Registry) -> Iterator[None]:
    """Whoever asks for the registry inside gets `other`."""
    before = registry()
    register(lambda: other)
    try:
        yield
    finally:
        register(lambda: before)
