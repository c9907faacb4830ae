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
    return Array.from({ length: Math.floor(this.high / step + 1e-9) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }
  logarithmicTicks(count) {
    const first = Math.ceil(Math.log10(this.low) - 1e-9), last = Math.floor(Math.log10(this.high) + 1e-9);
    const stride = Math.max(1, Math.ceil((last - first + 1) / count)), ticks = [];
    for (let power = first; power <= last; power += stride) ticks.push(10 ** power);
    if (ticks.length >= 3) return ticks;
    const between = [];
    for (let power = first - 1; power <= last; ++power) for (const factor of [1, 2, 5]) between.push(factor * 10 ** power);
    const inside = between.filter((value) => value >= this.low * 0.999 && value <= this.high * 1.001);
    return inside.length >= 3 ? inside : this.linearTicks(count).filter((value) => value > 0);
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
  if (value !== 0 && Number.isInteger(Math.round(power * 1e9) / 1e9) && (power < -3 || power > 4)) return `1e${Math.round(power)}`.replace('-', '−');
  return Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3) ? value.toExponential().replace('-', '−').replace('e+', 'e') : String(value).replace('-', '−');
}

// The points of a curve as a path; gaps where there is no value that the axes show, and a cross for a point between gaps.
function pathOf(x, y, xAxis, yAxis, steps) {
  let path = '', drawing = false;
  const shows = (i) => i < x.length && xAxis.shows(x[i]) && yAxis.shows(y[i]);
  for (let i = 0; i < x.length; ++i) {
    if (!shows(i)) { drawing = false; continue; }
    const px = xAxis.pixel(x[i]).toFixed(1), py = yAxis.pixel(y[i]).toFixed(1);
    path += drawing ? (steps ? `H${px}V${py}` : `L${px} ${py}`) : shows(i + 1) ? `M${px} ${py}` : `M${px} ${py}m-3 0h6m-3 -3v6`;
    drawing = true;
  }
  return path;
}

// `series`: { key, label, look, x, y, samples }; samples: [x, y]. `steps`: shares, which are drawn as stairs from 0 to 1.
// Returns the drawing and its measures in pixels.
function drawChart(host, { series, xLabel, yLabel, xLog, yLog, whole = false, steps = false, sampleLines = false, slider = true, height = 380, name }) {
  const width = Math.max(280, host.clientWidth), margin = { right: 20, top: 12, bottom: 44 };
  const all = (of) => series.flatMap((one) => [...of(one), ...(one.samples ? one.samples[of === xOf ? 0 : 1] : [])]);
  const xOf = (one) => Array.from(one.x), yOf = (one) => Array.from(one.y);
  const yAxis = new Axis(steps ? [0, 1] : all(yOf), yLog, height - margin.bottom, margin.top);
  margin.left = 30 + 7 * Math.max(4, ...yAxis.ticks(7).map((tick) => tickText(tick).length));
  const xAxis = new Axis(all(xOf), xLog, margin.left, width - margin.right, whole);
  const svg = make('svg:svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': name, class: 'chart' });
  for (const tick of yAxis.ticks(7)) {
    const y = yAxis.pixel(tick);
    svg.append(make('svg:line', { class: 'grid', x1: margin.left, x2: width - margin.right, y1: y, y2: y }),
      make('svg:text', { class: 'tick', x: margin.left - 7, y: y + 4, 'text-anchor': 'end' }, tickText(tick)));
  }
  for (const tick of xAxis.ticks(width / 110)) {
    const x = xAxis.pixel(tick);
    svg.append(make('svg:line', { class: 'grid', x1: x, x2: x, y1: margin.top, y2: height - margin.bottom }),
      make('svg:text', { class: 'tick', x, y: height - margin.bottom + 17, 'text-anchor': 'middle' }, tickText(tick)));
  }
  svg.append(
    make('svg:text', { class: 'label', x: (margin.left + width - margin.right) / 2, y: height - 6, 'text-anchor': 'middle' }, xLabel),
    make('svg:text', { class: 'label', transform: `translate(13 ${height / 2}) rotate(-90)`, 'text-anchor': 'middle' }, yLabel));
  for (const one of series) {
    const group = make('svg:g', { class: `series look-${one.look}`, 'data-key': one.key });
    group.append(make('svg:path', { class: 'curve', d: pathOf(one.x, one.y, xAxis, yAxis, steps) }));
    const [sx, sy] = one.samples ?? [[], []];
    if (sampleLines) group.append(make('svg:path', { class: 'sample-line', d: pathOf(sx, sy, xAxis, yAxis, false) }));
    sx.forEach((x, i) => {
      if (xAxis.shows(x) && yAxis.shows(sy[i])) group.append(make('svg:circle', { class: 'sample', cx: xAxis.pixel(x), cy: yAxis.pixel(sy[i]), r: 2.6 }));
    });
    svg.append(group);
  }
  const line = make('svg:line', { class: 'reading', y1: margin.top, y2: height - margin.bottom, visibility: 'hidden' });
  svg.append(line);
  const place = make('input', { type: 'range', min: 0, max: 1000, value: 0, 'aria-label': `${name}: where to read the values off` });
  place.style.marginLeft = `${100 * margin.left / width}%`;
  place.style.width = `${100 * (width - margin.left - margin.right) / width}%`;
  const output = make('div', { class: 'values', 'aria-live': 'polite' }, slider ? 'Point at the chart, or move the slider below it, to read values off.' : 'Point at the chart to read values off.');
  const read = (pixel) => {
    const x = Math.min(xAxis.high, Math.max(xAxis.low, xAxis.value(pixel)));
    line.setAttribute('x1', xAxis.pixel(x));
    line.setAttribute('x2', xAxis.pixel(x));
    line.setAttribute('visibility', 'visible');
    output.replaceChildren(make('span', { class: 'where' }, `${xLabel} ${inWords(whole ? nearestX(series, x) : x)}`),
      ...series.map((one) => make('span', { class: `value look-${one.look}` }, make('i', { class: 'swatch' }), `${one.label} `, make('b', {}, inWords(valueAt(one, x, steps))))));
  };
  svg.addEventListener('pointermove', (event) => {
    const pixel = (event.clientX - svg.getBoundingClientRect().left) * width / svg.getBoundingClientRect().width;
    place.value = Math.round(1000 * (pixel - margin.left) / (width - margin.left - margin.right));
    read(pixel);
  });
  place.addEventListener('input', () => read(margin.left + place.value / 1000 * (width - margin.left - margin.right)));
  host.replaceChildren(svg, ...(slider ? [place] : []), output);
  return { svg, width, height, margin };
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
