// The origin of a run's numbers: its manifest, its environment, and the command that repeats it.

/** @type {(run: Run) => HTMLElement} */
function provenanceOf(run) {
  const text = make('pre', { tabindex: 0 }, '…');
  const title = make('summary', {}, lineOf(run.look), `${run.label}, run ${run.id}`);
  return make('details', {
    ontoggle: async (event) => {
      if (event.currentTarget.open && text.textContent === '…') {
        text.textContent = new TextDecoder().decode(await bytesOf(run.provenance));
      }
    },
  }, title, make('pre', { tabindex: 0 }, run.command), text);
}
