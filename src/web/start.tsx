/** Starts the browser side: texts and configuration first (both small, side by side), then the router. */
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { acted } from './acted.ts';
import { loadConfig } from './config.ts';
import { SlowInternetScreen, showPlainSlowInternet } from './layout/slow-internet-screen.tsx';
import { buildRouter } from './router.tsx';
import { startSession } from './session-refresh.ts';
import { forgetTexts, startTexts } from './texts.ts';
import { Theme } from './ui/theme.tsx';
import { type Wiring, wire } from './wiring.ts';

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
  try {
    await Promise.all([loadConfig(), startTexts(wiring.texts)]);
  } catch {
    showPlainSlowInternet(place);
    return;
  }
  const router = buildRouter();
  startSession(wiring.session, () => {
    acted('signed-out');
    forgetTexts();
    void router.navigate({ to: '/login' });
  });
  createRoot(place).render(
    <Theme>
      <CatchBoundary getResetKey={() => 'top'} errorComponent={SlowInternetScreen}>
        <RouterProvider router={router} />
      </CatchBoundary>
    </Theme>,
  );
}
