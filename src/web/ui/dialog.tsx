/** A dialog, shown while it is rendered; asks before what was typed in it is lost. Its code is loaded when the first one opens. */
import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-frame.tsx';
import { DialogHolds, useGuardedClose } from './dialog-guard.ts';
import { useFocusBack } from './use-focus-back.ts';

const DialogFrame = lazy(() => import('./dialog-frame.tsx').then((file) => ({ default: file.DialogFrame })));

export function Dialog(props: DialogProps) {
  useFocusBack();
  const { held, leave } = useGuardedClose(props.close);
  return (
    <DialogHolds value={held}>
      <Suspense>
        <DialogFrame {...props} close={leave} />
      </Suspense>
    </DialogHolds>
  );
}
