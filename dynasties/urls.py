"""Addresses of Dynasties, the tracker and the gamestate pages; all inside `/g/<slug>/`."""

from __future__ import annotations

from django.urls import path

from dynasties.pages import views as pages_views
from dynasties.succession import views as succession_views
from dynasties.tracker import views as tracker_views, views_updates as tracker_views_updates

urlpatterns = [
    path("dynasties/", succession_views.dynasties_page, name="dynasties"),
    path("dynasties/<int:number>/", succession_views.dynasty_page, name="dynasty"),
    path("dynasty.css", succession_views.stylesheet, name="dynasty_css"),
    path("ascend/", succession_views.ascend_page, name="ascend"),
    path("ascend/hand-on/", succession_views.hand_on_page, name="hand_on"),
    path("roster/back/", tracker_views_updates.ask_back_page, name="ask_back"),
    path("roster/<int:agent_id>/unidle/", tracker_views_updates.unidle_page, name="unidle"),
    path("tracker/", tracker_views.tracker_page, name="tracker"),
    path("tracker/cell/<int:column>/<str:agent>/", tracker_views.cell_page, name="tracker_cell"),
    path("tracker/diff/", tracker_views.tracker_diff, name="tracker_diff"),
    path("tracker/edit/", tracker_views_updates.update_tracker_page, name="tracker_edit"),
    path("tracker/updates/", tracker_views.updates_page, name="tracker_updates"),
    path("tracker/updates/<int:number>/", tracker_views.update_page_view, name="tracker_update"),
    path("tracker/updates/<int:number>/undo/", tracker_views_updates.undo_page, name="tracker_undo"),
    path("tracker/updates/<int:number>/dispute/", tracker_views_updates.dispute_page, name="tracker_dispute"),
    path("tracker.csv", tracker_views.tracker_csv, name="tracker_csv"),
    path("tracker.json", tracker_views.tracker_json, name="tracker_json"),
    path("pages/", pages_views.pages_page, name="pages"),
    path("pages/<int:number>/", pages_views.page_page, name="page"),
    path("pages/<int:number>/edit/", pages_views.edit_page_page, name="page_edit"),
    path("pages/<int:number>/history/", pages_views.page_history, name="page_history"),
    path("pages/<int:number>/versions/<int:n>/", pages_views.page_version_page, name="page_version"),
    path("pages/<int:number>/diff/", pages_views.page_diff, name="page_diff"),
]
