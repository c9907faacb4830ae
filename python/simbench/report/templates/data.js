'use strict';
// What the page shows, and the way back from simbench.report.packing.

/** @type {<Id extends keyof ElementsById & string>(id: Id) => ElementsById[Id]} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const textOf = (id) => byId(id).textContent ?? '';

/** @type {Content} */
const report = JSON.parse(textOf('content'));

async function bytesOf(name) {
  const compressed = Uint8Array.from(atob(textOf(name)), (c) => c.charCodeAt(0));
  const stream = new Blob([compressed]).stream().pipeThrough(new window.DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Integers in an array of the given type, `width` of them per step. Each step is stored as its difference to
// the one before, modulo 2^bits.
/** @type {(name: string, Integers: IntegersType, width: number) => Promise<InstanceType<IntegersType>>} */
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

// Doubles of which only the upper halves are stored.
async function doublesOf(name) {
  const upper = await integersOf(name, Uint32Array, 1);
  const halves = new Uint32Array(2 * upper.length);
  upper.forEach((half, i) => { halves[2 * i + 1] = half; });
  return new Float64Array(halves.buffer);
}

// The rows of a run: step, iteration, and an array for each column.
/** @type {(run: Run) => Promise<Rows>} */
async function loadRows(run) {
  const { payload, columns, rows } = run.rows;
  const keys = await integersOf(`${payload}-keys`, Uint32Array, 1);
  const values = await doublesOf(`${payload}-values`);
  /** @type {Rows} */
  const table = { step: keys.subarray(0, rows), iteration: keys.subarray(rows) };
  columns.forEach((column, i) => { table[column] = values.subarray(i * rows, (i + 1) * rows); });
  return table;
}
/** @type {(run: Run) => Promise<Rows>} */
const rowsOf = (run) => (run.loaded ??= loadRows(run));

// A number with four digits, as a person writes it.
/** @type {(value: number | null | undefined) => string} */
function inWords(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e5);
  const text = isPlain ? String(Number(value.toPrecision(4))) : value.toExponential(3);
  return text.replaceAll('-', '−').replace('e+', 'e');
}

// Sets attributes, and adds listeners, whose names begin with on.
/** @type {(element: Element, attributes: Record<string, any>) => void} */
function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
}

// A new element; the tags of SVG begin with svg:.
/** @type {Make} */
function make(tag, attributes = {}, ...children) {
  const drawn = tag.startsWith('svg:');
  const space = drawn ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = /** @type {any} */ (document.createElementNS(space, drawn ? tag.slice(4) : tag));
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

// The first element below `host` that a selector finds, and all of them.
/** @type {(host: ParentNode, selector: string) => HTMLElement} */
const within = (host, selector) => /** @type {any} */ (host.querySelector(selector));
/** @type {(host: ParentNode, selector: string) => NodeListOf<HTMLElement>} */
const allWithin = (host, selector) => host.querySelectorAll(selector);

// Fills a <select> with values and their words; the chosen value stays chosen if it is still offered.
/** @type {(select: HTMLSelectElement, choices: Record<string, string>) => void} */
function fillSelect(select, choices) {
  const before = select.options.length ? select.value : null;
  const options = Object.entries(choices).map(([value, words]) => make('option', { value }, words));
  select.replaceChildren(...options);
  if (before !== null && before in choices) select.value = before;
}

const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
/** @type {(hex: string) => number[]} */
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
