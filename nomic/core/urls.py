"""The lobby, the door, the roster and the log."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from nomic.core.dice import views as dice_views
from nomic.core.duties import views as duties_views
from nomic.core.lobby import views as lobby_views
from nomic.core.log import views as log_views
from nomic.core.messages import views as messages_views
from nomic.core.notifications import views as notifications_views
from nomic.core.roster import views as roster_views

in_game: list[URLPattern] = [
    path("join/", roster_views.join_page, name="join"),
    path("join/withdraw/", roster_views.withdraw_view, name="withdraw_arrival"),
    path("join/<int:application_id>/admit/", roster_views.admit_view, name="admit"),
    path("join/<int:application_id>/decline/", roster_views.decline_view, name="decline"),
    path("roster/", roster_views.roster_page, name="roster"),
    path("roster/idle/", roster_views.ask_idle_view, name="ask_idle"),
    path("roster/resign/", roster_views.resign_view, name="resign"),
    path("roster/leave/", roster_views.leave_page, name="leave"),
    path("roster/<int:agent_id>/", roster_views.agent_page, name="agent"),
    path("roster/<int:agent_id>/idle/", roster_views.idle_view, name="idle"),
    path("dice/", dice_views.dice_page, name="dice"),
    path("dice/seeds/", dice_views.seeds_page, name="seeds"),
    path("dice/<int:number>/", dice_views.roll_page, name="roll"),
    path("duties/", duties_views.duties_page, name="duties"),
    path("duties/<int:number>/done/", duties_views.report_done_view, name="duty-done"),
    path("messages/", messages_views.messages_page, name="messages"),
    path("messages/new/", messages_views.new_message, name="message-new"),
    path("messages/check/", messages_views.check_page, name="message-check"),
    path("messages/<slug:uid>/", messages_views.message_page, name="message"),
    path("messages/<slug:uid>/proof/", messages_views.proof_page, name="message-proof"),
    path("log/", log_views.log_page, name="log"),
    path("log/<int:seq>/", log_views.event_page, name="log_event"),
    path("log.json", log_views.export_log, name="log_json"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", lobby_views.lobby_page, name="lobby"),
    path("inbox/", notifications_views.inbox_page, name="inbox"),
    path("inbox/read/", notifications_views.mark_all_read, name="read_all"),
    path("inbox/choices/", notifications_views.choices_page, name="choices"),
    path("inbox/<slug:uid>/", notifications_views.follow_notice, name="notice"),
    path("inbox/stop/<str:ticket>/", notifications_views.stop_page, name="stop_letters"),
    path("demo/sign-in/", lobby_views.sign_in, name="demo_sign_in"),
    path("g/<slug:slug>/", include(in_game)),
]
