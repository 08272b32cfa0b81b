/** The menu lines of the person who is signed in. */
import { useMemo } from 'react';
import type { MenuEntry } from '../navigation/pages.ts';
import { wiring } from '../wiring.ts';
import { visibleMenu } from './access.ts';
import { grantedWords, usePermissions, useProfile, whoIs } from './session.ts';

export function useOwnMenu(): MenuEntry[] {
  const role = useProfile()?.role ?? 'consumer';
  const permissions = usePermissions();
  return useMemo(
    () => visibleMenu(wiring().menu, { who: whoIs(role), role, words: grantedWords(permissions) }),
    [role, permissions],
  );
}
