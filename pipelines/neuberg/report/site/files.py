"""The files of a site: pages of templates, and the CSV of a table of which a page has not all rows."""

from pathlib import Path
from typing import Any

from neuberg.report import spreadsheet
from neuberg.report.site.rendering import Renderer
from neuberg.report.site.sections import Section


class Files:
    """A site's folder, its templates, and how many pages were written in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = 0
        self._renderer = Renderer()
        self._made: set[Path] = set()

    def page(self, address: str, template: str, **values: Any) -> None:
        """Write a page."""
        self.write(address, self._renderer.page(template, **values).encode())
        self.pages += 1

    def write(self, address: str, data: bytes) -> None:
        """Write a file, its folder made where it is not there."""
        file = self.folder / address
        if file.parent not in self._made:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(file.parent)
        file.write_bytes(data)

    def with_data(self, stem: str, sections: list[Section]) -> list[tuple[Section, str | None]]:
        """Each section with the name of its CSV, which is written; none where the page has all its rows."""
        found: list[tuple[Section, str | None]] = []
        for part in sections:
            address = f"{stem}{part.anchor}.csv"
            if part.data is not None:
                self.write(address, spreadsheet.csv(part.data))
            found.append((part, part.csv if part.data is None else Path(address).name))
        return found
