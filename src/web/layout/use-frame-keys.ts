import { useEffect, useRef } from 'react';
import { onChangeSignal } from '../calls/change-signals.ts';
import { isOfStaff } from '../navigation/add-staff-pages.ts';
import { useGo, useHasArrived, usePath } from '../navigation/go.tsx';
import { wiring } from '../wiring.ts';
import { openOverlay } from './overlays.ts';

/** Behind the first page. */
const PALETTE_AFTER_MS = 1500;

/** When the browser has nothing else to do. */
function fetchPalette() {
  const fetchIt = () =>
    void wiring()
      .palette()
      .catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(fetchIt, { timeout: PALETTE_AFTER_MS });
  else fetchIt();
}

/** The frame's keyboard: Ctrl+K at once and everywhere, single keys when their code is here. */
export function useFrameKeys() {
  const go = useGo();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openOverlay('palette');
    };
    document.addEventListener('keydown', press);
    // A phone has no keys: it does not load what listens to them.
    if (!matchMedia('(any-hover: hover)').matches)
      return () => document.removeEventListener('keydown', press);
    const stop = later(async () => {
      const { listenToKeys } = await import('./frame-keys.ts');
      return listenToKeys(go);
    });
    // A person with a keyboard works by it: the palette is here by then. Others load it when they open it.
    const timer =
      isOfStaff() && matchMedia('(pointer: fine)').matches
        ? window.setTimeout(fetchPalette, PALETTE_AFTER_MS)
        : 0;
    return () => {
      stop();
      window.clearTimeout(timer);
      document.removeEventListener('keydown', press);
    };
  }, [go]);
}

/** On another page the focus goes to its heading. */
export function useHeadingFocus() {
  const path = usePath();
  const hasArrived = useHasArrived();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const left = document.querySelector('main h1');
    return later(async () => {
      const { awaitHeading } = await import('./focus/heading-focus.ts');
      return awaitHeading(left, () => hasArrived(path));
    });
  }, [path, hasArrived]);
}

// After a step it goes to the next one.
onChangeSignal((what) => {
  if (what !== 'changed') return;
  import('./focus/step-focus.ts').then(
    ({ awaitNextStep }) => awaitNextStep(),
    () => undefined,
  );
});

/** Begins when its code is here; if that does not come, the keys do not work, but the page does. */
function later(begin: () => Promise<() => void>): () => void {
  let isLeft = false;
  let stop = () => {};
  begin().then(
    (end) => {
      if (isLeft) end();
      else stop = end;
    },
    () => undefined,
  );
  return () => {
    isLeft = true;
    stop();
  };
}
