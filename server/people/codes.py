"""Personal codes: with theirs a player's phone is theirs for the day. Shown and printed at the desk, replaced there."""

from __future__ import annotations

from sqlalchemy import update

from engine.values import dataclass
from engine.words import PlayerId
from server.box.addresses import box_address
from server.core import changes, holders, keys
from server.core.db import writer
from server.core.models import PlayerRow


@dataclass(frozen=True, slots=True)
class Code:
    """A player's code as it is read out, how often it was replaced, and the address that a QR code carries.

    The secret stands behind the #: a browser does not send it along, so that it is in no log.
    """

    player: PlayerId
    text: str
    replaced: int
    link: str


def codes(tournament_id: str) -> dict[PlayerId, Code]:
    """Everybody's code of this event."""
    secret, address = holders.secret(tournament_id), box_address()
    found = {
        player: (times, keys.personal_code(secret, player, codes=times))
        for player, times in holders.codes_replaced(tournament_id).items()
    }
    return {
        player: Code(player, keys.grouped(code), times, f"{address}me#{tournament_id}.{code}")
        for player, (times, code) in found.items()
    }


def replace_code(tournament_id: str, player: PlayerId, *, seen: int) -> bool:
    """A new code; the old one stops working at once. Told twice about the same code, it is replaced once.

    Says whether it was: not if the page was about an older code than the one that holds.
    """
    here = (PlayerRow.tournament_id == tournament_id, PlayerRow.id == player, PlayerRow.codes == seen)
    with writer() as connection, connection.begin():
        done = connection.execute(update(PlayerRow).where(*here).values(codes=seen + 1)).rowcount
    changes.changed(tournament_id)
    return bool(done)


def slip_link(address: str, tournament_id: str, number: int, *, table: int, key: str) -> str:
    """What the QR code on a match slip says."""
    return f"{address}slip#{tournament_id}.{number}.{table}.{key}"
