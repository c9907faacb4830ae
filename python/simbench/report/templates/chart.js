// A chart in SVG: curves and samples over linear or logarithmic axes, read off by pointer or by keyboard.

class Axis {
  // Maps values to pixels from `start` to `end`; `whole`: they are integers, and so are the ticks.
  constructor(values, log, start, end, whole = false) {
    const usable = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
    let low = Math.min(...extremes(usable, Math.min)), high = Math.max(...extremes(usable, Math.max));
    if (!usable.length) [low, high] = log ? [0.1, 1] : [0, 1];
    const room = whole ? 1 : Math.max(0.5, Math.abs(low) / 2);
    if (low === high) [low, high] = log ? [low / 2, high * 2] : [low - room, high + room];
    const of = log ? Math.log10 : (value) => value;
    // Halves, because the difference of two numbers can be larger than any number.
    Object.assign(this, { log, low, high, start, end, whole, of, first: of(low) / 2, last: of(high) / 2 });
  }

  shows(value) { return Number.isFinite(value) && (!this.log || value > 0); }
  pixel(value) {
    return this.start + (this.end - this.start) * ((this.of(value) / 2 - this.first) / (this.last - this.first));
  }
  value(pixel) {
    const place = 2 * (this.first + (pixel - this.start) / (this.end - this.start) * (this.last - this.first));
    return this.log ? 10 ** place : place;
  }

  // Where lines and numbers stand: about `count` of them.
  ticks(count) {
    return this.log ? this.logarithmicTicks(count) : this.linearTicks(count);
  }
  linearTicks(count) {
    const raw = this.high / count - this.low / count, power = 10 ** Math.floor(Math.log10(raw));
    const even = [1, 2, 5, 10].find((factor) => factor * power >= raw) * power, step = this.whole ? Math.max(1, even) : even;
    const first = Math.ceil(this.low / step - 1e-9);
    const inside = Math.floor(this.high / step + 1e-9) - first + 1;
    return Array.from({ length: inside }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }
  // One to three a decade, as many as there is room for; fewer where decades are too many.
  logarithmicTicks(count) {
    const low = Math.log10(this.low), high = Math.log10(this.high), each = 2 * count / (high - low);
    const factors = each >= 3 ? [1, 2, 5] : each >= 2 ? [1, 3] : [1], stride = Math.max(1, Math.ceil(1 / each)), ticks = [];
    for (let power = Math.floor(low + 1e-9); power <= high + 1e-9; power += stride) {
      for (const factor of factors) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
    }
    const inside = ticks.filter((value) => value >= this.low * 0.999 && value <= this.high * 1.001);
    return inside.length >= 2 ? inside : this.linearTicks(3).filter((value) => value > 0);
  }
}

// In pieces: a call takes no more than some ten thousand arguments.
function extremes(values, choose) {
  const found = [];
  for (let i = 0; i < values.length; i += 10000) found.push(choose(...values.slice(i, i + 10000)));
  return found;
}

function tickText(value) {
  const power = Math.log10(Math.abs(value));
  const isPower = value > 0 && Number.isInteger(Math.round(power * 1e9) / 1e9) && (power < -3 || power > 4);
  const isPlain = value === 0 || (Math.abs(value) < 1e5 && Math.abs(value) >= 1e-3);
  const text = isPower ? `1e${Math.round(power)}` : isPlain ? String(value) : value.toExponential();
  return text.replaceAll('-', '−').replace('e+', 'e');
}

// The points of a curve as a path: gaps where there is no value that the axes show, a cross for a point between gaps.
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

// Draws into `host`, and returns the drawing and its measures in pixels. Of `options`:
// series: of { key, label, look, x, y, samples }; samples: [x, y]
// xLabel, yLabel, xLog, yLog, name, height; whole: x are integers
// steps: shares, which are drawn as stairs from 0 to 1; sampleLines: samples are joined
// slider: values can be read off by keyboard, too
function drawChart(host, options) {
  const frame = frameOf(host, options), { svg } = frame;
  drawGrid(frame, options);
  svg.append(...options.series.map((one) => seriesOf(one, frame, options)));
  const { place, output } = readingOf(frame, options);
  host.replaceChildren(svg, ...(options.slider === false ? [] : [place]), output);
  return frame;
}

function frameOf(host, { series, xLog, yLog, whole, steps, height = 380, name }) {
  const width = Math.max(280, host.clientWidth), margin = { right: 20, top: 12, bottom: 44 };
  const xs = series.flatMap((one) => [...one.x, ...(one.samples?.[0] ?? [])]);
  const ys = series.flatMap((one) => [...one.y, ...(one.samples?.[1] ?? [])]);
  const yAxis = new Axis(steps ? [0, 1] : ys, yLog, height - margin.bottom, margin.top);
  margin.left = 30 + 7 * Math.max(4, ...yAxis.ticks(7).map((tick) => tickText(tick).length));
  const xAxis = new Axis(xs, xLog, margin.left, width - margin.right, whole);
  const svg = make('svg:svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': name, class: 'chart' });
  return { svg, width, height, margin, xAxis, yAxis };
}

