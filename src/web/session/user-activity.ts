/**
 * Whether somebody is at this screen. What the program asks by itself (badges, the refresh ahead of time) rests while
 * nobody is, so that a session that is left alone ends on the server by its idle life.
 */
const AWAY_AFTER_MS = 10 * 60 * 1000;

let touchedAt = Date.now();

function touch() {
  touchedAt = Date.now();
}

/** Starts to watch keys and pointers. */
export function watchUserActivity() {
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
    window.addEventListener(event, touch, { passive: true, capture: true });
  }
}

export function isUserActive(): boolean {
  return !document.hidden && Date.now() - touchedAt < AWAY_AFTER_MS;
}
