# shellcheck shell=bash
# What the machine must be and have: 64 bits, a Python, packages, users.

LEAST_LGPIO=0.2
LEAST_LGPIO_WHEEL=0.2.2
PINS="/dev/gpiochip*"

require_root() {
    if live && [ -z "$DRY" ] && [ "$(id -u)" != 0 ]; then
        refuse "Installing needs the administrator: sudo $0"
    fi
}

# The kernel may be 64-bit under a 32-bit system, so uname does not tell.
require_64_bit() {
    local arch
    arch="$(inside dpkg --print-architecture)" || refuse "This is no Debian: install.sh needs dpkg and apt."
    case "$arch" in
    arm64 | amd64) ;;
    *) refuse "This system is 32-bit ($arch). Cinderbox needs the 64-bit Raspberry Pi OS: write that to the card." ;;
    esac
}

our_python() {
    inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

require_python() {
    local ours
    ours="$(our_python)" || ours=none
    case "$ours" in
    none | 2.* | 3.[0-9] | 3.10)
        refuse "Cinderbox needs Python 3.11 or newer; here is $ours. Use Raspberry Pi OS or Debian 12 (bookworm) or later." ;;
    esac
}

# A wheel with compiled parts is for one Python and one processor; a wheelhouse must have each of its parts for ours.
require_wheels() {
    local python processor name lacking
    [ -n "$WHEELHOUSE" ] || return 0
    compgen -G "$WHEELHOUSE/cinderbox-*.whl" >/dev/null ||
        refuse "$WHEELHOUSE holds no wheel of Cinderbox: deploy/build-wheelhouse puts one there. Nothing was changed."
    python="$(our_python)"
    case "$(inside dpkg --print-architecture)" in arm64) processor=aarch64 ;; *) processor=x86_64 ;; esac
    lacking="$(find "$WHEELHOUSE" -name '*.whl' -printf '%f\n' | cut -d- -f1 | sort -u | while read -r name; do
        [ "$name" = lgpio ] || has_wheel "$name" "cp${python/./}" "$processor" || echo "$name"
    done)"
    [ -z "$lacking" ] || refuse "$WHEELHOUSE is not for this machine, which has Python $python on $processor:" \
        "${lacking//$'\n'/, } would be missing. Make it anew, with internet:" \
        "PYTHONS=$python PROCESSORS=$processor ./deploy/build-wheelhouse FOLDER. Nothing was changed."
}

# has_wheel NAME PYTHON PROCESSOR
has_wheel() {
    local each
    for each in "$WHEELHOUSE/$1"-*.whl; do
        case "$each" in
        *-any.whl | *-"$2"-*_"$3".whl | *-abi3-*_"$3".whl | *-none-*_"$3".whl) return 0 ;;
        esac
    done
    return 1
}

installed() {
    [ "$(inside dpkg-query -W -f="\${db:Status-Status}" "$1" 2>/dev/null)" = installed ]
}

offered() {
    [ -n "$(inside apt-cache show --no-all-versions "$1" 2>/dev/null)" ]
}

wanted_packages() {
    echo python3-venv avahi-daemon python3-lgpio
    if [ -n "$KIOSK" ]; then
        echo cage xwayland libpam-systemd fonts-liberation fonts-noto-cjk fonts-noto-color-emoji
        if offered chromium || installed chromium; then echo chromium; else echo chromium-browser; fi
    fi
    if [ -n "$HTTPS" ]; then echo caddy openssl; fi
}

missing_packages() {
    local each
    for each in $(wanted_packages); do
        installed "$each" || echo "$each"
    done
}

require_packages() {
    local missing each
    live || whole_system || return 0
    missing="$(missing_packages)"
    [ -n "$missing" ] || return 0
    if [ -n "$WHEELHOUSE" ]; then
        say "Not installed, and not fetched because of --offline: ${missing//$'\n'/ }"
        installed python3-venv || refuse "Without python3-venv it cannot go on. Install that package and come back."
        return 0
    fi
    run inside apt-get update -qq
    # Only now is it known what this system offers: a new one has no lists yet.
    for each in $(missing_packages); do
        if [ -n "$DRY" ] || offered "$each"; then
            run inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$each"
        else
            say "This system has no package $each: $(without "$each")"
        fi
    done
}

