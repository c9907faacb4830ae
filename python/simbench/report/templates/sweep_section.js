// The section of sweeps: controls, a heat map for each solver, and profiles of costs.

class SweepSection {
  performance = new ZoomableChart(byId('performance'));
  costShares = new ZoomableChart(byId('cost-shares'));

  // `chosen` is the group that the page shows; `choose` shows another.
  /** @param {() => number} chosen @param {(group: number) => void} choose */
  constructor(chosen, choose) {
    this.chosen = chosen;
    this.choose = choose;
    for (const id of ['sweep', 'sweep-provenance']) byId(id).hidden = false;
    fillSelect(byId('sweep-name'), Object.fromEntries(report.sweeps.map((sweep, i) => [i, sweep.name])));
    byId('sweep-name').value = String(Math.max(0, report.sweeps.findIndex((sweep) => this.hasChosen(sweep))));
    byId('sweep-name').addEventListener('input', () => this.show());
    for (const id of ['across', 'down', 'quantity']) byId(id).addEventListener('input', () => this.draw());
    byId('cost').addEventListener('input', () => {
      this.performance.zoom = this.costShares.zoom = null;
      this.draw();
    });
    this.show();
  }
  get sweep() { return report.sweeps[Number(byId('sweep-name').value)]; }
  /** @type {(sweep: Sweep) => boolean} */
  hasChosen(sweep) { return sweep.cells.some((cell) => sweep.first_group + cell.problem === this.chosen()); }

  show() {
    const { sweep } = this;
    const axes = Object.keys(sweep.axes).filter((axis) => sweep.axes[axis].length > 1);
    const choices = Object.fromEntries(axes.map((axis) => [axis, axisInWords(axis)]));
    fillSelect(byId('across'), { ...choices, '': 'nothing' });
    fillSelect(byId('down'), { '': 'nothing', ...choices });
    const other = axes.find((axis) => axis !== byId('across').value);
    if (!byId('down').value && axes.length > 1 && other) byId('down').value = other;
    const isRecorded = (column) => sweep.cells.some((cell) => cell[column] !== null);
    const recorded = Object.entries(sweep.quantities).filter(([column]) => isRecorded(column));
    const costs = Object.fromEntries(recorded.filter(([column]) => column.includes('_to_')));
    fillSelect(byId('quantity'), Object.fromEntries(recorded));
    fillSelect(byId('cost'), costs);
    if ('iterations_to_1e-3' in costs) byId('cost').value = 'iterations_to_1e-3';
    byId('profiles').hidden = !Object.keys(costs).length;
    byId('sweep-command').textContent = sweep.command;
    this.draw();
  }

  draw() {
    const { sweep } = this;
    const across = byId('across').value, down = byId('down').value, quantity = byId('quantity').value;
    // The axes that are not drawn have the values of the chosen problem.
    const { place } = report.groups[this.hasChosen(sweep) ? this.chosen() : sweep.first_group];
    const undrawn = Object.entries(place).filter(([axis]) => axis !== across && axis !== down);
    const fixed = Object.fromEntries(undrawn);
    byId('fixed').textContent = placeInWords(fixed);
    const choose = (group, label) => this.chooseCell(group, label);
    const options = { across, down, quantity, fixed, chosen: this.chosen(), choose };
    const labels = Object.keys(sweep.looks).filter((label) => !hidden.has(label));
    byId('heat-maps').replaceChildren(...labels.map((label) => heatMap(sweep, label, options)));
    byId('map-scale').replaceChildren(...[scaleOf(sweep, quantity)].flatMap((scale) => scale ?? []));
    if (byId('cost').value) this.drawProfiles(byId('cost').value);
    markHighlighted();
  }
  /** @param {string} cost */
  drawProfiles(cost) {
    const words = this.sweep.quantities[cost], [kind, target] = cost.split('_to_');
    const draw = (chart, profile, xLabel, name) => {
      const series = shares(this.sweep, cost, profile).filter((one) => !hidden.has(one.label));
      const axes = { xLabel, yLabel: 'share of problems', xLog: true, yLog: false };
      chart.draw({ series, ...axes, steps: true, height: 300, name: `${name} (to ${target})` });
    };
    draw(this.performance, true, `${kind} / ${kind} of the best solver`, 'Performance profile');
    draw(this.costShares, false, words, 'Problems solved');
  }

  // The heat maps are redrawn, and the new element of the cell gets the keyboard's focus.
  /** @type {(group: number, label: string) => void} */
  chooseCell(group, label) {
    this.choose(group);
    within(byId('heat-maps'), `[data-key="${CSS.escape(label)}"] [aria-pressed=true]`).focus();
  }
}
