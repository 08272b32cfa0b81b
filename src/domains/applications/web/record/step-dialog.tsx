/** The dialog of a step: its own form if it has one, if not a remark. */
import { useState } from 'react';
import { StepOver } from '#web/ui/over/step-over.ts';
import type { Action } from '../../application.rules.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { ForwardDialog } from '../desk/forward-dialog.tsx';
import { useOver } from '../over/use-over.tsx';
import { InstallDialog } from '../visit/install-dialog.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { LetterDialog } from './letter-dialog.tsx';
import { NocDialog } from './noc-dialog.tsx';
import { RemarkDialog } from './remark-dialog.tsx';

type StepDialogProps = {
  step: Action;
  application: ApplicationDetail;
  close: () => void;
};

export function StepDialog(props: StepDialogProps) {
  const over = useOver(props.step, props.application);
  return (
    <StepOver value={over}>
      <Shown {...props} />
    </StepOver>
  );
}

function Shown({ step, application, close }: StepDialogProps) {
  const dialog = { application, close };
  const open = application.chain.find(({ state }) => state === 'OPEN');
  const [first] = useState(open);
  if (step === 'approve-survey') return <ApproveDialog {...dialog} />;
  if (step === 'assign') return <AssignDialog {...dialog} />;
  if (step === 'recorrection') return <CorrectionDialog {...dialog} />;
  if (step === 'update-noc') return <NocDialog {...dialog} />;
  if (step === 'letter') return <LetterDialog {...dialog} />;
  if (step === 'install') return <InstallDialog {...dialog} />;
  // No desk has it any more: the dialog stays and tells it.
  const desk = open ?? first;
  if (step === 'noc-forward' && desk)
    return (
      <ForwardDialog
        application={{ ...application, deskRole: desk.roleCode, deskOfficerId: desk.officerId }}
        close={close}
      />
    );
  if (step === 'delete') return <DeleteDialog {...dialog} />;
  return <RemarkDialog {...dialog} step={step} />;
}
