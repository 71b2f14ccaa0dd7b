"""The cache that all web workers share, while Redis is there and while it is not."""

from __future__ import annotations

import pytest

from nomic import shared_cache
from nomic.shared_cache import SharedCache
from tests import services


@pytest.fixture
def nowhere() -> SharedCache:
    """A cache whose Redis is not there."""
    return SharedCache(f"redis://127.0.0.1:{services.free_port()}/0", {"OPTIONS": {"socket_connect_timeout": 1}})


def test_without_redis_a_process_keeps_its_own(nowhere: SharedCache) -> None:
    nowhere.set("a", 1)
    added, again = nowhere.add("b", 2), nowhere.add("b", 3)

    assert (nowhere.get("a"), nowhere.get("b"), nowhere.get("c", 4)) == (1, 2, 4)
    assert (added, again) == (True, False)
    assert nowhere.touch("a", 60)
    assert nowhere.incr("a") == 2
    assert nowhere.delete("a")
    nowhere.clear()
    assert nowhere.get("b") is None


def test_redis_that_is_away_is_not_asked_at_every_step(nowhere: SharedCache, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(20):
        nowhere.get("a")

    assert len(caplog.records) == 1
    assert "Redis is away" in caplog.text


@pytest.mark.skipif(services.redis_binary() is None, reason="needs redis-server")
def test_redis_is_used_when_it_is_there_and_again_when_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_cache, "PAUSE", 0.0)
    port = services.free_port()
    one, other = (SharedCache(f"redis://127.0.0.1:{port}/0", {}) for _ in range(2))
    with services.redis(port):
        one.set("a", 1)
        shared = other.get("a")
    one.set("a", 2)
    with services.redis(port):
        one.set("a", 3)

        back = other.get("a")

    assert (shared, back) == (1, 3)
