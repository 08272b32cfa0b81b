/** The buttons of an application, from what the answer says the caller may do. */
import { useState } from 'react';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useGo, usePath } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { type Action, TRANSITIONS, type Transition } from '../../application.rules.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { attachedKinds } from '../../documents.rules.ts';
import { useSlip } from '../papers/use-slip.ts';

/** What leads onwards, as buttons; the rest is in the menu. */
const MAIN = [
  ...(['resume', 'accept', 'auto-approve', 'letter', 'survey', 'approve-survey', 'return-survey'] as const),
  ...(['pay', 'install', 'confirm-installation', 'noc-remind', 'resubmit'] as const),
  ...(['recorrection', 'assign'] as const),
] satisfies Action[];
const RARE = [
  ...([
    'noc-forward',
    'comment',
    'attach',
    'update-noc',
    'change-meter',
    'revise-survey',
    'hold',
    'suspend',
  ] as const),
  ...(['reject', 'withdraw', 'withdraw-paid', 'reopen', 'archive', 'restore', 'delete'] as const),
] satisfies Action[];
/** Help the work along without being its next step. */
const QUIET: readonly Action[] = ['return-survey', 'noc-remind', 'recorrection', 'assign'];
const DANGEROUS: readonly Action[] = ['reject', 'withdraw', 'withdraw-paid', 'delete'];

type May = ReturnType<typeof useMay>;

/** Actions that make sense in the state; a guard may still refuse them, with its reason. */
function isAtHand(action: Action, application: ApplicationDetail, may: May): boolean {
  const { state, overlay, archived, can } = application;
  const { from }: Transition = TRANSITIONS[action];
  if (!from.includes(state)) return false;
  if (action === 'resume') return overlay !== null;
  if (action === 'attach' && (!application.documentsOpen || attachedKinds(state, may).length === 0))
    return false;
  // Of the two ways out only the one that fits the money is shown.
  if (action === 'withdraw' && can.withdraw?.reason === 'paid_already') return false;
  if (action === 'withdraw-paid' && can['withdraw-paid']?.reason === 'nothing_paid') return false;
  if (action === 'reopen' && can.reopen?.reason === 'days_left') return false;
  if (action === 'hold' || action === 'suspend') return overlay === null && !archived;
  return archived ? action === 'restore' : action !== 'restore';
}

export function useRecordActions(application: ApplicationDetail) {
  const t = useTexts('applications');
  const go = useGo();
  const path = usePath();
  const may = useMay();
  const downloadSlip = useSlip(application);
  const [step, setStep] = useState<Action | null>(null);
  const { can, id } = application;
  const run = (action: Action) => {
    if (action === 'pay') return go('/take-payment', { applicationId: id });
    if (action === 'survey') return go(path, { tab: 'survey' }, { replace: true });
    if (action === 'attach') return go(path, { tab: 'documents' }, { replace: true });
    return setStep(action);
  };
  const offered = (actions: readonly Action[]) =>
    actions
      .filter((action) => can[action] && isAtHand(action, application, may))
      .map((action) => {
        const reason = can[action]?.reason ?? undefined;
        return {
          label: t(`actions.${action}`),
          run: () => run(action),
          danger: DANGEROUS.includes(action),
          quiet: QUIET.includes(action),
          ...(reason
            ? { reason: errorTextNow(`applications.${reason}`, { name: application.assigneeName ?? '' }) }
            : {}),
        };
      });
  const main = offered(MAIN);
  const shown = [...main.filter((action) => !action.reason), ...main.filter((action) => action.reason)];
  // At the counter it is handed over right after submitting; later somebody asks for it again.
  const slip =
    application.number && may('applications:view')
      ? [{ label: t('slip.title'), run: () => void downloadSlip(), quiet: true }]
      : [];
  const isNew = application.state === 'PENDING';
  return {
    shown: isNew ? [...shown, ...slip] : shown,
    more: isNew ? offered(RARE) : [...slip, ...offered(RARE)],
    step,
    setStep,
  };
}
