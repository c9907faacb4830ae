// Types for tsc, which checks the scripts of this folder: what leaderboard_page.py writes into the page.

interface Content {
  targets: number[];  // relative errors, falling
  scenes: Scene[];
  solvers: Solver[];
  first_time_look: number;  // place in looks: of a curve of first times
  table_targets: number[];  // places in targets: of those that tables show
  alike: number;  // costs that differ by at most this factor count as equal
  pd_iteration: number;  // its units of work
  factorisation: number;  // iterations of PD that one in the step is charged with
}

interface Scene {
  name: string;
  reason: string;  // why it is on the board
  difficulty: string;
  law: string;
  stiffness: string;  // a class of k h²
  setting: string;
}
interface Solver {
  name: string;
  family: string;
  ranked: boolean;  // false if it does not end at the minimum
  one: Setting;  // the setting that it has on all scenes
  set: Record<string, number>;  // members of the scene that its runs change
  // Set by the script:
  label: string;
  look: number;  // place in Content.looks
}
type Setting = Record<string, string | number | boolean>;

// A line of leaderboard.jsonl. Lists have a value for each of Content.targets; null is a target not reached.
interface BoardRun {
  scene: string;
  instance: number;
  solver: string;
  setting: Setting;
  status: string;
  // Not of a scene that the solver declines; of a turned and renumbered instance only for_good:
  iterations: number;
  first: (number | null)[];  // iterations
  for_good: (number | null)[];  // iterations
  work: (number | null)[];  // for good
  step_factorisations: (number | null)[];  // for good, of matrices that change with the iterate
  counts: Record<string, Record<string, number> | null>;  // by target
  norms: Record<string, Record<string, number | null>>;  // by norm and target: iterations, for good
  final_relative_error: number | null;
}

// What the controls of the page say.
interface View {
  scenes: Scene[];
  solvers: Solver[];
  column: string;  // of settings
  target: number;  // place in Content.targets
  when: string;  // first or for_good
  unit: string;
}
type Choose = (scene: Scene, solver: Solver) => void;
// What a table shows for a solver on a scene.
interface BoardCell {
  run: BoardRun | undefined;  // undefined if there is no run of this solver on this scene
  cost: number | null;
}

interface ElementsById {
  law: HTMLSelectElement;
  stiffness: HTMLSelectElement;
  difficulty: HTMLSelectElement;
  family: HTMLSelectElement;
  settings: HTMLSelectElement;
  target: HTMLSelectElement;
  when: HTMLSelectElement;
  unit: HTMLSelectElement;
  one: HTMLSelectElement;
  other: HTMLSelectElement;
  board: HTMLTableElement;
  pair: HTMLTableElement;
}
