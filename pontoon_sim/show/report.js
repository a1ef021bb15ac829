// Heads sort their tables: by number where a column has numbers, else by letters and the numbers in them.
for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement, place = [...head.parentElement.children].indexOf(head);
    const turn = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    const body = head.closest("table").tBodies[0], numbers = head.classList.contains("number");
    const key = row => {
      const cell = row.cells[place];
      return numbers ? (cell.dataset.value === undefined ? null : Number(cell.dataset.value)) : cell.textContent;
    };
    const compare = (one, two) => {
      const a = key(one), b = key(two);
      if (a === null || b === null) return (a === null) - (b === null); // what is missing stays below
      return turn * (numbers ? a - b : a.localeCompare(b, "en", { numeric: true }));
    };
    body.append(...[...body.rows].sort(compare));
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
  });
}
// On paper nothing is folded.
const folded = [];
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details:not([open])")) { folded.push(one); one.open = true; }
});
addEventListener("afterprint", () => { for (const one of folded.splice(0)) one.open = false; });
