/** The frame's single keys: `/`, `?` and sequences such as `g b`, while nobody types. Loaded behind the first page. */

import { SHORTCUTS, type Shortcut, singleKeyOf } from '../navigation/shortcuts.ts';
import { visibleMenu } from '../session/access.ts';
import { grantedWords, permissionSlice, readPerson, whoIs } from '../session/session.ts';
import { wiring } from '../wiring.ts';
import { openOverlay } from './overlays.ts';

/** The second key of a sequence is awaited so long. */
const SEQUENCE_MS = 1200;

/** The sequences of a person: those that lead to pages of their menu. */
export function ownPlaces(): Shortcut[] {
  const person = readPerson();
  if (!person) return [];
  const words = grantedWords(permissionSlice.read());
  const paths = new Set(
    visibleMenu(wiring().menu, { who: whoIs(person.role), role: person.role, words }).map(({ path }) => path),
  );
  return SHORTCUTS.filter(({ path }) => path !== undefined && paths.has(path));
}

/** Keys that this person can use on this page, as it is now. */
export function keysHere(): Shortcut[] {
  const person = readPerson();
  if (!person) return [];
  const isConsumer = whoIs(person.role) === 'consumer';
  const words = grantedWords(permissionSlice.read());
  const own = ownPlaces();
  return SHORTCUTS.filter((shortcut) => {
    const { where, on, needs, shows } = shortcut;
    if (where === 'places') return own.includes(shortcut);
    // Lists of consumers are cards without a row that has the focus.
    if (where === 'lists' && isConsumer) return false;
    if (needs && !words.has(needs)) return false;
    if (on && !on.includes(location.pathname)) return false;
    return !shows || document.querySelector(shows) !== null;
  });
}

type Go = (path: string, query: Record<string, number>) => unknown;

/** Listens until the function that it gives is called. */
export function listenToKeys(go: Go): () => void {
  let first = '';
  let timer = 0;
  const press = (event: KeyboardEvent) => {
    const key = singleKeyOf(event);
    if (key === null) return;
    const place = first ? ownPlaces().find(({ keys }) => keys === `${first} ${key}`) : undefined;
    window.clearTimeout(timer);
    first = '';
    if (place?.path) void go(place.path, place.path === '/dashboard' ? {} : { page: 1 });
    else if (key === '/') openOverlay('palette');
    else if (key === '?') openOverlay('help');
    else if (key === 'g') {
      first = key;
      timer = window.setTimeout(() => {
        first = '';
      }, SEQUENCE_MS);
      return;
    } else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
