// The page of runs: its sections show the group that is chosen, and the sweep.

const OVER = {
  iteration: 'iteration', seconds: 'time of iterations [s]', pd: 'time in iterations of PD',
  passes: 'passes over all elements', solves: 'solves with a factor', steps: 'time step (its last iterate)',
};
const SINCE_THE_START = ['seconds', 'pd', 'passes', 'solves'];  // these go on from step to step
const PASSES = ['value_passes', 'gradient_passes', 'hessian_passes', 'local_passes'];
const CURVE_CONTROLS = ['column', 'over', 'step', 'y-log', 'x-log', 'samples'];

// A sweep of one problem needs no map.
report.sweeps = report.sweeps.filter(({ cells }) => cells.some((cell) => cell.problem !== cells[0].problem));
report.runs.forEach((run, number) => Object.assign(run, { number, label: report.looks[run.look].label }));
// The page opens with the group that has most published samples, then most shapes, runs and iterations.
/** @type {(group: Group) => number} */
function known(group) {
  const runs = group.runs.map((number) => report.runs[number]);
  const sampled = runs.filter((run) => Object.keys(run.samples).length).length;
  const shaped = runs.filter((run) => run.shape).length;
  const iterations = runs.reduce((sum, run) => sum + run.iterations, 0);
  return 1e4 * sampled + 100 * shaped + runs.length + 1e-9 * iterations;
}
let chosen = report.groups.reduce((best, group, i, all) => (known(group) > known(all[best]) ? i : best), 0);
const viewer = new Viewer();
const curves = new ZoomableChart(byId('curves'));
/** @type {SweepSection | null} */
let sweepSection = null;
const groupOf = () => report.groups[chosen];
const runsHere = () => groupOf().runs.map((number) => report.runs[number]);
/** @type {(column: string) => string} */
const nameOf = (column) => columnInWords(column, groupOf().kind)[0];

// The mean time of an iteration of PD on this problem [s]. In this unit, times of several machines are comparable.
// Undefined if PD is not among the runs.
/** @type {() => number | undefined} */
function secondsOfPd() {
  const run = runsHere().find(({ solver, seconds }) => solver === 'pd' && seconds);
  return run && Number(run.seconds) / run.iterations;
}

/** @type {(rows: Rows, over: string, i: number) => number} */
function abscissa(rows, over, i) {
  if (over === 'steps') return rows.step[i];
  if (over === 'seconds') return rows.elapsed_seconds?.[i] ?? NaN;
  if (over === 'pd') return (rows.elapsed_seconds?.[i] ?? NaN) / (secondsOfPd() ?? NaN);
  if (over === 'solves') return rows.solves?.[i] ?? NaN;
  if (over === 'passes') return PASSES.reduce((sum, column) => sum + (rows[column]?.[i] ?? NaN), 0);
  return rows.iteration[i];
}

// x and y of a run's curve of a column over the iterations, time or work of one step, or over all 'steps'.
/** @type {(rows: Rows, column: string, over: string, step: number) => { x: number[], y: number[] }} */
function curveOf(rows, column, over, step) {
  const x = [], y = [], values = rows[column];
  if (!values) return { x, y };
  for (let i = 0; i < rows.step.length; ++i) {
    const last = i + 1 === rows.step.length || rows.step[i + 1] !== rows.step[i];
    if (over === 'steps' ? !last : rows.step[i] !== step) continue;
    x.push(abscissa(rows, over, i));
    y.push(values[i]);
  }
  return SINCE_THE_START.includes(over) ? { x: x.map((value) => value - x[0]), y } : { x, y };
}

let latest = 0;  // number of the last call; an earlier call that unpacks its rows later draws nothing
async function drawCurves() {
  const call = ++latest;
  const column = byId('column').value, over = byId('over').value, step = Number(byId('step').value);
  const runs = runsHere().filter(isShown);
  const loaded = await Promise.all(runs.map(rowsOf));
  if (call !== latest) return;
  const sampled = over === 'iteration' && step === 1 && runs.some((run) => run.samples[column]);
  byId('samples-label').hidden = !sampled;
  byId('step-label').hidden = over === 'steps' || Math.max(...runsHere().map((run) => run.steps)) === 1;
  const series = runs.map((run, i) => ({
    key: run.label, label: run.label, look: run.look, ...curveOf(loaded[i], column, over, step),
    samples: sampled && byId('samples').checked ? run.samples[column] : undefined,
  }));
  // A logarithmic axis would leave out what is negative; errors are so only by rounding.
  const isSigned = column !== 'relative_error' && series.some(({ y }) => y.some((value) => value < 0));
  curves.draw({
    series: untilTheEnd(series), xLabel: OVER[over], yLabel: nameOf(column),
    xLog: byId('x-log').checked, yLog: byId('y-log').checked && !isSigned,
    whole: !['seconds', 'pd', 'passes'].includes(over), name: `${nameOf(column)} over ${OVER[over]}`,
  });
  const dots = sampled ? ' Dots are values that the source of this setting has published.' : '';
  byId('meaning').textContent = columnInWords(column, groupOf().kind)[1] + dots + lessThanInWords();
}

/** @type {() => string} */
function lessThanInWords() {
  return byId('curves').querySelector('.less-than')
    ? ' A triangle that points down means less than: the printed digits do not tell a smaller value, and 0 has no '
      + 'place on a logarithmic axis.'
    : '';
}

