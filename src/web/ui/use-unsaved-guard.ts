import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { confirm } from '../state/confirm.ts';
import { markUnsaved } from '../state/unsaved.ts';

/** Asks before changes are lost: in the product and when the tab is closed. */
export function useUnsavedGuard(id: string, isChanged: boolean, saved: { readonly current: boolean }) {
  useEffect(() => {
    markUnsaved(id, isChanged);
    return () => markUnsaved(id, false);
  }, [id, isChanged]);
  useBlocker({
    shouldBlockFn: async () => isChanged && !saved.current && !(await confirm('leave')),
    enableBeforeUnload: () => isChanged,
    disabled: !isChanged,
  });
}
