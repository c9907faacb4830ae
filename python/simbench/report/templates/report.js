// The page of runs: what is chosen, and which sections show it.

const UNITS = {
  relative_error: 'relative error', objective: 'objective [J]', inertial: 'inertial term [J]', constraint: 'constraint term [J]',
  gradient_norm: 'gradient norm [N]', linear_momentum: 'linear momentum [kg m/s]', angular_momentum: 'angular momentum [kg m²/s]',
  kinetic_energy: 'kinetic energy [J]', total_energy: 'total energy [J]', potential_energy: 'potential energy [J]',
  material_energy: 'material energy [J]', anchor_energy: 'anchor energy [J]', feasible_objective: 'feasible objective [J]',
  iteration_seconds: 'seconds of this iteration', elapsed_seconds: 'seconds of all iterations',
  min_det_f: 'least det F', held_violation: 'violation of held positions [m]',
  primal_residual: 'primal residual [√J]', dual_residual: 'dual residual [N]',
  multiplier_residual: 'multiplier residual [√J]', gradient_residual: 'gradient residual [N]',
  constraint_error: 'constraint error [m]', angular_error: 'angular error [rad]', volume_error: 'volume error [m³]', largest_stretch: 'largest stretch [m]',
  projected_residual: 'projected residual [kg m]', penalty: 'penalty [kg]',
};
const nameOf = (column) => UNITS[column] ?? column.replaceAll('_', ' ');
const OVER = { iteration: 'iteration', seconds: 'seconds of iterations', steps: 'time step (its last iterate)' };

// A sweep of one problem needs no map.
report.sweeps = report.sweeps.filter((sweep) => sweep.cells.some((cell) => cell.problem !== sweep.cells[0].problem));
report.runs.forEach((run, number) => Object.assign(run, { number, label: report.looks[run.look].label }));
// At first the group of which most is known: published samples, then shapes, then runs, then iterations.
function known(group) {
  const runs = group.runs.map((number) => report.runs[number]);
  const sampled = runs.filter((run) => Object.keys(run.samples).length).length;
  const shaped = runs.filter((run) => run.shape).length;
  return 1e4 * sampled + 100 * shaped + runs.length + 1e-9 * runs.reduce((sum, run) => sum + run.iterations, 0);
}
let chosen = report.groups.reduce((best, group, i) => (known(group) > known(report.groups[best]) ? i : best), 0);
const viewer = new Viewer();
const groupOf = () => report.groups[chosen];
const runsHere = () => groupOf().runs.map((number) => report.runs[number]);
// An axis of objects has values in words, as "model = strain, stiffness = 1e+08".
const placeInWords = (place) => Object.entries(place).map((pair) => pair.join(pair[1].includes(' = ') ? ': ' : ' = ')).join(', ');

// x and y of a run's curve, as the controls ask for it.
function curveOf(rows, column, over, step) {
  const x = [], y = [], values = rows[column];
  if (!values) return { x, y };
  for (let i = 0; i < rows.step.length; ++i) {
    const last = i + 1 === rows.step.length || rows.step[i + 1] !== rows.step[i];
    if (over === 'steps' ? !last : rows.step[i] !== step) continue;
    x.push(over === 'steps' ? rows.step[i] : over === 'seconds' ? rows.elapsed_seconds?.[i] ?? NaN : rows.iteration[i]);
    y.push(values[i]);
  }
  // The clock of a run does not begin anew in a later step.
  return over === 'seconds' ? { x: x.map((seconds) => seconds - x[0]), y } : { x, y };
}

let latest = 0;  // number of the last call: an earlier one that unpacks longer has nothing to draw any more
async function drawCurves() {
  const call = ++latest;
  const [column, over, step] = [byId('column').value, byId('over').value, Number(byId('step').value)];
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
    series, xLabel: OVER[over], yLabel: nameOf(column), xLog: byId('x-log').checked, yLog: byId('y-log').checked,
    whole: over !== 'seconds', name: `${nameOf(column)} over ${OVER[over]}`,
  });
  markHighlighted();
}

