// An axis of a chart: from values to pixels and back, and its ticks.

class Axis {
  // Maps values to pixels from `start` to `end`; if `whole`, values and ticks are integers.
  constructor(values, log, start, end, whole = false) {
    const usable = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
    let low = leastOf(usable), high = largestOf(usable);
    if (!usable.length) [low, high] = log ? [0.1, 1] : [0, 1];
    const room = whole ? 1 : Math.max(0.5, Math.abs(low) / 2);
    if (low === high) [low, high] = log ? [low / 2, high * 2] : [low - room, high + room];
    this.log = log;
    this.whole = whole;
    this.low = whole && !log ? Math.floor(low) : low;
    this.high = whole && !log ? Math.ceil(high) : high;
    this.start = start;
    this.end = end;
    this.of = log ? Math.log10 : (value) => value;
    // Halves, because the difference of two numbers can be larger than any number.
    this.first = this.of(this.low) / 2;
    this.last = this.of(this.high) / 2;
  }

  shows(value) { return Number.isFinite(value) && (!this.log || value > 0); }
  pixel(value) {
    const share = (this.of(value) / 2 - this.first) / (this.last - this.first);
    return this.start + (this.end - this.start) * share;
  }
  value(pixel) {
    const share = (pixel - this.start) / (this.end - this.start);
    const place = 2 * (this.first + share * (this.last - this.first));
    return this.log ? 10 ** place : place;
  }

  // The values of about `count` lines of the grid.
  ticks(count) {
    return this.log ? this.logarithmicTicks(count) : this.linearTicks(count);
  }
  linearTicks(count) {
    const raw = this.high / count - this.low / count, power = 10 ** Math.floor(Math.log10(raw));
    const even = power * ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10);
    const step = this.whole ? Math.max(1, even) : even;
    const first = Math.ceil(this.low / step - 1e-9);
    const inside = Math.floor(this.high / step + 1e-9) - first + 1;
    return Array.from({ length: inside }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  }
  // One to three ticks per decade, as many as there is room for; fewer only for very many decades.
  logarithmicTicks(count) {
    const low = Math.log10(this.low), high = Math.log10(this.high), each = 2 * count / (high - low);
    const factors = each >= 3 ? [1, 2, 5] : each >= 2 ? [1, 3] : [1], ticks = [];
    const stride = Math.max(1, Math.ceil(0.55 / each));
    for (let power = Math.floor(low + 1e-9); power <= high + 1e-9; power += stride) {
      for (const factor of factors) ticks.push(Number((factor * 10 ** power).toPrecision(12)));
    }
    const inside = ticks.filter((value) => value >= this.low * 0.999 && value <= this.high * 1.001);
    return inside.length >= 2 ? inside : this.linearTicks(3).filter((value) => value > 0);
  }
}

// Math.min(...values) fails for very many values: a call takes only some ten thousand arguments.
/** @type {(values: number[]) => number} */
const leastOf = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
/** @type {(values: number[]) => number} */
const largestOf = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** @type {(value: number) => string} */
function tickText(value) {
  const power = Math.log10(Math.abs(value));
  const isPower = value > 0 && Number.isInteger(Math.round(power * 1e9) / 1e9) && (power < -3 || power > 4);
  const isPlain = value === 0 || (Math.abs(value) < 1e5 && Math.abs(value) >= 1e-3);
  const text = isPower ? `1e${Math.round(power)}` : isPlain ? String(value) : value.toExponential();
  return text.replaceAll('-', '−').replace('e+', 'e');
}
