// The legend, which everything follows: what is off is drawn nowhere, what is pointed at stands out everywhere.

const hidden = new Set();  // labels
let pointedAt = null;  // a label, or none

function lineOf(look) {
  return make('svg:svg', { class: `key look-${look}`, viewBox: '0 0 34 10', 'aria-hidden': 'true' },
    make('svg:line', { class: 'curve', x1: 1, x2: 33, y1: 5, y2: 5 }));
}

function highlight(label) {
  pointedAt = label;
  markHighlighted();
}
// To be called again after something was drawn anew. What is switched off does not stand out.
function markHighlighted() {
  const label = hidden.has(pointedAt) ? null : pointedAt;
  document.body.classList.toggle('highlighting', label !== null);
  for (const element of document.querySelectorAll('[data-key]')) {
    element.classList.toggle('highlighted', element.dataset.key === label);
  }
}

// A button for each run that is shown; `changed` is called when one is switched.
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
const isShown = (run) => !hidden.has(run.label);
