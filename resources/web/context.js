// What stands around an element: its section, the other cells of its row, the head of its column.

const HEADINGS = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const REGIONS = /^(region|dialog|alertdialog|group|radiogroup|form|tabpanel|navigation|article|toolbar|search)$/;
const SECTIONS = new Set(["section", "article", "aside", "nav", "form", "fieldset", "dialog", "main", "details"]);

function isHeading(el) {
  return HEADINGS.has(el.localName) || el.getAttribute("role") === "heading";
}

function isSection(el) {
  return SECTIONS.has(el.localName) || REGIONS.test(el.getAttribute("role") ?? "");
}

function titleOfSection(el) {
  const given = attr(el, "aria-label") || referenced(el, "aria-labelledby");
  if (given) return given;
  if (el.localName === "fieldset") return legendOf(el);
  return el.localName === "details" ? clean(el.querySelector(":scope > summary")?.textContent) : "";
}

function legendOf(fieldset) {
  const legend = fieldset.querySelector(":scope > legend");
  return legend ? innerWords(legend) : "";
}

function isDialog(el) {
  const role = el.getAttribute("role");
  return role === "dialog" || role === "alertdialog" || el.getAttribute("aria-modal") === "true"
    || (el.localName === "dialog" && el.open);
}

function titleOfDialog(el) {
  const heading = el.querySelector("h1, h2, h3, h4, h5, h6, [role=heading]");
  const text = attr(el, "aria-label") || referenced(el, "aria-labelledby") || (heading && wordsOf(heading));
  return cut(text || clean(el.innerText).slice(0, 80), LIMITS.name);
}

const REPEATED_TAGS = new Set(["li", "article"]);
const REPEATED_ROLES = new Set(["listitem", "article", "option", "treeitem"]);

const NEAR = 8; // so many neighbours on each side, and so many children of each, are looked at
const COUSIN_LEVELS = 3; // a card stands in a list in a column of a board
const SAID = 2; // so many texts before an element are told

function make(el) {
  return [el.localName, el.getAttribute("role") ?? "", el.classList[0] ?? ""].join(" ");
}

function beside(el) {
  const found = [];
  for (const step of ["previousElementSibling", "nextElementSibling"]) {
    let at = el[step];
    for (let n = 0; at && n < NEAR; n += 1, at = at[step]) if (make(at) === make(el)) found.push(at);
  }
  return found;
}

// What is made like `el` and stands where it stands, in what is made like its parent: cards of the columns beside.
function cousins(el, levels = COUSIN_LEVELS) {
  const parent = el.parentElement;
  if (!parent || !levels || isTopmost(parent)) return [];
  const alike = (uncle) => [...uncle.children].slice(0, NEAR).filter((child) => make(child) === make(el));
  return [...beside(parent), ...cousins(parent, levels - 1)].slice(0, NEAR).flatMap(alike);
}

function repeats(el) {
  const same = (other) => other !== el && other.localName === el.localName;
  return [...(el.parentElement?.children ?? [])].some(same) || cousins(el).length > 0;
}

const CARD_TAGS = new Set(["div", "section"]);
const PRESSED = "button, a[href], [role=button]";
const FILLED = "input:not([type=checkbox]):not([type=hidden]), select, textarea";

function sameMake(el, other) {
  return other?.localName === el.localName && other.classList[0] === el.classList[0]
    && other.childElementCount === el.childElementCount
    && [...el.children].every((child, at) => child.localName === other.children[at].localName);
}

// A card among others, though nothing says so: one beside it is made alike and offers the same, or stands so in what is
// beside its list. Groups of fields are none.
function isCard(el) {
  if (!CARD_TAGS.has(el.localName) || !el.classList.length || !el.querySelector(PRESSED)) return false;
  if (el.querySelector(FILLED)) return false;
  const near = [el.nextElementSibling, el.previousElementSibling].filter((other) => sameMake(el, other));
  if (near.length && offersTheSame(el, near)) return true;
  const far = cousins(el).filter((other) => sameMake(el, other));
  return far.length > 0 && (saysMore(el) || offersTheSame(el, far));
}

