// The page of the gallery: verdicts, beams that untwist, the thesis's plots beside ours, and all claims.

const hiddenKinds = new Set();
const figureOf = (name) => `${name}.png`;
const claimsOf = (figure) => report.collections[0].claims.filter((claim) => claim.figure === figure);

function fillTotals() {
  byId('totals').replaceChildren(...report.collections.map((collection) => make('div', { class: 'totals' },
    make('h3', {}, `${collection.title}: ${collection.claims.length}`),
    ...collection.totals.map(([kind, meaning, count]) => make('button', {
      type: 'button', class: `claim-kind ${kindOf(kind)}`, 'aria-pressed': 'true', 'data-kind': kindOf(kind), title: meaning,
      onclick: () => switchKind(kindOf(kind)),
    }, make('b', {}, String(count)), ` ${kind}`)))));
}
function switchKind(kind) {
  if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
  for (const button of document.querySelectorAll('[data-kind]')) button.setAttribute('aria-pressed', String(!hiddenKinds.has(button.dataset.kind)));
  for (const card of document.querySelectorAll('article.claim')) card.hidden = [...hiddenKinds].some((hiddenKind) => card.classList.contains(hiddenKind));
}

async function curvesOf(plot) {
  return Promise.all(plot.series.map(async (one) => {
    const values = await doublesOf(one.payload);
    return { key: one.label, label: one.label, look: one.look, x: values.subarray(0, one.rows), y: values.subarray(one.rows), samples: one.samples };
  }));
}

// The thesis's samples to the left of a divider, our curves to the right of it.
function addDivider({ svg, width, height, margin }, name) {
  const sides = ['thesis', 'ours'].map((side) => {
    const rectangle = make('svg:rect', { y: 0, height });
    svg.append(make('svg:clipPath', { id: `${name}-${side}` }, rectangle));
    return rectangle;
  });
  for (const path of svg.querySelectorAll('.curve')) path.setAttribute('clip-path', `url(#${name}-ours)`);
  for (const sample of svg.querySelectorAll('.sample, .sample-line')) sample.setAttribute('clip-path', `url(#${name}-thesis)`);
  const line = make('svg:line', { class: 'divider', y1: margin.top - 8, y2: height - margin.bottom });
  const words = ['thesis', 'simbench'].map((text, i) => make('svg:text', { class: 'tick', y: margin.top + 2, 'text-anchor': i ? 'start' : 'end' }, text));
  svg.append(line, ...words);
  const slider = make('input', { type: 'range', min: 0, max: 100, value: 50, class: 'divide', 'aria-label': 'how much of the thesis, and how much of simbench' });
  const move = () => {
    const x = margin.left + slider.value / 100 * (width - margin.left - margin.right);
    for (const [key, value] of [['x', 0], ['width', x]]) sides[0].setAttribute(key, value);
    for (const [key, value] of [['x', x], ['width', Math.max(0, width - x)]]) sides[1].setAttribute(key, value);
    for (const key of ['x1', 'x2']) line.setAttribute(key, x);
    words[0].setAttribute('x', x - 6);
    words[1].setAttribute('x', x + 6);
  };
  slider.addEventListener('input', move);
  move();
  svg.after(slider);
}

function residualInWords(plot) {
  if (plot.over !== 'iteration') return 'Seconds are those of two machines, so that there is no residual.';
  const largest = plot.series.filter((one) => one.largest).map((one) => ({ label: one.label, iteration: one.largest[0], percent: one.largest[1] }));
  if (!largest.length) return '';
  const worst = largest.reduce((a, b) => (b.percent > a.percent ? b : a));
  return `The largest residual: ${inWords(worst.percent)} % (${worst.label}, iteration ${worst.iteration}).`;
}

async function drawPlot(host, plot) {
  const series = await curvesOf(plot), overTime = plot.over !== 'iteration';
  const chart = drawChart(host.querySelector('.comparison'), {
    series, xLabel: plot.over, yLabel: plot.words, xLog: overTime, yLog: byId('log').checked, whole: !overTime, sampleLines: true, slider: false, height: 320, name: `${plot.title}: ${plot.words}`,
  });
  if (overTime) return;  // the seconds of two machines have no common place for a divider
  addDivider(chart, plot.name);
  const residuals = plot.series.map((one) => ({ key: one.label, label: one.label, look: one.look, x: one.residual[0], y: one.residual[1].map((value) => value ?? NaN) }));
  drawChart(host.querySelector('.residual'), { series: residuals, xLabel: plot.over, yLabel: 'residual in %', xLog: false, yLog: true, whole: true, slider: false, height: 230, name: `${plot.title}: residual in %` });
}

function plotSection(plot) {
  const legend = plot.series.map((one) => make('span', { class: 'entry', onpointerenter: () => highlight(one.label), onpointerleave: () => highlight(null) }, lineOf(one.look), one.label));
  return make('article', { class: 'plot', id: plot.name },
    make('h3', {}, `${plot.title} (${plot.setting})`),
    make('div', { class: 'entries' }, ...legend),
    make('div', { class: 'pair' }, make('div', {}, make('div', { class: 'comparison' })), make('div', {}, make('div', { class: 'residual' }), make('p', { class: 'hint' }, residualInWords(plot)))),
    make('p', { class: 'source' }, make('a', { href: figureOf(plot.figure) }, 'the figure'), ` with all our solvers; samples: studies/thesis/reference/${plot.name}.csv; runs: the sweep ${plot.sweep}`));
}

