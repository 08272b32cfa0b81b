/** Starts the browser side: texts and configuration first (both small, side by side), then the router. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { signalChange } from './calls/change-signals.ts';
import { loadConfig } from './config.ts';
import { endEarly } from './early.ts';
import { showPlainSlowInternet } from './layout/screens/slow-internet-screen.tsx';
import { addStaffPages, isOfStaff } from './navigation/add-staff-pages.ts';
import { buildRouter, followMaintenance, followRights } from './navigation/router.tsx';
import { startSession } from './session/keep-session.ts';
import { loginQuery } from './session/leaving.ts';
import { forgetUnsent } from './state/unsent.ts';
import { rememberLanguage } from './texts/own-language.ts';
import { currentLanguage, forgetTexts, startTexts } from './texts/texts.ts';
import { forgetLists } from './ui/list/views/forget-lists.ts';
import { type Wiring, wire } from './wiring.ts';

// Zod would try to compile its parsers from text, which our policy refuses and the browser then reports. This is what
// `z.config({ jitless: true })` writes; Zod itself comes only with the first page that has a schema, and reads it then.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Spec §9: no service worker; one that an older version left behind is removed. */
async function unregisterServiceWorkers() {
  const registered = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registered.map((worker) => worker.unregister()));
}

export async function start(wiring: Wiring) {
  void unregisterServiceWorkers().catch(() => undefined);
  wire(wiring);
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');
  const { lang: drawnIn, dataset } = document.documentElement;
  if ('undrawn' in dataset) place.replaceChildren();
  delete dataset.undrawn;
  try {
    await Promise.all([loadConfig(), startTexts(wiring.texts), isOfStaff() && addStaffPages()]);
  } catch {
    endEarly();
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
    const next = why === 'signed-out' || from.pathname === '/dashboard' ? null : from.href;
    void router.navigate({ to: '/login', search: loginQuery(next) as never, ignoreBlocker: true });
  });
  followRights(router);
  followMaintenance(router);
  rememberLanguage();
  if (place.hasChildNodes() && drawnIn === currentLanguage()) {
    // As the server draws it, without what only a browser waits for.
    router.ssr = { manifest: undefined };
    await router.load();
    hydrateRoot(place, <App router={router} />);
  } else {
    place.replaceChildren();
    endEarly();
    createRoot(place).render(<App router={router} />);
  }
}
