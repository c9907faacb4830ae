// Shares of scenes and targets that a solver has reached, over what it has spent.

class BoardCharts {
  data = new ZoomableChart(byId('data-profile'));
  ecdf = new ZoomableChart(byId('ecdf'));
  performance = new ZoomableChart(byId('performance'));

  // Solvers that are not ranked have no curve.
  /** @type {(view: View) => void} */
  draw(view) {
    const solvers = view.solvers.filter(({ ranked, label }) => ranked && !hidden.has(label));
    const target = targetInWords(report.targets[view.target]), words = UNITS[view.unit];
    const axes = { yLabel: 'share of scenes', xLog: true, yLog: false, steps: true, height: 320 };
    const chosen = sharesOf(view, solvers, [view.target]);
    const every = sharesOf(view, solvers, [...report.targets.keys()]);
    this.data.draw({ ...axes, series: chosen(false), xLabel: words, name: `Data profile (to ${target})` });
    this.ecdf.draw({
      ...axes, series: every(false), xLabel: words, yLabel: 'share of scenes and targets',
      name: `ECDF over ${report.targets.length} targets`,
    });
    this.performance.draw({
      ...axes, series: chosen(true), xLabel: 'cost / least cost of the solvers shown',
      name: `Performance profile (to ${target})`,
    });
  }
}

// The curves of the solvers: each scene with each of these targets is a problem. With `profile` the costs are
// divided by the least one of these solvers.
/** @type {(view: View, solvers: Solver[], targets: number[]) => (profile: boolean) => Series[]} */
function sharesOf(view, solvers, targets) {
  const cells = solvers.flatMap((solver) => view.scenes.flatMap((scene, i) => targets.map((target, j) => {
    const { run, cost } = cellOf(scene, solver, view, target);
    return { label: solver.label, problem: i * targets.length + j, status: run?.status ?? '', cost };
  })));
  const looks = Object.fromEntries(solvers.map(({ label, look }) => [label, look]));
  return (profile) => shares({ cells, looks }, 'cost', profile);
}
