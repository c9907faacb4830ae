// The origin of a run's numbers: its manifest, its environment, and the command that repeats it.

// The files by name, as text: numbers that JavaScript would round stay as they are.
/** @type {(run: Run) => Promise<Record<string, string>>} */
const provenanceFiles = async (run) => JSON.parse(new TextDecoder().decode(await bytesOf(run.provenance)));

/** @type {(run: Run) => HTMLElement} */
function provenanceOf(run) {
  const text = make('pre', { tabindex: 0 }, '…');
  const title = make('summary', {}, lineOf(run.look), `${run.label}, run ${run.id}`);
  return make('details', {
    ontoggle: async (event) => {
      if (!event.currentTarget.open || text.textContent !== '…') return;
      const files = Object.entries(await provenanceFiles(run));
      text.textContent = files.map((file) => file.join('\n')).join('\n\n');
    },
  }, title, make('pre', { tabindex: 0 }, run.command), text);
}
