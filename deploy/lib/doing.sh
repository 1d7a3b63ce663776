# shellcheck shell=bash
# Doing things, or only saying them; to this machine, to a Debian in a folder, or to a bare folder.

# shellcheck source=deploy/root/usr/local/lib/cinderbox/settings.sh
. "$HERE/root/usr/local/lib/cinderbox/settings.sh"

say() {
    printf '%s\n' "$*"
}

refuse() {
    printf '%s\n' "$*" >&2
    exit 1
}

folder() {
    [ -d "$1" ] || refuse "There is no folder ${1:-(none named)}."
    (cd "$1" && pwd)
}

# Every change goes through here.
run() {
    if [ -n "$DRY" ]; then
        say "would: $*"
    else
        "$@"
    fi
}

# A root with a dpkg is a whole Debian and is entered; a bare folder only takes files.
whole_system() {
    [ -x "$ROOT/usr/bin/dpkg" ]
}

inside() {
    if [ -n "$ROOT" ] && whole_system; then
        chroot "$ROOT" "$@"
    else
        "$@"
    fi
}

# A path as `inside` sees it.
at() {
    if [ -n "$ROOT" ] && ! whole_system; then
        printf '%s%s' "$ROOT" "$1"
    else
        printf '%s' "$1"
    fi
}

live() {
    [ -z "$ROOT" ]
}

remove() {
    if [ -e "$ROOT$1" ] || [ -L "$ROOT$1" ]; then
        run rm -rf "$ROOT$1"
    fi
}

# as_box COMMAND…: as the box's own user, on the box's own data, with the box's own settings.
as_box() (
    use_settings "$ROOT$ETC/cinderbox.env"
    # A system in a folder was not started, and may have no /proc to say so.
    live || export CINDERBOX_BOOT_ID=none
    if [ -n "$ROOT" ] && ! whole_system; then
        env CINDERBOX_DATA="$ROOT$DATA" "$@"
    else
        inside runuser -u cinderbox -- env CINDERBOX_DATA="$DATA" "$@"
    fi
)

own() {
    if live || whole_system; then
        run inside chown "$@"
    fi
}
