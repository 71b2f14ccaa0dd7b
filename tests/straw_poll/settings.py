"""The tests' settings, with one more kind of matter in the product's table. Tables are made from the models, so their
constraints know it.
"""

from __future__ import annotations

from nomic.settings.test import *  # noqa: F403 - settings inherit
from nomic.settings.test import INSTALLED_APPS
from proposals.kinds import add_kind
from tests.straw_poll.kind import STRAW_POLL

add_kind(STRAW_POLL)  # the one line of its record
INSTALLED_APPS = [*INSTALLED_APPS, "tests.straw_poll"]
