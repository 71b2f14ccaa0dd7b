"""The dials and mechanisms of the spy dynasty, each carried by a rule of its law."""

from __future__ import annotations

from datetime import timedelta

from nomic.core.law.rules import Mechanism, dial, each_dial, each_mechanism
from nomic.core.law.rules_wordings import Band, Count, Duration, Switch


def hours(count: int) -> timedelta:
    return timedelta(hours=count)


PRICE, NUMBER = Count(most=100), Count(most=100)
DIE, PERCENT = Band(1, 6), Band(1, 1000)
PLAYS = Switch("takes part", "takes no part")

DECLARE_WITHIN = dial("spy.declare_within", Duration(), timedelta(days=14), None).carried_by(
    "Affiliation", "Time to declare an Affiliation", "nobody is idled for eir silence about it"
)
GADGET_LIMIT = dial("spy.gadget_limit", NUMBER, 3, 0).carried_by(
    "Gadgets", "Gadgets that a new Agent may own", "a new Agent may own none"
)
GADGET_PENDING = dial("spy.gadget_pending", NUMBER, 1, None).carried_by(
    "Gadgets", "Pending gadget requests of one Agent", "any number may be pending"
)
GADGET_TIME = dial("spy.gadget_time", Duration(), hours(48), hours(0)).carried_by(
    "Gadgets", "Age at which a gadget request is ripe", "a request is ripe at once"
)
GADGET_DENIALS = dial("spy.gadget_denials", NUMBER, 3, None).carried_by(
    "Gadgets", "Agents who disapprove, to deny a gadget request", "no number of them denies it"
)
GADGET_APPROVALS = dial("spy.gadget_approvals", NUMBER, 2, 0).carried_by(
    "Gadgets", "Agents who approve, for a gadget request", "nobody has to approve"
)
GADGET_PRICING = dial("spy.gadget_pricing", Duration(), hours(48), None).carried_by(
    "Gadgets", "Time to set the cost of a Gadget", "the cost may be set at any time"
)
MASTERMIND_PLAYS = dial("spy.mastermind_plays", PLAYS, False, False).carried_by(
    "Location", "The Mastermind, with Location, Tickets and Gadgets of eir own", "e takes no part"
)
OUTFIT_DIE = dial("spy.outfit_die", Count(most=1000), 3, 0).carried_by(
    "Tickets", "Sides of the die for first Tickets", "no die is rolled"
)
OUTFIT_ADDED = dial("spy.outfit_added", NUMBER, 2, 0).carried_by(
    "Tickets", "Added to the die for first Tickets", "nothing is added"
)
SUPPLY_AIR = dial("spy.supply_air", DIE, "1", None).carried_by(
    "Tickets", "Supply rolls that bring an Air Ticket", "no roll brings one"
)
SUPPLY_SEA = dial("spy.supply_sea", DIE, "2", None).carried_by(
    "Tickets", "Supply rolls that bring a Sea Ticket", "no roll brings one"
)
SUPPLY_LAND = dial("spy.supply_land", DIE, "3 to 4", None).carried_by(
    "Tickets", "Supply rolls that bring a Land Ticket", "no roll brings one"
)
SUPPLY_NEWS = dial("spy.supply_news", DIE, "6", None).carried_by(
    "Tickets", "Supply rolls that publish the LKL", "no roll tells where somebody is"
)
EXCHANGE_PRICE = dial("spy.exchange_price", PRICE, 2, 1).carried_by(
    "Tickets", "Tickets spent for each that is gained", "one for one"
)
AIR_PRICE = dial("spy.air_price", PRICE, 1, None).carried_by(
    "Movement", "Air Tickets for a move by air", "nobody moves by air"
)
SEA_PRICE = dial("spy.sea_price", PRICE, 1, None).carried_by(
    "Movement", "Sea Tickets for a move by sea", "nobody moves by sea"
)
HOP_PRICE = dial("spy.hop_price", PRICE, 1, None).carried_by("Movement", "Land Tickets for a hop", "nobody hops")
CHECKPOINT_POST = dial("spy.checkpoint_post", Duration(), hours(48), None).carried_by(
    "Checkpoint Charlie", "Time to post that somebody passed Checkpoint Charlie", "nobody is told of it"
)
SMUGGLING_PRICE = dial("spy.smuggling_price", PRICE, 2, None).carried_by(
    "Smuggling", "Sea Tickets for crossing the Iron Curtain from a smuggling territory", "nobody crosses from there"
)
OPEN_MISSIONS = dial("spy.open_missions", NUMBER, 3, None).carried_by(
    "Missions", "Open missions that nobody has completed, at most", "any number may be open"
)
MISSION_CANCEL = dial("spy.mission_cancel", Duration(), hours(6), None).carried_by(
    "Missions", "Age up to which a mission may be cancelled", "youth is no ground to cancel one"
)
MISSION_ABORTS = dial("spy.mission_aborts", NUMBER, 3, None).carried_by(
    "Missions", "Agents who ask to abort a mission, to cancel it", "no number of them is a ground to cancel one"
)
RANK_STANDARD = dial("spy.rank_standard", NUMBER, 3, None).carried_by(
    "Ranks", "Missions for a Standard Spy", "nobody becomes one"
)
RANK_GADGETS = dial("spy.rank_gadgets", NUMBER, 1, 0).carried_by(
    "Ranks", "Gadgets more for a Standard Spy", "no Gadget more"
)
RANK_EXPERIENCED = dial("spy.rank_experienced", NUMBER, 7, None).carried_by(
    "Ranks", "Missions for an Experienced Spy", "nobody becomes one"
)
RANK_MASTER = dial("spy.rank_master", NUMBER, 10, None).carried_by(
    "Ranks", "Missions for a Master Spy, who has won", "nobody becomes one"
)
RESCUE_PRICE = dial("spy.rescue_price", PRICE, 1, 0).carried_by(
    "Prisons", "Tickets of every kind for a rescue", "it costs nothing"
)
CAPTURE_DIE = dial("spy.capture_die", Count(most=1000), 100, 0).carried_by(
    "Capture", "Sides of the die for a capture", "no die is rolled, and 0 is in no row"
)
CAPTURE_SUCCESS = dial("spy.capture_success", PERCENT, "1 to 33", None).carried_by(
    "Capture", "Rolls on which the target is caught", "none"
)
CAPTURE_BACKFIRE = dial("spy.capture_backfire", PERCENT, "34 to 50", None).carried_by(
    "Capture", "Rolls on which the captor is caught", "none"
)
CAPTURE_DRAW = dial("spy.capture_draw", PERCENT, "51 to 90", None).carried_by(
    "Capture", "Rolls on which both get away", "none"
)
CAPTURE_NEWS = dial("spy.capture_news", PERCENT, "90 to 100", None).carried_by(
    "Capture", "Rolls on which both are in the news", "none"
)

