"""What is written down of players beside the journal, and what is only done until the finish."""

from __future__ import annotations

from sqlalchemy import Connection, update

from engine import facts as f
from engine.folding.parts import require_unfinished
from engine.words import Tournament
from server.core.journal import Beside, Decide
from server.core.models import PlayerRow


def while_open(decide: Decide) -> Decide:
    """Only until the finish."""

    def checked(t: Tournament) -> tuple[f.Fact, ...]:
        require_unfinished(t)
        return decide(t)

    return checked


def kept(tid: str, pid: str, **values: object) -> Beside:
    """Writes down what is known of this player beside the journal."""

    def beside(connection: Connection) -> None:
        row = (PlayerRow.tournament_id == tid, PlayerRow.id == pid)
        connection.execute(update(PlayerRow).where(*row).values(**values))

    return beside
