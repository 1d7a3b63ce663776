# shellcheck shell=sh
# Settings in the words of systemd's EnvironmentFile: a name, =, a value, perhaps in quotes. Nothing in them is run.

# use_settings FILE: each setting becomes a variable that programs see.
use_settings() {
    [ -r "$1" ] || return 0
    while read -r line || [ -n "$line" ]; do
        case "${line%%=*}" in
        "$line" | *[!A-Z0-9_]* | [0-9]* | "") ;;
        *) export "${line%%=*}=$(plain_value "${line#*=}")" ;;
        esac
    done <"$1"
}

# Between single quotes everything counts as it is; elsewhere a backslash takes the meaning of what follows.
plain_value() {
    printf '%s\n' "$1" | sed -e 's/[[:space:]]*$//' \
        -e "/^'.*'\$/{s/^'//;s/'\$//;b" -e '}' \
        -e '/^".*"$/{s/^"//;s/"$//;s/\\\([\\"`$]\)/\1/g;b' -e '}' \
        -e 's/\\\(.\)/\1/g'
}
