/** Counter badges (spec §2): kept in counterData, fetched again with every click in the menu and every act. */

import { call } from '../calls/call.ts';
import { onChangeSignal } from '../calls/change-signals.ts';
import { counterSlice, tokensSlice } from '../session/session.ts';
import { isUserActive } from '../session/user-activity.ts';
import { wiring } from '../wiring.ts';

/** Questions asked, and the newest of them that was answered: an older answer may arrive later and is old news. */
let asked = 0;
let answered = 0;

export async function refreshCounters() {
  // A sign-in changes something before anybody is signed in.
  if (!tokensSlice.read()) return;
  asked += 1;
  const own = asked;
  try {
    const counters = await call(await wiring().counters(), {}, { quiet: true });
    if (own < answered) return;
    answered = own;
    counterSlice.write(counters);
  } catch {
    // badges keep their last numbers; the page itself reports what does not work
  }
}

const POLL_MS = 60_000;

/** Also now and then while somebody looks: the bell should ring without a click. Gives what stops it. */
export function watchCounters(): () => void {
  const timer = setInterval(() => {
    if (isUserActive() && navigator.onLine) void refreshCounters();
  }, POLL_MS);
  return () => clearInterval(timer);
}

// The tabs above a list are counted again after an act; the badge of the same query goes with them.
onChangeSignal((what) => {
  if (what === 'changed') void refreshCounters();
});
