/** What was pressed in a page that the server drew, before the code was here: index.html notes it. */
declare global {
  interface Window {
    early?: { pressed?: HTMLElement; end: () => void };
  }
}

/** From here on presses are React's. */
export function endEarly(): HTMLElement | undefined {
  const { early } = window;
  early?.end();
  delete window.early;
  return early?.pressed;
}

/** The page is alive: it is pressed now. */
export function pressEarly() {
  const pressed = endEarly();
  if (!pressed) return;
  pressed.style.opacity = '';
  if (pressed.isConnected) pressed.click();
}
