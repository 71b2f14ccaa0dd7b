"""Addresses of Dynasties, the tracker and the gamestate pages; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from dynasties.views import pages

urlpatterns = [
    path("pages/", pages.pages, name="pages"),
    path("pages/<int:number>/", pages.page, name="page"),
    path("pages/<int:number>/edit/", pages.edit, name="page_edit"),
    path("pages/<int:number>/history/", pages.history, name="page_history"),
    path("pages/<int:number>/versions/<int:n>/", pages.version, name="page_version"),
    path("pages/<int:number>/diff/", pages.diff, name="page_diff"),
]
