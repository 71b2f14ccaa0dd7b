"""Addresses of the ballot; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
