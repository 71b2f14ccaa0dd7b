"""Addresses of Quorum; all inside `/g/<slug>/quorum/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from dynasties.quorum.api.urls import api_urls
from dynasties.quorum.views import chamber, copying, gathering, replaying, senate

urlpatterns: list[URLPattern] = [
    *api_urls,
    path("quorum/senate/", senate.senate, name="quorum_senate"),
    path("quorum/convene/", senate.convene, name="quorum_convene"),
    path("quorum/quorum_client.py", copying.client, name="quorum_client"),
    path("quorum/bot.py", copying.first, name="quorum_bot"),
    path("quorum/<int:number>/", chamber.episode, name="quorum_episode"),
    path("quorum/<int:number>/decide/", chamber.decide, name="quorum_decide"),
    path("quorum/<int:number>/open/", gathering.open_, name="quorum_open"),
    path("quorum/<int:number>/call-off/", gathering.call_off, name="quorum_call_off"),
    path("quorum/<int:number>/seats/<int:seat>/take/", gathering.take, name="quorum_seat"),
    path("quorum/<int:number>/seats/<int:seat>/leave/", gathering.leave, name="quorum_leave"),
    path("quorum/<int:number>/seats/<int:seat>/program/", gathering.program, name="quorum_program"),
    path("quorum/<int:number>/seats/<int:seat>/token/", gathering.token, name="quorum_token"),
    path("quorum/<int:number>/seats/<int:seat>/bench/", gathering.bench, name="quorum_bench"),
    path("quorum/<int:number>/rounds/<int:of>/", chamber.round, name="quorum_round"),
    path("quorum/<int:number>/replay/", replaying.replay, name="quorum_replay"),
    path("quorum/<int:number>/replay.json", replaying.download, name="quorum_replay_json"),
    path("quorum/<int:number>/decisions.json", replaying.openings, name="quorum_openings"),
]
