// The page of runs: its sections show the group that is chosen, and the sweep.

const UNITS = {
  relative_error: 'relative error', objective: 'objective [J]',
  inertial: 'inertial term [J]', constraint: 'constraint term [J]',
  gradient_norm: 'gradient norm [N]',
  linear_momentum: 'linear momentum [kg m/s]', angular_momentum: 'angular momentum [kg m²/s]',
  kinetic_energy: 'kinetic energy [J]', total_energy: 'total energy [J]',
  potential_energy: 'potential energy [J]', material_energy: 'material energy [J]',
  anchor_energy: 'anchor energy [J]', feasible_objective: 'feasible objective [J]',
  iteration_seconds: 'seconds of this iteration', elapsed_seconds: 'seconds of all iterations',
  min_det_f: 'least det F', held_violation: 'violation of held positions [m]',
  primal_residual: 'primal residual [√J]', dual_residual: 'dual residual [N]',
  multiplier_residual: 'multiplier residual [√J]', gradient_residual: 'gradient residual [N]',
  constraint_error: 'constraint error [m]', angular_error: 'angular error [rad]',
  volume_error: 'volume error [m³]', largest_stretch: 'largest stretch [m]',
  projected_residual: 'projected residual [kg m]', penalty: 'penalty [kg]', penetration: 'penetration [m]',
  angular_residual: 'angular residual [kg m²]',
};
/** @type {(column: string) => string} */
const nameOf = (column) => UNITS[column] ?? column.replaceAll('_', ' ');
const OVER = {
  iteration: 'iteration', seconds: 'seconds of iterations', steps: 'time step (its last iterate)',
};

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
const groupOf = () => report.groups[chosen];
const runsHere = () => groupOf().runs.map((number) => report.runs[number]);

// x and y of a run's curve of a column over 'iteration' or 'seconds' of one step, or over all 'steps'.
/** @type {(rows: Rows, column: string, over: string, step: number) => { x: number[], y: number[] }} */
function curveOf(rows, column, over, step) {
  const x = [], y = [], values = rows[column];
  if (!values) return { x, y };
  for (let i = 0; i < rows.step.length; ++i) {
    const last = i + 1 === rows.step.length || rows.step[i + 1] !== rows.step[i];
    if (over === 'steps' ? !last : rows.step[i] !== step) continue;
    const seconds = rows.elapsed_seconds?.[i] ?? NaN;
    x.push(over === 'steps' ? rows.step[i] : over === 'seconds' ? seconds : rows.iteration[i]);
    y.push(values[i]);
  }
  // The clock of a run goes on from step to step.
  return over === 'seconds' ? { x: x.map((seconds) => seconds - x[0]), y } : { x, y };
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
  drawChart(byId('curves'), {
    series, xLabel: OVER[over], yLabel: nameOf(column),
    xLog: byId('x-log').checked, yLog: byId('y-log').checked,
    whole: over !== 'seconds', name: `${nameOf(column)} over ${OVER[over]}`,
  });
  markHighlighted();
}

const sweepShown = () => report.sweeps[Number(byId('sweep-name').value)];

