"""`cinderbox serve`: waitress on the network, and in the terminal what people need to get in."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

from server.config import Config

THREADS = 8


def serve(config: Config, *, host: str, port: int) -> int:
    """Serve until stopped."""
    import waitress

    from server.app import create_app

    app = create_app(config)
    try:
        server = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=2000,
            asyncore_use_poll=True,
            channel_request_lookahead=1,
            channel_timeout=120,
        )
    except OSError as why:
        print(f"Port {port} cannot be used: {why.strerror}. Choose another with --port.", file=sys.stderr)
        return 2
    _welcome(config, host, server.effective_port)
    with suppress(KeyboardInterrupt):
        server.run()
    server.close()
    return 0


def _welcome(config: Config, host: str, port: int) -> None:
    import segno

    shown = lan_address() if host in ("0.0.0.0", "::") else host
    address = f"http://{shown}:{port}/"
    print(f"\nCinderbox is open at  {address}\n", flush=True)
    with suppress(UnicodeEncodeError):  # a terminal without block characters
        segno.make(address, error="m").terminal(compact=True, border=2)
    if config.pin_file.exists():
        print(f"Organizer PIN  {config.pin_file.read_text(encoding='ascii')}")
    else:
        print("The organizer PIN was changed on the page; `cinderbox pin --reset` makes a new one.")
    print("Stop with Ctrl-C. Everything is saved at every step.", flush=True)


def lan_address() -> str:
    """The address other devices reach this machine at; no packet is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
