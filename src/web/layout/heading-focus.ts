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

/** Waits for the new page's heading; gives what ends the waiting. */
export function awaitHeading(): () => void {
  const left = document.querySelector('main h1');
  const isNew = () => document.querySelector('main h1') !== left || !left?.isConnected;
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    document.removeEventListener('keydown', stop);
  };
  const look = () => {
    if (isNew() && focusHeading()) stop();
  };
  const observer = new MutationObserver(look);
  const timer = window.setTimeout(stop, AWAITED_MS);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('keydown', stop);
  // A page that was here already stands by now.
  requestAnimationFrame(() => {
    if (focusHeading()) stop();
  });
  return stop;
}
