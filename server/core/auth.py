"""Who is asking: roles, PINs, sign-ins. Every view says which role it needs; a test reads the matrix off the code."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from flask import g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection, delete, insert, select, update
from werkzeug.security import check_password_hash, generate_password_hash

from engine.refusals import Refused
from engine.values import dataclass
from server.core import holders, stamps, wrong_tries
from server.core.config import Config, flush, secret_in, write_secret
from server.core.db import db, writer
from server.core.holders import Holder, token_hash
from server.core.models import ControlKeyRow, DeviceRow, PinRow, SignInRow
from server.core.roles import ROLES, STAFF, at_least

# Programs on tablets and phones talk to these; they want a sentence, not a page to sign in on.
FOR_PROGRAMS = ("/api/", "/at-table/")
UNKNOWN_DEVICE = {"error": "This device is not known here any more. Ask the desk for a code."}, 401
BUTTON = "button"  # the actor of a button on a pin of this machine
WRONG_PIN = "That PIN is not right. It is in the terminal that runs Cinderbox; `cinderbox pin` shows it again."

log = logging.getLogger(__name__)
View = Callable[..., ResponseReturnValue]


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Somebody of the staff."""

    id: int
    role: str
    name: str


def needs(role: str) -> Callable[[View], View]:
    """Only for this role and those above it. Others are asked to sign in, and come back to where they wanted to go."""
    assert role in ROLES

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> ResponseReturnValue:
            me = current()
            known = [who for who in (me, holder()) if who is not None] if role != "public" else []
            if role == "public" or any(at_least(who.role, role) for who in known):
                return view(*args, **kwargs)
            if me is not None:
                raise Forbidden(f"That is for the {role}. You are signed in as {me.role}.")
            return _turned_away(role)

        guarded.role = role  # type: ignore[attr-defined]
        return guarded

    return guard


def _turned_away(role: str) -> ResponseReturnValue:
    if request.path.startswith(FOR_PROGRAMS) and holder() is not None:
        return {"error": f"That is for the {role}."}, 403
    if request.path.startswith(FOR_PROGRAMS):
        return UNKNOWN_DEVICE
    if role == "tablet":
        return redirect(url_for("tablets.enter"), 303)
    if role == "player":
        return redirect(url_for("players_own.enter"), 303)
    back = request.full_path if request.method == "GET" else request.referrer and url_for("events.home")
    return redirect(url_for("sign_in.form", back=back or url_for("events.home")), 303)


class Forbidden(Refused):
    """Signed in, but not for this."""


def current() -> SignedIn | None:
    """Whoever this request's device is signed in as."""
    if "me" not in g:
        g.me = _look_up(session.get("token"))
    me: SignedIn | None = g.me
    return me


def holder() -> Holder | None:
    """The tablet, player or slip this request comes from. A tablet or a player's phone is a slip where it says so."""
    if "holder" not in g:
        g.holder = (None if _as_slip() else held()) or holders.find(session, holders.SLIP)
    found: Holder | None = g.holder
    return found


def held() -> Holder | None:
    """The tablet or player that this device is for the day, whatever slip it scanned."""
    if "held" not in g:
        g.held = holders.find(session, holders.SESSION)
    found: Holder | None = g.held
    return found


def _as_slip() -> bool:
    """The page of a slip, or its script at the table: nowhere else does anybody choose who they are."""
    if not request.path.startswith("/at-table/"):
        return request.path.startswith("/slip/")
    try:
        said = request.get_json(silent=True) if request.is_json else request.args
    except RecursionError:  # also whoever is turned away is looked up; who needs what was said is told
        return False
    return isinstance(said, dict) and said.get("as") == "slip"


def actor() -> str:
    """How the journal calls whoever is asking at the desk."""
    me = current()
    return f"s{me.id}" if me else "public"


def sign_in(pin: str, name: str) -> SignedIn:
    """Check the PIN and give this device a new session. Wrong tries slow down whoever makes them."""
    hashes = _hashes()
    this = wrong_tries.take([wrong_tries.PINS[role] for role in hashes])
    role = _role_of(pin, {key.role: hashes[key.role] for key in this.keys})
    if role is None:
        raise Refused(this.waits or WRONG_PIN)
    this.was_right(role)
    token = secrets.token_urlsafe(32)
    now = stamps.now()
    row = {
        "token_hash": token_hash(token),
        "role": role,
        "name": name.strip()[:60] or role.capitalize(),
        "device": request.user_agent.string[:200],
        "address": request.remote_addr or "",
        "since": now,
        "seen": now,
        "revoked": False,
    }
    with writer() as connection, connection.begin():
        done = connection.execute(insert(SignInRow).values(**row))
    remember_device(role)
    kept = {name: session[name] for name in ("device", "earned")}
    session.clear()
    session.update(kept, token=token)
    session.permanent = True
    key = done.inserted_primary_key
    assert key is not None
    g.me = me = SignedIn(key[0], role, str(row["name"]))
    return me


def sign_out() -> None:
    me = current()
    if me is not None:
        revoke(me.id)
    session.pop("token", None)
    g.me = None


