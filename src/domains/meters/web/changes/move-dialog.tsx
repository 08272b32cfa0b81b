/** The dialog of a move of a request, and what its button is called. */
import type { ChangeMove } from '../../changes/change.rules.ts';
import type { Change } from '../../changes/contract.ts';
import { CorrectDialog } from './ask-dialog.tsx';
import { AcceptDialog, EndDialog } from './decide-dialogs.tsx';

export const MOVE_LABELS = {
  accept: 'changes.accept',
  refuse: 'changes.refuse',
  return: 'changes.return',
  resend: 'changes.correct',
  withdraw: 'changes.withdraw',
} as const satisfies Record<ChangeMove, string>;

type MoveDialogProps = { change: Change; move: ChangeMove; close: () => void };

export function MoveDialog({ change, move, close }: MoveDialogProps) {
  if (move === 'accept') return <AcceptDialog change={change} close={close} />;
  if (move === 'resend') return <CorrectDialog change={change} close={close} />;
  return <EndDialog change={change} move={move} close={close} />;
}
