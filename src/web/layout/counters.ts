/** Counter badges (spec §2): kept in counterData, fetched again with every click in the menu and every act. */
import { onActed } from '../acted.ts';
import { isAttended } from '../attended.ts';
import { call } from '../call.ts';
import { counterSlice, tokensSlice } from '../session.ts';
import { wiring } from '../wiring.ts';

export async function refreshCounters() {
  // A sign-in changes something before anybody is signed in.
  if (!tokensSlice.read()) return;
  try {
    counterSlice.write(await call(await wiring().counters(), {}, { quiet: true }));
  } catch {
    // badges keep their last numbers; the page itself reports what does not work
  }
}

const POLL_MS = 60_000;

/** Also now and then while somebody looks: the bell should ring without a click. Gives what stops it. */
export function watchCounters(): () => void {
  const timer = setInterval(() => {
    if (isAttended() && navigator.onLine) void refreshCounters();
  }, POLL_MS);
  return () => clearInterval(timer);
}

// The tabs above a list are counted anew after an act; the badge of the same query goes with them.
onActed((what) => {
  if (what === 'changed') void refreshCounters();
});
