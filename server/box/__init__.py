"""The machine on the table: backups, USB sticks, its addresses, its disk, PINs and sign-ins, how serving ends."""
