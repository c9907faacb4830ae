// The claims on the page of the gallery: totals, a search, cards, and the files that they name.

const hiddenKinds = new Set();
/** @type {(figure: string) => Claim[]} */
const claimsOf = (figure) => report.collections[0].claims.filter((claim) => claim.figure === figure);

function fillTotals() {
  byId('totals').replaceChildren(...report.collections.map(({ title, claims, totals }) =>
    make('div', { class: 'totals' }, make('h3', {}, `${title}: ${claims.length}`), ...totals.map(totalOf))));
}
/** @type {(total: Collection['totals'][0]) => HTMLElement} */
function totalOf([verdict, meaning, count]) {
  const kind = kindOf(verdict);
  return make('button', {
    type: 'button', class: `claim-kind ${kind}`, 'aria-pressed': 'true', 'data-kind': kind, title: meaning,
    onclick: () => switchKind(kind),
  }, make('b', {}, String(count)), ` ${verdict}`);
}
function switchKind(kind) {
  if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
  for (const button of allWithin(document, '[data-kind]')) {
    button.setAttribute('aria-pressed', String(!hiddenKinds.has(button.dataset.kind)));
  }
  for (const card of allWithin(document, 'article.claim')) {
    card.hidden = [...hiddenKinds].some((hiddenKind) => card.classList.contains(hiddenKind));
  }
}

/** @type {(claim: Claim) => HTMLElement} */
function cardOf(claim) {
  const card = claimCard(claim, claim.figure ? fileOf(`${claim.folder}${claim.figure}.png`, 'Figure') : null);
  card.id = idOf(claim);
  return card;
}
/** @type {(claim: Claim) => string} */
const idOf = (claim) => `claim-${claim.number.toLowerCase()}`;

// A link to a file of the repository. The page is also read without the repository: if nobody knows the
// repository's address, the file is named instead.
/** @type {(path: string, words: string) => HTMLElement} */
function fileOf(path, words) {
  if (report.repository) return make('a', { href: `${report.repository}/blob/HEAD/${path}` }, words);
  return make('span', {}, `${words} `, make('code', {}, path));
}

function fillFiles() {
  const claims = report.collections.map(({ title, file }) => fileOf(file, title));
  byId('files').append(...[fileOf(`${report.folder}/README.md`, 'the gallery'), ...claims]
    .flatMap((file, i) => (i ? [', ', file] : [file])), '.');
}

// The search: a claim is found if all words occur in it; a claim whose number is among the words comes first.
// Results are links to the cards.
function fillSearch() {
  const claims = report.collections.flatMap((collection) => collection.claims);
  const texts = claims.map(textOfClaim);
  byId('search').addEventListener('input', () => {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const isNamed = ({ number }) => Number(words.includes(number.toLowerCase()));
    const found = claims.filter((_, i) => words.every((word) => texts[i].includes(word)))
      .sort((a, b) => isNamed(b) - isNamed(a));
    byId('found-count').textContent = words.length ? `${found.length} of ${claims.length} claims` : '';
    byId('found').replaceChildren(...(words.length ? found.map(foundOf) : []));
  });
}
/** @type {(claim: Claim) => string} */
function textOfClaim({ number, claim, verdict, source, setting, answer, reach, figure, parts, notes }) {
  const findings = parts.map((part) => part.finding);
  const own = [`claim ${number}`, claim, verdict, source, setting, answer, reach, figure];
  return [...own, ...findings, ...notes].join(' ').toLowerCase();
}
/** @type {(claim: Claim) => HTMLElement} */
function foundOf(claim) {
  const show = () => { if (hiddenKinds.has(kindOf(claim.verdict))) switchKind(kindOf(claim.verdict)); };
  return make('li', {}, make('a', { href: `#${idOf(claim)}`, onclick: show }, `claim ${claim.number}`),
    ' ', make('b', {}, claim.verdict), ` ${claim.claim}`);
}

function fillOthers() {
  const above = new Set([...report.plots.map((plot) => plot.figure), 'admm_phase_diagram']);
  for (const [i, { title, claims }] of report.collections.entries()) {
    const others = claims.filter((claim) => i > 0 || !above.has(claim.figure));
    byId('others').append(
      make('h3', { id: `others-${i}` }, title), make('div', { class: 'cards' }, ...others.map(cardOf)));
  }
}
