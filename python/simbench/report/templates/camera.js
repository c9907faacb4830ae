// The camera of all panels with shapes: its angles [rad], its zoom, and where the shapes are in its picture.

const MARGIN = 1.06;  // the picture of a panel in units of the shapes in it

class Camera {
  yaw = 0.29;
  pitch = 0.38;
  zoom = 1;

  // `upright`: the rotation (3 × 3, by rows) that takes z to what is up in the world.
  constructor(upright = [1, 0, 0, 0, 1, 0, 0, 0, 1]) { this.upright = upright; }

  // Turns by two angles, and zooms by a factor.
  /** @type {(yaw: number, pitch: number, factor: number) => void} */
  turn(yaw, pitch, factor) {
    this.yaw += yaw;
    this.pitch = Math.min(1.57, Math.max(-1.57, this.pitch + pitch));
    this.zoom = Math.min(20, Math.max(0.2, this.zoom * factor));
  }

  // Unit vectors to the right, up, and to the camera, as rows.
  get axes() {
    const [s, c, sp, cp] = [this.yaw, this.pitch].flatMap((angle) => [Math.sin(angle), Math.cos(angle)]);
    const rows = [[c, s, 0], [-s * sp, c * sp, cp], [s * cp, -c * cp, sp]], turn = this.upright;
    /** @param {number[]} row */
    const turned = ([x, y, z]) => [0, 3, 6].map((i) => turn[i] * x + turn[i + 1] * y + turn[i + 2] * z);
    return rows.flatMap(turned);
  }

  // The middle of points in the world, as the camera sees them, and half of their size to the right and up [m].
  // The points are 16-bit shares of a box.
  /** @type {(clouds: (InstanceType<IntegersType> | Float32Array)[], box: Box) => { middle: number[], half: number[] }} */
  fit(clouds, { low, size }) {
    const { axes } = this, ranges = [0, 3].map((row) => {
      const [a, b, c] = size.map((length, i) => axes[row + i] * length / 0xffff);
      let least = Infinity, largest = -Infinity;
      for (const points of clouds) {
        for (let i = 0; i < points.length; i += 3) {
          const place = a * points[i] + b * points[i + 1] + c * points[i + 2];
          if (place < least) least = place;
          if (place > largest) largest = place;
        }
      }
      return [(least + largest) / 2, (largest - least) / 2];
    });
    const [[right, halfWidth], [up, halfHeight]] = ranges;
    const ahead = size.reduce((sum, length, i) => sum + axes[6 + i] * length / 2, 0);
    const middle = low.map((corner, i) => corner + right * axes[i] + up * axes[3 + i] + ahead * axes[6 + i]);
    const least = 0.01 * Math.hypot(...size);
    return { middle, half: [Math.max(halfWidth, least), Math.max(halfHeight, least)] };
  }
}
