'use strict';
// What the page shows, and the way back from simbench.report.packing.
const report = JSON.parse(document.getElementById('content').textContent);

async function bytesOf(name) {
  const compressed = Uint8Array.from(atob(document.getElementById(name).textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Integers of a type of array, `width` of them a step; each step is stored as its difference to the one before.
async function integersOf(name, Integers, width) {
  const bytes = await bytesOf(name);
  const size = Integers.BYTES_PER_ELEMENT, count = bytes.length / size, integers = new Integers(count);
  for (let i = 0; i < count; ++i) {
    let value = 0;
    for (let plane = 0; plane < size; ++plane) value |= bytes[plane * count + i] << (8 * plane);
    integers[i] = value + (i < width ? 0 : integers[i - width]);
  }
  return integers;
}

// Doubles, of which the upper halves are stored.
async function doublesOf(name) {
  const upper = await integersOf(name, Uint32Array, 1);
  const halves = new Uint32Array(2 * upper.length);
  upper.forEach((half, i) => { halves[2 * i + 1] = half; });
  return new Float64Array(halves.buffer);
}

// The rows of a run: step, iteration, and an array for each column.
async function loadRows(run) {
  const { payload, columns, rows } = run.rows;
  const keys = await integersOf(`${payload}-keys`, Uint32Array, 1);
  const values = await doublesOf(`${payload}-values`);
  const table = { step: keys.subarray(0, rows), iteration: keys.subarray(rows) };
  columns.forEach((column, i) => { table[column] = values.subarray(i * rows, (i + 1) * rows); });
  return table;
}
const rowsOf = (run) => (run.loaded ??= loadRows(run));

// Four digits, as a person writes them.
function inWords(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(3) : String(Number(value.toPrecision(4)));
  return text.replaceAll('-', '−').replace('e+', 'e');
}

// An element with attributes, listeners (on…) and children; `tag` of SVG begins with svg:.
function make(tag, attributes = {}, ...children) {
  const drawn = tag.startsWith('svg:'), space = drawn ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = document.createElementNS(space, drawn ? tag.slice(4) : tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const byId = (id) => document.getElementById(id);

// Fills a <select>; what was chosen stays chosen if it is still there.
function fillSelect(select, choices) {
  const before = select.options.length ? select.value : null;
  select.replaceChildren(...Object.entries(choices).map(([value, words]) => make('option', { value }, words)));
  if (before !== null && before in choices) select.value = before;
}

const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
