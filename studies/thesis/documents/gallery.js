// The page of the gallery: contents, beams that untwist, the thesis's plots beside ours, where ADMM ends.

/** @type {(one: PlotSeries) => Promise<Series>} */
async function curveOf({ label, look, payload, rows, samples }) {
  const values = await doublesOf(payload);
  return { key: label, label, look, x: values.subarray(0, rows), y: values.subarray(rows), samples };
}
// Residuals; those that the thesis's six digits do not tell are samples that are less than their place.
/** @type {(one: PlotSeries) => Series} */
function residualOf({ label, look, residual, limits }) {
  const [x, y] = residual ?? [[], []], [places, bounds] = limits ?? [[], []];
  const known = y.map((value) => value ?? NaN);
  places.forEach((place, i) => { known[place] = bounds[i]; });
  const samples = /** @type {Samples} */ ([places.map((place) => x[place]), bounds, [...places.keys()]]);
  return { key: label, label, look, x, y: known, samples };
}

// Shows the thesis's samples to the left of a divider, and our curves to the right of it.
/** @type {(chart: Chart, name: string) => void} */
function addDivider({ svg, width, height, margin }, name) {
  const sides = ['thesis', 'ours'].map((side) => {
    const rectangle = make('svg:rect', { y: 0, height });
    svg.append(make('svg:clipPath', { id: `${name}-${side}` }, rectangle));
    return rectangle;
  });
  for (const path of allWithin(svg, '.curve')) path.setAttribute('clip-path', `url(#${name}-ours)`);
  for (const sample of allWithin(svg, '.sample, .sample-line')) {
    sample.setAttribute('clip-path', `url(#${name}-thesis)`);
  }
  const line = make('svg:line', { class: 'divider', y1: margin.top - 8, y2: height - margin.bottom });
  const words = ['thesis', 'simbench'].map((text, i) =>
    make('svg:text', { class: 'tick', y: margin.top + 2, 'text-anchor': i ? 'start' : 'end' }, text));
  svg.append(line, ...words);
  const slider = make('input', {
    type: 'range', min: 0, max: 100, value: 50, class: 'divide',
    'aria-label': 'how much of the thesis, and how much of simbench',
  });
  const move = () => {
    const x = margin.left + slider.valueAsNumber / 100 * (width - margin.left - margin.right);
    setAttributes(sides[0], { x: 0, width: x });
    setAttributes(sides[1], { x, width: Math.max(0, width - x) });
    setAttributes(line, { x1: x, x2: x });
    setAttributes(words[0], { x: x - 6 });
    setAttributes(words[1], { x: x + 6 });
  };
  slider.addEventListener('input', move);
  move();
  svg.after(slider);
}

/** @type {(plot: Plot) => string} */
function residualInWords(plot) {
  if (plot.over !== 'iteration') return 'Seconds are those of two machines, so that there is no residual.';
  const largest = plot.series.flatMap(({ label, largest }) =>
    (largest ? [{ label, iteration: largest[0], percent: largest[1] }] : []));
  if (!largest.length) return '';
  const worst = largest.reduce((a, b) => (b.percent > a.percent ? b : a));
  return `The largest residual: ${inWords(worst.percent)} % (${worst.label}, iteration ${worst.iteration}).`;
}

/** @type {(host: Element, plot: Plot, series: Series[]) => void} */
function drawPlot(host, plot, series) {
  const overTime = plot.over !== 'iteration';
  const chart = drawChart(within(host, '.comparison'), {
    series, xLabel: plot.over, yLabel: plot.words, xLog: overTime, yLog: byId('log').checked,
    whole: !overTime, sampleLines: true, slider: false, height: 320, name: `${plot.title}: ${plot.words}`,
  });
  if (overTime) return;  // the seconds of two machines have no common place for a divider
  addDivider(chart, plot.name);
  drawChart(within(host, '.residual'), {
    series: plot.series.map(residualOf), xLabel: plot.over, yLabel: 'residual in %', xLog: false, yLog: true,
    whole: true, slider: false, height: 230, name: `${plot.title}: residual in %`,
  });
}

