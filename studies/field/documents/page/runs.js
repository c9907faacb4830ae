// The runs of the leaderboard, and what they cost in the chosen unit.

const COLUMNS_OF_SETTINGS = {
  default: 'the default', one: 'one setting for all scenes', best: 'the best setting for each scene',
};
const UNITS = {
  charged: 'iterations of PD',
  pd: 'iterations of PD (factorisations free)',
  iterations: 'iterations',
};

/** @type {BoardRun[]} */
const boardRuns = [];
/** @type {Map<string, BoardRun[]>} */
const runsByPlace = new Map();  // the runs of a solver on a scene as it is written, one for each setting

async function loadBoard() {
  const text = new TextDecoder().decode(await bytesOf('rows'));
  boardRuns.push(...text.trimEnd().split('\n').map((line) => JSON.parse(line)));
  for (const run of boardRuns.filter(({ instance }) => instance === 0)) {
    const place = `${run.scene} ${run.solver}`;
    runsByPlace.set(place, [...(runsByPlace.get(place) ?? []), run]);
  }
}

/** @type {(scene: Scene, solver: Solver) => BoardRun[]} */
const runsAt = (scene, solver) => runsByPlace.get(`${scene.name} ${solver.name}`) ?? [];
/** @type {(one: Setting, other: Setting) => boolean} */
const isSame = (one, other) => keyOf(one) === keyOf(other);
const keyOf = (setting) => JSON.stringify(Object.entries(setting).sort());

// What a run has spent when it reaches a target; null if it does not.
/** @type {(run: BoardRun, view: View, target?: number) => number | null} */
function costOf(run, { when, unit, target: chosen }, target = chosen) {
  if (run.status === 'declined') return null;
  if (unit === 'iterations') return when === 'first' ? run.first[target] : run.for_good[target];
  const work = run.work[target];
  if (work === null) return null;
  const charge = unit === 'charged' ? report.factorisation * Number(run.step_factorisations[target]) : 0;
  return work / report.pd_iteration + charge;
}

// The run of a solver on a scene with the setting that the view asks for.
/** @type {(scene: Scene, solver: Solver, view: View, target?: number) => BoardRun | undefined} */
function chosenRun(scene, solver, view, target = view.target) {
  const runs = runsAt(scene, solver);
  if (view.column === 'best') {
    const cost = (run) => costOf(run, view, target) ?? Infinity;
    return runs.reduce((best, run) => (cost(run) < cost(best) ? run : best), runs[0]);
  }
  const setting = view.column === 'one' ? solver.one : {};
  return runs.find((run) => run.status === 'declined' || isSame(run.setting, setting));
}
/** @type {(scene: Scene, solver: Solver, view: View, target?: number) => BoardCell} */
function cellOf(scene, solver, view, target = view.target) {
  const run = chosenRun(scene, solver, view, target);
  return { run, cost: run ? costOf(run, view, target) : null };
}

// The least cost of all ranked solvers, whether they are shown or not; Infinity if none reaches the target.
/** @type {(scene: Scene, view: View) => number} */
function leastCost(scene, view) {
  const ranked = report.solvers.filter((solver) => solver.ranked);
  const costs = ranked.map((solver) => cellOf(scene, solver, view).cost);
  return Math.min(...costs.map((cost) => cost ?? Infinity));
}
/** @type {(cost: number, least: number) => number} */
const ratioTo = (cost, least) => (cost === least ? 1 : cost / least);  // 1 also for 0 / 0

// Why a run has no cost.
/** @type {(run: BoardRun | undefined, target: number) => string} */
function failureOf(run, target) {
  if (!run) return 'not run';
  if (run.status === 'declined') return 'declined';
  if (run.first[target] !== null) return 'not kept';
  return run.status === 'max_iterations' ? 'not reached' : run.status.replaceAll('_', ' ');
}

// As the command line writes it: qn[history=10].
/** @type {(run: BoardRun) => string} */
function solverInBrackets({ solver, setting }) {
  const words = Object.entries(setting).map((pair) => pair.join('='));
  return words.length ? `${solver}[${words.join(',')}]` : solver;
}
/** @type {(setting: Setting) => string} */
function settingInWords(setting) {
  const words = Object.entries(setting).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return words.join(', ') || 'default';
}
// Half an iteration of PD is a pass without a solve.
/** @type {(cost: number) => string} */
const costInDigits = (cost) => (cost >= 100 ? cost.toFixed(0) : String(Number(cost.toFixed(1))));
/** @type {(name: string) => string} */
const plain = (name) => name.replaceAll('_', ' ');
/** @type {(target: number) => string} */
const targetInWords = (target) => target.toExponential(1).replace('.0', '').replace('-', '−');
