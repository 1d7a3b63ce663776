"""How facts about people change the tournament.

One small function per fact; it refuses a fact that does not fit.
"""

from __future__ import annotations

from engine import facts as f
from engine.folding.parts import (
    Folders,
    T,
    has_a_seat,
    keeps_factions,
    player_of,
    require_known_tiebreaks,
    require_sensible,
    require_teams,
    require_unfinished,
    with_player,
)
from engine.refusals import Refused
from engine.sentences import round_at_start, who
from engine.values import replace
from engine.words import Apart, DeckCheck, Penalty, Player, PlayerId, Staff


def _settings_changed(t: T, fact: f.SettingsChanged) -> T:
    if fact.settings.ruleset != t.settings.ruleset or (t.stages and fact.settings.scoring != t.settings.scoring):
        raise Refused("The ruleset and its scoring stay as they are once play has begun.")
    require_sensible(fact.settings)
    require_known_tiebreaks(fact.settings)
    if t.stages:
        require_teams(t, fact.settings)
        if fact.settings.teams != t.settings.teams:
            raise Refused("Play has begun, so the teams stay as they are.")
    return replace(t, settings=fact.settings)


def _entered(t: T, fact: f.PlayerEntered) -> T:
    require_unfinished(t)
    if fact.player in t.players:
        raise Refused(f"{who(fact.player)} is already in the tournament.")
    return replace(t, players={**t.players, fact.player: Player(fact.player, fact.lot, fact.round)})


def _removed(t: T, fact: f.PlayerRemoved) -> T:
    player_of(t, fact.player)
    if has_a_seat(t, fact.player):
        raise Refused("A player who has been paired or is drafting is dropped, not removed.")
    if any(fact.player in team for team in t.settings.teams):
        raise Refused(f"{who(fact.player)} is in a team. Change the teams first.")
    players = {p: player for p, player in t.players.items() if p != fact.player}
    return replace(t, players=players, apart=without(t.apart, fact.player))


def _renamed(t: T, fact: f.PlayerRenamed) -> T:
    return with_player(t, player_of(t, fact.player))


def _presence(t: T, fact: f.PresenceMarked) -> T:
    return with_player(t, replace(player_of(t, fact.player), present=fact.present))


def _factions(t: T, fact: f.FactionsNamed) -> T:
    player = player_of(t, fact.player)
    # By the number of the round, as they are looked up: a late entry's first round is not round 1.
    begun = max((r.number for r in t.rounds if r.phase != "draft" and fact.player in r.seated), default=0)
    if not keeps_factions(player.factions[:begun], fact.factions):
        raise Refused("Factions of rounds that have begun cannot be changed.")
    return with_player(t, replace(player, factions=fact.factions))


def _table_fixed(t: T, fact: f.TableFixed) -> T:
    if fact.table is not None and fact.table < 1:
        raise Refused("Tables are numbered from 1.")
    return with_player(t, replace(player_of(t, fact.player), fixed_table=fact.table))


def _excused(t: T, fact: f.RoundExcused) -> T:
    require_unfinished(t)
    player = player_of(t, fact.player)
    if fact.round < 1:
        raise Refused("Rounds are numbered from 1.")
    phase = next((round_.phase for round_ in t.rounds if round_.number == fact.round), "draft")
    here_after_all = phase == "published" and fact.counts_as is None
    if phase != "draft" and not here_after_all:
        raise Refused(f"{round_at_start(fact.round)} is published. Change its tables instead.")
    others = tuple(pair for pair in player.excused if pair[0] != fact.round)
    own = () if fact.counts_as is None else ((fact.round, fact.counts_as),)
    return with_player(t, replace(player, excused=tuple(sorted((*others, *own)))))


def _kept_apart(t: T, fact: f.KeptApart) -> T:
    require_unfinished(t)
    for group in (*fact.apart.groups, *fact.apart.clubs):
        if len(set(group)) < max(2, len(group)):
            raise Refused("Choose two or more different players to keep apart.")
        for player in group:
            player_of(t, player)
    return replace(t, apart=fact.apart)


def without(apart: Apart, player: PlayerId) -> Apart:
    """The same wishes once somebody is off the list; one alone is apart from nobody."""
    left = [
        tuple(kept for group in groups if len(kept := tuple(p for p in group if p != player)) > 1)
        for groups in (apart.groups, apart.clubs)
    ]
    return replace(apart, groups=left[0], clubs=left[1])


def _deck_locked(t: T, fact: f.DeckLocked) -> T:
    return with_player(t, replace(player_of(t, fact.player), deck_locked=True))


def _deck_unlocked(t: T, fact: f.DeckUnlocked) -> T:
    return with_player(t, replace(player_of(t, fact.player), deck_locked=False))


