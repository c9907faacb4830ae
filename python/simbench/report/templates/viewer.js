// The section of shapes: panels, the slider over iterations, the camera. Its elements are those of viewer.html.

class Viewer {
  constructor() {
    Object.assign(this, { panels: byId('panels'), shapes: null, runs: [], moments: [], timer: null });
    for (const id of ['moment', 'edges']) byId(id).addEventListener('input', () => this.draw());
    byId('play').addEventListener('click', () => (this.timer === null ? this.play() : this.stop()));
    byId('reset').addEventListener('click', () => this.turn(null));
    this.watchCamera();
  }

  // The runs of a group that have snapshots, at their last moment.
  async show(group, runs) {
    this.stop();
    this.runs = runs.filter((run) => run.shape);
    byId('shapes').hidden = !this.runs.length;
    if (!this.runs.length) return;
    for (const panel of this.panels.querySelectorAll('figure')) panel.remove();
    this.panels.append(...this.runs.map((run) => make('figure', { 'data-run': run.number, 'data-key': run.label, hidden: !isShown(run) },
      make('div', { class: 'view' }), make('figcaption', {}, lineOf(run.look), `${run.label} `, make('span', { class: 'distance' })))));
    const keys = new Set(this.runs.flatMap((run) => run.shape.moments.map(([step, iteration]) => step * 1e9 + iteration)));
    this.moments = [...keys].sort((a, b) => a - b).map((key) => [Math.floor(key / 1e9), key % 1e9]);
    Object.assign(byId('moment'), { max: this.moments.length - 1, value: this.moments.length - 1 });
    const coloured = this.runs.some((run) => run.shape.distances);
    byId('minimiser').textContent = coloured ? `Colours are distances to ${group.minimiser}.` : '';
    byId('scale').replaceChildren(...(coloured ? [Viewer.scaleOfColours()] : []));
    await this.fillShapes(group);
    this.draw();
  }
  async fillShapes(group) {
    try {
      this.shapes ??= new Shapes(this.panels.querySelector('canvas'), this.panels);
      await this.shapes.show(group, this.runs);
    } catch (error) {
      byId('no-webgl').hidden = false;
      byId('no-webgl').title = error.message;
      this.panels.classList.add('without-webgl');
    }
  }
  static scaleOfColours() {
    const cell = (colour, i) => make('svg:rect', { x: i * 20, y: 0, width: 20, height: 12, fill: colour });
    const anchors = ['start', 'middle', 'middle', 'middle', 'end'];
    const words = ['0.1', '1', '10', '100', '1000 mm'].map((text, i) => make('svg:text', { class: 'tick', x: i * 80, y: 26, 'text-anchor': anchors[i] }, text));
    return make('svg:svg', { viewBox: '0 0 320 30', role: 'img', 'aria-label': 'colours from 0.1 to 1000 mm' }, ...report.scale.map(cell), ...words);
  }

  draw() {
    const moment = this.moments[byId('moment').value];
    if (!moment) return;
    const steps = this.moments.at(-1)[0] > 1;
    byId('moment-text').textContent = steps ? `${moment[1]} of step ${moment[0]}` : moment[1];
    for (const run of this.runs) {
      const panel = this.panels.querySelector(`[data-run="${run.number}"]`), frame = Shapes.frameAt(run, moment);
      panel.hidden = !isShown(run);
      const [step, iteration] = run.shape.moments[frame], largest = run.shape.largest_mm[frame];
      const place = `iteration ${iteration}${steps ? ` of step ${step}` : ''}`;
      panel.querySelector('.distance').textContent = largest === null ? place : `${place}, at most ${inWords(largest)} mm away`;
    }
    this.shapes?.draw(moment, byId('edges').checked);
  }

  play() {
    byId('play').setAttribute('aria-pressed', 'true');
    byId('play').textContent = 'pause';
    const slider = byId('moment');
    this.timer = setInterval(() => {
      slider.value = (Number(slider.value) + 1) % this.moments.length;
      this.draw();
    }, 160);
  }
  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId('play').setAttribute('aria-pressed', 'false');
    byId('play').textContent = 'play';
  }

  // By angles [rad] and a factor; null: back to where it was at first.
  turn(change) {
    if (!this.shapes) return;
    const [yaw, pitch, zoom] = change ?? [0, 0, 1];
    const camera = (this.shapes.camera = change ? this.shapes.camera : Shapes.start());
    camera.yaw += yaw;
    camera.pitch = Math.min(1.57, Math.max(-1.57, camera.pitch + pitch));
    camera.zoom = Math.min(20, Math.max(0.2, camera.zoom * zoom));
    this.draw();
  }
  watchCamera() {
    let before = null;
    const { panels } = this;
    panels.addEventListener('pointerdown', (event) => { before = event; panels.setPointerCapture(event.pointerId); });
    panels.addEventListener('pointermove', (event) => {
      if (!before) return;
      this.turn([(before.clientX - event.clientX) * 0.01, (event.clientY - before.clientY) * 0.01, 1]);
      before = event;
    });
    for (const end of ['pointerup', 'pointercancel']) panels.addEventListener(end, () => { before = null; });
    panels.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;  // else the page scrolls
      event.preventDefault();
      this.turn([0, 0, Math.exp(-event.deltaY * 0.005)]);
    }, { passive: false });
    const keys = { ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1], ArrowUp: [0, 0.1, 1], ArrowDown: [0, -0.1, 1], '+': [0, 0, 1.1], '-': [0, 0, 1 / 1.1] };
    panels.addEventListener('keydown', (event) => {
      if (!(event.key in keys)) return;
      event.preventDefault();
      this.turn(keys[event.key]);
    });
  }
}
