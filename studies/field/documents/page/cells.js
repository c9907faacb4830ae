// The table of solvers and scenes: costs, coloured by their ratio to the scene's least cost, and failures.

const RATIOS = /** @type {[number, number]} */ ([1, 100]);  // the ends of the scale
const solverOrder = new Sorting();
/** @type {{ scene: string, solver: string } | null} */
let chosenCell = null;

// Columns that can sort the table: the solver, its totals, and each scene.
/** @type {(view: View, least: Map<Scene, number>) => SortedColumn<Solver>[]} */
function columnsOf(view, least) {
  const costs = (solver) => view.scenes.map((scene) => ({
    cost: cellOf(scene, solver, view).cost, best: least.get(scene) ?? Infinity,
  }));
  const isBest = ({ cost, best }) => cost !== null && ratioTo(cost, best) <= report.alike;
  return [
    { words: 'solver', of: (solver) => solver.label },
    { words: 'solved', of: (solver) => costs(solver).filter(({ cost }) => cost !== null).length },
    {
      words: 'best',
      of: (solver) => (solver.ranked ? costs(solver).filter(isBest).length : null),
    },
    ...view.scenes.map((scene) => ({
      words: plain(scene.name), of: (/** @type {Solver} */ solver) => cellOf(scene, solver, view).cost,
    })),
  ];
}

/** @type {(view: View, choose: Choose) => void} */
function drawBoard(view, choose) {
  const table = byId('board');
  const least = new Map(view.scenes.map((scene) => [scene, leastCost(scene, view)]));
  const columns = columnsOf(view, least);
  const heads = solverOrder.headsOf(table, columns, () => drawBoard(view, choose));
  view.scenes.forEach((scene, i) => {
    const head = heads[i + columns.length - view.scenes.length];
    head.classList.add('scene');
    head.title = `${scene.reason}. ${scene.law}, ${scene.setting}`;
  });
  const line = (solver) => {
    const [name, ...totals] = columns.slice(0, columns.length - view.scenes.length);
    return make('tr', { 'data-key': solver.label },
      make('th', { scope: 'row' }, lineOf(solver.look), name.of(solver)),
      ...totals.map(({ of }) => make('td', {}, inWords(of(solver)))),
      ...view.scenes.map((scene) =>
        make('td', {}, buttonOf(scene, solver, view, least.get(scene) ?? Infinity, choose))));
  };
  const body = (ranked) => make('tbody', {},
    ...(ranked || !view.solvers.some((solver) => !solver.ranked) ? [] : [make('tr', {}, make('th', {
      colspan: columns.length, scope: 'rowgroup',
    }, 'Not ranked, because they do not end at the minimum of f'))]),
    ...solverOrder.inOrder(columns, view.solvers.filter((solver) => solver.ranked === ranked)).map(line));
  table.replaceChildren(make('thead', {}, make('tr', {}, ...heads)), body(true), body(false));
  markChosen();
  markHighlighted();
}

/** @type {(scene: Scene, solver: Solver, view: View, least: number, choose: Choose) => HTMLElement} */
function buttonOf(scene, solver, view, least, choose) {
  const { run, cost } = cellOf(scene, solver, view);
  const failure = cost === null ? failureOf(run, view.target) : '';
  const place = `${solver.label}, ${plain(scene.name)}`;
  const setting = run && run.status !== 'declined' ? `, ${settingInWords(run.setting)}` : '';
  const button = make('button', {
    type: 'button', class: failure ? 'cell failure' : 'cell', tabindex: -1,
    'data-scene': scene.name, 'data-solver': solver.name,
    onclick: () => choose(scene, solver),
    title: `${place}${setting}: ${failure || costInWords(cost, least, solver.ranked)}`,
  }, cost === null ? failure : costInDigits(cost));
  if (cost !== null && solver.ranked) {
    [button.style.background, button.style.color] = shade(ratioTo(cost, least), RATIOS);
  }
  return button;
}
/** @type {(cost: number | null, least: number, ranked: boolean) => string} */
function costInWords(cost, least, ranked) {
  if (cost === null || !ranked) return String(cost);
  return `${cost}, ${inWords(ratioTo(cost, least))} times the least`;
}

// The chosen cell is marked. It is also the one that the Tab key reaches, or else the first one.
function markChosen() {
  const cells = [...allWithin(byId('board'), '.cell')];
  /** @type {(cell: HTMLElement) => boolean} */
  const isChosen = ({ dataset: { scene, solver } }) =>
    scene === chosenCell?.scene && solver === chosenCell?.solver;
  for (const cell of cells) cell.setAttribute('aria-pressed', String(isChosen(cell)));
  const reached = cells.find(isChosen) ?? cells[0];
  if (reached) reached.tabIndex = 0;
}

// Arrow keys move from cell to cell.
function watchArrows() {
  byId('board').addEventListener('keydown', (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const cell = /** @type {HTMLElement} */ (event.target);
    if (!step || !cell.classList.contains('cell')) return;
    event.preventDefault();
    const lines = [...allWithin(byId('board'), 'tr')].map((line) => [...allWithin(line, '.cell')])
      .filter((cells) => cells.length);
    const row = lines.findIndex((line) => line.includes(cell));
    const next = lines[row + step[0]]?.[lines[row].indexOf(cell) + step[1]];
    if (!next) return;
    [cell.tabIndex, next.tabIndex] = [-1, 0];
    next.focus();
  });
}

// All failures of the table by name, and where they are.
/** @type {(view: View) => void} */
function listFailures(view) {
  /** @type {Map<string, Map<string, string[]>>} */
  const found = new Map();
  for (const solver of view.solvers) {
    for (const scene of view.scenes) {
      const { run, cost } = cellOf(scene, solver, view);
      if (cost !== null) continue;
      const failure = failureOf(run, view.target), bySolver = found.get(failure) ?? new Map();
      const before = bySolver.get(solver.label) ?? [];
      found.set(failure, bySolver.set(solver.label, [...before, plain(scene.name)]));
    }
  }
  const count = (bySolver) => [...bySolver.values()].reduce((sum, scenes) => sum + scenes.length, 0);
  const item = ([failure, bySolver]) => make('li', {}, make('b', {}, `${failure} (${count(bySolver)}): `),
    [...bySolver].map(([label, scenes]) => `${label} (${scenes.join(', ')})`).join('; '));
  byId('failures').replaceChildren(...[...found].map(item));
  byId('failure-count').textContent = String([...found.values()].reduce((sum, one) => sum + count(one), 0));
}
