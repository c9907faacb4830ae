// A sweep: heat maps over two of its axes, with cells that open their problem, and profiles of costs.

const SCALE_ENDS = { final_relative_error: [1e-6, 1] };
const AXIS_UNITS = { time_step: 's', stiffness: 'Pa', youngs_modulus: 'Pa', density: 'kg/m³', length: 'm' };
/** @type {(axis: string) => string} */
function axisInWords(axis) {
  const unit = AXIS_UNITS[axis.split('.').pop() ?? ''];
  return unit ? `${axis} [${unit}]` : axis;
}

// The cells with a label at which the axes that are not drawn have the values `fixed`.
/** @type {(sweep: Sweep, label: string, fixed: Place) => Cell[]} */
function cellsOf(sweep, label, fixed) {
  const fits = (cell) => Object.entries(fixed).every(([axis, value]) => placeIn(sweep, cell)[axis] === value);
  return sweep.cells.filter((cell) => cell.label === label && fits(cell));
}
/** @type {(sweep: Sweep, cell: Cell) => Place} */
const placeIn = (sweep, cell) => report.groups[sweep.first_group + cell.problem].place;
// Axes of objects have values in words, as "model = strain, stiffness = 1e+08".
/** @type {(place: Place) => string} */
function placeInWords(place) {
  return Object.entries(place).map((pair) => pair.join(pair[1].includes(' = ') ? ': ' : ' = ')).join(', ');
}

/** @type {(sweep: Sweep, quantity: string) => [number, number]} */
function rangeOf(sweep, quantity) {
  const values = sweep.cells.map((cell) => cell[quantity]).filter((value) => value > 0);
  return SCALE_ENDS[quantity] ?? [leastOf(values), largestOf(values)];
}

// A colour of the scale, and the one of black and white that is readable on it.
/** @type {(value: number, range: [number, number]) => [string, string]} */
function shade(value, [low, high]) {
  const share = high > low ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : 0;
  const colour = report.scale[Math.min(15, Math.floor(16 * Math.min(share, 1)))];
  const [r, g, b] = rgb(colour).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return [colour, 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#000' : '#fff'];
}

// The scale of all maps, which is logarithmic.
/** @type {(sweep: Sweep, quantity: string) => SVGElement | null} */
function scaleOf(sweep, quantity) {
  const [low, high] = rangeOf(sweep, quantity);
  if (!(high > low)) return null;
  const numbers = [0, 0.25, 0.5, 0.75, 1].map((share) => shortNumber(low * (high / low) ** share));
  return colourScale(numbers, sweep.quantities[quantity]);
}

/** @type {(sweep: Sweep, label: string, options: HeatMapOptions) => HTMLElement} */
function heatMap(sweep, label, { across, down, quantity, fixed, choose, chosen }) {
  const cells = cellsOf(sweep, label, fixed), range = rangeOf(sweep, quantity);
  const button = (cell) => {
    const value = cell[quantity], known = value !== null && value !== undefined;
    const group = sweep.first_group + cell.problem;
    const element = make('button', {
      type: 'button', class: 'cell', 'aria-pressed': String(group === chosen),
      onclick: () => choose(group, label),
      title: `${label}, ${placeInWords(placeIn(sweep, cell))}: ${cell.status.replaceAll('_', ' ')}`,
    }, known ? shortNumber(value) : '–');
    if (known) [element.style.background, element.style.color] = shade(value, range);
    return element;
  };
  const columns = across ? sweep.axes[across] : [''], rows = down ? sweep.axes[down] : [''];
  const isAt = (cell, axis, value) => !axis || placeIn(sweep, cell)[axis] === value;
  const cellAt = (row, column) => cells.find((cell) => isAt(cell, across, column) && isAt(cell, down, row));
  const fieldAt = (row, column) => make('td', {}, ...[cellAt(row, column)].filter(Boolean).map(button));
  const lineAt = (row) =>
    make('tr', {}, make('th', { scope: 'row' }, row), ...columns.map((column) => fieldAt(row, column)));
  const names = [down && `${axisInWords(down)} ↓`, across && `${axisInWords(across)} →`].filter(Boolean);
  const corner = make('td', { class: 'corner' }, ...names.map((name) => make('div', {}, name)));
  const head = make('tr', {}, corner, ...columns.map((value) => make('th', { scope: 'col' }, value)));
  return make('figure', { class: 'heat-map', 'data-key': label },
    make('figcaption', {}, lineOf(sweep.looks[label]), label),
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows.map(lineAt))));
}
/** @type {(value: number) => string} */
function shortNumber(value) {
  const isPlain = value === 0 || (Math.abs(value) >= 0.01 && Math.abs(value) < 1e4);
  const text = isPlain ? String(Number(value.toPrecision(2))) : value.toExponential(0).replace('e+', 'e');
  return text.replaceAll('-', '−');
}

// The costs { label: [cost of each problem] } to reach a target; NaN if a problem was not solved.
/** @type {(sweep: Pick<Sweep, 'cells'>, quantity: string) => Record<string, number[]>} */
function costsOf(sweep, quantity) {
  /** @type {Record<string, number[]>} */
  const costs = {};
  for (const cell of sweep.cells) {
    const mine = (costs[cell.label] ??= []);
    mine[cell.problem] = cell[quantity] === null ? NaN : cell[quantity];
  }
  return costs;
}

// The share of problems that cost at most x. In a profile x is the cost divided by the best solver's cost.
/** @type {(sweep: Pick<Sweep, 'cells' | 'looks'>, quantity: string, profile: boolean) => Series[]} */
function shares(sweep, quantity, profile) {
  const costs = costsOf(sweep, quantity), problems = [...new Set(sweep.cells.map((cell) => cell.problem))];
  const best = problems.map((problem) =>
    Math.min(...Object.values(costs).map((mine) => mine[problem]).filter(Number.isFinite)));
  const factor = (cost, i) => (cost === best[i] ? 1 : cost / best[i]);  // 1 also for 0 / 0
  const series = Object.entries(costs).map(([label, mine]) => {
    const all = problems.map((problem, i) => (profile ? factor(mine[problem], i) : mine[problem]));
    const x = all.filter(Number.isFinite).sort((a, b) => a - b);
    return { key: label, label, look: sweep.looks[label], x, y: x.map((_, i) => (i + 1) / problems.length) };
  });
  // All profiles begin at 1, and all curves end a little after the last step.
  const end = 1.3 * Math.max(1, ...series.map((one) => one.x[one.x.length - 1] ?? 1));
  for (const one of series) {
    if (profile && one.x[0] !== 1) { one.x.unshift(1); one.y.unshift(0); }
    if (one.x.length) { one.x.push(end); one.y.push(one.y[one.y.length - 1]); }
  }
  return series;
}
