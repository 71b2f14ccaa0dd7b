"""Addresses of Quorum; all inside `/g/<slug>/quorum/`."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
