# shellcheck shell=bash
# Versions stand side by side in /opt/cinderbox/versions; `current` and `previous` point at two of them.

NEW=""
# What there was before this run changed it: both links, and the data as a backup or put aside.
SWITCHED=""
WAS_CURRENT=""
WAS_PREVIOUS=""
BACKUP=""
ASIDE=""

version_of() {
    basename "$(readlink "$ROOT$OPT/$1" 2>/dev/null || echo none)"
}

# Our wheel, from the wheelhouse or built from this folder, and the versions of what it needs; the same source gives the
# same bytes, so the same name.
our_wheel() {
    local folder="$1"
    if [ -n "$WHEELHOUSE" ]; then
        cp "$WHEELHOUSE"/cinderbox-*.whl "$folder/"
        cp "$WHEELHOUSE/constraints.txt" "$folder/" 2>/dev/null || touch "$folder/constraints.txt"
    else
        cp "$HERE/constraints.txt" "$folder/"
        python3 -m venv "$folder/build" || refuse "Python cannot make environments: install the package python3-venv."
        "$folder/build/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$HERE/.." ||
            refuse "The wheel could not be built. Without internet use --offline WHEELHOUSE; deploy/build-wheelhouse makes one."
        rm -rf "$folder/build"
    fi
}

build_version() {
    local folder wheel version
    if [ -n "$DRY" ]; then
        say "would: build this version under $ROOT$OPT/versions"
        NEW=new
        return
    fi
    folder="$(mktemp -d)"
    # shellcheck disable=SC2034 # read by tidy_up
    SCRATCH="$folder"
    our_wheel "$folder"
    wheel="$(find "$folder" -name 'cinderbox-*.whl' | sort | tail -n 1)"
    version="$(basename "$wheel" | cut -d- -f2)"
    NEW="$version-$(cat "$wheel" "$folder/constraints.txt" | sha256sum | cut -c1-8)"
    if [ -e "$ROOT$OPT/versions/$NEW/complete" ]; then
        say "Cinderbox $NEW is here already."
    else
        fill_version "$wheel"
    fi
}

