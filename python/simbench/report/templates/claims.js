// Cards of claims: the verdict, its sentence, and each part with its threshold as a band.

const GOOD = { below: [0, 50], 'at most': [0, 50], above: [50, 100], 'at least': [50, 100], near: [44, 56] };

// A logarithmic axis of four decades around the threshold, with the good side and the measured value.
/** @type {(part: Part) => HTMLElement | null} */
function band({ measured, threshold, relation, margin, holds }) {
  if (measured === null || threshold === null || !(threshold > 0) || !(measured > 0)) return null;
  const place = Math.min(98, Math.max(2, 50 + 25 * Math.log10(measured / threshold)));
  const good = GOOD[relation] ?? [0, 0];
  const ratio = margin === null ? '' : `, margin ${inWords(margin)}`;
  const words = `measured ${inWords(measured)}, ${relation} ${inWords(threshold)}${ratio}`;
  return make('span', { class: 'band' },
    make('svg:svg', { viewBox: '0 0 100 12', role: 'img', 'aria-label': words },
      make('svg:rect', { class: 'track', x: 0, y: 4, width: 100, height: 4 }),
      make('svg:rect', { class: 'good', x: good[0], y: 2, width: good[1] - good[0], height: 8 }),
      make('svg:line', { class: 'threshold', x1: 50, x2: 50, y1: 0, y2: 12 }),
      make('svg:circle', { class: holds ? 'holds' : 'fails', cx: place, cy: 6, r: 3.4 })),
    ` ${words}`);
}

const kindOf = (verdict) => verdict.replaceAll(' ', '-');  // a class of style.css

// `figure` shows or names the claim's figure.
/** @type {(claim: Claim, figure?: HTMLElement | null) => HTMLElement} */
function claimCard(claim, figure = null) {
  const setting = claim.setting ? `Setting: ${claim.setting}. ` : '';
  const count = claim.parts.length === 1 ? '1 part' : `${claim.parts.length} parts`;
  const holding = claim.parts.filter((part) => part.holds).length;
  return make('article', { class: `claim ${kindOf(claim.verdict)}` },
    make('h3', {}, `${claim.number} · `, make('span', { class: 'verdict' }, claim.verdict)),
    make('blockquote', {}, claim.claim),
    make('p', {}, claim.answer),
    claim.reach ? make('p', {}, make('b', {}, 'Reach. '), claim.reach) : null,
    make('p', { class: 'source' }, `${claim.source} ${setting}`, figure),
    make('details', {}, make('summary', {}, `${count}, of which ${holding} hold`),
      make('ul', {},
        ...claim.parts.map((part) =>
          make('li', {}, `${part.holds ? '' : 'Not so: '}${part.finding} `, band(part))),
        ...claim.notes.map((note) => make('li', {}, note))),
      claim.commands?.length ? make('pre', { tabindex: 0 }, claim.commands.join('\n')) : null));
}