// The sweep whose heat maps are shown.
function showSweep() {
  const sweep = report.sweeps[byId('sweep-name').value];
  const axes = Object.keys(sweep.axes).filter((axis) => sweep.axes[axis].length > 1);
  const choices = Object.fromEntries(axes.map((axis) => [axis, axis]));
  fillSelect(byId('across'), { ...choices, '': 'nothing' });
  fillSelect(byId('down'), { '': 'nothing', ...choices });
  if (!byId('down').value && axes.length > 1) byId('down').value = axes.find((axis) => axis !== byId('across').value);
  const recorded = Object.entries(sweep.quantities).filter(([column]) => sweep.cells.some((cell) => cell[column] !== null));
  const costs = Object.fromEntries(recorded.filter(([column]) => column.includes('_to_')));
  fillSelect(byId('quantity'), Object.fromEntries(recorded));
  fillSelect(byId('cost'), costs);
  if ('iterations_to_1e-3' in costs) byId('cost').value = 'iterations_to_1e-3';
  byId('profiles').hidden = !Object.keys(costs).length;
  byId('sweep-command').textContent = sweep.command;
  drawSweep();
}
function drawSweep() {
  const sweep = report.sweeps[byId('sweep-name').value];
  const [across, down, quantity] = ['across', 'down', 'quantity'].map((id) => byId(id).value);
  // Of the axes that are not drawn the values of the chosen problem.
  const place = (holdsChosen(sweep) ? groupOf() : report.groups[sweep.first_group]).place;
  const fixed = Object.fromEntries(Object.entries(place).filter(([axis]) => axis !== across && axis !== down));
  byId('fixed').textContent = placeInWords(fixed);
  const options = { across, down, quantity, fixed, chosen, choose: chooseCell };
  const labels = Object.keys(sweep.looks).filter((label) => !hidden.has(label));
  byId('heat-maps').replaceChildren(...labels.map((label) => heatMap(sweep, label, options)));
  if (byId('cost').value) drawProfiles(sweep, byId('cost').value);
  markHighlighted();
}
const holdsChosen = (sweep) => sweep.cells.some((cell) => sweep.first_group + cell.problem === chosen);
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

// The cell is another element then, on which the keyboard goes on.
function chooseCell(group, label) {
  choose(group);
  const map = [...byId('heat-maps').children].find((one) => one.dataset.key === label);
  map.querySelector('[aria-pressed=true]').focus();
}

function choose(group) {
  chosen = group;
  byId('group').value = group;
  showGroup();
  if (report.sweeps.length) drawSweep();
}

function showGroup() {
  const runs = runsHere(), steps = Math.max(1, ...runs.map((run) => run.steps));
  fillLegend(byId('legend'), runs, changed);
  const columns = new Set(runs.flatMap((run) => run.rows.columns));
  const first = ['relative_error', 'constraint_error'].filter((column) => columns.has(column));
  fillSelect(byId('column'), Object.fromEntries([...first, ...columns].map((column) => [column, nameOf(column)])));
  const order = steps >= 10 ? ['steps', 'iteration'] : steps > 1 ? ['iteration', 'steps'] : ['iteration'];
  if (columns.has('elapsed_seconds')) order.push('seconds');
  fillSelect(byId('over'), Object.fromEntries(order.map((over) => [over, OVER[over]])));
  Object.assign(byId('step'), { max: steps, value: Math.min(byId('step').value, steps) });
  byId('papers').replaceChildren(...runs.map(papersOf));
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
  section.querySelector('summary').textContent = `${remarks.length === 1 ? '1 remark' : `${remarks.length} remarks`} on what is missing, damaged or left out`;
  section.querySelector('ul').append(...remarks.map((remark) => make('li', {}, remark)));
}

function offerGroups() {
  const wordsOf = (group) => [group.name, placeInWords(group.place)].filter(Boolean).join(': ');
  byId('group-label').hidden = report.groups.length === 1;
  fillSelect(byId('group'), Object.fromEntries(report.groups.map((group, i) => [i, wordsOf(group)])));
  byId('group').addEventListener('change', (event) => choose(Number(event.target.value)));
}

function offerSweeps() {
  for (const id of ['sweep', 'sweep-papers']) byId(id).hidden = false;
  fillSelect(byId('sweep-name'), Object.fromEntries(report.sweeps.map((sweep, i) => [i, sweep.name])));
  byId('sweep-name').value = Math.max(0, report.sweeps.findIndex(holdsChosen));
  byId('sweep-name').addEventListener('change', showSweep);
  for (const id of ['across', 'down', 'quantity', 'cost']) byId(id).addEventListener('input', drawSweep);
}

function begin() {
  byId('summary').textContent = report.summary;
  showRemarks();
  offerGroups();
  if (report.claims.length) {
    byId('claims').hidden = false;
    byId('claims').querySelector('.cards').append(...report.claims.map(claimCard));
  }
  for (const id of ['column', 'over', 'step', 'y-log', 'x-log', 'samples']) byId(id).addEventListener('input', drawCurves);
  if (report.sweeps.length) offerSweeps();
  byId('group').value = chosen;
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