function offersTheSame(el, others) {
  const offered = (card) => [...card.querySelectorAll(PRESSED)].slice(0, 20).map((at) => clean(at.textContent));
  const own = new Set(offered(el));
  return others.some((other) => offered(other).some((word) => own.has(word)));
}

// Whether it says two things at least beside what it offers: a head with its button says one.
function saysMore(el) {
  const told = [...el.children].filter((child) => !child.matches(PRESSED) && !child.querySelector(PRESSED));
  return told.filter((child) => clean(child.textContent)).length > 1;
}

function isRow(el) {
  const role = el.getAttribute("role");
  if (el.localName === "tr" || role === "row") return true;
  return ((REPEATED_TAGS.has(el.localName) || REPEATED_ROLES.has(role)) && repeats(el)) || isCard(el);
}

function isButton(el) {
  return el.localName === "button" || el.getAttribute("role") === "button";
}

function cellsOf(row) {
  if (row.localName === "tr") return [...row.cells];
  const cells = row.querySelectorAll("[role=cell], [role=gridcell], [role=rowheader], [role=columnheader]");
  return cells.length ? [...cells] : null;
}

function describeRow(row) {
  const cells = cellsOf(row);
  if (cells) return { cells: cells.map((cell) => [cell, innerWords(cell, isButton)]) };
  return { blocks: innerBlocks(row, isButton) };
}

// The texts of the row around `el` without its own cell and without what only names a button.
function rowTexts(out, row, el) {
  if (!row) return [];
  if (!out.rows.has(row)) out.rows.set(row, describeRow(row));
  const { cells, blocks } = out.rows.get(row);
  if (!cells) return blocks.filter((text) => text !== wordsOf(el)).map((text) => cut(text, LIMITS.name));
  return cells.filter(([cell, text]) => text && !cell.contains(el)).map(([, text]) => cut(text, LIMITS.name));
}

function headsOf(table) {
  const first = table.tHead?.rows[table.tHead.rows.length - 1] ?? table.rows[0];
  const heads = [];
  for (const cell of first?.cells ?? []) {
    const text = cell.localName === "th" ? wordsOf(cell) : "";
    for (let span = 0; span < Math.min(cell.colSpan, 100); span += 1) heads.push(text);
  }
  return heads;
}

function gridHeads(grid) {
  return [...grid.querySelectorAll("[role=columnheader]")].map(wordsOf);
}

function columnIndex(cell) {
  let index = 0;
  for (let before = cell.previousElementSibling; before; before = before.previousElementSibling) index += before.colSpan || 1;
  return index;
}

function tableOf(out, row) {
  if (!out.tables.has(row)) out.tables.set(row, row.closest("table, [role=table], [role=grid], [role=treegrid]"));
  return out.tables.get(row);
}

// The head of the column that the row's cell around `el` stands in.
function columnOf(out, row, el) {
  const cell = row && nearest(el, (at) => at === row || parentOf(at) === row);
  const table = row && tableOf(out, row);
  if (!cell || cell === row || !table || cell.closest("thead")) return "";
  if (!out.heads.has(table)) out.heads.set(table, table.localName === "table" ? headsOf(table) : gridHeads(table));
  return out.heads.get(table)[columnIndex(cell)] ?? "";
}

// The last two things that were said, in the order of the document, whether in sight or not: pieces of one block are one.
class Said {
  constructor() {
    this.last = [];
  }

  text(node, block) {
    if (!/\S/.test(node.data) || block.isContentEditable) return;
    const [nearest] = this.last;
    if (nearest?.block === block) Object.assign(nearest, { said: cut(nearest.said + node.data, 4 * LIMITS.said), clean: null });
    else this.push(block, node.data);
  }

  // A field holds the place of its caption: what was typed into it says nothing of what stands beside it.
  field(el) {
    const caption = labelOf(el) || nameOf(el);
    if (caption) this.push(null, caption);
  }

  push(block, said) {
    this.last = [{ block, said, clean: null }, ...this.last].slice(0, SAID);
  }

  before() {
    return this.last.map((entry) => (entry.clean ??= cut(clean(entry.said), LIMITS.said)));
  }
}
