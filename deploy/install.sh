#!/usr/bin/env bash
# Puts Cinderbox on this machine, or a newer one in its place; run it again as often as you like.
set -euo pipefail
shopt -s inherit_errexit
umask 022

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
OPT=/opt/cinderbox
DATA=/var/lib/cinderbox
ETC=/etc/cinderbox
ROOT=""
DRY=""
WHEELHOUSE=""
KIOSK=yes
HTTPS=""
ZONE=""
PURGE=""
WITH_BACKUP=""
SCRATCH=""
STOPPED=""
TASK=install

usage() {
    cat <<'TEXT'
sudo ./deploy/install.sh [--offline WHEELHOUSE] [--no-kiosk] [--https] [--zone ZONE]   install, or upgrade (the version before is kept)
sudo ./deploy/install.sh --rollback [--with-backup]            back to the version before; with the data of that time
sudo ./deploy/install.sh --uninstall [--purge]                 take it away; the data stays unless --purge
  --https       encrypted pages as well, with Caddy and a certificate made here; once on, it stays on
  --zone ZONE   the time zone of this machine, such as Europe/Berlin; it can be changed at the desk, too
  --dry-run     only say what would be done
  --root DIR    do it to the system in DIR and start nothing
TEXT
}

# shellcheck source=deploy/lib/doing.sh
. "$HERE/lib/doing.sh"
# shellcheck source=deploy/lib/machine.sh
. "$HERE/lib/machine.sh"
# shellcheck source=deploy/lib/versions.sh
. "$HERE/lib/versions.sh"
# shellcheck source=deploy/lib/files.sh
. "$HERE/lib/files.sh"

read_arguments() {
    while [ $# -gt 0 ]; do
        case "$1" in
        --dry-run) DRY=yes ;;
        --root) ROOT="$(folder "${2:-}")"; shift ;;
        --offline) WHEELHOUSE="$(folder "${2:-}")"; shift ;;
        --no-kiosk) KIOSK="" ;;
        --https) HTTPS=yes ;;
        --zone) ZONE="${2:-}"; [ -n "$ZONE" ] || refuse "--zone needs a time zone, such as Europe/Berlin."; shift ;;
        --uninstall | --rollback) TASK="${1#--}" ;;
        --purge) PURGE=yes ;;
        --with-backup) WITH_BACKUP=yes ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; refuse "What is $1?" ;;
        esac
        shift
    done
    [ -z "$PURGE" ] || [ "$TASK" = uninstall ] || refuse "--purge goes with --uninstall. Nothing was changed."
    [ -z "$HTTPS" ] || [ "$TASK" = install ] || refuse "--https goes with an installation. Nothing was changed."
    [ -z "$WITH_BACKUP" ] || [ "$TASK" = rollback ] || refuse "--with-backup goes with --rollback. Nothing was changed."
}

install() {
    require_64_bit
    require_zone
    require_python
    require_wheels
    keep_caddy_quiet
    require_packages
    require_caddy
    make_users
    build_version
    stop_server
    back_up_and_try
    put_settings
    put_zone
    put_files "$HERE/root"
    keep_files
    switch_version
    enable_units
    start_units
    drop_old_versions
    [ -z "$DRY" ] || return 0
    say "Cinderbox $(version_of current) is in place."
    say_what_matters
}

rollback() {
    [ -L "$ROOT$OPT/previous" ] || refuse "There is no version before this one to go back to."
    [ -e "$ROOT$UNITS/multi-user.target.wants/cinderbox-kiosk.service" ] || KIOSK=""
    stop_server
    try_previous
    swap_versions
    put_files "$ROOT$OPT/$(if [ -n "$DRY" ]; then echo previous; else echo current; fi)/files"
    start_units
    say "Back to $WAS_PREVIOUS; $WAS_CURRENT is kept as the other one."
}

uninstall() {
    stop_units
    remove_files
    remove "$OPT"
    if [ -n "$PURGE" ]; then
        remove "$DATA"
        remove "$DATA-https"
        remove "$DATA-update"
        remove "$ETC"
        remove_users
        say "Cinderbox is gone, and its data with it."
    else
        say "Cinderbox is gone. The events are still in $DATA, the settings in $ETC; --uninstall --purge removes them."
    fi
}

# Whatever happened, nothing is left lying about, and a server that ran before runs again.
tidy_up() {
    rm -rf "$SCRATCH"
    if [ -n "$STOPPED" ]; then systemctl start cinderbox.service || true; fi
}

read_arguments "$@"
cd /
trap tidy_up EXIT
require_root
"$TASK"
