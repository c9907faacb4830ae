// The origin of a run's numbers: its manifest, its environment, and the command that repeats it.

// The files by name, as text: numbers that JavaScript would round stay as they are. A payload has those of many runs.
/** @type {(run: Run) => Promise<Record<string, string>>} */
async function provenanceFiles({ provenance }) {
  const bytes = await bytesOf(provenance.payload);
  return JSON.parse(new TextDecoder().decode(bytes))[provenance.place];
}

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
