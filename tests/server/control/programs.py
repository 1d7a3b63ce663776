"""Whatever sends commands with a key: a Stream Deck, a script, the buttons of the box."""

from server.control import control_keys


class Program:
    """Sends commands, from an address of its own."""

    def __init__(self, app, key, address="10.0.0.9"):
        self.client = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        self.key = key

    def send(self, command, **said):
        bearer = {"Authorization": f"Bearer {self.key}"}
        answer = self.client.post(f"/api/control/{command}", json=said, headers=bearer)
        return answer.status_code, answer.json

    def does(self, command, **said):
        status, answer = self.send(command, **said)
        assert status == 200, answer
        return answer

    def is_refused(self, command, **said):
        status, answer = self.send(command, **said)
        assert status == 409, answer
        return answer["error"]


def new_key(app, name="Stream Deck"):
    with app.test_request_context():
        return control_keys.make(name)