def revoke(sign_in_id: int) -> None:
    """This sign-in no longer counts, on whatever device it is."""
    with writer() as connection, connection.begin():
        connection.execute(update(SignInRow).where(SignInRow.id == sign_in_id).values(revoked=True))


def names_of_staff() -> dict[str, str]:
    with db.engine.connect() as connection:
        return staff_names(connection)


def staff_names(connection: Connection) -> dict[str, str]:
    """Names for the `by` of the journal."""
    staff = connection.execute(select(SignInRow.id, SignInRow.name))
    tablets = connection.execute(select(DeviceRow.id, DeviceRow.name))
    programs = connection.execute(select(ControlKeyRow.id, ControlKeyRow.name))
    return {
        "public": "Somebody",
        "system": "Cinderbox",
        BUTTON: "Button on the box",
        **{f"s{row.id}": row.name for row in staff},
        **{f"d{row.id}": row.name for row in tablets},
        **{f"k{row.id}": row.name for row in programs},
    }


def require_organizer_pin(config: Config) -> None:
    """A new box gets its first PIN; one whose file was cut short by a pulled plug gets another.

    A file that cannot be read any more goes: the PIN counts on for whoever knows it.
    """
    _finish_reset(config)
    if config.pin_file.exists() and config.pin_file.stat().st_size and not shown_pin(config):
        log.warning(
            "The file with the organizer PIN is damaged and taken away; `cinderbox pin --reset` makes a new PIN."
        )
        config.pin_file.unlink()
    never_told = config.pin_file.exists() and not config.pin_file.stat().st_size
    if never_told or not has_pin("organizer"):
        make_organizer_pin(config)


def make_organizer_pin(config: Config) -> str:
    """The organizer PIN of a new box, kept readable for the owner of the machine.

    Written beside the one before until it counts: a pulled plug leaves the old one or the new one, never a PIN in the
    file that opens nothing, nor one that nobody knows.
    """
    pin = f"{secrets.randbelow(10**6):06}"
    write_secret(_next_pin_file(config), pin)
    set_pin("organizer", pin)
    with writer() as connection, connection.begin():
        wrong_tries.forget_all(connection)
    _next_pin_file(config).replace(config.pin_file)
    flush(config.data)
    return pin


def shown_pin(config: Config) -> str:
    """The organizer PIN, while the machine's owner may still read it."""
    found = secret_in(config.pin_file)
    return found if found.isdigit() else ""


def _finish_reset(config: Config) -> None:
    """The new PIN has its place once it counts; if the plug was pulled before, it is forgotten."""
    file = _next_pin_file(config)
    if not file.exists():
        return
    if _role_of(secret_in(file), _hashes()) == "organizer":
        file.replace(config.pin_file)
    else:
        file.unlink()
    flush(config.data)


def _next_pin_file(config: Config) -> Path:
    return config.pin_file.with_name(f"{config.pin_file.name}.next")


def set_pin(role: str, pin: str) -> None:
    """Set or replace the PIN of a role; an empty one takes it away."""
    if role not in STAFF:
        raise Refused(f"There is no PIN for {role}.")
    if pin and (not pin.isdigit() or not 4 <= len(pin) <= 12):
        raise Refused("A PIN has 4 to 12 digits.")
    if not pin and role == "organizer":
        raise Refused("The organizer always has a PIN.")
    if pin and _role_of(pin, _hashes()) not in (None, role):
        raise Refused("Another role has that PIN. Choose a different one.")
    with writer() as connection, connection.begin():
        connection.execute(delete(PinRow).where(PinRow.role == role))
        if pin:
            connection.execute(insert(PinRow).values(role=role, hash=generate_password_hash(pin)))


def has_pin(role: str) -> bool:
    with db.engine.connect() as connection:
        return connection.execute(select(PinRow.role).where(PinRow.role == role)).first() is not None


def remember_device(role: str) -> None:
    """A right key for this role was used here: from now on this device's wrong tries are its own."""
    earned = session.get("earned")
    session["device"] = session.get("device") or secrets.token_hex(8)
    session["earned"] = earned if earned and at_least(earned, role) else role


def _look_up(token: Any) -> SignedIn | None:
    if not isinstance(token, str):
        return None
    with db.engine.connect() as connection:
        row = connection.execute(
            select(SignInRow.id, SignInRow.role, SignInRow.name).where(
                SignInRow.token_hash == token_hash(token), SignInRow.revoked.is_(False)
            )
        ).first()
    if row is None or row.role not in STAFF:  # kept badly: they sign in again
        return None
    return SignedIn(row.id, row.role, row.name)


def _hashes() -> dict[str, str]:
    """The PIN of every role that has one, hashed."""
    with db.engine.connect() as connection:
        pins = connection.execute(select(PinRow.role, PinRow.hash).where(PinRow.role.in_(STAFF)))
        return {row.role: row.hash for row in pins}


def _role_of(pin: str, hashes: dict[str, str]) -> str | None:
    return next((role for role, known in hashes.items() if check_password_hash(known, pin.strip())), None)
