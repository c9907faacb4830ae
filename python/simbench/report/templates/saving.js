// Files that the page saves without a network: a chart as a picture, the rows and the manifest of a run.

const PICTURES = ['svg', 'png'];
const DENSITY = 2;  // pixels of a PNG for each pixel of the page
// What the page's style says of a chart. A file has no style sheet, so that it is written into each element.
const STYLED = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size'];

/** @type {(name: string, content: Blob) => void} */
function save(name, content) {
  const href = URL.createObjectURL(content);
  make('a', { href, download: name.replace(/[^\p{L}\d.=+-]+/gu, '_') }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

// The drawing of a chart with its legend, as it looks now.
/** @type {(chart: Chart, series: Series[]) => SVGElement} */
function pictureOf({ svg, width, height }, series) {
  const columns = Math.max(1, Math.floor(width / 240)), rowHeight = 20;
  const entry = ({ label, look }, i) => make('svg:g', {
    class: `look-${look}`,
    transform: `translate(${20 + (i % columns) * 240} ${height + 14 + Math.floor(i / columns) * rowHeight})`,
  }, make('svg:line', { class: 'curve', x2: 34 }), make('svg:text', { class: 'tick', x: 42, y: 4 }, label));
  const tall = height + rowHeight * Math.ceil(series.length / columns) + 10;
  const size = { width, height: tall, viewBox: `0 0 ${width} ${tall}` };
  const picture = make('svg:svg', { ...size, class: 'picture' },
    make('svg:rect', { class: 'background', width, height: tall }),
    .../** @type {Element} */ (svg.cloneNode(true)).childNodes, ...series.map(entry));
  picture.querySelector('.reading')?.remove();
  document.body.append(picture);  // an element outside of the page has no style
  for (const element of picture.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    for (const name of STYLED) element.setAttribute(name, style.getPropertyValue(name));
  }
  picture.remove();
  return picture;
}

/** @type {(chart: Chart, options: ChartOptions, kind: string) => Promise<void>} */
async function savePicture(chart, { series, name }, kind) {
  const text = new XMLSerializer().serializeToString(pictureOf(chart, series));
  const drawing = new Blob([text], { type: 'image/svg+xml' });
  save(`${name}.${kind}`, kind === 'svg' ? drawing : await pixelsOf(drawing));
}
/** @type {(drawing: Blob) => Promise<Blob>} */
async function pixelsOf(drawing) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = make('canvas', { width: DENSITY * image.width, height: DENSITY * image.height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => { canvas.toBlob((blob) => done(/** @type {Blob} */ (blob))); });
}

// The rows of a run as the page has them: five digits of each number; an empty cell is no finite number.
/** @type {(run: Run) => Promise<void>} */
async function saveRows(run) {
  const rows = await rowsOf(run), columns = ['step', 'iteration', ...run.rows.columns];
  const cell = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(6))) : '');
  const line = (_, i) => columns.map((column) => cell(rows[column][i])).join(',');
  const lines = [columns.join(','), ...Array.from({ length: run.rows.rows }, line)];
  save(`${run.label}-iterations.csv`, new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' }));
}
/** @type {(run: Run) => Promise<void>} */
async function saveManifest(run) {
  const text = (await provenanceFiles(run))['manifest.json'];
  save(`${run.label}-manifest.json`, new Blob([text], { type: 'application/json' }));
}
