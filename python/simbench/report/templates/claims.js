// Cards of claims: the verdict, its sentence, and each part with its threshold as a band.

// On a logarithmic axis of four decades around the threshold: which side is right, and where the measured value is.
function band(part) {
  if (part.measured === null || part.threshold === null || !(part.threshold > 0) || !(part.measured > 0)) return null;
  const place = (value) => Math.min(98, Math.max(2, 50 + 25 * Math.log10(value / part.threshold)));
  const good = { below: [0, 50], 'at most': [0, 50], above: [50, 100], 'at least': [50, 100], near: [44, 56] }[part.relation] ?? [0, 0];
  const words = `measured ${inWords(part.measured)}, ${part.relation} ${inWords(part.threshold)}${part.margin === null ? '' : `, margin ${inWords(part.margin)}`}`;
  return make('span', { class: 'band' },
    make('svg:svg', { viewBox: '0 0 100 12', role: 'img', 'aria-label': words },
      make('svg:rect', { class: 'track', x: 0, y: 4, width: 100, height: 4 }),
      make('svg:rect', { class: 'good', x: good[0], y: 2, width: good[1] - good[0], height: 8 }),
      make('svg:line', { class: 'threshold', x1: 50, x2: 50, y1: 0, y2: 12 }),
      make('svg:circle', { class: part.holds ? 'holds' : 'fails', cx: place(part.measured), cy: 6, r: 3.4 })),
    ` ${words}`);
}

const kindOf = (verdict) => verdict.split(' ')[0];
const verdictOf = (claim) => (claim.depends_on ? `${claim.verdict} on ${claim.depends_on}` : claim.verdict);

function claimCard(claim) {
  return make('article', { class: `claim ${kindOf(claim.verdict)}` },
    make('h3', {}, `${claim.number} · `, make('span', { class: 'verdict' }, verdictOf(claim))),
    make('blockquote', {}, claim.claim),
    make('p', {}, claim.sentence),
    make('p', { class: 'source' }, `Source: ${claim.source}. ${claim.setting ? `Setting: ${claim.setting}. ` : ''}`,
      claim.figure && report.collections ? make('a', { href: `${claim.folder}${claim.figure}.png` }, `figure ${claim.figure}`) : null),
    make('details', {}, make('summary', {}, `${claim.parts.length === 1 ? '1 part' : `${claim.parts.length} parts`}, of which ${claim.parts.filter((part) => part.holds).length} hold`),
      make('ul', {}, ...claim.parts.map((part) => make('li', {}, `${part.holds ? '' : 'Not so: '}${part.finding} `, band(part))),
        ...claim.notes.map((note) => make('li', {}, note))),
      claim.commands?.length ? make('pre', { tabindex: 0 }, claim.commands.join('\n')) : null));
}
