// The section of shapes, viewer.html: panels, the slider over iterations, the camera.

const ALIKE = 1 / 300;  // share of the size of all shapes

class Viewer {
  panels = byId('panels');
  /** @type {Shapes | null} */
  shapes = null;  // until they are first shown, and without WebGL 2
  /** @type {RunWithShape[]} */
  runs = [];
  /** @type {Moment[]} */
  moments = [];
  /** @type {DistanceScale | null} */
  scale = null;  // of the colours; null if they are those of the runs
  /** @type {GroupOfShapes} */
  group = { box: null };
  /** @type {number | undefined} */
  timer;

  constructor() {
    for (const id of ['moment', 'edges']) byId(id).addEventListener('input', () => this.draw());
    byId('play').addEventListener('click', () => (this.timer === undefined ? this.play() : this.stop()));
    byId('reset').addEventListener('click', () => this.turn(null));
    this.watchCamera();
  }

  // Shows the runs of a group that have snapshots, at their last moment.
  /** @type {(group: GroupOfShapes & Pick<Group, 'minimiser' | 'scale'>, runs: (RunWithShape | Run)[]) => Promise<void>} */
  async show(group, runs) {
    this.stop();
    this.group = group;
    this.runs = /** @type {RunWithShape[]} */ (runs.filter((run) => run.shape));
    byId('shapes').hidden = !this.runs.length;
    if (!this.runs.length) return;
    for (const panel of this.panels.querySelectorAll('figure')) panel.remove();
    this.panels.append(...this.runs.map(Viewer.panelOf));
    const moments = this.runs.flatMap((run) => run.shape.moments);
    const keys = new Set(moments.map(([step, iteration]) => step * 1e9 + iteration));
    this.moments = [...keys].sort((a, b) => a - b).map((key) => [Math.floor(key / 1e9), key % 1e9]);
    Object.assign(byId('moment'), { max: this.moments.length - 1, value: this.moments.length - 1 });
    this.scale = this.runs.some((run) => run.shape.distances) ? group.scale : null;
    byId('minimiser').textContent = this.scale
      ? `Colours are distances of the points to ${group.minimiser}. Their scale is logarithmic, and ends at the power `
        + 'of ten above the largest distance of these runs.'
      : 'Colours are those of the runs.';
    const scaleOf = ({ numbers, unit }) => colourScale(numbers, `distance to the minimiser [${unit}]`);
    byId('scale').replaceChildren(...(this.scale ? [scaleOf(this.scale)] : []));
    await this.fillShapes();
    this.shapePanels();
    this.draw();
  }
  /** @type {(run: RunWithShape) => HTMLElement} */
  static panelOf(run) {
    const distance = make('span', { class: 'distance' });
    const name = make('figcaption', {}, lineOf(run.look), `${run.label} `, distance);
    const attributes = { 'data-run': run.number, 'data-key': run.label, hidden: !isShown(run) };
    return make('figure', attributes, make('canvas', { class: 'view' }), name);
  }
  async fillShapes() {
    try {
      this.shapes ??= new Shapes(this.panels, () => this.restore());
      await this.shapes.show(this.group, this.runs);
    } catch (error) {
      byId('no-webgl').hidden = false;
      byId('no-webgl').title = /** @type {Error} */ (error).message;
      this.panels.classList.add('without-webgl');
    }
  }
  // Makes anew what the browser has taken away.
  async restore() {
    const camera = this.angles;
    this.shapes = null;
    await this.fillShapes();
    this.angles = camera;
  }
  // Panels are as wide and as high as the shapes are before the camera is turned, within limits.
  shapePanels() {
    if (!this.shapes) return;
    const [width, height] = this.shapes.fit(new Camera(this.shapes.camera.upright)).half;
    this.panels.style.setProperty('--aspect', String(Math.min(3, Math.max(1, width / height))));
  }

