import { type RefObject, useLayoutEffect } from 'react';

const MARGIN_PX = 24;

/** Scrolls a row sideways so that its chosen entry shows; the page itself does not move. */
export function useChosenInView(row: RefObject<HTMLElement | null>, chosen: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice moves the row
  useLayoutEffect(() => {
    const strip = row.current;
    const entry = strip?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
    if (!strip || !entry) return;
    const start = entry.offsetLeft - strip.offsetLeft - MARGIN_PX;
    const end = entry.offsetLeft - strip.offsetLeft + entry.offsetWidth + MARGIN_PX - strip.clientWidth;
    // Its beginning counts more than its end.
    strip.scrollLeft = Math.min(Math.max(strip.scrollLeft, end), Math.max(0, start));
  }, [row, chosen]);
}
