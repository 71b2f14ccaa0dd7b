"""The cache that all web workers share, in Redis; while that is away, each process has one of its own.

What is kept there is worth nothing for long: how often somebody has tried to sign in, and answers that can be worked
out again. So no page waits for Redis, or fails with it.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
PAUSE = 5.0  # seconds in which nobody asks again whether Redis is back


class SharedCache(BaseCache):
    """Redis's cache with a stand-in. `LOCATION` and `OPTIONS` are those of Django's `RedisCache`."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._shared = RedisCache(location, params)
        self._own = LocMemCache("stand-in", params)
        self._back_at = 0.0

    def _ask(self, act: str, *given: Any, **named: Any) -> Any:
        if time.monotonic() >= self._back_at:
            try:
                return getattr(self._shared, act)(*given, **named)
            except RedisError as error:
                log.warning("Redis is away, so this process keeps its own cache: %s", error)
                self._back_at = time.monotonic() + PAUSE
        return getattr(self._own, act)(*given, **named)

    def add(self, key: Any, value: Any, *given: Any, **named: Any) -> bool:
        return bool(self._ask("add", key, value, *given, **named))

    def get(self, key: Any, default: Any = None, *given: Any, **named: Any) -> Any:
        return self._ask("get", key, default, *given, **named)

    def set(self, key: Any, value: Any, *given: Any, **named: Any) -> None:
        self._ask("set", key, value, *given, **named)

    def touch(self, key: Any, *given: Any, **named: Any) -> bool:
        return bool(self._ask("touch", key, *given, **named))

    def delete(self, key: Any, *given: Any, **named: Any) -> bool:
        return bool(self._ask("delete", key, *given, **named))

    def clear(self) -> None:
        self._ask("clear")
