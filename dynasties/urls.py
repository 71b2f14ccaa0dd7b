"""Addresses of Dynasties, the tracker and the gamestate pages; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from dynasties.views import ascending, dynasties, pages, returning, tracker, tracker_files, undoing, updating

urlpatterns = [
    path("dynasties/", dynasties.dynasties, name="dynasties"),
    path("dynasties/<int:number>/", dynasties.dynasty, name="dynasty"),
    path("dynasty.css", dynasties.stylesheet, name="dynasty_css"),
    path("ascend/", ascending.ascend, name="ascend"),
    path("ascend/hand-on/", ascending.hand_on, name="hand_on"),
    path("roster/back/", returning.ask_back, name="ask_back"),
    path("roster/<int:agent_id>/unidle/", returning.unidle, name="unidle"),
    path("tracker/", tracker.tracker, name="tracker"),
    path("tracker/cell/<int:column>/<str:agent>/", tracker.cell, name="tracker_cell"),
    path("tracker/diff/", tracker.diff, name="tracker_diff"),
    path("tracker/edit/", updating.edit, name="tracker_edit"),
    path("tracker/updates/", tracker.updates, name="tracker_updates"),
    path("tracker/updates/<int:number>/", tracker.update, name="tracker_update"),
    path("tracker/updates/<int:number>/undo/", undoing.undo, name="tracker_undo"),
    path("tracker/updates/<int:number>/dispute/", undoing.dispute, name="tracker_dispute"),
    path("tracker.csv", tracker_files.as_csv, name="tracker_csv"),
    path("tracker.json", tracker_files.as_json, name="tracker_json"),
    path("pages/", pages.pages, name="pages"),
    path("pages/<int:number>/", pages.page, name="page"),
    path("pages/<int:number>/edit/", pages.edit, name="page_edit"),
    path("pages/<int:number>/history/", pages.history, name="page_history"),
    path("pages/<int:number>/versions/<int:n>/", pages.version, name="page_version"),
    path("pages/<int:number>/diff/", pages.diff, name="page_diff"),
]
