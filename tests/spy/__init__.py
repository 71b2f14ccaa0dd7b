"""The board of the spy dynasty, and what is drawn of it."""

from __future__ import annotations
