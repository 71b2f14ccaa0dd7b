"""Draws the board of the spy dynasty from the outlines of Natural Earth. Run by hand, never by the product."""

from __future__ import annotations
