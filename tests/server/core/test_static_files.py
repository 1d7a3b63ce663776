"""Scripts and styles: kept by the browser for ever, and never of two versions at once."""

import re
from urllib.parse import urljoin

import pytest

from server.core.static_files import FOR_EVER, PROJECT, folders, version, version_of

TEMPLATES = sorted((PROJECT / "server").glob("*/templates/*.html"))
FILES = sorted(path for folder in folders() for path in folder.rglob("*") if path.suffix in (".js", ".css"))
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")


def linked(page):
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page.html)


def test_whatever_a_page_loads_may_be_kept_for_ever(organizer):
    addresses = linked(organizer.get("/events/new"))
    assert {address.rpartition(".")[2] for address in addresses} == {"css", "js", "png", "svg"}
    for address in addresses:
        assert address.startswith(f"/static/{version()}/")
        with organizer.client.get(address) as answer:
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, FOR_EVER)
        with organizer.client.get(address, headers={"If-None-Match": answer.headers["ETag"]}) as again:
            assert (again.status_code, again.headers["Cache-Control"]) == (304, FOR_EVER)


def test_what_a_script_imports_has_the_version_of_the_script(organizer):
    """An import is resolved against the address of its module, so it is under the same version."""
    scripts = [path for path in FILES if path.suffix == ".js"]
    imports = [(script, found) for script in scripts for found in IMPORT.findall(script.read_text(encoding="utf-8"))]
    assert imports
    for script, found in imports:
        assert (script.parent / found).is_file(), f"{script.name} imports {found}"
        address = f"/static/{version()}/{script.relative_to(PROJECT).as_posix()}"
        with organizer.client.get(urljoin(address, found)) as answer:
            assert answer.status_code == 200, f"{script.name} imports {found}"
            assert answer.headers["Cache-Control"] == FOR_EVER


def test_nothing_names_a_file_without_its_version():
    for path in (*TEMPLATES, *FILES):
        assert not re.search(r"""["'(]/static/""", path.read_text(encoding="utf-8")), (
            f"{path.name} spells an address out"
        )


@pytest.mark.parametrize("other", ["000000000000/", ""])
def test_another_version_is_not_there_and_that_is_not_remembered(organizer, other):
    answer = organizer.client.get(f"/static/{other}server/core/static/base.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_a_missing_file_is_not_remembered(organizer):
    answer = organizer.client.get(f"/static/{version()}/server/core/static/none.css")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_any_change_in_any_file_is_another_version(tmp_path):
    (tmp_path / "js").mkdir()
    module = tmp_path / "js" / "clock.js"
    module.write_text("export const a = 1;")
    versions = [version_of([tmp_path])]
    module.write_text("export const a = 2;")
    versions.append(version_of([tmp_path]))
    module.rename(tmp_path / "js" / "clocks.js")
    versions.append(version_of([tmp_path]))
    (tmp_path / "more.css").touch()
    versions.append(version_of([tmp_path]))
    assert len(set(versions)) == 4
    assert version_of([tmp_path]) == versions[-1]


@pytest.mark.parametrize(
    "path",
    ["server/app.py", "server/core/models.py", "kiosk/page/wall.html", "pyproject.toml", "server/core/static/../db.py"],
)
def test_nothing_else_of_the_project_is_served(organizer, path):
    assert organizer.client.get(f"/static/{version()}/{path}").status_code == 404