  draw() {
    const moment = this.moments[byId('moment').valueAsNumber];
    if (!moment) return;
    const steps = this.moments[this.moments.length - 1][0] > 1;
    byId('moment-text').textContent = steps ? `${moment[1]} of step ${moment[0]}` : `${moment[1]}`;
    for (const run of this.runs) {
      const panel = within(this.panels, `[data-run="${run.number}"]`), frame = Shapes.frameAt(run, moment);
      panel.hidden = !isShown(run);
      const [step, iteration] = run.shape.moments[frame], largest = run.shape.largest_mm[frame];
      const place = `iteration ${iteration}${steps ? ` of step ${step}` : ''}`;
      const distance = largest === null ? '' : `, at most ${this.lengthInWords(largest)} away`;
      const hasEnded = Shapes.hasEnded(run, frame, moment);
      within(panel, '.distance').textContent = (hasEnded ? `(ended at ${place})` : place) + distance;
    }
    this.shapes?.draw(moment, byId('edges').checked);
    byId('alike').textContent = this.alikeInWords(moment);
  }
  lengthInWords(millimetres) {
    const { unit, per_mm } = this.scale ?? { unit: 'mm', per_mm: 1 };
    return `${inWords(millimetres * per_mm)} ${unit}`;
  }
  // Shapes that no eye can tell apart: they differ by less than a pixel of a small panel.
  /** @type {(moment: Moment) => string} */
  alikeInWords(moment) {
    const share = this.shapes?.difference(moment) ?? NaN;
    if (!(share < ALIKE)) return '';
    const percent = (Math.floor(1e4 * share) + 1) / 100;
    return `At iteration ${byId('moment-text').textContent} these shapes do not differ visibly: points of one are less `
      + `than ${percent} % of their size from the same points of another.`;
  }

  play() {
    byId('play').setAttribute('aria-pressed', 'true');
    byId('play').textContent = 'pause';
    const slider = byId('moment');
    this.timer = setInterval(() => {
      slider.valueAsNumber = (slider.valueAsNumber + 1) % this.moments.length;
      this.draw();
    }, 160);
  }
  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    byId('play').setAttribute('aria-pressed', 'false');
    byId('play').textContent = 'play';
  }

  // Turns the camera by two angles [rad] and zooms by a factor; null resets it.
  /** @type {(change: [number, number, number] | null) => void} */
  turn(change) {
    if (!this.shapes) return;
    if (change) this.shapes.camera.turn(...change);
    else this.shapes.camera = new Camera(this.shapes.camera.upright);
    this.draw();
  }
  // Yaw and pitch [rad], and zoom; empty without shapes.
  get angles() {
    if (!this.shapes || !this.runs.length) return [];
    const { yaw, pitch, zoom } = this.shapes.camera;
    return [yaw, pitch, zoom];
  }
  set angles([yaw, pitch, zoom]) {
    if (!this.shapes) return;
    Object.assign(this.shapes.camera, { yaw, pitch, zoom });
    this.draw();
  }
  watchCamera() {
    /** @type {PointerEvent | null} */
    let before = null;
    const { panels } = this;
    panels.addEventListener('pointerdown', (event) => {
      before = event;
      panels.setPointerCapture(event.pointerId);
    });
    panels.addEventListener('pointermove', (event) => {
      if (!before) return;
      this.turn([(before.clientX - event.clientX) * 0.01, (event.clientY - before.clientY) * 0.01, 1]);
      before = event;
    });
    for (const end of ['pointerup', 'pointercancel']) panels.addEventListener(end, () => { before = null; });
    panels.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;  // the page scrolls
      event.preventDefault();
      this.turn([0, 0, Math.exp(-event.deltaY * 0.005)]);
    }, { passive: false });
    const keys = {
      ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1], ArrowUp: [0, 0.1, 1], ArrowDown: [0, -0.1, 1],
      '+': [0, 0, 1.1], '-': [0, 0, 1 / 1.1],
    };
    panels.addEventListener('keydown', (event) => {
      if (!(event.key in keys)) return;
      event.preventDefault();
      this.turn(keys[event.key]);
    });
  }
}
