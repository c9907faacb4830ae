// The table of runs: the end of each, when it reached the targets, and its error as a small line.

const TARGETS = ['1e-1', '1e-3', '1e-6'];
const sorting = new Sorting();

/** @type {SortedColumn<Run>[]} */
const COLUMNS = [
  { words: 'solver', of: (run) => run.label },
  { words: 'status', of: (run) => run.status.replaceAll('_', ' ') },
  { words: 'iterations', of: (run) => run.iterations },
];

// Runs with a reference have these, too.
/** @type {SortedColumn<Run>[]} */
const COLUMNS_OF_ERRORS = [
  { words: 'final relative error', of: (run) => run.final_relative_error },
  ...TARGETS.flatMap((target, i) => [
    { words: `iterations to ${target}`, of: (/** @type {Run} */ run) => run.targets[i].iterations },
    { words: `seconds to ${target}`, of: (/** @type {Run} */ run) => run.targets[i].seconds }]),
];

// Runs of many steps have these, too.
/** @type {SortedColumn<Run>[]} */
const COLUMNS_OF_MOTION = [
  { words: 'energy at the end [J]', of: (run) => run.motion?.energy ?? null },
  { words: 'its change since step 1 [J]', of: (run) => run.motion?.change_of_energy ?? null },
  { words: 'sag at the end [m]', of: (run) => run.motion?.sag ?? null },
];

/** @type {(runs: Run[]) => SortedColumn<Run>[]} */
function columnsOf(runs) {
  const known = COLUMNS_OF_MOTION.filter(({ of }) => runs.some((run) => of(run) !== null));
  return [...COLUMNS, ...(haveErrors(runs) ? COLUMNS_OF_ERRORS : []), ...known];
}

/** @type {(runs: Run[]) => boolean} */
function haveErrors(runs) {
  return runs.some((run) => run.rows.columns.includes('relative_error'));
}

/** @type {(run: Run) => Node | string} */
function sparkline(run) {
  const values = run.sparkline;
  if (values.length < 2) return '';
  const low = Math.min(...values), high = Math.max(low + 1, ...values);  // at least a decade: noise is flat
  const x = (i) => 2 + 96 * i / (values.length - 1), y = (value) => 20 - 18 * (value - low) / (high - low);
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  const [first, last] = [values[0], values[values.length - 1]].map((value) => inWords(10 ** value));
  return make('svg:svg', {
    class: `spark look-${run.look}`, viewBox: '0 0 100 22', role: 'img',
    'aria-label': `relative error from ${first} to ${last}`,
  },
    make('svg:polyline', { points: points.join(' ') }));
}

// The runs with noisy times, and why, in the words of the terminal.
/** @type {(runs: Run[]) => string} */
function noiseInWords(runs) {
  const reasons = new Set(runs.map(({ noise }) => noise).filter(Boolean));
  const of = (reason) => runs.filter(({ noise }) => noise === reason).map(({ label }) => label);
  const listed = new Intl.ListFormat('en-GB');
  return [...reasons].map((reason) => `The times of ${listed.format(of(reason))} are noisy: ${reason}.`).join(' ');
}

/** @type {(table: HTMLTableElement, runs: Run[]) => void} */
function fillTable(table, runs) {
  const columns = columnsOf(runs);
  const heads = sorting.headsOf(table, columns, () => fillTable(table, runs));
  const withErrors = haveErrors(runs);
  byId('meaning-of-errors').hidden = !withErrors;
  if (withErrors) heads.splice(1, 0, make('th', { scope: 'col' }, 'relative error'));
  heads.push(make('th', { scope: 'col' }, 'files'));
  const rows = sorting.inOrder(columns, runs).map((run) => {
    const cells = columns.map((column, i) => {
      const value = column.of(run), isText = typeof value === 'string', text = isText ? value : inWords(value);
      if (i === 0) return make('th', { scope: 'row' }, lineOf(run.look), text);
      return make('td', isText ? { class: 'words' } : {}, text);
    });
    const attributes = { 'data-key': run.label, class: isShown(run) ? '' : 'off' };
    if (withErrors) cells.splice(1, 0, make('td', {}, sparkline(run)));
    const file = (words, save) => make('button', {
      type: 'button', onclick: () => save(run), 'aria-label': `save the ${words} of ${run.label}`,
    }, words);
    cells.push(make('td', { class: 'small' }, file('CSV', saveRows), ' ', file('manifest', saveManifest)));
    return make('tr', attributes, ...cells);
  });
  table.replaceChildren(
    make('thead', {}, make('tr', {}, ...heads)),
    make('tbody', {}, ...rows));
  markHighlighted();
}