// Charts are drawn when they come into sight: nineteen of them at once would delay the page.
function drawWhenSeen(elements, draw) {
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      draw(target);
    }
  }, { rootMargin: '400px' });
  elements.forEach((element) => watcher.observe(element));
}

function fillPlots() {
  const drawn = new Map(), shown = new Set();
  for (const plot of report.plots) {
    const section = plotSection(plot), figure = claimsOf(plot.figure);
    drawn.set(section, plot);
    byId('plots').append(section);
    // Several plots of the thesis are one figure of ours, whose claims stand below the last of them.
    const last = report.plots.findLast((other) => other.figure === plot.figure) === plot;
    if (last && !shown.has(plot.figure)) byId('plots').append(make('div', { class: 'cards' }, ...figure.map(claimCard)));
    shown.add(plot.figure);
  }
  const draw = (section) => drawPlot(section, drawn.get(section));
  drawWhenSeen([...drawn.keys()], draw);
  const drawAgain = () => {
    for (const section of drawn.keys()) if (section.querySelector('svg.chart')) draw(section);
  };
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth !== width) drawAgain();
    width = innerWidth;
  });
  byId('log').addEventListener('input', drawAgain);
}

// Cells with a colour and a mark for each state, over logarithmic axes.
const STATE_MARKS = { 'stays above the minimum': '–', oscillates: '~', 'another, lower minimum': '▾', solved: '●', diverged: '×' };
function phaseDiagram(phase) {
  const [width, height, left, bottom] = [480, 320, 46, 40], columns = phase.stiffness.length, rows = phase.weights.length;
  const [cellWidth, cellHeight] = [(width - left - 6) / columns, (height - bottom - 6) / rows];
  const x = (column) => left + column * cellWidth, y = (row) => 6 + (rows - 1 - row) * cellHeight;
  const svg = make('svg:svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `where ADMM ends: ${phase.name}`, class: 'chart' });
  phase.cells.forEach((row, i) => row.forEach((state, j) => {
    const name = phase.states[state];
    svg.append(make('svg:g', { class: `state state-${state}` },
      make('svg:rect', { x: x(j), y: y(i), width: cellWidth - 1, height: cellHeight - 1 }),
      make('svg:text', { x: x(j) + cellWidth / 2, y: y(i) + cellHeight / 2 + 4, 'text-anchor': 'middle' }, STATE_MARKS[name]),
      make('svg:title', {}, `k h² = ${inWords(phase.stiffness[j])} Pa s², c = ${inWords(phase.weights[i])}: ${name}`)));
  }));
  phase.stiffness.forEach((value, j) => { if (j % 2 === 0) svg.append(make('svg:text', { class: 'tick', x: x(j) + cellWidth / 2, y: height - bottom + 14, 'text-anchor': 'middle' }, tickText(value))); });
  phase.weights.forEach((value, i) => svg.append(make('svg:text', { class: 'tick', x: left - 5, y: y(i) + cellHeight / 2 + 4, 'text-anchor': 'end' }, inWords(value))));
  svg.append(make('svg:text', { class: 'label', x: width / 2, y: height - 6, 'text-anchor': 'middle' }, 'k h² in Pa s²'),
    make('svg:path', { class: 'automatic', d: automaticPath(phase, x, y, cellWidth, cellHeight) }));
  return make('figure', {}, make('figcaption', {}, `${phase.name}, ${phase.iterations} iterations`), svg);
}
// Between the cells' centres, whose logarithms are not evenly spaced over c.
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
  byId('phases').after(make('p', { class: 'entries' }, ...[...states].sort().map((state) => make('span', { class: 'entry' },
    make('svg:svg', { class: `state state-${state} mark`, viewBox: '0 0 16 16', 'aria-hidden': 'true' }, make('svg:rect', { width: 16, height: 16 }), make('svg:text', { x: 8, y: 12, 'text-anchor': 'middle' }, STATE_MARKS[report.phases[0].states[state]])),
    ` ${report.phases[0].states[state]}`))));
  byId('phases-claims').append(...claimsOf('admm_phase_diagram').map(claimCard));
}

function fillOthers() {
  const above = new Set([...report.plots.map((plot) => plot.figure), 'admm_phase_diagram']);
  for (const [i, { title, claims }] of report.collections.entries()) {
    const others = claims.filter((claim) => i > 0 || !above.has(claim.figure));
    byId('others').append(make('h3', {}, title), make('div', { class: 'cards' }, ...others.map(claimCard)));
  }
}

function begin() {
  fillTotals();
  byId('shapes-title').textContent = 'Beams that untwist';
  const viewer = new Viewer();
  const runs = report.hero.runs.map((run, number) => ({ ...run, number, label: report.looks[run.look].label }));
  viewer.show(report.hero, runs).then(() => { if (!matchMedia('(prefers-reduced-motion: reduce)').matches) viewer.play(); });
  fillPlots();
  fillPhases();
  fillOthers();
}
begin();
