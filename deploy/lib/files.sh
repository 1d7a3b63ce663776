# shellcheck shell=bash
# Files outside /opt, and the units: everything under deploy/root goes to the same place on the machine.

UNITS=/etc/systemd/system
PARTS="cinderbox-backup.timer cinderbox-buzzer.service cinderbox-off.path cinderbox-restart.path cinderbox-update.path"

port() {
    sed -n "s/^CINDERBOX_PORT=[\"']\{0,1\}\([0-9]*\).*/\1/p" "$ROOT$ETC/cinderbox.env" 2>/dev/null | tail -n 1 | grep . || echo 80
}

our_files() {
    (cd "$1" && find . -type f | cut -c2- | sort)
}

# put_files FOLDER: everything in it to the same place on the machine.
put_files() {
    local file
    our_files "$1" | while read -r file; do run put "$1$file" "$ROOT$file"; done
    run mkdir -p "$ROOT/media/cinderbox"
}

# put FILE PLACE: whole or not at all, with what differs from box to box filled in.
put() {
    mkdir -p "$(dirname "$2")"
    (umask 027 && cp "$1" "$2.new")
    sed -i "s/@PORT@/$(port)/; s/@PASSWORD@/$(new_password)/" "$2.new"
    chmod --reference="$1" "$2.new"
    mv -f "$2.new" "$2"
}

# Each version keeps the files it came with, for the way back.
keep_files() {
    run rm -rf "$ROOT$OPT/versions/$NEW/files"
    run cp -r "$HERE/root" "$ROOT$OPT/versions/$NEW/files"
}