function showSweep() {
  const sweep = sweepShown();
  const axes = Object.keys(sweep.axes).filter((axis) => sweep.axes[axis].length > 1);
  const choices = Object.fromEntries(axes.map((axis) => [axis, axis]));
  fillSelect(byId('across'), { ...choices, '': 'nothing' });
  fillSelect(byId('down'), { '': 'nothing', ...choices });
  const other = axes.find((axis) => axis !== byId('across').value);
  if (!byId('down').value && axes.length > 1 && other) byId('down').value = other;
  const isRecorded = (column) => sweep.cells.some((cell) => cell[column] !== null);
  const recorded = Object.entries(sweep.quantities).filter(([column]) => isRecorded(column));
  const costs = Object.fromEntries(recorded.filter(([column]) => column.includes('_to_')));
  fillSelect(byId('quantity'), Object.fromEntries(recorded));
  fillSelect(byId('cost'), costs);
  if ('iterations_to_1e-3' in costs) byId('cost').value = 'iterations_to_1e-3';
  byId('profiles').hidden = !Object.keys(costs).length;
  byId('sweep-command').textContent = sweep.command;
  drawSweep();
}
function drawSweep() {
  const sweep = sweepShown();
  const across = byId('across').value, down = byId('down').value, quantity = byId('quantity').value;
  // The axes that are not drawn have the values of the chosen problem.
  const place = (holdsChosen(sweep) ? groupOf() : report.groups[sweep.first_group]).place;
  const undrawn = Object.entries(place).filter(([axis]) => axis !== across && axis !== down);
  const fixed = Object.fromEntries(undrawn);
  byId('fixed').textContent = placeInWords(fixed);
  const options = { across, down, quantity, fixed, chosen, choose: chooseCell };
  const labels = Object.keys(sweep.looks).filter((label) => !hidden.has(label));
  byId('heat-maps').replaceChildren(...labels.map((label) => heatMap(sweep, label, options)));
  if (byId('cost').value) drawProfiles(sweep, byId('cost').value);
  markHighlighted();
}
/** @type {(sweep: Sweep) => boolean} */
const holdsChosen = (sweep) => sweep.cells.some((cell) => sweep.first_group + cell.problem === chosen);
/** @type {(sweep: Sweep, cost: string) => void} */
function drawProfiles(sweep, cost) {
  const words = sweep.quantities[cost];
  const draw = (id, profile, xLabel, name) => {
    const series = shares(sweep, cost, profile).filter((one) => !hidden.has(one.label));
    const axes = { xLabel, yLabel: 'share of problems', xLog: true, yLog: false };
    drawChart(byId(id), { series, ...axes, steps: true, height: 300, name: `${name}: ${words}` });
  };
  draw('performance', true, "factor of the best solver's cost", 'Performance profile');
  draw('cost-shares', false, words, 'Share of problems solved');
}

// The heat maps are redrawn, and the new element of the cell gets the keyboard's focus.
/** @type {(group: number, label: string) => void} */
function chooseCell(group, label) {
  choose(group);
  within(byId('heat-maps'), `[data-key="${CSS.escape(label)}"] [aria-pressed=true]`).focus();
}

/** @type {(group: number) => void} */
function choose(group) {
  chosen = group;
  byId('group').value = String(group);
  showGroup();
  if (report.sweeps.length) drawSweep();
}

function showGroup() {
  const runs = runsHere(), steps = Math.max(1, ...runs.map((run) => run.steps));
  fillLegend(byId('legend'), runs, changed);
  const columns = new Set(runs.flatMap((run) => run.rows.columns));
  const first = ['relative_error', 'constraint_error'].filter((column) => columns.has(column));
  const names = [...first, ...columns].map((column) => [column, nameOf(column)]);
  fillSelect(byId('column'), Object.fromEntries(names));
  const order = steps >= 10 ? ['steps', 'iteration'] : steps > 1 ? ['iteration', 'steps'] : ['iteration'];
  if (columns.has('elapsed_seconds')) order.push('seconds');
  fillSelect(byId('over'), Object.fromEntries(order.map((over) => [over, OVER[over]])));
  Object.assign(byId('step'), { max: steps, value: Math.min(Number(byId('step').value), steps) });
  byId('provenance').replaceChildren(...runs.map(provenanceOf));
  drawCurves();
  fillTable(byId('table'), runs);
  viewer.show(groupOf(), runs);
}

function changed() {
  drawCurves();
  fillTable(byId('table'), runsHere());
  viewer.draw();
  if (report.sweeps.length) drawSweep();
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
  byId('group').addEventListener('change', () => choose(Number(byId('group').value)));
}

function offerSweeps() {
  for (const id of ['sweep', 'sweep-provenance']) byId(id).hidden = false;
  fillSelect(byId('sweep-name'), Object.fromEntries(report.sweeps.map((sweep, i) => [i, sweep.name])));
  byId('sweep-name').value = String(Math.max(0, report.sweeps.findIndex(holdsChosen)));
  byId('sweep-name').addEventListener('change', showSweep);
  for (const id of ['across', 'down', 'quantity', 'cost']) byId(id).addEventListener('input', drawSweep);
}

function begin() {
  byId('summary').textContent = report.summary;
  showRemarks();
  offerGroups();
  if (report.claims.length) {
    byId('claims').hidden = false;
    within(byId('claims'), '.cards').append(...report.claims.map((claim) => claimCard(claim)));
  }
  for (const id of ['column', 'over', 'step', 'y-log', 'x-log', 'samples']) {
    byId(id).addEventListener('input', drawCurves);
  }
  if (report.sweeps.length) offerSweeps();
  byId('group').value = String(chosen);
  showGroup();
  if (report.sweeps.length) showSweep();
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;  // a phone's address bar came or went
    width = innerWidth;
    changed();
  });
}
begin();