# An environment cannot be moved, so it is made in its place; the file `complete` tells a whole one from a broken-off one.
fill_version() {
    local wheel="$1" place="$OPT/versions/$NEW" python wheels
    say "Building Cinderbox $NEW …"
    rm -rf "$ROOT$place"
    mkdir -p "$ROOT$place/wheels"
    cp "$wheel" "$(dirname "$wheel")/constraints.txt" "$ROOT$place/wheels/"
    if [ -n "$WHEELHOUSE" ]; then cp "$WHEELHOUSE"/*.whl "$ROOT$place/wheels/"; fi
    python="$(at "$place/bin/python")"
    wheels="$(at "$place/wheels")"
    inside python3 -m venv --system-site-packages "$(at "$place")"
    inside "$python" -m pip install --quiet --disable-pip-version-check ${WHEELHOUSE:+--no-index} \
        --constraint "$wheels/constraints.txt" --find-links "$wheels" "$wheels/$(basename "$wheel")" ||
        refuse "The parts of Cinderbox could not be installed; nothing was changed."
    inside "$python" -c 'import server.app' || refuse "This version does not start; nothing was changed."
    check_lgpio "$python"
    get_lgpio "$python" "$wheels"
    rm -rf "$ROOT$place/wheels"
    touch "$ROOT$place/complete"
}

has_data() {
    [ -e "$ROOT$DATA/cinderbox.db" ]
}

command_of() {
    at "$OPT/$1/bin/cinderbox"
}

# opens VERSION-PATH BACKUP: whether that version can open that backup. It looks at a copy.
opens() {
    local trial
    trial="$(mktemp -d -p "$ROOT$DATA" trial-XXXXXX)"
    cp "$2" "$trial/cinderbox.db"
    if [ -e "$2-wal" ]; then cp "$2-wal" "$trial/cinderbox.db-wal"; fi
    own -R cinderbox:cinderbox "${trial#"$ROOT"}"
    local fits=0
    as_box "$(command_of "$1")" pin --data "$(at "${trial#"$ROOT"}")" >/dev/null 2>&1 || fits=1
    rm -rf "$trial"
    return "$fits"
}

newest_backup() {
    find "$ROOT$DATA/backups" -name 'backup-*.db' 2>/dev/null | sort | tail -n 1
}

# Before an upgrade: a backup by the version that wrote the data, and the new version must be able to open it.
back_up_and_try() {
    has_data && [ -L "$ROOT$OPT/current" ] && [ "$(version_of current)" != "$NEW" ] || return 0
    if [ -n "$DRY" ]; then
        say "would: back up $ROOT$DATA and try the new version on the backup"
        return
    fi
    if as_box "$(command_of current)" backup >/dev/null; then
        BACKUP="$(newest_backup)"
        echo "$BACKUP" >"$ROOT$OPT/versions/$NEW/backup-before"
        opens "versions/$NEW" "$BACKUP" || refuse "The new version cannot open this box's data, so nothing was changed."
    elif only_the_new_one_opens "$ROOT$DATA/cinderbox.db"; then
        say "The version on this box cannot open its data, the new one can: forward again, without a backup first."
    else
        refuse "The backup failed, so nothing was changed."
    fi
}

# The data of a newer version, after the way back to one that does not know it.
only_the_new_one_opens() {
    ! opens current "$1" && opens "versions/$NEW" "$1"
}

point() {
    run ln -sfnT "$2" "$ROOT$OPT/$1.new"
    run mv -fT "$ROOT$OPT/$1.new" "$ROOT$OPT/$1"
}

switch_version() {
    if [ "$(version_of current)" = "$NEW" ]; then return; fi
    remember_versions
    if [ -L "$ROOT$OPT/current" ]; then point previous "versions/$WAS_CURRENT"; fi
    point current "versions/$NEW"
}

swap_versions() {
    remember_versions
    point current "versions/$WAS_PREVIOUS"
    point previous "versions/$WAS_CURRENT"
}

remember_versions() {
    WAS_CURRENT="$(version_of current)"
    WAS_PREVIOUS="$(version_of previous)"
    # shellcheck disable=SC2034 # read by take_back
    SWITCHED=yes
}

restore_versions() {
    point current "versions/$WAS_CURRENT"
    if [ "$WAS_PREVIOUS" = none ]; then rm -f "$OPT/previous"; else point previous "versions/$WAS_PREVIOUS"; fi
}

# The version before may not know the data of this one. Then only the backup from before the upgrade helps.
try_previous() {
    local before
    before="$(cat "$ROOT$OPT/current/backup-before" 2>/dev/null || true)"
    if [ -n "$WITH_BACKUP" ]; then
        [ -e "$before" ] || refuse "There is no backup from before the upgrade any more. Nothing was changed."
        put_back "$before" "$(version_of current)"
    elif has_data && [ -z "$DRY" ]; then
        as_box "$(command_of current)" backup >/dev/null || refuse "The backup failed, so nothing was changed."
        BACKUP="$(newest_backup)"
        opens previous "$BACKUP" || refuse "The version before cannot read what was recorded since." \
            "Nothing was changed. --rollback --with-backup takes the data from before the upgrade, too."
    fi
}

# put_back BACKUP VERSION: the data of this version makes way for the backup and is kept, with what only its log holds.
put_back() {
    ASIDE="$ROOT$DATA/cinderbox.db.$2"
    run move_data "$ROOT$DATA/cinderbox.db" "$ASIDE"
    run cp "$1" "$ROOT$DATA/cinderbox.db"
    own cinderbox:cinderbox "$DATA/cinderbox.db"
    say "The data is that of $(basename "$1"); what was recorded since is kept in $ASIDE."
}

move_data() {
    rm -f "$2-wal" "$2-shm" "$1-shm"
    mv -f "$1" "$2"
    if [ -e "$1-wal" ]; then mv -f "$1-wal" "$2-wal"; fi
}

drop_old_versions() {
    local each
    for each in "$ROOT$OPT"/versions/*; do
        case "$(basename "$each")" in
        "$(version_of current)" | "$(version_of previous)" | '*') ;;
        *) run rm -rf "$each" ;;
        esac
    done
}
