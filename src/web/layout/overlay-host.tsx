/** Shows what is open over the frame; each is loaded when it is first opened. The palette and the bell are domains'. */
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { CallError } from '../calls/call-error.ts';
import { showError } from '../state/toast.ts';
import { wiring } from '../wiring.ts';
import { type Overlay, openOverlay, useOverlay } from './overlays.ts';
import { PaletteShell, type TypedAhead } from './palette-shell.tsx';

type Shown = ComponentType<{ close: () => void; ahead?: TypedAhead | undefined }>;

const LOADERS: Record<Overlay, () => Promise<Shown>> = {
  palette: () => wiring().palette(),
  bell: () => wiring().bell(),
  help: () => import('./keyboard-help.tsx').then((file) => file.KeyboardHelp),
  outbox: () => import('../outbox/outbox-list.tsx').then((file) => file.OutboxList),
};

const close = () => openOverlay(null);

/** Loaded once: another copy of it in the place of the open one would begin with an empty field. */
const here = new Map<Overlay, Shown>();

/** Code that does not come (no network) is reported, and asked for again the next time: the page stays. */
function useLoaded(wanted: Overlay | null): Shown | null {
  const [, setLoaded] = useState<Shown | null>(null);
  useEffect(() => {
    if (!wanted || here.has(wanted)) return;
    let isLeft = false;
    LOADERS[wanted]().then(
      (shown) => {
        here.set(wanted, shown);
        if (!isLeft) setLoaded(() => shown);
      },
      () => {
        if (isLeft) return;
        close();
        void showError(new CallError(0));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [wanted]);
  return (wanted && here.get(wanted)) ?? null;
}

const NOTHING: TypedAhead = { text: '', isEntered: false };

export function OverlayHost() {
  const wanted = useOverlay();
  const Shown = useLoaded(wanted);
  const [ahead, setAhead] = useState(NOTHING);
  const isClosed = wanted === null;
  useEffect(() => {
    if (isClosed) setAhead(NOTHING);
  }, [isClosed]);
  if (Shown) {
    return (
      <Suspense>
        <Shown close={close} ahead={ahead} />
      </Suspense>
    );
  }
  return wanted === 'palette' ? <PaletteShell ahead={ahead} change={setAhead} close={close} /> : null;
}
