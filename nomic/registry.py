"""The registry, filled: each field from the table that this or another module of the wiring joins."""

from __future__ import annotations

from nomic import catalogue, changes, effects, plugins, words as nomic_words
from nomic.core.registry import Registry
from nomic.demo import CAST

REGISTRY = Registry(
    catalogue=catalogue.CATALOGUE,
    starters=catalogue.STARTERS,
    readings=catalogue.READINGS,
    words=nomic_words.WORDS,
    log_words=nomic_words.LOG_WORDS,
    log_groups=nomic_words.GROUPS,
    subjects=nomic_words.SUBJECTS,
    decisions=nomic_words.DECISIONS,
    notices=nomic_words.NOTICES,
    reserved=nomic_words.RESERVED,
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
