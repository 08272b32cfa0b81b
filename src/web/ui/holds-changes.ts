/** Within a dialog whose fields are no form of an endpoint: what was typed there is not lost unasked. */
import { useId, useRef } from 'react';
import { useGuardedByDialog } from './dialog-guard.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export function HoldsChanges({ isChanged }: { isChanged: boolean }) {
  const id = useId();
  const isLetGo = useRef(false);
  useUnsavedGuard(id, isChanged, isLetGo);
  useGuardedByDialog({
    isChanged,
    letGo() {
      isLetGo.current = true;
    },
  });
  return null;
}
