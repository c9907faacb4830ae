// Shapes in WebGL 2: small multiples with one camera, coloured by their distance to the minimiser.
// One hidden canvas draws all shapes, one after the other; each is copied to the canvas of its panel.

const VERTEX_SHADER = `#version 300 es
layout(location = 0) in vec3 position;  // within the box, 0 to 1
layout(location = 1) in float distanceShare;  // on the scale of colours, 0 to 1
uniform vec3 low, size, middle;
uniform mat3 turn;
uniform vec3 zoom;  // from metres to the panel, whose half is 1, and to depth
uniform float forward;  // edges lie a little in front of their triangles
out vec3 seen;
out float share;
void main() {
  seen = turn * (low + size * position - middle);
  share = distanceShare;
  gl_Position = vec4(seen.xy * zoom.xy, -seen.z * zoom.z - forward, 1.0);
}`;
const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec3 seen;
in float share;
uniform vec3 scale[16], plain;
uniform bool byDistance, edge;
out vec4 colour;
void main() {
  if (edge) { colour = vec4(0.0, 0.0, 0.0, 0.28); return; }
  vec3 normal = normalize(cross(dFdx(seen), dFdy(seen)));  // of the triangle: flat shading
  float light = 0.5 + 0.5 * abs(dot(normal, normalize(vec3(-0.1, 0.35, 1.0))));
  vec3 base = byDistance ? scale[int(clamp(share * 16.0, 0.0, 15.0))] : plain;
  colour = vec4(base * light, 1.0);
}`;

class Shapes {
  camera = new Camera();
  /** @type {Awaited<ReturnType<Shapes['load']>>[]} */
  shown = [];
  /** @type {Box} */
  box = { low: [], size: [] };  // of the group that is shown
  /** @type {{ normal: number[], places: Float32Array }[]} */
  floors = [];  // of that group; places are shares of the box in units of 1/0xffff, as positions are
  meshes = new Map();  // payload: promise of a mesh

  // Throws an error if the browser has no WebGL 2. A browser may take the context away and give it back, without all
  // that was made in it; then it calls `restored`.
  /**
   * @param {HTMLElement} panels
   * @param {() => void} restored
   */
  constructor(panels, restored) {
    this.panels = panels;
    this.canvas = make('canvas');
    this.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());  // it shall come back
    this.canvas.addEventListener('webglcontextrestored', restored);
    const gl = this.canvas.getContext('webgl2', { antialias: true });
    if (!gl) throw new Error('This browser has none.');
    this.gl = gl;
    this.program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const type of [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER]) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(type));
      gl.shaderSource(shader, type === gl.VERTEX_SHADER ? VERTEX_SHADER : FRAGMENT_SHADER);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) {
      throw new Error(`The shaders do not compile: ${gl.getProgramInfoLog(this.program)}`);
    }
    gl.useProgram(this.program);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE);
    gl.uniform3fv(this.at('scale'), report.scale.flatMap(rgb));
    this.corners = gl.createBuffer();  // of a floor
  }
  at(name) { return this.gl.getUniformLocation(this.program, name); }

  // Shows runs of a group, one panel each.
  /** @type {(group: GroupOfShapes, runs: RunWithShape[]) => Promise<void>} */
  async show(group, runs) {
    for (const one of this.shown) this.gl.deleteBuffer(one.buffer);
    this.shown = [];
    this.wanted = group;
    const loaded = await Promise.all(runs.map((run) => this.load(run)));
    if (this.wanted !== group) return;  // another group was chosen meanwhile
    this.shown = loaded;
    this.box = /** @type {Box} */ (group.box);
    const { low, size } = this.box, share = (one, i) => 0xffff * (one - low[i]) / size[i];
    this.floors = (group.floors ?? []).map(({ corners, normal }) => (
      { normal, places: new Float32Array(corners.flatMap((corner) => corner.map(share))) }));
    this.camera.upright = group.upright ?? new Camera().upright;
  }
  /** @param {RunWithShape} run */
  async load(run) {
    const { shape } = run, { mesh, payload } = shape;
    return {
      run, mesh: await this.meshOf(mesh), buffer: this.gl.createBuffer(), frame: -1,
      colour: rgb(report.looks[run.look][isDark() ? 'colour_in_the_dark' : 'colour']),
      positions: await integersOf(`${payload}-positions`, Uint16Array, 3 * mesh.vertices),
      distances: shape.distances ? await integersOf(`${payload}-distances`, Uint8Array, mesh.vertices) : null,
    };
  }
  /** @type {(mesh: Mesh) => ReturnType<Shapes['loadMesh']>} */
  meshOf(mesh) {
    if (!this.meshes.has(mesh.payload)) this.meshes.set(mesh.payload, this.loadMesh(mesh));
    return this.meshes.get(mesh.payload);
  }
  // Indices have 32 bits from 65,536 vertices on.
  /** @param {Mesh} mesh */
  async loadMesh({ payload, vertices }) {
    const { gl } = this, Integers = vertices < 65536 ? Uint16Array : Uint32Array;
    const elements = async (name) => {
      const numbers = Integers.from(await integersOf(`${payload}-${name}`, Uint32Array, 1));
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
      return { buffer, count: numbers.length };
    };
    const type = Integers === Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT;
    return { vertices, type, triangles: await elements('triangles'), edges: await elements('edges') };
  }

  // The frame of a run at a moment: its last frame that is not later.
  /** @type {(run: RunWithShape, moment: Moment) => number} */
  static frameAt(run, [step, iteration]) {
    const isOver = ([s, i]) => s < step || (s === step && i <= iteration);
    return Math.max(0, run.shape.moments.findLastIndex(isOver));
  }

  // Whether the run has ended the time step of a frame before a moment: the last iterate is always a frame.
  /** @type {(run: RunWithShape, frame: number, moment: Moment) => boolean} */
  static hasEnded({ shape: { moments } }, frame, moment) {
    const [[step, iteration], next] = [moments[frame], moments[frame + 1]];
    const isLater = moment[0] > step || (moment[0] === step && moment[1] > iteration);
    return isLater && next?.[0] !== step;
  }

  /** @type {(moment: Moment, withEdges: boolean) => void} */
  draw(moment, withEdges) {
    const { gl, canvas } = this, fit = this.fit();
    if (gl.isContextLost()) return;  // the panels keep their pictures
    for (const one of this.shown) {
      const selector = `[data-run="${one.run.number}"] .view`;
      const view = /** @type {HTMLCanvasElement} */ (within(this.panels, selector));
      const { width, height } = view.getBoundingClientRect();
      if (!width) continue;  // the run is switched off
      const size = { width: Math.round(width * devicePixelRatio), height: Math.round(height * devicePixelRatio) };
      Object.assign(canvas, size);
      gl.viewport(0, 0, size.width, size.height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      this.drawOne(one, Shapes.frameAt(one.run, moment), width / height, withEdges, fit);
      Object.assign(view, size);
      /** @type {CanvasRenderingContext2D} */ (view.getContext('2d')).drawImage(canvas, 0, 0);
    }
  }

  // How far a point of a shape that is shown is from the same point of another one, at most along an axis, as a share
  // of the size of all shapes. NaN if fewer than two are shown, or if their meshes differ.
  /** @type {(moment: Moment) => number} */
  difference(moment) {
    const seen = this.shown.filter(({ run }) => isShown(run)), [first] = seen, largest = Math.max(...this.box.size);
    if (seen.length < 2 || seen.some(({ mesh }) => mesh !== first.mesh)) return NaN;
    const starts = seen.map(({ run, mesh }) => 3 * mesh.vertices * Shapes.frameAt(run, moment));
    let apart = 0;
    for (let i = 0; i < 3 * first.mesh.vertices; ++i) {
      const places = seen.map(({ positions }, k) => positions[starts[k] + i]);
      apart = Math.max(apart, (Math.max(...places) - Math.min(...places)) * this.box.size[i % 3]);
    }
    return apart / 0xffff / largest;
  }

  // Where all shapes are in the camera's picture, at all moments, so that the picture does not jump.
  fit(camera = this.camera) {
    return camera.fit([...this.shown.map((one) => one.positions), ...this.floors.map((one) => one.places)], this.box);
  }

  /** @param {Shapes['shown'][0]} one */
  drawOne(one, frame, aspect, withEdges, { middle, half }) {
    const { gl, camera } = this, { low, size } = this.box, vertices = one.mesh.vertices;
    gl.bindBuffer(gl.ARRAY_BUFFER, one.buffer);
    if (one.frame !== frame) {
      const bytes = new Uint8Array(8 * vertices), positions = new Uint16Array(bytes.buffer, 0, 4 * vertices);
      for (let v = 0; v < vertices; ++v) {
        for (let i = 0; i < 3; ++i) positions[4 * v + i] = one.positions[3 * (frame * vertices + v) + i];
        if (one.distances) bytes[8 * v + 6] = one.distances[frame * vertices + v];
      }
      gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.DYNAMIC_DRAW);
      one.frame = frame;
    }
    gl.vertexAttribPointer(0, 3, gl.UNSIGNED_SHORT, true, 8, 0);
    gl.vertexAttribPointer(1, 1, gl.UNSIGNED_BYTE, true, 8, 6);
    gl.enableVertexAttribArray(0);
    gl.enableVertexAttribArray(1);
    const height = MARGIN * Math.max(half[1], half[0] / aspect) / camera.zoom;
    gl.uniform3fv(this.at('low'), low);
    gl.uniform3fv(this.at('size'), size);
    gl.uniform3fv(this.at('middle'), middle);
    gl.uniformMatrix3fv(this.at('turn'), true, camera.axes);
    gl.uniform3f(this.at('zoom'), 1 / (height * aspect), 1 / height, 1 / Math.hypot(...size));
    gl.uniform1i(this.at('byDistance'), one.distances ? 1 : 0);
    gl.uniform3fv(this.at('plain'), one.colour);
    this.drawElements(one.mesh.triangles, gl.TRIANGLES, one.mesh.type, 0, 0);
    if (withEdges) this.drawElements(one.mesh.edges, gl.LINES, one.mesh.type, 1, 2e-3);
    this.floors.forEach((floor) => this.drawFloor(floor));
  }
  // A floor that is seen from its front lies a little behind what rests on it; of others the outline is drawn.
  /** @param {Shapes['floors'][0]} floor */
  drawFloor({ normal, places }) {
    const { gl } = this, toCamera = this.camera.axes.slice(6);
    const isFront = normal.reduce((sum, one, i) => sum + one * toCamera[i], 0) > 0;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.corners);
    gl.bufferData(gl.ARRAY_BUFFER, places, gl.DYNAMIC_DRAW);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0);
    gl.disableVertexAttribArray(1);
    gl.uniform3fv(this.at('size'), this.box.size.map((one) => one / 0xffff));
    gl.uniform1i(this.at('byDistance'), 0);
    gl.uniform3fv(this.at('plain'), isDark() ? [0.25, 0.25, 0.25] : [0.93, 0.93, 0.93]);
    gl.uniform1i(this.at('edge'), isFront ? 0 : 1);
    gl.uniform1f(this.at('forward'), -2e-3);
    gl.drawArrays(isFront ? gl.TRIANGLE_FAN : gl.LINE_LOOP, 0, places.length / 3);
  }
  drawElements({ buffer, count }, mode, type, edge, forward) {
    const { gl } = this;
    gl.uniform1i(this.at('edge'), edge);
    gl.uniform1f(this.at('forward'), forward);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.drawElements(mode, count, type, 0);
  }
}
