"""The registry, filled: each field from the table that this or another module of the wiring joins."""

from __future__ import annotations

from nomic import catalogue, changes, effects, plugins, words
from nomic.core.registry import Registry
from nomic.demo import CAST

REGISTRY = Registry(
    catalogue=catalogue.CATALOGUE,
    starters=catalogue.STARTERS,
    readings=catalogue.READINGS,
    words=words.WORDS,
    log_words=words.LOG_WORDS,
    log_groups=words.GROUPS,
    subjects=words.SUBJECTS,
    decisions=words.DECISIONS,
    notices=words.NOTICES,
    reserved=words.RESERVED,
    changes=changes.CHANGES,
    kept=changes.KEPT,
    handlers=effects.HANDLERS,
    tellers=effects.TELLERS,
    still_current=effects.STILL_CURRENT,
    plugins=plugins.PLUGINS,
    procedures=plugins.PROCEDURE_PLUGINS,
    pending_counts=plugins.PENDING_COUNTS,
    demo_cast=CAST,
)
