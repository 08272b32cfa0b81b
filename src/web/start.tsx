/** Starts the browser side: texts and configuration first (both small, side by side), then the router. */
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { signalChange } from './calls/change-signals.ts';
import { loadConfig } from './config.ts';
import { SlowInternetScreen, showPlainSlowInternet } from './layout/screens/slow-internet-screen.tsx';
import { addStaffPages, isOfStaff } from './navigation/add-staff-pages.ts';
import { buildRouter, followMaintenance, followRights } from './navigation/router.tsx';
import { type Leaving, startSession } from './session/keep-session.ts';
import { forgetUnsent } from './state/unsent.ts';
import { rememberLanguage } from './texts/own-language.ts';
import { forgetTexts, startTexts } from './texts/texts.ts';
import { forgetLists } from './ui/list/views/forget-lists.ts';
import { Theme } from './ui/theme.tsx';
import { type Wiring, wire } from './wiring.ts';

// Zod would try to compile its parsers from text, which our policy refuses and the browser then reports. This is what
// `z.config({ jitless: true })` writes; Zod itself comes only with the first page that has a schema, and reads it then.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Spec §9: no service worker; one that an older version left behind is removed. */
async function unregisterServiceWorkers() {
  const registered = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registered.map((worker) => worker.unregister()));
}

/** Whose session ended by itself is told so, and comes back to the page after signing in again. */
function leavingQuery(why: Leaving, { href, pathname }: { href: string; pathname: string }) {
  if (why === 'signed-out') return {};
  return { ended: '1', ...(pathname === '/dashboard' ? {} : { next: href }) };
}

export async function start(wiring: Wiring) {
  void unregisterServiceWorkers().catch(() => undefined);
  wire(wiring);
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  try {
    await Promise.all([loadConfig(), startTexts(wiring.texts), isOfStaff() && addStaffPages()]);
  } catch {
    showPlainSlowInternet(place);
    return;
  }
  const router = buildRouter();
  startSession(wiring.session, (why) => {
    signalChange('signed-out');
    forgetTexts();
    forgetLists();
    // Whose session ended by itself comes back to what they typed.
    if (why === 'signed-out') forgetUnsent();
    const from = router.latestLocation;
    if (from.pathname === '/login') return;
    // What a form holds was asked about before.
    void router.navigate({ to: '/login', search: leavingQuery(why, from) as never, ignoreBlocker: true });
  });
  followRights(router);
  followMaintenance(router);
  rememberLanguage();
  createRoot(place).render(
    <Theme>
      <CatchBoundary getResetKey={() => 'top'} errorComponent={SlowInternetScreen}>
        <RouterProvider router={router} />
      </CatchBoundary>
    </Theme>,
  );
}
