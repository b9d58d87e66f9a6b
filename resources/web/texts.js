// Visible lines of text: pieces of text nodes, joined where they stand on one line of one block.

function transformed(text, style) {
  const how = style.textTransform;
  if (how === "uppercase") return text.toUpperCase();
  if (how === "lowercase") return text.toLowerCase();
  return how === "capitalize" ? text.replace(/(^|\s)\p{L}/gu, (start) => start.toUpperCase()) : text;
}

function unite(a, b) {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function onOneLine(a, b) {
  const common = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return common > 0.5 * Math.min(a[3] - a[1], b[3] - b[1]);
}

// The words of a text node that is broken into lines, as [text, box] for each line.
function brokenLines(range, node) {
  const lines = [];
  for (const match of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].trimEnd().length);
    const box = edges(range.getBoundingClientRect());
    const last = lines.at(-1);
    if (last && onOneLine(last[1], box) && box[0] >= last[1][0]) lines.splice(-1, 1, [last[0] + match[0], unite(last[1], box)]);
    else lines.push([match[0], box]);
  }
  return lines;
}

function linesOf(out, node) {
  const { range } = out;
  range.selectNodeContents(node);
  const rects = range.getClientRects();
  if (rects.length === 0) return [];
  const box = edges(range.getBoundingClientRect());
  const single = rects.length === 1 || box[3] - box[1] < 1.5 * rects[0].height;
  return single ? [[node.data, box]] : brokenLines(range, node);
}

function flushLine(out) {
  const { line } = out;
  out.line = null;
  if (!line || !clean(line.text)) return;
  if (out.texts.length >= LIMITS.texts) out.truncated = true;
  else out.texts.push([clean(line.text), region(line.box)]);
}

// A gap wider than a quarter of the line's height is a space to the eye.
function joint(line, text, box) {
  if (/\s$/.test(line.text) || /^\s/.test(text)) return " ";
  return box[0] - line.box[2] > 0.25 * (box[3] - box[1]) ? " " : "";
}

function addLine(out, text, box, block) {
  const { line } = out;
  if (line && line.block === block && onOneLine(line.box, box)) {
    line.text = line.text + joint(line, text, box) + text;
    line.box = unite(line.box, box);
    return;
  }
  flushLine(out);
  out.line = { text, box, block };
}

function isSeen(box, seen) {
  const height = box[3] - box[1];
  return !isEmpty(seen) && seen[3] - seen[1] >= 0.5 * height && seen[2] - seen[0] >= Math.min(3, box[2] - box[0]);
}

function addText(out, node, state) {
  if (!/\S/.test(node.data)) {
    if (out.line) out.line.text += " ";
    return;
  }
  for (const [text, box] of linesOf(out, node)) {
    const shown = outward(state.view, box);
    const seen = meet(shown, state.clip);
    if (isSeen(shown, seen)) addLine(out, transformed(text, state.style), seen, state.block);
  }
}
