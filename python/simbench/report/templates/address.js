// The view in the address: after #, the choices in the page, so that a link shows the same view.

class Address {
  // Each part of the view by its name in the address, in the order in which they are shown.
  /** @param {Record<string, ViewPart>} parts */
  constructor(parts) { this.parts = parts; }

  // Shows what the address says; the page keeps what it does not say.
  show() {
    const view = new URLSearchParams(location.hash.slice(1));
    for (const [name, part] of Object.entries(this.parts)) {
      if (view.has(name)) part.show(view.getAll(name));
    }
  }
  write() {
    const view = Object.entries(this.parts).flatMap(([name, part]) => part.values().map((value) => [name, value]));
    const fragment = `#${new URLSearchParams(view)}`;
    if (fragment !== location.hash) history.replaceState(null, '', fragment);
  }
  // A choice is made by one of these events. Browsers refuse to write the address very often.
  watch() {
    let timer = 0;
    const writeSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.write(), 150);
    };
    for (const event of ['input', 'click', 'pointerup', 'keyup', 'wheel']) addEventListener(event, writeSoon);
    addEventListener('hashchange', () => this.show());
  }
}

// A control whose listener for input shows the choice.
/** @type {(control: HTMLSelectElement | HTMLInputElement) => ViewPart} */
function partOf(control) {
  const isBox = control.type === 'checkbox';
  return {
    values: () => [isBox ? String(Number(/** @type {HTMLInputElement} */ (control).checked)) : control.value],
    show: ([text]) => {
      const isOffered = control instanceof HTMLInputElement
        || [...control.options].some(({ value }) => value === text);
      if (!isOffered) return;
      if (isBox) /** @type {HTMLInputElement} */ (control).checked = text === '1';
      else control.value = text;
      control.dispatchEvent(new Event('input'));
    },
  };
}

// Numbers, separated by commas; nothing is shown if one is missing or no number.
/** @type {(count: number, numbers: () => number[], show: (numbers: number[]) => void) => ViewPart} */
function partOfNumbers(count, numbers, show) {
  return {
    values: () => [numbers().join(',')].filter(Boolean),
    show: ([text]) => {
      const values = text.split(',').map(Number);
      if (values.length === count && values.every(Number.isFinite)) show(values);
    },
  };
}
