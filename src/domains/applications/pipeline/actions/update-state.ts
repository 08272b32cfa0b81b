/** /application/update/state: the action's word chooses what is done. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { StateAction } from '../../application.rules.ts';
import type { StateAnswer } from '../../contract.ts';
import { approveSurvey, reviseSurvey } from '../../demand-note/actions/approve-survey.ts';
import { changeReservedMeter, confirmInstallation } from '../../installation/actions/install-meter.ts';
import { returnSurvey } from '../../survey/actions/save-survey.ts';
import type { StepInput } from '../take-step.ts';
import { archiveApplication, restoreApplication } from './archive-application.ts';
import { closeApplication, reopenApplication } from './close-application.ts';
import { commentApplication } from './comment-application.ts';

type Input = StepInput & {
  action: StateAction;
  shared: boolean;
  meterNumber?: string | undefined;
  totalMinor?: number | undefined;
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

export function updateState(tx: Tx, actor: Actor, input: Input): Promise<StateAnswer> {
  return HANDLERS[input.action](tx, actor, input);
}
