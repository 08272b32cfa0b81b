/** Arrows to the left and to the right, and t for today, while nobody types. */
import { useEffect, useRef } from 'react';
import { singleKeyOf } from '#web/navigation/shortcuts.ts';

type Moves = { back: () => unknown; on: () => unknown; today: () => unknown };

export function useCalendarKeys(moves: Moves): void {
  const latest = useRef(moves);
  latest.current = moves;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = singleKeyOf(event);
      if (key === 'ArrowLeft') latest.current.back();
      else if (key === 'ArrowRight') latest.current.on();
      else if (key === 't') latest.current.today();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