/** @type {(group: number) => void} */
function choose(group) {
  chosen = group;
  curves.zoom = null;
  byId('group').value = String(group);
  showGroup();
  sweepSection?.draw();
}

function showGroup() {
  const runs = runsHere(), steps = Math.max(1, ...runs.map((run) => run.steps));
  showSetting(groupOf());
  fillLegend(byId('legend'), runs, changed);
  const columns = new Set(runs.flatMap((run) => run.rows.columns));
  // Errors of later steps are each relative to a minimum of its own, so a motion begins with its energy.
  const motion = steps >= 10 ? ['total_energy', 'sag'] : [];
  const first = [...motion, 'relative_error', 'constraint_error'].filter((column) => columns.has(column));
  const names = [...first, ...columns].map((column) => [column, nameOf(column)]);
  fillSelect(byId('column'), Object.fromEntries(names));
  const order = steps >= 10 ? ['steps', 'iteration'] : steps > 1 ? ['iteration', 'steps'] : ['iteration'];
  if (columns.has('elapsed_seconds')) order.push('seconds');
  if (secondsOfPd()) order.push('pd');
  if (columns.has('gradient_passes')) order.push('passes', 'solves');
  fillSelect(byId('over'), Object.fromEntries(order.map((over) => [over, OVER[over]])));
  Object.assign(byId('step'), { max: steps, value: Math.min(Number(byId('step').value), steps) });
  byId('provenance').replaceChildren(...runs.map(provenanceOf));
  fillTable(byId('table'), runs);
  byId('noise').textContent = noiseInWords(runs);
  return Promise.all([drawCurves(), viewer.show(groupOf(), runs)]);
}

// What was found and simulated, and how to get shapes if there are none.
/** @type {(group: Group) => void} */
function showSetting({ facts, snapshots, headline: [found, basis] }) {
  byId('headline').textContent = found.replaceAll(' %', '\u00a0%');  // no line begins with a %
  byId('basis').textContent = basis;
  byId('facts').replaceChildren(...facts.flatMap(([name, words]) =>
    [make('dt', {}, name), make('dd', {}, words)]));
  byId('no-shapes').hidden = !snapshots;
  byId('snapshots-command').textContent = snapshots;
}

function changed() {
  drawCurves();
  fillTable(byId('table'), runsHere());
  viewer.draw();
  sweepSection?.draw();
}

function showRemarks() {
  const { remarks } = report, section = byId('remarks');
  section.hidden = !remarks.length;
  section.open = remarks.length < 8;
  const count = remarks.length === 1 ? '1 remark' : `${remarks.length} remarks`;
  within(section, 'summary').textContent = `${count} on what is missing, damaged or left out`;
  within(section, 'ul').append(...remarks.map((remark) => make('li', {}, remark)));
}

function offerGroups() {
  const words = report.groups.map(({ name, place }) =>
    [name, placeInWords(place)].filter(Boolean).join(': '));
  byId('group-label').hidden = words.length === 1;
  fillSelect(byId('group'), Object.fromEntries(words.entries()));
  byId('group').addEventListener('input', () => choose(Number(byId('group').value)));
}

// The choices in the page, in the order in which they can be made again.
/** @type {() => Record<string, ViewPart>} */
function partsOfView() {
  const controls = (ids) => Object.fromEntries(ids.map((id) => [id, partOf(/** @type {any} */ (byId(id)))]));
  const partOfZoom = (chart) => partOfNumbers(4, () => (chart.zoom ? [...chart.zoom.x, ...chart.zoom.y] : []),
    ([left, right, low, high]) => chart.show({ x: [left, right], y: [low, high] }));
  return {
    ...controls(report.sweeps.length ? ['sweep-name', 'quantity', 'across', 'down', 'cost'] : []),
    ...controls(['group']),
    hide: { values: () => [...hidden].map(String), show: hideOnly },
    ...controls([...CURVE_CONTROLS, 'moment', 'edges']),
    zoom: partOfZoom(curves),
    ...(sweepSection && {
      'zoom-performance': partOfZoom(sweepSection.performance), 'zoom-costs': partOfZoom(sweepSection.costShares),
    }),
    camera: partOfNumbers(3, () => viewer.angles, (angles) => { viewer.angles = angles; }),
  };
}
/** @type {(labels: string[]) => void} */
function hideOnly(labels) {
  hidden.clear();
  for (const label of labels) hidden.add(label);
  fillLegend(byId('legend'), runsHere(), changed);
  changed();
}

function begin() {
  byId('summary').textContent = report.summary;
  showRemarks();
  offerGroups();
  if (report.claims.length) {
    byId('claims').hidden = false;
    within(byId('claims'), '.cards').append(...report.claims.map((claim) => claimCard(claim)));
  }
  for (const id of CURVE_CONTROLS) {
    byId(id).addEventListener('input', () => {
      curves.zoom = null;
      drawCurves();
    });
  }
  byId('group').value = String(chosen);
  loadUntil(showGroup());
  if (report.sweeps.length) sweepSection = new SweepSection(() => chosen, choose);
  const address = new Address(partsOfView());
  address.show();
  address.watch();
  drawForWidth(changed);
}
begin();
