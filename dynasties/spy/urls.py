"""Addresses of the spy dynasty; all inside `/g/<slug>/spy/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from dynasties.spy.desk import views as desk_views
from dynasties.spy.disclosure import views as disclosure_views
from dynasties.spy.dossier import views as dossier_views
from dynasties.spy.gadgets import views as gadgets_views
from dynasties.spy.map import views as map_views
from dynasties.spy.missions import views as missions_views

urlpatterns: list[URLPattern] = [
    path("spy/desk/", desk_views.desk_page, name="spy_desk"),
    path("spy/desk/deal/", desk_views.deal_locations, name="spy_deal"),
    path("spy/desk/assign/", desk_views.assign_location, name="spy_assign"),
    path("spy/desk/correct/", desk_views.correct_record, name="spy_correct"),
    path("spy/desk/attempts/<slug:uid>/", desk_views.rule_on_attempt, name="spy_rule_on"),
    path("spy/desk/checkpoint/<slug:uid>/", desk_views.post_checkpoint, name="spy_checkpoint_post"),
    path("spy/dossier/", dossier_views.dossier_page, name="spy_dossier"),
    path("spy/dossier/declare/", dossier_views.declare_affiliation, name="spy_declare"),
    path("spy/dossier/capture/", dossier_views.attempt_capture, name="spy_capture"),
    path("spy/dossier/rescue/", dossier_views.rescue_prisoner, name="spy_rescue"),
    path("spy/dossier/turn/", dossier_views.turn_affiliation, name="spy_turn"),
    path("spy/dossier/log/<slug:commitment>/", dossier_views.line_proof, name="spy_proof"),
    path("spy/map/", map_views.map_page, name="spy_map"),
    path("spy/map/move/", map_views.move_agent, name="spy_move"),
    path("spy/map/exchange/", map_views.exchange_tickets, name="spy_exchange"),
    path("spy/map/supplies/", map_views.roll_supplies, name="spy_supplies"),
    path("spy/missions/", missions_views.mission_board, name="spy_missions"),
    path("spy/missions/new/", missions_views.new_mission, name="spy_mission_new"),
    path("spy/missions/<int:number>/", missions_views.mission_detail, name="spy_mission"),
    path("spy/missions/<int:number>/close/", missions_views.close_mission, name="spy_mission_close"),
    path("spy/missions/<int:number>/cancel/", missions_views.cancel_mission, name="spy_mission_cancel"),
    path("spy/missions/<int:number>/team/", missions_views.found_team, name="spy_team_found"),
    path("spy/missions/<int:number>/claim/", missions_views.claim_completion, name="spy_mission_claim"),
    path("spy/teams/<slug:uid>/invite/", missions_views.invite_agent, name="spy_team_invite"),
    path("spy/teams/<slug:uid>/join/", missions_views.join_team, name="spy_team_join"),
    path("spy/teams/<slug:uid>/leave/", missions_views.leave_team, name="spy_team_leave"),
    path("spy/claims/<slug:uid>/accept/", missions_views.accept_claim, name="spy_claim_accept"),
    path("spy/claims/<slug:uid>/refuse/", missions_views.refuse_claim, name="spy_claim_refuse"),
    path("spy/rank/gadgets/", missions_views.raise_gadget_limit, name="spy_raise_gadgets"),
    path("spy/disclose/", disclosure_views.disclose_thing, name="spy_disclose"),
    path("spy/reveal/<int:number>/", disclosure_views.reveal_all, name="spy_reveal_all"),
    path("spy/revealed/<int:number>/", disclosure_views.secret_story, name="spy_revealed"),
    path("spy/revealed/<int:number>/<int:n>/", disclosure_views.story_link, name="spy_revealed_link"),
    path("spy/revealed/<int:number>.json", disclosure_views.download_story, name="spy_revealed_json"),
    path("spy/gadgets/", gadgets_views.gadget_list, name="spy_gadgets"),
    path("spy/gadgets/new/", gadgets_views.new_request, name="spy_gadget_new"),
    path("spy/gadgets/<int:number>/", gadgets_views.gadget_detail, name="spy_gadget"),
    path("spy/gadgets/<int:number>/price/", gadgets_views.price_gadget, name="spy_gadget_price"),
    path("spy/gadgets/<int:number>/buy/", gadgets_views.buy_gadget, name="spy_gadget_buy"),
    path("spy/gadgets/requests/<int:number>/say/", gadgets_views.vote_on_request, name="spy_request_say"),
    path("spy/gadgets/requests/<int:number>/add/", gadgets_views.add_gadget, name="spy_request_add"),
    path("spy/gadgets/requests/<int:number>/deny/", gadgets_views.deny_own_request, name="spy_request_deny"),
    path("spy/gadgets/owned/<int:holding>/claim/", gadgets_views.claim_gadget, name="spy_gadget_claim"),
    path("spy/gadgets/owned/<int:holding>/discard/", gadgets_views.discard_gadget, name="spy_gadget_discard"),
]
