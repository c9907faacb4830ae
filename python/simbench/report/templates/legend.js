// The legend. A run that is switched off is drawn nowhere; a run that is pointed at stands out everywhere.

/** @type {Set<string | null>} */
const hidden = new Set();  // labels
/** @type {string | null} */
let pointedAt = null;  // a label; null if none is pointed at

function lineOf(look) {
  return make('svg:svg', { class: `key look-${look}`, viewBox: '0 0 34 10', 'aria-hidden': 'true' },
    make('svg:line', { class: 'curve', x1: 1, x2: 33, y1: 5, y2: 5 }));
}

function highlight(label) {
  pointedAt = label;
  markHighlighted();
}
// Must be called again after something was redrawn. A run that is switched off does not stand out.
function markHighlighted() {
  const label = hidden.has(pointedAt) ? null : pointedAt;
  document.body.classList.toggle('highlighting', label !== null);
  for (const element of allWithin(document, '[data-key]')) {
    element.classList.toggle('highlighted', element.dataset.key === label);
  }
}

// Fills the legend with a button for each run; calls `changed` when one is switched.
/** @type {(host: HTMLElement, runs: Pick<Run, 'label' | 'look'>[], changed: () => void) => void} */
function fillLegend(host, runs, changed) {
  host.replaceChildren(...runs.map((run) => make('button', {
    type: 'button', 'aria-pressed': String(!hidden.has(run.label)), 'data-key': run.label,
    onclick: (event) => {
      if (!hidden.delete(run.label)) hidden.add(run.label);
      event.currentTarget.setAttribute('aria-pressed', String(!hidden.has(run.label)));
      changed();
    },
    onpointerenter: () => highlight(run.label), onpointerleave: () => highlight(null),
    onfocus: () => highlight(run.label), onblur: () => highlight(null),
  }, lineOf(run.look), run.label)));
}
/** @type {(run: Pick<Run, 'label'>) => boolean} */
const isShown = (run) => !hidden.has(run.label);

// The 16 colours of the scale, from good to bad, with numbers at even distances, from end to end.
/** @type {(numbers: string[], name: string) => SVGElement} */
function colourScale(numbers, name) {
  const width = 320, cell = width / report.scale.length;
  const anchor = (i) => (i === 0 ? 'start' : i === numbers.length - 1 ? 'end' : 'middle');
  const place = (i) => ({ x: i * width / (numbers.length - 1), y: 43, 'text-anchor': anchor(i) });
  return make('svg:svg', {
    viewBox: `0 0 ${width} 48`, role: 'img', 'aria-label': `${name}, ${numbers[0]} to ${numbers.at(-1)}`,
    class: 'scale',
  },
    make('svg:text', { class: 'label', x: 0, y: 12 }, `${name}, dark is worse`),
    ...report.scale.map((fill, i) => make('svg:rect', { x: i * cell, y: 17, width: cell, height: 12, fill })),
    ...numbers.map((text, i) => make('svg:text', { class: 'tick', ...place(i) }, text)));
}
