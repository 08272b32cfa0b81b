/** On another page the focus goes to its heading, so that a screen reader says where one is and Tab goes on there. */

/** The heading comes with the page's code and answer; later than this the person is doing something else. */
const AWAITED_MS = 5000;

/** False where somebody has begun to work on the new page: in its field, a dialog, or with a key. */
function isFree(): boolean {
  const { activeElement } = document;
  if (document.querySelector('dialog[open], [role=dialog]')) return false;
  return activeElement === null || !document.getElementById('content')?.contains(activeElement);
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading?.textContent) return false;
  if (isFree()) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return true;
}

const LOOK_EVERY_MS = 150;

/**
 * Waits for the new page's heading; gives what ends the waiting.
 * @param left the heading of the page before, which may still stand
 * @param hasArrived whether the new page stands: its heading may be the same element
 */
export function awaitHeading(left: Element | null, hasArrived: () => boolean): () => void {
  const begun = Date.now();
  let arrivedBefore = false;
  const timer = window.setInterval(() => {
    const isNew = document.querySelector('main h1') !== left;
    const arrived = hasArrived();
    if ((isNew || (arrived && arrivedBefore)) && focusHeading()) stop();
    else if (Date.now() - begun > AWAITED_MS) stop();
    arrivedBefore = arrived;
  }, LOOK_EVERY_MS);
  const stop = () => {
    window.clearInterval(timer);
    document.removeEventListener('keydown', stop);
  };
  // Later than the key that led here, which is still on its way up to the document.
  window.setTimeout(() => document.addEventListener('keydown', stop, { once: true }));
  return stop;
}
