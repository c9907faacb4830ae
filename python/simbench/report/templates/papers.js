// Where a run's numbers come from: its manifest, its environment, and the command that repeats it.

function papersOf(run) {
  const text = make('pre', { tabindex: 0 }, '…');
  return make('details', {
    ontoggle: async (event) => {
      if (event.currentTarget.open && text.textContent === '…') {
        text.textContent = new TextDecoder().decode(await bytesOf(run.papers));
      }
    },
  }, make('summary', {}, lineOf(run.look), `${run.label}, run ${run.id}`), make('pre', { tabindex: 0 }, run.command), text);
}