def _dropped(t: T, fact: f.PlayerDropped) -> T:
    player = player_of(t, fact.player)
    if not player.active:
        raise Refused(f"{who(fact.player)} is already out of the tournament.")
    return with_player(t, replace(player, dropped=fact.after))


def _reinstated(t: T, fact: f.PlayerReinstated) -> T:
    player = player_of(t, fact.player)
    if player.active:
        raise Refused(f"{who(fact.player)} has not left, so there is nothing to reinstate.")
    return with_player(t, replace(player, dropped=None, disqualified=False))


def _disqualified(t: T, fact: f.PlayerDisqualified) -> T:
    player = player_of(t, fact.player)
    if player.disqualified:
        raise Refused(f"{who(fact.player)} is already disqualified.")
    return with_player(t, replace(player, disqualified=True))


def _require_on_staff(t: T, id: str) -> None:
    if all(staff.id != id for staff in t.staff):
        raise Refused("There is nobody of that name on the staff.")


def _staff_renamed(t: T, fact: f.StaffRenamed) -> T:
    _require_on_staff(t, fact.id)
    return t


def _staff_named(t: T, fact: f.StaffNamed) -> T:
    if fact.player is not None:
        player_of(t, fact.player)
    others = tuple(staff for staff in t.staff if staff.id != fact.id)
    return replace(t, staff=(*others, Staff(fact.id, fact.role, fact.player)))


def _staff_removed(t: T, fact: f.StaffRemoved) -> T:
    _require_on_staff(t, fact.id)
    return replace(t, staff=tuple(staff for staff in t.staff if staff.id != fact.id))


def _penalty_given(t: T, fact: f.PenaltyGiven) -> T:
    player_of(t, fact.player)
    if any(penalty.id == fact.id for penalty in t.penalties):
        raise Refused("This penalty is already recorded.")
    return replace(t, penalties=(*t.penalties, Penalty(fact.id, fact.player, fact.kind, fact.fault, fact.round)))


def _penalty_lifted(t: T, fact: f.PenaltyLifted) -> T:
    if not any(penalty.id == fact.id and not penalty.lifted for penalty in t.penalties):
        raise Refused("There is no such penalty to lift.")
    lifted = (replace(penalty, lifted=True) if penalty.id == fact.id else penalty for penalty in t.penalties)
    return replace(t, penalties=tuple(lifted))


def _deck_checked(t: T, fact: f.DeckChecked) -> T:
    player_of(t, fact.player)
    if any(check.id == fact.id for check in t.deck_checks):
        raise Refused("This check is already recorded.")
    check = DeckCheck(fact.id, fact.player, fact.what, fact.ok, fact.round)
    return replace(t, deck_checks=(*t.deck_checks, check))


def _announced(t: T, fact: f.Announced) -> T:
    if fact.id in t.announcements:
        raise Refused("This is already announced.")
    return replace(t, announcements=(*t.announcements, fact.id))


def _announcement_ended(t: T, fact: f.AnnouncementEnded) -> T:
    if fact.id not in t.announcements:
        raise Refused("That announcement is not up any more.")
    return replace(t, announcements=tuple(id for id in t.announcements if id != fact.id))


def _lots_replaced(t: T, fact: f.LotsReplaced) -> T:
    for player in fact.order:
        player_of(t, player)
    if not fact.order:
        raise Refused("Name the players whose tie is decided.")
    if len(set(fact.order)) != len(fact.order):
        raise Refused("Each player can be in the order only once.")
    # The lots themselves change hands, so that an earlier tie decided like this stays decided.
    lots = sorted(t.players[player].lot for player in fact.order)
    drawn = {p: replace(t.players[p], lot=lot) for p, lot in zip(fact.order, lots, strict=True)}
    return replace(t, players={**t.players, **drawn}, lots_by_hand=(*t.lots_by_hand, fact.order))


PEOPLE: Folders = {
    f.SettingsChanged: _settings_changed,
    f.PlayerEntered: _entered,
    f.PlayerRenamed: _renamed,
    f.PlayerRemoved: _removed,
    f.PresenceMarked: _presence,
    f.FactionsNamed: _factions,
    f.TableFixed: _table_fixed,
    f.RoundExcused: _excused,
    f.KeptApart: _kept_apart,
    f.DeckLocked: _deck_locked,
    f.DeckUnlocked: _deck_unlocked,
    f.PlayerDropped: _dropped,
    f.PlayerReinstated: _reinstated,
    f.PlayerDisqualified: _disqualified,
    f.StaffNamed: _staff_named,
    f.StaffRemoved: _staff_removed,
    f.StaffRenamed: _staff_renamed,
    f.PenaltyGiven: _penalty_given,
    f.PenaltyLifted: _penalty_lifted,
    f.DeckChecked: _deck_checked,
    f.Announced: _announced,
    f.AnnouncementEnded: _announcement_ended,
    f.LotsReplaced: _lots_replaced,
}
