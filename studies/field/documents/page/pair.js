// Two solvers beside each other, scene by scene.

/** @type {(name: string) => Solver | undefined} */
const solverNamed = (name) => report.solvers.find((solver) => solver.name === name);
const pairOrder = new Sorting();

/** @type {(view: View) => void} */
function drawPair(view) {
  const one = solverNamed(byId('one').value), other = solverNamed(byId('other').value);
  if (!one || !other) return;
  const lines = view.scenes.map((scene) => {
    const cells = [one, other].map((solver) => cellOf(scene, solver, view));
    const [cost, otherCost] = cells.map((cell) => cell.cost);
    const ratio = cost === null || otherCost === null ? null : ratioTo(cost, otherCost);
    return { scene, cells, cost, otherCost, ratio };
  });
  const table = byId('pair');
  /** @type {SortedColumn<typeof lines[0]>[]} */
  const columns = [
    { words: 'scene', of: ({ scene }) => plain(scene.name) },
    { words: one.label, of: ({ cost }) => cost },
    { words: `${other.label}${one === other ? ' ' : ''}`, of: ({ otherCost }) => otherCost },
    { words: 'ratio', of: ({ ratio }) => ratio },
  ];
  const rows = pairOrder.inOrder(columns, lines).map((line) => make('tr', {},
    make('th', { scope: 'row', title: line.scene.reason }, plain(line.scene.name)),
    ...line.cells.map(({ run, cost }) => make('td', {}, cost === null ? failureOf(run, view.target) : costInDigits(cost))),
    make('td', {}, inWords(line.ratio)),
    make('td', { class: 'words' }, ratioBar(line.cost, line.otherCost, one, other))));
  const heads = pairOrder.headsOf(table, columns, () => drawPair(view));
  const ends = make('th', { scope: 'col', class: 'words' }, `← ${one.label} less · ${other.label} less →`);
  table.replaceChildren(make('thead', {}, make('tr', {}, ...heads, ends)), make('tbody', {}, ...rows));
  byId('pair-words').textContent = pairInWords(lines, one, other);
}

// A bar from the middle towards the solver that spends less. It ends at a factor of 100, or if the other one
// does not reach the target.
/** @type {(cost: number | null, otherCost: number | null, one: Solver, other: Solver) => Node | null} */
function ratioBar(cost, otherCost, one, other) {
  if (cost === null && otherCost === null) return null;
  const ratio = ratioTo(cost ?? Infinity, otherCost ?? Infinity);
  const end = 50 + 24 * Math.max(-2, Math.min(2, Math.log10(ratio)));
  return make('span', { class: 'band' }, make('svg:svg', { viewBox: '0 0 100 12', 'aria-hidden': 'true' },
    make('svg:rect', { class: 'track', x: 0, y: 4, width: 100, height: 4 }),
    make('svg:rect', {
      class: `ratio look-${(ratio < 1 ? one : other).look}`,
      x: Math.min(50, end), y: 2, width: Math.abs(end - 50), height: 8,
    }),
    make('svg:line', { class: 'threshold', x1: 50, x2: 50, y1: 0, y2: 12 })));
}

/** @type {(lines: { cells: BoardCell[] }[], one: Solver, other: Solver) => string} */
function pairInWords(lines, one, other) {
  const taken = lines.filter(({ cells }) => cells.every(({ run }) => run && run.status !== 'declined'));
  const costs = taken.map(({ cells }) => cells.map(({ cost }) => cost ?? Infinity));
  const count = (holds) => costs.filter(([cost, otherCost]) => holds(cost, otherCost)).length;
  const less = (a, b) => a < Infinity && ratioTo(b, a) > report.alike;
  const neither = count((a, b) => a === Infinity && b === Infinity);
  const [ours, theirs] = [count(less), count((a, b) => less(b, a))];
  const alike = taken.length - ours - theirs - neither;
  return `Of the ${taken.length} scenes that both take, ${one.label} needs less on ${ours} and ${other.label} `
    + `on ${theirs}. They are alike on ${alike}, within a factor of ${report.alike}. Neither solves ${neither}.`;
}
