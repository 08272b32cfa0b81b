/** The dialogs of the steps of a ticket that ask for something. */
import type { TicketDetail } from '../../contract.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { EndDialog, type Ending } from './end-dialog.tsx';
import { OrderDialog, ReopenOrderDialog } from './order-dialog.tsx';

export type Dialog = Ending | 'assign' | 'order' | 'reopen-order';
type StepDialogProps = { step: Dialog; ticket: TicketDetail; close: () => void };

export function StepDialog({ step, ticket, close }: StepDialogProps) {
  if (step === 'assign') return <AssignDialog ticket={ticket} close={close} />;
  if (step === 'order') return <OrderDialog ticket={ticket} close={close} />;
  if (step === 'reopen-order') return <ReopenOrderDialog ticket={ticket} close={close} />;
  return <EndDialog ending={step} ticket={ticket} close={close} />;
}
