// The run of the chosen cell: its curve, its counts, its setting, and the command that repeats it.

const NORMS = {
  after_one_step: '(f − f*) / (f(q₁) − f*), q₁ after one step with S',
  gradient: '‖∇f‖ over its start',
  distance: 'distance to the minimum over its start',
};
const COUNTED = ['passes', 'solves', 'products', 'factorisations'];
const curveOfRun = new ZoomableChart(byId('run-curve'));

/** @type {(scene: Scene, solver: Solver, view: View) => void} */
function showRun(scene, solver, view) {
  const { run } = cellOf(scene, solver, view);
  byId('run').hidden = false;
  byId('run-title').textContent = `${solver.label} on ${plain(scene.name)}`;
  byId('run-reason').textContent = `${scene.reason}. ${scene.difficulty}; ${scene.law}, ${scene.setting}.`;
  byId('run-end').textContent = endOfRun(run, solver);
  const hasRun = run !== undefined && run.status !== 'declined';
  byId('run-numbers').hidden = !hasRun;
  if (!hasRun) return;
  byId('run-command').textContent = commandOf(run, solver);
  drawCurve(run, scene, solver, view);
  byId('run-targets').replaceChildren(...tableOfTargets(run));
  byId('run-settings').replaceChildren(...tableOfSettings(scene, solver, run, view));
}

/** @type {(run: BoardRun | undefined, solver: Solver) => string} */
function endOfRun(run, { ranked }) {
  if (!run) return 'The leaderboard has no such run.';
  if (run.status === 'declined') return 'The solver declines this scene, because it does not take the law.';
  const mark = ranked ? '' : ' The solver does not end at the minimum of f, so it is not ranked.';
  const error = run.final_relative_error;
  const last = error === null ? 'that is not finite' : error ? `of ${inWords(error)}` : 'of rounding';
  return `Setting: ${settingInWords(run.setting)}. The run ended after ${run.iterations} iterations `
    + `(${plain(run.status)}) with a relative error ${last}.${spreadOf(run)}${mark}`;
}

// The iterations of the same run on the other instances of the scene.
/** @type {(run: BoardRun) => string} */
function spreadOf(run) {
  const others = boardRuns.filter((other) => other.instance > 0 && other.scene === run.scene
    && other.solver === run.solver && isSame(other.setting, run.setting));
  if (!others.length) return '';
  const place = report.table_targets[1], target = targetInWords(report.targets[place]);
  const reached = others.flatMap((other) => other.for_good?.[place] ?? []);
  const range = reached.length ? `, after ${Math.min(...reached)} to ${Math.max(...reached)} iterations` : '';
  return ` Other instances that reach ${target} for good: ${reached.length} of `
    + `${others.length}${range}.`;
}

/** @type {(run: BoardRun, solver: Solver) => string} */
function commandOf(run, { set }) {
  const options = Object.entries(set).map((change) => ` --set ${change.join('=')}`).join('');
  const scene = `studies/field/scenes/${run.scene}.json`, solver = solverInBrackets(run);
  const word = solver.includes('[') ? `'${solver}'` : solver;  // a shell reads brackets as a pattern
  return `simbench --scene ${scene} --solver ${word}${options} --output runs/${run.scene}`;
}

// The targets over what the run had spent when it reached them, beside the scene's best run.
/** @type {(run: BoardRun, scene: Scene, solver: Solver, view: View) => void} */
function drawCurve(run, scene, solver, view) {
  const series = (name, look, one, when) => {
    const costs = report.targets.map((_, i) => costOf(one, { ...view, when }, i));
    const reached = [...costs.keys()].filter((i) => costs[i] !== null);
    const x = reached.map((i) => Number(costs[i])), y = reached.map((i) => report.targets[i]);
    return { key: name, label: name, look, x, y };
  };
  const best = report.solvers.filter(({ ranked }) => ranked)
    .find((other) => cellOf(scene, other, view).cost === leastCost(scene, view));
  const bestRun = best && cellOf(scene, best, view).run;
  const curves = [series(`${solver.label}, for good`, solver.look, run, 'for_good')];
  if (view.unit === 'iterations') {
    curves.push(series(`${solver.label}, first time`, report.first_time_look, run, 'first'));
  }
  if (best && bestRun && best !== solver) {
    curves.push(series(`${best.label}, the best here`, best.look, bestRun, view.when));
  }
  const drawn = curves.filter(({ x }) => x.length);
  const entries = drawn.map(({ look, label }) => make('span', { class: 'entry' }, lineOf(look), label));
  byId('run-entries').replaceChildren(...entries);
  curveOfRun.zoom = null;
  curveOfRun.draw({
    series: drawn,
    xLabel: UNITS[view.unit], yLabel: 'relative error', xLog: true, yLog: true, height: 300,
    name: `Targets reached: ${byId('run-title').textContent}`,
  });
}

/** @type {(heads: string[], lines: (string | number)[][], chosen?: number) => HTMLElement[]} */
function plainTable(heads, lines, chosen = -1) {
  const cells = (line) => line.map((value, i) => (i ? make('td', {}, String(value))
    : make('th', { scope: 'row' }, String(value))));
  return [
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, ...lines.map((line, i) =>
      make('tr', { class: i === chosen ? 'chosen' : '' }, ...cells(line)))),
  ];
}
/** @type {(run: BoardRun) => HTMLElement[]} */
function tableOfTargets(run) {
  const names = Object.keys(run.counts), targets = names.map(Number);
  const places = targets.map((target) => report.targets.indexOf(target));
  const count = (value) => (typeof value === 'number' ? costInDigits(value) : '–');
  const line = (words, values) => [words, ...values.map(count)];
  return plainTable(['', ...targets.map(targetInWords)], [
    line('iterations, first time', places.map((i) => run.first[i])),
    line('iterations, for good', places.map((i) => run.for_good[i])),
    ...COUNTED.map((counted) => line(counted, names.map((name) => run.counts[name]?.[counted]))),
    line('factorisations in the step', places.map((i) => run.step_factorisations[i])),
    ...Object.entries(run.norms ?? {}).map(([norm, reached]) =>
      line(`iterations by ${NORMS[norm] ?? plain(norm)}`, names.map((name) => reached[name]))),
  ]);
}
/** @type {(scene: Scene, solver: Solver, run: BoardRun, view: View) => HTMLElement[]} */
function tableOfSettings(scene, solver, run, view) {
  const targets = Object.keys(run.counts).map(Number), runs = runsAt(scene, solver);
  const cost = (one, target) => {
    const place = report.targets.indexOf(target);
    const spent = costOf(one, view, place);
    return spent === null ? failureOf(one, place) : costInDigits(spent);
  };
  const line = (one) => [settingInWords(one.setting), ...targets.map((target) => cost(one, target))];
  return plainTable(['setting', ...targets.map(targetInWords)], runs.map(line), runs.indexOf(run));
}
