"""The law: its text, its history, and the changes that proposals make to it."""

from __future__ import annotations
