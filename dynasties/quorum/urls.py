"""Addresses of Quorum, those for programs first; all inside `/g/<slug>/quorum/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from dynasties.quorum.chamber import views as chamber_views
from dynasties.quorum.programs import views as programs_views
from dynasties.quorum.replay import views as replay_views
from dynasties.quorum.senate import views as senate_views

api_urls: list[URLPattern] = [
    path("quorum/api/openapi.json", programs_views.description, name="quorum_api"),
    path("quorum/api/episodes/<int:number>/", programs_views.observation, name="quorum_api_episode"),
    path("quorum/api/episodes/<int:number>/decision", programs_views.decision, name="quorum_api_decision"),
    path("quorum/api/episodes/<int:number>/replay", programs_views.replay, name="quorum_api_replay"),
]


urlpatterns: list[URLPattern] = [
    *api_urls,
    path("quorum/senate/", senate_views.senate_page, name="quorum_senate"),
    path("quorum/convene/", senate_views.convene_episode, name="quorum_convene"),
    path("quorum/quorum_client.py", programs_views.download_client, name="quorum_client"),
    path("quorum/bot.py", programs_views.download_bot, name="quorum_bot"),
    path("quorum/<int:number>/", chamber_views.episode_page, name="quorum_episode"),
    path("quorum/<int:number>/decide/", chamber_views.take_decision, name="quorum_decide"),
    path("quorum/<int:number>/open/", senate_views.open_episode, name="quorum_open"),
    path("quorum/<int:number>/call-off/", senate_views.call_off_episode, name="quorum_call_off"),
    path("quorum/<int:number>/seats/<int:seat>/take/", senate_views.take_seat, name="quorum_seat"),
    path("quorum/<int:number>/seats/<int:seat>/leave/", senate_views.leave_seat, name="quorum_leave"),
    path("quorum/<int:number>/seats/<int:seat>/program/", senate_views.seat_program, name="quorum_program"),
    path("quorum/<int:number>/seats/<int:seat>/token/", senate_views.renew_token, name="quorum_token"),
    path("quorum/<int:number>/seats/<int:seat>/bench/", senate_views.seat_script, name="quorum_bench"),
    path("quorum/<int:number>/rounds/<int:of>/", chamber_views.closed_round, name="quorum_round"),
    path("quorum/<int:number>/replay/", replay_views.replay_page, name="quorum_replay"),
    path("quorum/<int:number>/replay.json", replay_views.download_replay, name="quorum_replay_json"),
    path("quorum/<int:number>/decisions.json", replay_views.download_openings, name="quorum_openings"),
]
