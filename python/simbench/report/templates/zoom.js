// A chart that dragging enlarges, and that a double click or a button shows whole again.

const SHORTEST_DRAG = 8;  // [pixels] along an axis; after a shorter one this axis keeps its range

class ZoomableChart {
  /** @type {Zoom | null} */
  zoom = null;
  /** @type {ChartOptions | null} */
  options = null;

  /** @param {HTMLElement} host */
  constructor(host) { this.host = host; }

  /** @type {(options: ChartOptions) => void} */
  draw(options) {
    this.options = options;
    const chart = drawChart(this.host, { ...options, titled: true, zoom: this.zoom });
    this.watchDrags(chart);
    const button = (words, onclick, hidden = false) =>
      make('button', { type: 'button', onclick, hidden, 'aria-label': `${words}: ${options.name}` }, words);
    this.host.append(make('div', { class: 'controls small' },
      button('reset zoom', () => this.show(null), !this.zoom),
      ...PICTURES.map((kind) => button(`save ${kind.toUpperCase()}`, () => savePicture(chart, options, kind)))));
    markHighlighted();
  }

  // Shows a part of the chart; null shows the whole.
  /** @type {(zoom: Zoom | null) => void} */
  show(zoom) {
    this.zoom = zoom;
    if (this.options) this.draw(this.options);
  }

  // By touch a drag reads values off, or scrolls the page.
  /** @param {Chart} chart */
  watchDrags({ svg, width, height, margin, xAxis, yAxis }) {
    const frame = make('svg:rect', { class: 'zoom-frame' });
    /** @type {number[] | null} */
    let start = null;
    const clamped = (value, low, high) => Math.min(high, Math.max(low, value));
    const placeOf = (event) => {
      const box = svg.getBoundingClientRect(), scale = width / box.width;
      return [clamped((event.clientX - box.left) * scale, margin.left, width - margin.right),
        clamped((event.clientY - box.top) * scale, margin.top, height - margin.bottom)];
    };
    const rangeOf = (axis, from, to) => (Math.abs(to - from) < SHORTEST_DRAG
      ? [axis.low, axis.high] : [axis.value(from), axis.value(to)].sort((a, b) => a - b));
    svg.addEventListener('pointerdown', (event) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      start = placeOf(event);
      svg.setPointerCapture(event.pointerId);
      setAttributes(frame, { width: 0, height: 0 });
      svg.append(frame);
    });
    svg.addEventListener('pointermove', (event) => {
      if (!start) return;
      const [x, y] = start, [toX, toY] = placeOf(event);
      setAttributes(frame, { x: Math.min(x, toX), y: Math.min(y, toY) });
      setAttributes(frame, { width: Math.abs(toX - x), height: Math.abs(toY - y) });
    });
    svg.addEventListener('pointerup', (event) => {
      if (!start) return;
      const [x, y] = start, [toX, toY] = placeOf(event);
      start = null;
      frame.remove();
      if (Math.max(Math.abs(toX - x), Math.abs(toY - y)) < SHORTEST_DRAG) return;
      this.show({ x: rangeOf(xAxis, x, toX), y: rangeOf(yAxis, y, toY) });
    });
    svg.addEventListener('dblclick', () => this.show(null));
  }
}
