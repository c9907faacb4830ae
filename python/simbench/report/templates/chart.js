// A chart in SVG: curves and samples over linear or logarithmic axes, read off by pointer or keyboard.

const LETTER = 8; // pixels of a title's letter, on average

// The path of a curve. It has gaps at values that the axes do not show; a point between two gaps is a cross.
function pathOf(x, y, { xAxis, yAxis }, steps = false) {
  const shows = (i) => i < x.length && xAxis.shows(x[i]) && yAxis.shows(y[i]);
  let path = '', drawing = false;
  for (let i = 0; i < x.length; ++i) {
    if (!shows(i)) { drawing = false; continue; }
    const px = xAxis.pixel(x[i]).toFixed(1), py = yAxis.pixel(y[i]).toFixed(1);
    if (drawing) path += steps ? `H${px}V${py}` : `L${px} ${py}`;
    else path += shows(i + 1) ? `M${px} ${py}` : `M${px} ${py}m-3 0h6m-3 -3v6`;
    drawing = true;
  }
  return path;
}

// The series without samples beyond the last value of all series, which would stretch the chart.
/** @type {(series: Series[]) => Series[]} */
function untilTheEnd(series) {
  const end = largestOf(series.flatMap(({ x }) => [...x]).filter(Number.isFinite));
  return end === -Infinity ? series : series.map((one) => {
    if (!one.samples) return one;
    const [x, y, lessThan = []] = one.samples, inside = x.filter((value) => value <= end).length;
    return { ...one, samples: [x.slice(0, inside), y.slice(0, inside), lessThan.filter((i) => i < inside)] };
  });
}

// Draws into `host`, and returns the drawing, its axes and its lengths [pixels].
/** @type {(host: HTMLElement, options: ChartOptions) => Chart} */
function drawChart(host, options) {
  const frame = frameOf(host, options), { svg } = frame;
  drawGrid(frame, options);
  svg.append(areaOf(frame, options));
  const { place, output } = readingOf(frame, options);
  host.replaceChildren(svg, ...(options.slider === false ? [] : [place]), output);
  return frame;
}

/** @type {(host: HTMLElement, options: ChartOptions) => Chart} */
function frameOf(host, { series, xLog, yLog, whole, steps, height = 380, name, titled, zoom }) {
  const width = Math.max(280, host.clientWidth), top = titled ? 34 : 12;
  const margin = { left: 0, right: 20, top, bottom: 44 };
  const xs = series.flatMap((one) => [...one.x, ...(one.samples?.[0] ?? [])]);
  const ys = series.flatMap((one) => [...one.y, ...(one.samples?.[1] ?? [])]);
  const yAxis = new Axis(zoom?.y ?? (steps ? [0, 1] : ys), yLog, height - margin.bottom, margin.top);
  margin.left = 30 + 7 * Math.max(4, ...yAxis.ticks(7).map((tick) => tickText(tick).length));
  const xAxis = new Axis(zoom?.x ?? xs, xLog, margin.left, width - margin.right, whole);
  const viewBox = `0 0 ${width} ${height}`;
  const svg = make('svg:svg', { viewBox, role: 'img', 'aria-label': name, class: 'chart' });
  return { svg, width, height, margin, xAxis, yAxis };
}

