/** The stored person (spec §3): rights, role and picture may have changed since the sign-in. */

import { call } from '../calls/call.ts';
import { onChangeSignal } from '../calls/change-signals.ts';
import { permissionSlice, profileSlice, tokensSlice } from '../session/session.ts';
import { wiring } from '../wiring.ts';

/** Asked once when the product opens; without an answer what is stored stays. */
export async function refreshProfile() {
  try {
    const { profile, permissions } = await call((await wiring().session()).profile, {}, { quiet: true });
    // Somebody else may have signed in meanwhile.
    if (!tokensSlice.read() || profileSlice.read()?.id !== profile.id) return;
    profileSlice.write(profile);
    permissionSlice.write(permissions);
  } catch {
    // the page itself reports what does not work
  }
}

let isAsking = false;
let isAskedAgain = false;

/** Many refusals of one screen ask once, and once more if rights changed while the question was under way. */
async function followRights() {
  isAskedAgain = isAsking;
  if (isAsking) return;
  isAsking = true;
  do {
    isAskedAgain = false;
    await refreshProfile();
  } while (isAskedAgain);
  isAsking = false;
}

// Menu and buttons follow at once.
onChangeSignal((what) => {
  if (what === 'rights') void followRights();
});
