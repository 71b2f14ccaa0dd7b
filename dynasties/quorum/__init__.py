"""Quorum: episodes of a senate, played by people and programs at one table."""

from __future__ import annotations
