// Types for tsc, which checks the scripts in templates/: the content that simbench.report writes into a page,
// the elements with an id, and functions of browsers that TypeScript 4.8 does not know.

interface Content {
  looks: Look[];
  scale: string[];  // 16 colours from good to bad, as #rrggbb
  // Only reports have these:
  summary: string;
  remarks: string[];
  groups: Group[];
  runs: Run[];
  sweeps: Sweep[];
  claims: Claim[];
}

interface Look {
  label: string;
  colour: string;  // #rrggbb
  colour_in_the_dark: string;
}

// Runs that one picture shows: those of a folder, or of one problem of a sweep.
interface Group {
  name: string;
  place: Place;
  runs: number[];  // places in Content.runs
  kind: string;  // of bodies: deformable or rigid
  headline: [found: string, basis: string];  // one sentence on who arrives, and what it rests on
  facts: [name: string, words: string][];  // what was simulated
  snapshots: string;  // the command that writes snapshots; empty if a run wrote some
  minimiser: string | null;  // words for the positions that distances refer to
  box: Box | null;  // of all positions
  floors?: Floor[] | null;  // half spaces in the box
  upright?: number[] | null;  // the rotation (3 × 3, by rows) that takes z to the direction against gravity
  scale: DistanceScale | null;  // of the distances of all shapes; null if none is known
}
type GroupOfShapes = Pick<Group, 'box' | 'floors' | 'upright'>;
interface DistanceScale {
  unit: string;
  per_mm: number;  // its unit in a millimetre
  numbers: string[];  // at even distances, from end to end
}
type Place = Record<string, string>;  // axis of a sweep: value
interface Floor {
  corners: number[][];  // [m], in order around it
  normal: number[];  // points to the bodies
}
interface Box {
  low: number[];  // lower corner [m]
  size: number[];  // [m]
}

interface RunWithShape {
  number: number;
  label: string;
  look: number;  // place in Content.looks
  shape: Shape;
}
interface Run extends Omit<RunWithShape, 'shape'> {
  id: string;
  solver: string;
  status: string;
  steps: number;
  iterations: number;
  seconds: number | null;  // time of all iterations [s]
  final_relative_error: number | null;
  targets: { iterations: number | null, seconds: number | null }[];  // one for each of TARGETS
  // At the end of many steps: energies [J], and how far the body is below its place at rest [m].
  motion: { energy: number | null, change_of_energy: number | null, sag: number | null } | null;
  noise: string;  // why its times are noisy; empty if nothing was seen that makes them so
  sparkline: number[];  // decimal logarithms of relative errors
  rows: { payload: string, columns: string[], rows: number };
  loaded?: Promise<Rows>;  // set when the rows are first unpacked
  provenance: { payload: string, place: number };
  command: string;
  samples: Record<string, Samples>;  // by column, over iterations
  shape: Shape | null;
}
type IntegersType = Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor;
type Rows = Record<string, InstanceType<IntegersType> | Float64Array>;  // step, iteration, and the columns
type Moment = [step: number, iteration: number];
interface Shape {
  payload: string;
  mesh: Mesh;
  moments: Moment[];
  distances: boolean;  // true if the payload has distances to the minimiser
  largest_mm: (number | null)[];  // the largest distance at each moment
}
interface Mesh {
  payload: string;
  vertices: number;
}

interface Sweep {
  name: string;
  first_group: number;  // the group of its problem 0
  looks: Record<string, number>;  // label: place in Content.looks
  command: string;
  axes: Record<string, string[]>;
  quantities: Record<string, string>;  // column of the summary: words
  cells: Cell[];
}
interface Cell {
  label: string;
  problem: number;
  status: string;
  [quantity: string]: any;
}
interface HeatMapOptions {
  across: string;  // an axis; empty for none
  down: string;
  quantity: string;
  fixed: Place;  // of the axes that are not drawn
  chosen: number;  // the group that is shown
  choose: (group: number, label: string) => void;
}

interface Claim {
  number: string;
  claim: string;
  source: string;
  setting: string;
  figure: string;
  verdict: string;
  answer: string;
  reach: string;
  parts: Part[];
  notes: string[];
  folder?: string;  // of the figure, in the repository; only in the gallery
  commands?: string[];  // only in the gallery
}
interface Part {
  holds: boolean;
  finding: string;
  measured: number | null;
  relation: string;
  threshold: number | null;
  margin: number | null;
}

interface Series {
  key: string;
  label: string;
  look: number;
  x: number[] | Float64Array;
  y: number[] | Float64Array;
  samples?: Samples;
}
type Samples = [x: number[], y: number[], lessThan?: number[]];  // places of those that are less than y
interface ChartOptions {
  series: Series[];
  name: string;
  xLabel: string;
  yLabel: string;
  xLog: boolean;
  yLog: boolean;
  height?: number;  // [pixels]
  whole?: boolean;  // x are integers
  steps?: boolean;  // the curves are shares, which are drawn as stairs from 0 to 1
  sampleLines?: boolean;  // lines join the samples
  slider?: boolean;  // false: values are read off by pointer only
  titled?: boolean;  // the name is written above
  zoom?: Zoom | null;  // the part that is shown
}
interface Zoom {
  x: number[];  // from, to
  y: number[];
}
// A part of the view that the address has: its values there, and how to show them.
interface ViewPart {
  values: () => string[];
  show: (values: string[]) => void;
}
// A column of a table that a click on its head sorts.
interface SortedColumn<Line> {
  words: string;
  of: (line: Line) => any;
}
interface Chart {
  svg: SVGElement;
  xAxis: Axis;
  yAxis: Axis;
  width: number;  // [pixels], as all lengths
  height: number;
  margin: Record<'left' | 'right' | 'top' | 'bottom', number>;
}

interface ElementsById {
  [id: string]: HTMLElement;
  // Controls of report.html:
  across: HTMLSelectElement;
  column: HTMLSelectElement;
  cost: HTMLSelectElement;
  down: HTMLSelectElement;
  group: HTMLSelectElement;
  over: HTMLSelectElement;
  quantity: HTMLSelectElement;
  remarks: HTMLDetailsElement;
  samples: HTMLInputElement;
  step: HTMLInputElement;
  'sweep-name': HTMLSelectElement;
  table: HTMLTableElement;
  'x-log': HTMLInputElement;
  'y-log': HTMLInputElement;
  // Controls of viewer.html:
  edges: HTMLInputElement;
  moment: HTMLInputElement;
}
type Make = <Tag extends string>(
  tag: Tag, attributes?: Record<string, any>, ...children: (Node | string | null)[]
) => Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : SVGElement;

interface Window {
  DecompressionStream: new (format: string) => GenericTransformStream;
}
interface Array<T> {
  findLast(holds: (value: T) => boolean): T | undefined;
  findLastIndex(holds: (value: T) => boolean): number;
}
