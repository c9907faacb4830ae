// Draws again when the page has another width: in another window, and on paper.

// Keeps the page loading until all is drawn, because `chromium --print-to-pdf` prints a page as soon as it has loaded.
/** @type {(drawn: Promise<any>) => void} */
function loadUntil(drawn) {
  const frame = make('iframe', { hidden: true });
  document.body.append(frame);
  const content = /** @type {Document} */ (frame.contentDocument);
  content.open();
  drawn.finally(() => {
    content.close();
    frame.remove();
  });
}

/** @type {(draw: () => void) => void} */
function drawForWidth(draw) {
  // A printed page is as wide as style.css says, so charts and panels are drawn for this width before.
  const drawForPaper = (isPrinted) => {
    document.body.classList.toggle('printed', isPrinted);
    draw();
  };
  addEventListener('beforeprint', () => drawForPaper(true));
  addEventListener('afterprint', () => drawForPaper(false));
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;  // a phone's address bar came or went
    width = innerWidth;
    draw();
  });
}
