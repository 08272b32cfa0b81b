/** Shows what is open over the frame; each is loaded when it is first opened. The palette and the bell are domains'. */
import { lazy, Suspense } from 'react';
import { wiring } from '../wiring.ts';
import { openOverlay, useOverlay } from './overlays.ts';

const close = () => openOverlay(null);
const OVERLAYS = {
  palette: lazy(async () => ({ default: await wiring().palette() })),
  bell: lazy(async () => ({ default: await wiring().bell() })),
  help: lazy(() => import('./keyboard-help.tsx').then((file) => ({ default: file.KeyboardHelp }))),
};

export function OverlayHost() {
  const shown = useOverlay();
  const Shown = shown && OVERLAYS[shown];
  return Shown ? (
    <Suspense>
      <Shown close={close} />
    </Suspense>
  ) : null;
}