# Debian's Caddy starts a server of its own on port 80, which is ours. One that is here already is somebody's.
keep_caddy_quiet() {
    [ -n "$HTTPS" ] && { live || whole_system; } || return 0
    installed caddy || run systemctl ${ROOT:+--root="$ROOT"} --quiet mask caddy.service
}

require_caddy() {
    [ -n "$HTTPS" ] && [ -z "$DRY" ] && { live || whole_system; } || return 0
    installed caddy && installed openssl && return 0
    say "Without caddy and openssl there is no https; everything else goes on. Install them and run this again."
    HTTPS=""
}

without() {
    case "$1" in
    caddy | openssl) echo "no https." ;;
    python3-lgpio) echo "the buzzer stays silent." ;;
    cage | chromium*) echo "no wall on this machine's own screen." ;;
    avahi-daemon) echo "use the numeric address." ;;
    *) echo "going on without it." ;;
    esac
}

# A bare folder has no users: whatever is made of it makes them at its first start, from the same file.
make_users() {
    run put "$HERE/root/etc/sysusers.d/cinderbox.conf" "$ROOT/etc/sysusers.d/cinderbox.conf"
    if live || whole_system; then run systemd-sysusers ${ROOT:+--root="$ROOT"} cinderbox.conf; fi
    run mkdir -p "$ROOT$DATA"
    run chmod 700 "$ROOT$DATA"
    own cinderbox:cinderbox "$DATA"
}

remove_users() {
    live || whole_system || return 0
    run inside userdel cinderbox-wall || true
    run inside userdel cinderbox-https || true
    run inside userdel cinderbox || true
}

# with_lgpio PYTHON WORDS: the library for the pins makes a pipe as soon as it is there, in a folder that it is told.
with_lgpio() {
    local place fine=0
    place="$(inside mktemp -d)"
    inside env LG_WD="$place" "$1" -c "import lgpio; $2" || fine=1
    inside rm -rf "$place"
    return "$fine"
}

# The library for the pins must be the system's own: the one on PyPI is an empty shell on some Pythons.
check_lgpio() {
    local python="$1" have
    live || whole_system || return 0
    installed python3-lgpio || return 0
    have="$(inside dpkg-query -W -f="\${Version}" python3-lgpio)"
    inside dpkg --compare-versions "$have" ge "$LEAST_LGPIO" || refuse "python3-lgpio is $have; the buzzer needs $LEAST_LGPIO."
    with_lgpio "$python" 'assert lgpio.__file__.startswith("/usr/lib/python3/"), lgpio.__file__' ||
        refuse "The buzzer's library is not the one of the package python3-lgpio."
}

# Debian has no package of it. PyPI has a wheel for Debian 12; what it has for later ones is an empty shell, and older.
get_lgpio() {
    local python="$1" wheels="$2"
    live || whole_system || return 0
    [ "$(inside dpkg --print-architecture)" = arm64 ] && ! installed python3-lgpio || return 0
    if inside "$python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: --no-deps \
        ${WHEELHOUSE:+--no-index} --find-links "$wheels" "lgpio>=$LEAST_LGPIO_WHEEL" 2>/dev/null; then
        with_lgpio "$python" lgpio.gpiochip_open && return 0
        inside "$python" -m pip uninstall --quiet --yes lgpio
    fi
    say "No library for the pins: $(without python3-lgpio)"
}

# The pins need a library that Raspberry Pi OS offers and Debian does not.
say_why_silent() {
    if ! compgen -G "$PINS" >/dev/null; then
        say "No buzzer: this machine has no pins ($PINS)."
    elif ! with_lgpio "$OPT/current/bin/python" lgpio.gpiochip_open 2>/dev/null; then
        if offered python3-lgpio; then
            say "No buzzer: the package python3-lgpio is not installed."
        else
            say "No buzzer: this system has no package python3-lgpio. Raspberry Pi OS has it; for Debian 12 there is a wheel."
        fi
    fi
}
