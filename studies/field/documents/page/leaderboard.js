// The page of the leaderboard: its controls, and what follows them.

const SCENE_FILTERS = /** @type {const} */ (['law', 'stiffness', 'difficulty']);
const CONTROLS = [...SCENE_FILTERS, 'family', 'settings', 'target', 'when', 'unit'];
const TIMES = { for_good: 'for good', first: 'for the first time' };

report.solvers.forEach((solver, look) => Object.assign(solver, { look, label: report.looks[look].label }));
const charts = new BoardCharts();

/** @type {() => View} */
function viewOf() {
  const isOf = (control, value) => !control.value || control.value === value;
  const fits = (scene) => SCENE_FILTERS.every((filter) => isOf(byId(filter), scene[filter]));
  return {
    scenes: report.scenes.filter(fits),
    solvers: report.solvers.filter(({ family }) => isOf(byId('family'), family)),
    column: byId('settings').value,
    target: report.targets.indexOf(Number(byId('target').value)),
    when: byId('when').value,
    unit: byId('unit').value,
  };
}

// Work is recorded for good only.
function offerUnits() {
  fillSelect(byId('unit'), byId('when').value === 'first' ? { iterations: UNITS.iterations } : UNITS);
}

function offerChoices() {
  /** @type {(select: HTMLSelectElement, values: string[]) => void} */
  const offerAll = (select, values) =>
    fillSelect(select, { '': 'all', ...Object.fromEntries(values.map((value) => [value, value])) });
  for (const filter of SCENE_FILTERS) offerAll(byId(filter), report.scenes.map((scene) => scene[filter]));
  offerAll(byId('family'), report.solvers.map(({ family }) => family));
  fillSelect(byId('settings'), COLUMNS_OF_SETTINGS);
  byId('settings').value = 'one';
  const targets = report.table_targets.map((place) => report.targets[place]);
  fillSelect(byId('target'), Object.fromEntries(targets.map((target) => [target, targetInWords(target)])));
  byId('target').value = String(targets[1]);
  fillSelect(byId('when'), TIMES);
  offerUnits();
  const names = Object.fromEntries(report.solvers.map(({ name, label }) => [name, label]));
  for (const id of /** @type {const} */ (['one', 'other'])) fillSelect(byId(id), names);
  byId('other').selectedIndex = Math.min(1, report.solvers.length - 1);
}

function draw() {
  const view = viewOf();
  fillLegend(byId('legend'), view.solvers, draw);
  const shown = { ...view, solvers: view.solvers.filter(isShown) };
  const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const numbers = `${count(shown.scenes.length, 'scene')}, ${count(shown.solvers.length, 'solver')}`;
  byId('view').textContent = `${numbers} with ${COLUMNS_OF_SETTINGS[view.column]}: `
    + `${UNITS[view.unit]} to a relative error of `
    + `${targetInWords(report.targets[view.target])} ${TIMES[view.when]}.`;
  drawBoard(shown, choose);
  listFailures(shown);
  charts.draw(shown);
  drawPair(view);
  showChosen(view);
}
/** @type {(view: View) => void} */
function showChosen(view) {
  const scene = report.scenes.find(({ name }) => name === chosenCell?.scene);
  const solver = solverNamed(chosenCell?.solver ?? '');
  if (scene && solver) showRun(scene, solver, view);
}
/** @type {Choose} */
function choose(scene, solver) {
  chosenCell = { scene: scene.name, solver: solver.name };
  markChosen();
  showChosen(viewOf());
  byId('run').scrollIntoView({ block: 'nearest' });
}

// The choices in the page, in the order in which they can be made again.
/** @type {() => Record<string, ViewPart>} */
function partsOfBoard() {
  const controls = [...CONTROLS, 'one', 'other'].map((id) => [id, partOf(/** @type {any} */ (byId(id)))]);
  return {
    ...Object.fromEntries(controls),
    hide: {
      values: () => [...hidden].map(String),
      show: (labels) => {
        hidden.clear();
        for (const label of labels) hidden.add(label);
        draw();
      },
    },
    sort: {
      values: () => (solverOrder.words ? [solverOrder.words, solverOrder.falling ? 'down' : 'up'] : []),
      show: ([words, direction]) => {
        Object.assign(solverOrder, { words, falling: direction === 'down' });
        draw();
      },
    },
    run: {
      values: () => (chosenCell ? [chosenCell.scene, chosenCell.solver] : []),
      show: ([scene, solver]) => {
        chosenCell = { scene, solver };
        draw();
      },
    },
  };
}

async function begin() {
  await loadBoard();
  offerChoices();
  byId('when').addEventListener('input', offerUnits);
  for (const id of CONTROLS) byId(id).addEventListener('input', draw);
  for (const id of ['one', 'other']) byId(id).addEventListener('input', () => drawPair(viewOf()));
  byId('save-rows').addEventListener('click', () => {
    const text = boardRuns.map((run) => `${JSON.stringify(run)}\n`).join('');
    save('leaderboard.jsonl', new Blob([text], { type: 'application/jsonl' }));
  });
  for (const place of allWithin(document, '[data-number]')) {
    place.textContent = String(report[place.dataset.number ?? '']);
  }
  byId('board-scale').append(colourScale(['1', '3', '10', '30', '100'], 'cost / least cost on the scene'));
  watchArrows();
  draw();
  const address = new Address(partsOfBoard());
  address.show();
  address.watch();
  drawForWidth(draw);
}
begin();
