"""What a recount works out anew of Dynasties, the tracker and its pages."""

from __future__ import annotations

from collections.abc import Mapping

from dynasties.pages import recount as pages_recount
from dynasties.succession import recount as succession_recount
from dynasties.tracker import recount as tracker_recount
from nomic.core.log.recount import Check

CHECKS: Mapping[str, Check] = {
    "Dynasties": succession_recount.recount_dynasties,
    "keywords": succession_recount.recount_keywords,
    "page texts": pages_recount.recount_page_texts,
    "columns": tracker_recount.recount_columns,
    "tracker updates": tracker_recount.recount_values,
    "cells": tracker_recount.recount_chains,
    "secret updates": tracker_recount.recount_secrets,
}
