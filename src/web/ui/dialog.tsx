/** A dialog, shown while it is rendered. Its code is loaded when the first one opens. */
import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-frame.tsx';

const DialogFrame = lazy(() => import('./dialog-frame.tsx').then((file) => ({ default: file.DialogFrame })));

export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