/** @type {(plot: Plot) => HTMLElement} */
function plotSection(plot) {
  const legend = plot.series.map(({ label, look }) => make('span', {
    class: 'entry', onpointerenter: () => highlight(label), onpointerleave: () => highlight(null),
  }, lineOf(look), label));
  const hint = make('p', { class: 'hint' }, residualInWords(plot));
  return make('article', { class: 'plot', id: plot.name },
    make('h3', {}, `${plot.title} (${plot.setting})`),
    make('div', { class: 'entries' }, ...legend),
    make('div', { class: 'pair' },
      make('div', {}, make('div', { class: 'comparison' })),
      make('div', {}, make('div', { class: 'residual' }), hint)),
    make('p', { class: 'source' }, fileOf(`${report.folder}/${plot.figure}.png`, 'the figure'),
      ' with all our solvers; ', fileOf(`studies/thesis/reference/${plot.name}.csv`, 'samples'),
      `; runs: the sweep ${plot.sweep}`));
}

// Draws each chart when it is scrolled into view, because nineteen at once would delay the page, and all of
// them before the page is printed.
/** @type {(draws: Map<Element, () => void>) => void} */
function drawWhenSeen(draws) {
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      draws.get(target)?.();
    }
  }, { rootMargin: '400px' });
  for (const section of draws.keys()) watcher.observe(section);
  const drawAgain = () => {
    for (const [section, draw] of draws) if (section.querySelector('svg.chart')) draw();
  };
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) drawAgain();
    width = innerWidth;
  });
  byId('log').addEventListener('input', drawAgain);
  addEventListener('beforeprint', () => {
    for (const [section, draw] of draws) if (!section.querySelector('svg.chart')) draw();
  });
}

async function fillPlots() {
  /** @type {Map<Element, Plot>} */
  const sections = new Map();
  const shown = new Set();
  for (const plot of report.plots) {
    const section = plotSection(plot), figure = claimsOf(plot.figure);
    sections.set(section, plot);
    byId('plots').append(section);
    // One figure of ours can show several plots of the thesis. Its claims stand below the last of these.
    const last = report.plots.findLast((other) => other.figure === plot.figure) === plot;
    if (last && !shown.has(plot.figure)) {
      byId('plots').append(make('div', { class: 'cards' }, ...figure.map(cardOf)));
    }
    shown.add(plot.figure);
  }
  // All curves are unpacked at once: a browser does not wait for them before it prints.
  const curves = await Promise.all(report.plots.map((plot) => Promise.all(plot.series.map(curveOf))));
  drawWhenSeen(new Map([...sections].map(([section, plot], i) =>
    [section, () => drawPlot(section, plot, curves[i])])));
}

