/** Hands the rows that are on the screen to row-moves.ts, whose code comes after them. */
import { useEffect, useRef } from 'react';
import type { ShownRows } from './row-moves.ts';

/** @returns ref of the element around the rows */
export function useRowMoves(shown: Omit<ShownRows, 'box'> | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(shown);
  latest.current = shown;
  const what = shown ? `${shown.rows.map(({ id }) => id).join()}${shown.page}/${shown.total}` : undefined;
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    if (what === undefined) return;
    void import('./row-moves.ts').then(({ startMoves }) => {
      if (!isGone && box.current && latest.current)
        stop = startMoves({
          ...latest.current,
          box: box.current,
          press: (id, key) => latest.current?.press(id, key) ?? false,
        });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [what]);
  return box;
}
