"""Televisions of 2021 and tablets of 2020: real Chromiums of that time play with us. That it looks right is seen in the
pictures (`CINDERBOX_PICTURES=folder` keeps them), not here."""

import pytest

from tests.browser.prepared import past_the_pages
from tests.devices.conftest import in_old_chromium
from tests.devices.flows import (
    WALL_SCENES,
    clock_is_on,
    desk_pages_are_styled,
    phone_pages_fit,
    result_told_at,
    result_told_on,
    wall_shows,
)
from tests.soaking import LONG

pytestmark = LONG
EVERY = [80, 92, 106]
ON_A_DESK = [92, 106]


@pytest.mark.parametrize("version", EVERY)
def test_the_wall_of_an_old_television_shows_every_scene(box, prepared, version):
    with past_the_pages(box) as app:
        scenes = {**WALL_SCENES, "clock": clock_is_on(app).tid}
        in_old_chromium(version)(lambda wall: wall_shows(wall, box, scenes), width=1920, height=1080)


@pytest.mark.parametrize("version", EVERY)
def test_a_result_is_told_and_confirmed_at_an_old_tablet(box, version):
    with past_the_pages(box) as app:
        in_old_chromium(version)(lambda tablet: result_told_at(tablet, box, app), width=1024, height=768)


@pytest.mark.parametrize("version", EVERY)
def test_a_result_is_told_on_an_old_phone(box, version):
    with past_the_pages(box) as app:
        in_old_chromium(version)(lambda phone: result_told_on(phone, box, app), width=390, height=844)


@pytest.mark.parametrize("version", EVERY)
def test_an_old_phone_reads_everything(box, prepared, version):
    in_old_chromium(version)(lambda phone: phone_pages_fit(phone, box), width=390, height=844)


@pytest.mark.parametrize("version", ON_A_DESK)
def test_an_old_laptop_runs_the_desk(box, prepared, version):
    in_old_chromium(version)(lambda desk: desk_pages_are_styled(desk, box), width=1366, height=768)
