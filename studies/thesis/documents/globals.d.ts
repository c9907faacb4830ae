// Types for tsc, which checks gallery.js: what gallery.py writes into the page beside what every page has.

interface Content {
  plots: Plot[];
  hero: Pick<Group, 'box' | 'minimiser' | 'scale'> & { runs: Pick<RunWithShape, 'look' | 'shape'>[] };
  phases: Phase[];
  collections: Collection[];
  folder: string;  // of the page, in the repository
  repository: string;  // its address; empty if nobody knows it
}

interface Plot {
  name: string;
  title: string;
  setting: string;
  figure: string;
  over: 'iteration' | 'seconds';
  words: string;
  sweep: string;
  series: PlotSeries[];
}
interface PlotSeries {
  look: number;  // place in Content.looks
  label: string;
  payload: string;
  rows: number;
  samples: [number[], number[]];  // x and y
  // Only over iterations:
  residual?: [number[], (number | null)[]];  // iterations and %
  limits?: [number[], number[]];  // places in residual that are only known to be less than these %
  largest?: [iteration: number, percent: number] | null;
}

// Where ADMM ends, over stiffness (columns) and weights (rows).
interface Phase {
  name: string;
  iterations: number;
  states: string[];
  stiffness: number[];  // k h² [Pa s²]
  weights: number[];
  cells: number[][];  // places in states
  automatic: [stiffness: number[], weights: number[]];
}

// The claims of a study.
interface Collection {
  title: string;
  file: string;
  totals: [kind: string, meaning: string, count: number][];
  claims: Claim[];
}

interface ElementsById {
  search: HTMLInputElement;
  log: HTMLInputElement;
}
