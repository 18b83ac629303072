"use strict";
// Each table is sorted by its headings' buttons, and a long one is searched; without this script it is as it stands.
(() => {
  const FEW = 8;
  const number = (text) => {
    const plain = text.replaceAll(",", "");
    return plain !== "" && isFinite(plain) ? Number(plain) : null;
  };
  const compare = (one, other) => {
    const [a, b] = [number(one), number(other)];
    return a !== null && b !== null ? a - b : one.localeCompare(other, undefined, { numeric: true });
  };
  const sort = (table, column, sign) => {
    const body = table.tBodies[0];
    const key = (row) => row.cells[column].textContent.trim();
    const rows = [...body.rows].map((row) => [key(row), row]);
    const filled = rows.filter(([text]) => text !== "").sort((one, other) => sign * compare(one[0], other[0]));
    const blank = rows.filter(([text]) => text === "");
    body.append(...[...filled, ...blank].map(([, row]) => row));
  };
  const sortable = (table) => {
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const down = heading.getAttribute("aria-sort") === "ascending";
        headings.forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(table, column, down ? -1 : 1);
      });
    });
  };
  const searchable = (table, place) => {
    // Cell by cell, so that no word is found across two of them.
    const words = (row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase();
    const rows = [...table.tBodies[0].rows].map((row) => [words(row), row]);
    const bar = document.createElement("p");
    bar.className = "search";
    const label = document.createElement("label");
    const input = document.createElement("input");
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    input.type = "search";
    label.append("Search this table: ", input);
    bar.append(label, said);
    place.before(bar);
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const [text, row] of rows) {
        row.hidden = !wanted.every((word) => text.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      said.textContent = wanted.length ? `${shown} of ${rows.length} rows` : "";
    });
  };
  for (const place of document.querySelectorAll(".scroll")) {
    const table = place.querySelector("table");
    if (table.tBodies[0].rows.length > 1) sortable(table);
    if (table.tBodies[0].rows.length > FEW) searchable(table, place);
  }
})();
