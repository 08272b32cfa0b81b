/**
 * On another page the focus goes to its heading, so that a screen reader reads the page's name and Tab goes on from
 * there.
 */

/** The heading comes with the page's code and answer; later than this the person is doing something else. */
const AWAITED_MS = 5000;

/** False if somebody has started to work on the new page: in its field, a dialog, or with a key. */
function isFree(): boolean {
  const { activeElement } = document;
  if (document.querySelector('dialog[open], [role=dialog]')) return false;
  return activeElement === null || !document.getElementById('content')?.contains(activeElement);
}

const LOOK_EVERY_MS = 150;

/**
 * Waits for the new page's heading; gives what ends the waiting. A skeleton's heading gives way to the record's own:
 * the focus follows, until a key is pressed.
 * @param left the heading of the page before, which may still be there
 * @param hasArrived whether the new page is there: its heading may be the same element
 */
export function awaitHeading(left: Element | null, hasArrived: () => boolean): () => void {
  const started = Date.now();
  let focused: Element | null = null;
  let arrivedBefore = false;
  const look = () => {
    const heading = document.querySelector<HTMLElement>('main h1');
    const arrived = hasArrived();
    const isNew = heading !== left || (arrived && arrivedBefore);
    arrivedBefore = arrived;
    // A palette that closes after the page has come takes the focus away again.
    const isLost = document.activeElement === document.body;
    if (heading?.textContent && isNew && (heading !== focused || isLost) && isFree()) {
      focused = heading;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    if (Date.now() - started > AWAITED_MS) stop();
  };
  const timer = window.setInterval(look, LOOK_EVERY_MS);
  const stop = () => {
    window.clearInterval(timer);
    document.removeEventListener('keydown', stop);
  };
  // Later than the key that led here, which is still on its way up to the document.
  window.setTimeout(() => document.addEventListener('keydown', stop, { once: true }));
  return stop;
}
