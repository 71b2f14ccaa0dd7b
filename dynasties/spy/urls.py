"""Addresses of the spy dynasty; all inside `/g/<slug>/spy/`."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
