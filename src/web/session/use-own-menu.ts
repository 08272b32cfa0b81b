/** The menu lines of the person who is signed in. */
import { useMemo } from 'react';
import type { MenuEntry } from '../navigation/pages.ts';
import { usePersisted } from '../state/persisted.ts';
import { wiring } from '../wiring.ts';
import { visibleMenu } from './access.ts';
import { grantedWords, permissionSlice, useProfile, whoIs } from './session.ts';

export function useOwnMenu(): MenuEntry[] {
  const role = useProfile()?.role ?? 'consumer';
  const permissions = usePersisted(permissionSlice);
  return useMemo(
    () => visibleMenu(wiring().menu, { who: whoIs(role), words: grantedWords(permissions) }),
    [role, permissions],
  );
}
