# shellcheck shell=bash
# An image that many boxes are made of: nothing in it that would be the same on all of them, and nothing that asks.

# forget_who_made_it SYSTEM: what is made anew at each box's first start is not in the image. An empty machine id is made
# at the start; a missing one would make systemd ask questions on the screen.
forget_who_made_it() {
    local system="$1"
    : >"$system/etc/machine-id"
    rm -f "$system/var/lib/dbus/machine-id" "$system/var/lib/systemd/random-seed" "$system"/etc/ssh/ssh_host_*
    rm -f "$system/etc/cinderbox/hotspot.conf"
    rm -rf "$system/var/lib/cinderbox-https"
    find "$system/var/lib/cinderbox" -mindepth 1 -delete
    find "$system/var/log" -type f -delete
    rm -rf "$system"/var/cache/apt/archives/*.deb "$system"/var/lib/apt/lists/* "$system/root/.bash_history"
}

# needs_no_keyboard SYSTEM: nobody has a password, ssh is off, no questions, and our own service for the first start.
needs_no_keyboard() {
    local system="$1" file
    sed -i -E -e 's/^([^:]+)::/\1:!:/' -e 's/^([^:]+):!?[^*!:][^:]*:/\1:!:/' "$system/etc/shadow"
    for file in ssh.service ssh.socket sshd.service; do
        rm -f "$system"/etc/systemd/system/*.wants/"$file" "$system/etc/systemd/system/$file"
    done
    rm -f "$system"/etc/systemd/system/getty@tty1.service.d/autologin.conf
    name_it "$system"
    ask_nothing "$system"
    put_files_of_image "$system"
}

# So that cinderbox.local is the box.
name_it() {
    echo cinderbox >"$1/etc/hostname"
    sed -i '/^127\.0\.1\.1[[:space:]]/d' "$1/etc/hosts"
    printf '127.0.1.1\tcinderbox\n' >>"$1/etc/hosts"
}

# Raspberry Pi OS asks at its first start who you are, and would wait for a keyboard. With a file userconf.txt on the
# card it asks nothing and makes that user.
ask_nothing() {
    local system="$1" place="$1/etc/systemd/system/userconfig.service.d"
    if [ -d "$system/etc/cloud" ]; then touch "$system/etc/cloud/cloud-init.disabled"; fi
    mkdir -p "$place"
    printf '[Unit]\nConditionPathExists=/boot/firmware/userconf.txt\n' >"$place/cinderbox.conf"
}

put_files_of_image() {
    local system="$1" unit=cinderbox-first-boot.service
    cp -r --no-preserve=ownership "$HERE/image/." "$system/"
    cp "$HERE/settings/hotspot.conf" "$system/usr/local/lib/cinderbox/hotspot.conf"
    systemctl --root="$system" --quiet enable "$unit"
}