// The grid, the numbers and names of both axes, and the title.
/** @type {(chart: Chart, options: ChartOptions) => void} */
function drawGrid({ svg, width, height, margin, xAxis, yAxis }, { xLabel, yLabel, titled, name }) {
  const [left, right, top, bottom] = [margin.left, width - margin.right, margin.top, height - margin.bottom];
  const text = (words, attributes) => make('svg:text', { 'text-anchor': 'middle', ...attributes }, words);
  for (const tick of yAxis.ticks(7)) {
    const y = yAxis.pixel(tick);
    svg.append(make('svg:line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }),
      text(tickText(tick), { class: 'tick', x: left - 7, y: y + 4, 'text-anchor': 'end' }));
  }
  for (const tick of xAxis.ticks(width / 110)) {
    const x = xAxis.pixel(tick);
    svg.append(make('svg:line', { class: 'grid', x1: x, x2: x, y1: top, y2: bottom }),
      text(tickText(tick), { class: 'tick', x, y: bottom + 17 }));
  }
  if (titled) {
    const room = width - left - 4, isLong = name.length * LETTER > room;
    const squeezed = isLong ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {};
    svg.append(text(name, { class: 'title', x: left, y: 16, 'text-anchor': 'start', ...squeezed }));
  }
  svg.append(text(xLabel, { class: 'label', x: (left + right) / 2, y: height - 6 }),
    text(yLabel, { class: 'label', transform: `translate(13 ${height / 2}) rotate(-90)` }));
}

// All series. If the chart shows only a part of them, they are cut off at its frame.
/** @type {(chart: Chart, options: ChartOptions) => SVGElement} */
function areaOf(frame, options) {
  const { width, height, margin } = frame, id = `frame-of-${options.name}`.replace(/\W+/g, '-');
  const series = options.series.map((one) => seriesOf(one, frame, options));
  if (!options.zoom) return make('svg:g', {}, ...series);
  const place = { x: margin.left, y: margin.top };
  const size = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  return make('svg:g', { 'clip-path': `url(#${id})` },
    make('svg:clipPath', { id }, make('svg:rect', { ...place, ...size })), ...series);
}
/** @type {(series: Series, chart: Chart, options: ChartOptions) => SVGElement} */
function seriesOf({ key, look, x, y, samples }, frame, { steps, sampleLines }) {
  const [sx, sy] = samples ?? [[], []];
  return make('svg:g', { class: `series look-${look}`, 'data-key': key },
    make('svg:path', { class: 'curve', d: pathOf(x, y, frame, steps) }),
    sampleLines ? make('svg:path', { class: 'sample-line', d: pathOf(sx, sy, frame) }) : null,
    ...(samples ? marksOf(samples, frame) : []));
}
// Dots, and triangles that point down: the sample is less than their place. A sample of 0 is less than the
// lowest value of a logarithmic axis.
/** @type {(samples: Samples, chart: Chart) => SVGElement[]} */
function marksOf([x, y, lessThan = []], { xAxis, yAxis }) {
  const isZero = (i) => yAxis.log && y[i] === 0;
  const seen = [...x.keys()].filter((i) => xAxis.shows(x[i]) && (yAxis.shows(y[i]) || isZero(i)));
  return seen.map((i) => {
    const cx = xAxis.pixel(x[i]), cy = yAxis.pixel(isZero(i) ? yAxis.low : y[i]);
    return isZero(i) || lessThan.includes(i)
      ? make('svg:path', { class: 'sample less-than', d: `M${cx - 4} ${cy - 3}h8l-4 7z` })
      : make('svg:circle', { class: 'sample', cx, cy, r: 2.6 });
  });
}

// A line at which the values of all series are read off. The pointer or a slider moves it.
/** @type {(chart: Chart, options: ChartOptions) => { place: HTMLInputElement, output: HTMLElement }} */
function readingOf({ svg, width, height, margin, xAxis }, { series, xLabel, whole, steps, slider, name, titled }) {
  const span = { y1: margin.top, y2: height - margin.bottom };
  const line = make('svg:line', { class: 'reading', ...span, visibility: 'hidden' });
  const label = `${name}: where to read the values off`;
  const place = make('input', { type: 'range', min: 0, max: 1000, value: 0, 'aria-label': label });
  const byKeyboard = slider === false ? '' : ', or move the slider below it,';
  const byDrag = titled ? ' A mouse that drags over a part enlarges it; a double click shows all again.' : '';
  const hint = `Point at the chart${byKeyboard} to read values off.${byDrag}`;
  const output = make('div', { class: 'values', 'aria-live': 'polite' }, hint);
  const inner = width - margin.left - margin.right;
  place.style.marginLeft = `${100 * margin.left / width}%`;
  place.style.width = `${100 * inner / width}%`;
  const read = (pixel) => {
    const x = Math.min(xAxis.high, Math.max(xAxis.low, xAxis.value(pixel)));
    setAttributes(line, { x1: xAxis.pixel(x), x2: xAxis.pixel(x), visibility: 'visible' });
    const at = whole ? nearestX(series, x) : x;
    const values = series.map((one) => make('span', { class: `value look-${one.look}` },
      make('i', { class: 'swatch' }), `${one.label} `, make('b', {}, inWords(valueAt(one, x, steps))),
      steps ? '' : endInWords(one, at)));
    output.replaceChildren(make('span', { class: 'where' }, `${xLabel} ${inWords(at)}`), ...values);
  };
  svg.append(line);
  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect(), pixel = (event.clientX - box.left) * width / box.width;
    place.valueAsNumber = Math.round(1000 * (pixel - margin.left) / inner);
    read(pixel);
  });
  place.addEventListener('input', () => read(margin.left + place.valueAsNumber / 1000 * inner));
  return { place, output };
}

// The index of the value in x nearest to `value`; with `steps`, of the last one not above it. x is sorted.
/** @type {(x: Series['x'], value: number, steps?: boolean) => number} */
function placeOf(x, value, steps) {
  let low = 0, high = x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x[middle] <= value) low = middle; else high = middle - 1;
  }
  return !steps && low + 1 < x.length && x[low + 1] - value < value - x[low] ? low + 1 : low;
}
/** @type {(one: Series, x: number, steps?: boolean) => number} */
function valueAt(one, x, steps) {
  return one.x.length && (!steps || one.x[0] <= x) ? one.y[placeOf(one.x, x, steps)] : NaN;
}
// A series that ended before x keeps its last value.
/** @type {(one: Series, x: number) => string} */
function endInWords(one, x) {
  const last = one.x[one.x.length - 1];
  return last < x ? ` (ended at ${inWords(last)})` : '';
}
/** @type {(series: Series[], x: number) => number} */
function nearestX(series, x) {
  const near = series.filter((one) => one.x.length).map((one) => one.x[placeOf(one.x, x, false)]);
  return near.reduce((a, b) => (Math.abs(b - x) < Math.abs(a - x) ? b : a), near[0] ?? x);
}
