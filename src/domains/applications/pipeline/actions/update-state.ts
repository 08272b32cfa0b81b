/** /application/update/state: the action's word chooses what is done. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { knowsOfPayment } from '#shared/payment-at-bank.ts';
import type { StateAction } from '../../application.rules.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import { approveSurvey, reviseSurvey } from '../../demand-note/actions/approve-survey.ts';
import { changeReservedMeter, confirmInstallation } from '../../installation/actions/install-meter.ts';
import { returnSurvey } from '../../survey/actions/save-survey.ts';
import { beginStep, type StepInput } from '../take-step.ts';
import { archiveApplication, restoreApplication } from './archive-application.ts';
import { closeApplication, reopenApplication } from './close-application.ts';
import { commentApplication } from './comment-application.ts';

type Input = StepInput & {
  action: StateAction;
  shared: boolean;
  meterNumber?: string | undefined;
  totalMinor?: number | undefined;
  despitePayment?: boolean | undefined;
};
type Handler = (tx: Tx, actor: Actor, input: Input) => Promise<StateAnswer>;

const HANDLERS: Record<StateAction, Handler> = {
  'approve-survey': approveSurvey,
  'return-survey': returnSurvey,
  'revise-survey': reviseSurvey,
  'confirm-installation': confirmInstallation,
  'change-meter': changeReservedMeter,
  comment: commentApplication,
  reject: (tx, actor, input) => closeApplication(tx, actor, 'reject', input),
  withdraw: (tx, actor, input) => closeApplication(tx, actor, 'withdraw', input),
  reopen: reopenApplication,
  archive: archiveApplication,
  restore: restoreApplication,
};

/** They take the demand note away, which the bank may have paid a minute later. */
const TAKES_NOTE: readonly StateAction[] = ['reject', 'withdraw', 'revise-survey'];

/** @param atBank payments of the application that the bank has not decided; left out by what does none of these actions */
export async function updateState(
  tx: Tx,
  actor: Actor,
  input: Input,
  atBank?: (applicationId: string) => Promise<readonly { amountMinor: number }[]>,
): Promise<StateAnswer> {
  // An applicant knows of their own payment.
  if (atBank && actor.kind === 'staff' && TAKES_NOTE.includes(input.action)) {
    // What the step refuses is told first; from its lock on no payment begins.
    await beginStep(tx, actor, input.action, input);
    const payments = await atBank(input.applicationId);
    const details = knowsOfPayment(payments, input.despitePayment, errors.payment_at_bank);
    return HANDLERS[input.action](tx, actor, { ...input, details });
  }
  return HANDLERS[input.action](tx, actor, input);
}
