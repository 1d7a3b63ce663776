"""`cinderbox bench` has many screens in a process of their own: a server that leaves them ends it."""

import socket
import subprocess
import sys
import threading

import pytest

from tests.waiting import PATIENCE_S


def devices(kind, port):
    """One of them at this port; what its process said in the end."""
    command = [sys.executable, "-m", "server.cli.bench.devices", kind, f"http://127.0.0.1:{port}", "/", "1"]
    done = subprocess.run(command, stdin=subprocess.PIPE, capture_output=True, text=True, timeout=PATIENCE_S)
    return done.returncode, done.stderr


@pytest.mark.parametrize("kind", ["stream", "poll"])
def test_screens_that_find_no_server_do_not_wait_for_it(kind):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        code, said = devices(kind, nobody.getsockname()[1])
    assert code == 1
    assert "ConnectionRefusedError" in said


@pytest.mark.parametrize("kind", ["stream", "poll"])
def test_screens_whose_server_dies_in_the_middle_of_an_answer_do_not_wait_for_the_rest(kind):
    with socket.create_server(("127.0.0.1", 0)) as door:
        dying = threading.Thread(target=answer_half, args=(door,))
        dying.start()
        code, said = devices(kind, door.getsockname()[1])
        dying.join()
    assert code == 1
    assert "Error" in said


def answer_half(door):
    with door.accept()[0] as line:
        line.recv(1000)
        line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf")
