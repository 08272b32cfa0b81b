/** A dialog, shown while it is rendered; asks before what was typed in it is lost. Its code is loaded when the first one opens. */
import type { DialogProps } from './dialog-frame.tsx';
import { DialogHolds, useGuardedClose } from './dialog-guard.ts';
import { onDemand } from './on-demand.tsx';
import { useFocusBack } from './use-focus-back.ts';

const DialogFrame = onDemand(() => import('./dialog-frame.tsx').then((file) => file.DialogFrame));

export function Dialog(props: DialogProps) {
  useFocusBack();
  const { held, leave } = useGuardedClose(props.close);
  return (
    <DialogHolds value={held}>
      <DialogFrame {...props} close={leave} />
    </DialogHolds>
  );
}
