"""Every page of the desk, for tests that look at all of them."""

BOX = ("/", "/events/new", "/box")
EVENT = (
    "/",
    "/players/",
    "/players/p1",
    "/pairings/",
    "/pairings/?round=1",
    "/results/",
    "/results/?round=1",
    "/results/slips",
    "/results/2",
    "/results/round/1/1/correct",
    "/results/penalties",
    "/results/penalties/new",
    "/results/penalties/new?player=p1",
    "/standings/",
    "/history/",
    "/announcements/",
    "/print/",
    "/settings",
)


def of_event(desk):
    """The addresses of the event the desk is at."""
    return [desk.event + path for path in EVENT]