# Settings are only put where there are none: what somebody changed stays.
put_settings() {
    local file name
    run mkdir -p "$ROOT$ETC"
    run chmod 750 "$ROOT$ETC"
    own root:cinderbox "$ETC"
    for file in "$HERE"/settings/*; do
        name="$(basename "$file")"
        [ -e "$ROOT$ETC/$name" ] && continue
        run put "$file" "$ROOT$ETC/$name"
        run chmod 640 "$ROOT$ETC/$name"
        own root:cinderbox "$ETC/$name"
    done
}

# Without letters and digits that look alike: people type it from a wall.
new_password() {
    head -c 1000 /dev/urandom | tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' | cut -c1-12
}

remove_files() {
    local file
    our_files "$HERE/root" | while read -r file; do remove "$file"; done
    remove /usr/local/lib/cinderbox
    if [ -d "$ROOT/media/cinderbox" ]; then run rmdir --ignore-fail-on-non-empty "$ROOT/media/cinderbox"; fi
    if live; then run systemctl daemon-reload; fi
}

# What runs beside the server.
parts() {
    echo "$PARTS"
    if [ -n "$KIOSK" ]; then echo cinderbox-kiosk.service; fi
    if [ -n "$HTTPS" ] || [ -L "$ROOT$UNITS/multi-user.target.wants/cinderbox-https.service" ]; then
        echo cinderbox-https.service
    fi
}

enable_units() {
    # shellcheck disable=SC2046 # a list
    run systemctl ${ROOT:+--root="$ROOT"} --quiet enable cinderbox.service $(parts)
}

# One that starts again and again is "activating": it has to be stopped, too.
stop_server() {
    live && [ -e "$UNITS/cinderbox.service" ] || return 0
    case "$(systemctl is-active cinderbox.service || true)" in
    active | activating | reloading) [ -n "$DRY" ] || STOPPED=yes ;;
    esac
    run systemctl stop cinderbox.service
}

start_units() {
    live || return 0
    run systemctl daemon-reload
    run systemctl restart cinderbox.service || take_back
    # shellcheck disable=SC2034 # read by tidy_up
    STOPPED=""
    run udevadm control --reload 2>/dev/null || true
    run udevadm trigger --subsystem-match=gpio 2>/dev/null || true # the pins are there already: give them their group now
    # shellcheck disable=SC2046 # a list
    run systemctl --no-block restart $(parts)
    warn_of_desktop
}

# A version that does not come up is not left standing, nor kept as the one to go back to: all is as it was before, also
# the data that a rollback had put aside.
take_back() {
    local failed
    if [ -z "$SWITCHED" ] || [ "$WAS_CURRENT" = none ]; then
        refuse "The server does not start: journalctl -u cinderbox says why."
    fi
    failed="$(version_of current)"
    systemctl stop cinderbox.service || true
    restore_versions
    put_files "$OPT/current/files"
    systemctl daemon-reload
    if [ -n "$ASIDE" ]; then move_data "$ASIDE" "$DATA/cinderbox.db"; fi
    comes_up || restart_on_backup "$failed" ||
        refuse "Neither $failed nor $WAS_CURRENT, which is back in its place, starts: journalctl -u cinderbox says why."
    drop_old_versions
    refuse "$failed did not start (journalctl -u cinderbox says why), so $WAS_CURRENT is running again."
}

# A server that cannot open its data answers, too, with the page that restores a backup: that is not the box it was.
comes_up() {
    local code=0
    systemctl restart cinderbox.service || return 1
    as_box "$(command_of current)" pin >/dev/null 2>&1 || code=$?
    [ "$code" != 2 ] # refused
}

# If the version that failed has changed the data already, that goes back, too: nobody has recorded anything since.
restart_on_backup() {
    [ -z "$ASIDE" ] && [ -e "$BACKUP" ] || return 1
    systemctl stop cinderbox.service
    put_back "$BACKUP" "$1"
    systemctl restart cinderbox.service
}

warn_of_desktop() {
    if [ -n "$KIOSK" ] && systemctl --quiet is-enabled display-manager.service 2>/dev/null; then
        say "A desktop is installed and holds the screen. Use Raspberry Pi OS Lite, or: sudo systemctl set-default multi-user.target"
    fi
}

stop_units() {
    # shellcheck disable=SC2046 # a list
    if live; then
        run systemctl --quiet disable --now cinderbox.service $(parts) cinderbox-hotspot.service 2>/dev/null || true
    else
        run systemctl --root="$ROOT" --quiet disable cinderbox.service $(parts) cinderbox-hotspot.service 2>/dev/null || true
    fi
}

# What somebody wants to know next.
say_what_matters() {
    local address number
    live || { say "It starts with the machine."; return; }
    number="$(port)"
    # What is only said may not fail what is done: an update from a stick has no network at all.
    address="$("$OPT/current/bin/python" -c 'from server.core.network import lan_address; print(lan_address())' 2>/dev/null)" ||
        address="$(hostname).local"
    case "$address" in
    127.*) say "This machine is on no network yet. On its own screen: $(url localhost "$number")" ;;
    *) say "Open $(url "$address" "$number")" ;;
    esac
    say_pin
    say_https "$address"
    say_why_silent
}

say_pin() {
    local pin
    pin="$(as_box "$(command_of current)" pin)" || pin="The PIN: sudo cinderbox pin"
    case "$pin" in
    *[!0-9]*) say "$pin" ;;
    *) say "PIN: $pin" ;;
    esac
}

# Whoever wants to be sure that a certificate is this box's compares these numbers.
say_https() {
    [ -L "$UNITS/multi-user.target.wants/cinderbox-https.service" ] || return 0
    say "By https for staff and tablets: https://$1$(https_port)/"
    if [ -e "$DATA-https/authority.crt" ]; then
        say "Its certificate: $(openssl x509 -in "$DATA-https/authority.crt" -noout -fingerprint -sha256 | cut -d= -f2)"
    fi
}

https_port() {
    sed -n "s/^CINDERBOX_HTTPS_PORT=[\"']\{0,1\}\([0-9]*\).*/:\1/p" "$ETC/cinderbox.env" 2>/dev/null | tail -n 1 | grep -v '^:443$' || true
}

url() {
    if [ "$2" = 80 ]; then echo "http://$1/"; else echo "http://$1:$2/"; fi
}

require_zone() {
    case "$ZONE" in
    "") return ;;
    /* | *..*) refuse "There is no time zone $ZONE. Write it like Europe/Berlin. Nothing was changed." ;;
    esac
    [ -f "/usr/share/zoneinfo/$ZONE" ] || [ -f "$ROOT/usr/share/zoneinfo/$ZONE" ] ||
        refuse "There is no time zone $ZONE. Write it like Europe/Berlin. Nothing was changed."
}

# As timedatectl does it, which a system in a folder has no bus for.
put_zone() {
    [ -n "$ZONE" ] || return 0
    run mkdir -p "$ROOT/etc"
    run ln -sfn "/usr/share/zoneinfo/$ZONE" "$ROOT/etc/localtime"
    run rm -f "$ROOT/etc/timezone"
    say "The time zone is $ZONE."
}
