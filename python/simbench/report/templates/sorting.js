// The order of a table: a click on the head of a column sorts by it, and another one the other way round.

class Sorting {
  /** @type {string | null} */
  words = null;  // those of the column; null for the order in which the lines are given
  falling = false;

  // The heads of the columns; `draw` fills the table again.
  /** @type {<Line>(table: HTMLTableElement, columns: SortedColumn<Line>[], draw: () => void) => HTMLElement[]} */
  headsOf(table, columns, draw) {
    return columns.map(({ words }, i) => {
      const isSorted = this.words === words;
      const state = isSorted ? (this.falling ? 'descending' : 'ascending') : 'none';
      return make('th', { scope: 'col', 'aria-sort': state }, make('button', {
        type: 'button',
        onclick: () => {
          this.falling = isSorted && !this.falling;
          this.words = words;
          draw();
          allWithin(table, 'th button')[i].focus();
        },
      }, words));
    });
  }

  // Missing values come last in either direction.
  /** @type {<Line>(columns: SortedColumn<Line>[], lines: Line[]) => Line[]} */
  inOrder(columns, lines) {
    const column = columns.find(({ words }) => words === this.words);
    if (!column) return lines;
    const { of } = column, sign = this.falling ? -1 : 1;
    const missing = (value) => value === null || value === undefined;
    return [...lines].sort((a, b) => {
      const [x, y] = [of(a), of(b)];
      if (missing(x) || missing(y)) return Number(missing(x)) - Number(missing(y));
      return sign * (typeof x === 'string' ? x.localeCompare(y) : x - y);
    });
  }
}
