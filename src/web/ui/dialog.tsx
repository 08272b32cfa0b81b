/** A dialog, shown while it is rendered. Its code is loaded when the first one opens. */
import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-frame.tsx';
import { useFocusBack } from './use-focus-back.ts';

const DialogFrame = lazy(() => import('./dialog-frame.tsx').then((file) => ({ default: file.DialogFrame })));

export function Dialog(props: DialogProps) {
  useFocusBack();
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
