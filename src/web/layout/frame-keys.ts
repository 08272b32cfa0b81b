/** The frame's keyboard: Ctrl+K everywhere, `/`, `?` and sequences such as `g b` while nobody types. */
import { useEffect } from 'react';
import { visibleMenu } from '../access.ts';
import { useGo } from '../go.tsx';
import { grantedWords, permissionSlice, readPerson, whoIs } from '../session.ts';
import { SHORTCUTS, type Shortcut, singleKeyOf } from '../shortcuts.ts';
import { wiring } from '../wiring.ts';
import { openOverlay } from './overlays.ts';

/** The second key of a sequence is awaited so long. */
const SEQUENCE_MS = 1200;

/** The sequences of a person: those that lead where their menu does. */
export function ownPlaces(): Shortcut[] {
  const person = readPerson();
  if (!person) return [];
  const words = grantedWords(permissionSlice.read());
  const paths = new Set(
    visibleMenu(wiring().menu, { who: whoIs(person.role), words }).map(({ path }) => path),
  );
  return SHORTCUTS.filter(({ path }) => path !== undefined && paths.has(path));
}

export function useFrameKeys() {
  const go = useGo();
  useEffect(() => {
    let first = '';
    let timer = 0;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openOverlay('palette');
        return;
      }
      const key = singleKeyOf(event);
      if (key === null) return;
      const place = first ? ownPlaces().find(({ keys }) => keys === `${first} ${key}`) : undefined;
      window.clearTimeout(timer);
      first = '';
      if (place?.path) void go(place.path, place.path === '/dashboard' ? {} : { page: 1 });
      else if (key === '/') openOverlay('palette');
      else if (key === '?') openOverlay('help');
      else {
        if (key === 'g') {
          first = key;
          timer = window.setTimeout(() => {
            first = '';
          }, SEQUENCE_MS);
        }
        return;
      }
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [go]);
}
