/** The stored person (spec §3): rights, role and picture may have changed since the sign-in. */

import { call } from '../calls/call.ts';
import { onChangeSignal } from '../calls/change-signals.ts';
import { permissionSlice, profileSlice, tokensSlice } from '../session/session.ts';
import { wiring } from '../wiring.ts';

/** Asked once when the product opens; without an answer what is stored stays. */
export async function refreshProfile() {
  const session = tokensSlice.read();
  try {
    const { profile, permissions } = await call((await wiring().session()).profile, {}, { quiet: true });
    if (tokensSlice.read()?.IdToken !== session?.IdToken) return;
    profileSlice.write(profile);
    permissionSlice.write(permissions);
  } catch {
    // the page itself reports what does not work
  }
}

// Menu and buttons follow at once; many refusals of one screen ask once.
let asking: Promise<void> | null = null;
onChangeSignal((what) => {
  if (what !== 'rights' || asking) return;
  asking = refreshProfile().finally(() => {
    asking = null;
  });
});
