/**
 * After a step the focus goes on: to the button of the next step, or to the page's heading if there is none. The dialog of the step has
 * gone by then, and often so has the button that opened it; a toast says what happened.
 */
import { queryClient } from '../../calls/use-answer.ts';

/** So long the page may take to show what changed; later the person is doing something else. */
const AWAITED_MS = 5000;
const LOOK_EVERY_MS = 50;
/** So many looks find the same button: an answer is drawn a moment after it has come. */
const CALM_LOOKS = 5;

let stopLast = () => {};

/** Waits until the page shows what changed. A key or a press means that the person goes on alone. */
export function awaitNextStep() {
  stopLast();
  const started = Date.now();
  const { pathname } = location;
  let given: HTMLElement | null = null;
  let calm = 0;
  const look = () => {
    // On another page the heading gets the focus (heading-focus.ts).
    if (location.pathname !== pathname || Date.now() - started > AWAITED_MS) return stop();
    if (queryClient.isFetching() > 0 || document.querySelector('dialog[open], [role=dialog]')) return;
    const { activeElement } = document;
    if (activeElement !== given && !isFree(activeElement)) return stop();
    const next = nextStep();
    calm = next !== null && next === activeElement ? calm + 1 : 0;
    if (calm === CALM_LOOKS) return stop();
    if (calm > 0 || !next) return;
    next.focus({ preventScroll: true });
    given = next;
  };
  const timer = window.setInterval(look, LOOK_EVERY_MS);
  const stop = () => {
    window.clearInterval(timer);
    document.removeEventListener('keydown', stop);
    document.removeEventListener('pointerdown', stop);
  };
  document.addEventListener('keydown', stop);
  document.addEventListener('pointerdown', stop);
  stopLast = stop;
}

/** False if it is on something else of the page: a row of a list, a field that is typed in. */
function isFree(focused: Element | null): boolean {
  const isLost = focused === null || focused === document.body || focused.id === 'content';
  return isLost || focused.matches('h1') || focused.closest('[data-steps]') !== null;
}

function nextStep(): HTMLElement | null {
  const step = document.querySelector<HTMLElement>('main [data-next-step]');
  if (step) return step;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