// Lines, numbers and names of both axes.
function drawGrid({ svg, width, height, margin, xAxis, yAxis }, { xLabel, yLabel }) {
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
  svg.append(text(xLabel, { class: 'label', x: (left + right) / 2, y: height - 6 }),
    text(yLabel, { class: 'label', transform: `translate(13 ${height / 2}) rotate(-90)` }));
}

function seriesOf({ key, look, x, y, samples }, frame, { steps, sampleLines }) {
  const [sx, sy] = samples ?? [[], []], { xAxis, yAxis } = frame;
  const dot = (i) => make('svg:circle', { class: 'sample', cx: xAxis.pixel(sx[i]), cy: yAxis.pixel(sy[i]), r: 2.6 });
  const seen = [...sx.keys()].filter((i) => xAxis.shows(sx[i]) && yAxis.shows(sy[i]));
  return make('svg:g', { class: `series look-${look}`, 'data-key': key },
    make('svg:path', { class: 'curve', d: pathOf(x, y, frame, steps) }),
    sampleLines ? make('svg:path', { class: 'sample-line', d: pathOf(sx, sy, frame) }) : null,
    ...seen.map(dot));
}

// A line where the values of all series are read off: below the pointer, or at the place of a slider.
function readingOf({ svg, width, height, margin, xAxis }, { series, xLabel, whole, steps, slider, name }) {
  const line = make('svg:line', { class: 'reading', y1: margin.top, y2: height - margin.bottom, visibility: 'hidden' });
  const place = make('input', { type: 'range', min: 0, max: 1000, value: 0, 'aria-label': `${name}: where to read the values off` });
  const hint = `Point at the chart${slider === false ? '' : ', or move the slider below it,'} to read values off.`;
  const output = make('div', { class: 'values', 'aria-live': 'polite' }, hint);
  const inner = width - margin.left - margin.right;
  place.style.marginLeft = `${100 * margin.left / width}%`;
  place.style.width = `${100 * inner / width}%`;
  const read = (pixel) => {
    const x = Math.min(xAxis.high, Math.max(xAxis.low, xAxis.value(pixel)));
    for (const [key, value] of [['x1', xAxis.pixel(x)], ['x2', xAxis.pixel(x)], ['visibility', 'visible']]) line.setAttribute(key, value);
    const values = series.map((one) => make('span', { class: `value look-${one.look}` },
      make('i', { class: 'swatch' }), `${one.label} `, make('b', {}, inWords(valueAt(one, x, steps)))));
    output.replaceChildren(make('span', { class: 'where' }, `${xLabel} ${inWords(whole ? nearestX(series, x) : x)}`), ...values);
  };
  svg.append(line);
  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect(), pixel = (event.clientX - box.left) * width / box.width;
    place.value = Math.round(1000 * (pixel - margin.left) / inner);
    read(pixel);
  });
  place.addEventListener('input', () => read(margin.left + place.value / 1000 * inner));
  return { place, output };
}

// The place in x, which rises, that is nearest to a value; with `steps` the last one that is not above it.
function placeOf(x, value, steps) {
  let low = 0, high = x.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (x[middle] <= value) low = middle; else high = middle - 1;
  }
  return !steps && low + 1 < x.length && x[low + 1] - value < value - x[low] ? low + 1 : low;
}
const valueAt = (one, x, steps) => (one.x.length && (!steps || one.x[0] <= x) ? one.y[placeOf(one.x, x, steps)] : NaN);
function nearestX(series, x) {
  const near = series.filter((one) => one.x.length).map((one) => one.x[placeOf(one.x, x, false)]);
  return near.reduce((a, b) => (Math.abs(b - x) < Math.abs(a - x) ? b : a), near[0] ?? x);
}