// Cells with a colour and a mark for each state, over logarithmic axes.
const STATE_MARKS = {
  'stays above the minimum': '–', oscillates: '~', 'another, lower minimum': '▾', solved: '●', diverged: '×',
};
/** @type {(phase: Phase) => HTMLElement} */
function phaseDiagram(phase) {
  const [width, height, left, bottom] = [480, 320, 46, 40];
  const columns = phase.stiffness.length, rows = phase.weights.length;
  const [cellWidth, cellHeight] = [(width - left - 6) / columns, (height - bottom - 6) / rows];
  const x = (column) => left + column * cellWidth, y = (row) => 6 + (rows - 1 - row) * cellHeight;
  const viewBox = `0 0 ${width} ${height}`, name = `where ADMM ends: ${phase.name}`;
  const svg = make('svg:svg', { viewBox, role: 'img', 'aria-label': name, class: 'chart' });
  const text = (words, attributes) => make('svg:text', { 'text-anchor': 'middle', ...attributes }, words);
  phase.cells.forEach((row, i) => row.forEach((state, j) => {
    const name = phase.states[state], middle = y(i) + cellHeight / 2 + 4;
    const place = `k h² = ${inWords(phase.stiffness[j])} Pa s², c = ${inWords(phase.weights[i])}`;
    svg.append(make('svg:g', { class: `state state-${state}` },
      make('svg:rect', { x: x(j), y: y(i), width: cellWidth - 1, height: cellHeight - 1 }),
      text(STATE_MARKS[name], { x: x(j) + cellWidth / 2, y: middle }),
      make('svg:title', {}, `${place}: ${name}`)));
  }));
  phase.stiffness.forEach((value, j) => {
    const place = { class: 'tick', x: x(j) + cellWidth / 2, y: height - bottom + 14 };
    if (j % 2 === 0) svg.append(text(tickText(value), place));
  });
  phase.weights.forEach((value, i) => {
    const place = { class: 'tick', x: left - 5, y: y(i) + cellHeight / 2 + 4, 'text-anchor': 'end' };
    svg.append(text(inWords(value), place));
  });
  svg.append(text('k h² in Pa s²', { class: 'label', x: width / 2, y: height - 6 }),
    make('svg:path', { class: 'automatic', d: automaticPath(phase, x, y, cellWidth, cellHeight) }));
  return make('figure', {}, make('figcaption', {}, `${phase.name}, ${phase.iterations} iterations`), svg);
}
// The line of automatic weights. Rows are interpolated, because the logarithms of c are not evenly spaced.
/** @type {(phase: Phase, x: Function, y: Function, cellWidth: number, cellHeight: number) => string} */
function automaticPath(phase, x, y, cellWidth, cellHeight) {
  const row = (c) => {
    const above = phase.weights.findIndex((weight) => weight >= c);
    if (above <= 0) return above === 0 ? 0 : phase.weights.length - 1;
    const [low, high] = [phase.weights[above - 1], phase.weights[above]];
    return above - 1 + Math.log(c / low) / Math.log(high / low);
  };
  return phase.automatic[0].map((stiffness, i) => {
    const column = phase.stiffness.findIndex((value) => Math.abs(value / stiffness - 1) < 1e-6);
    return `${i ? 'L' : 'M'}${x(column) + cellWidth / 2} ${y(row(phase.automatic[1][i])) + cellHeight / 2}`;
  }).join('');
}

function fillPhases() {
  const states = new Set(report.phases.flatMap((phase) => phase.cells.flat()));
  byId('phases').append(...report.phases.map(phaseDiagram));
  byId('phases').after(make('p', { class: 'entries' }, ...[...states].sort().map(stateEntry)));
  byId('phases-claims').append(...claimsOf('admm_phase_diagram').map(cardOf));
}
/** @type {(state: number) => HTMLElement} */
function stateEntry(state) {
  const name = report.phases[0].states[state];
  const attributes = { class: `state state-${state} mark`, viewBox: '0 0 16 16', 'aria-hidden': 'true' };
  return make('span', { class: 'entry' },
    make('svg:svg', attributes, make('svg:rect', { width: 16, height: 16 }),
      make('svg:text', { x: 8, y: 12, 'text-anchor': 'middle' }, STATE_MARKS[name])),
    ` ${name}`);
}

// The contents: a link to each section, to each plot, and to the other claims of each study.
function fillContents() {
  const link = (id, words) => make('li', {}, make('a', { href: `#${id}` }, words));
  const of = (id, links) => within(byId('contents'), `[href="#${id}"]`).after(make('ul', {}, ...links));
  of('plots-title', report.plots.map(({ name, title, setting }) => link(name, `${title} (${setting})`)));
  of('others-title', report.collections.map(({ title }, i) => link(`others-${i}`, title)));
}

function begin() {
  fillTotals();
  fillFiles();
  fillContents();
  fillSearch();
  byId('shapes-title').textContent = 'Beams that untwist';
  const viewer = new Viewer();
  const labelOf = (run) => report.looks[run.look].label;
  const runs = report.hero.runs.map((run, number) => ({ ...run, number, label: labelOf(run) }));
  viewer.show(report.hero, runs).then(() => {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) viewer.play();
  });
  fillPlots();
  fillPhases();
  fillOthers();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();  // it did not exist yet
}
begin();