DIALS = each_dial(globals())

AFFILIATION = Mechanism("spy.affiliation", "Affiliation", "Declaring an Affiliation", "nobody declares an Affiliation")
GADGET_REQUESTS = Mechanism("spy.gadget_requests", "Gadgets", "Requesting Gadgets", "nobody requests a Gadget")
GADGET_VETO = Mechanism(
    "spy.gadget_veto", "Gadgets", "The Mastermind's veto of a gadget request", "there is no such veto"
)
GADGET_COSTS = Mechanism("spy.gadget_costs", "Gadgets", "Setting what a Gadget costs", "nobody sets a cost")
GADGET_CLAIMS = Mechanism(
    "spy.gadget_claims", "Gadgets", "Claiming what somebody owns too many of", "nobody claims a Gadget"
)
DISCARDING = Mechanism("spy.discarding", "Gadgets", "Throwing a Gadget away", "nobody throws a Gadget away")
DISCLOSURE = Mechanism(
    "spy.disclosure", "Top Secret", "Disclosing one thing to one Agent", "the Mastermind discloses nothing"
)
REVEALING = Mechanism("spy.revealing", "Top Secret", "Revealing everything", "what was secret stays secret")
AIRLINKS = Mechanism("spy.airlinks", "Map", "Airports are adjacent", "airports are adjacent only where they border")
SHORTCUTS = Mechanism("spy.shortcuts", "Map", "The three short cuts at sea", "those seas are not adjacent")
LOCATION = Mechanism("spy.location", "Location", "Locations", "nobody is given a Location")
OUTFIT = Mechanism("spy.outfit", "Tickets", "A newcomer's Tickets", "newcomers get no Tickets")
SUPPLIES = Mechanism("spy.supplies", "Tickets", "Rolling for supplies", "nobody rolls for supplies")
EXCHANGE = Mechanism("spy.exchange", "Tickets", "Exchanging Tickets", "nobody exchanges Tickets")
MOVEMENT = Mechanism("spy.movement", "Movement", "Moving", "nobody moves")
LAND_MOVES = Mechanism("spy.land_moves", "Movement", "Moving by land, free", "nobody moves by land for nothing")
CURTAIN = Mechanism("spy.curtain", "Iron Curtain", "The Iron Curtain", "nothing bars the way")
CHECKPOINT = Mechanism(
    "spy.checkpoint",
    "Checkpoint Charlie",
    "Passing Checkpoint Charlie",
    "between BER and FRA the Iron Curtain is as everywhere",
)
SMUGGLING = Mechanism("spy.smuggling", "Smuggling", "Territories on both sides", "each territory is on one side")
MISSIONS = Mechanism("spy.missions", "Missions", "Missions", "there are no missions")
MISSION_PENALTIES = Mechanism(
    "spy.mission_penalties", "Missions", "The penalty of a false claim", "a false claim costs nothing"
)
RANKS = Mechanism("spy.ranks", "Ranks", "Ranks", "nobody has a Rank")
QUIET_ROLLS = Mechanism(
    "spy.quiet_rolls", "Ranks", "An Experienced Spy's quiet supply rolls", "every such roll publishes it"
)
PRISONS = Mechanism("spy.prisons", "Prisons", "Prisoners stay", "prisoners walk out")
RESCUE = Mechanism("spy.rescue", "Prisons", "Rescuing prisoners", "nobody rescues a prisoner")
TURNING = Mechanism("spy.turning", "Prisons", "A Double Agent turns in prison", "no Double Agent turns")
CAPTURE = Mechanism("spy.capture", "Capture", "Capturing", "nobody captures anybody")
SHOP = Mechanism("spy.shop", "Spy Shop", "Buying Gadgets", "nobody buys a Gadget")

MECHANISMS = each_mechanism(globals())
