/** The steps of a work order as buttons: what leads on comes first, what is not possible says why. */
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { MenuChoice } from '#web/ui/menu/menu-choice.ts';
import type { RecordAction } from '#web/ui/record/record-page.tsx';
import type { OrderDetail } from '../../contract.ts';
import { takeOrder } from '../../steps/contract.ts';
import type { OrderAction } from '../../work-order.rules.ts';
import { useIsConsumer } from '../state-chip.tsx';
import type { RequestStep } from './request-dialogs.tsx';
import type { Dialog } from './step-dialogs.tsx';
import { useSendLink } from './use-send-link.ts';

const LEADS_ON = ['accept', 'assign', 'arrive', 'complete', 'verify'] as const;
/** The others have their place beside the photos, at the counter, in the list of payments, in the sheet of the rating. */
type Shown = Exclude<OrderAction, 'photo' | 'take' | 'pay' | 'take-back' | 'rate'>;

/** @param begin opens the dialog of a step */
export function useOrderSteps(order: OrderDetail | undefined, begin: (step: Dialog | RequestStep) => void) {
  const t = useTexts('work-orders');
  const take = useAction(takeOrder, { onDone: () => toast('success', t('act.status_updated')) });
  const go = useGo();
  const sendLink = useSendLink();
  const isConsumer = useIsConsumer();
  const none: { actions: RecordAction[]; more: MenuChoice[] } = { actions: [], more: [] };
  if (!order) return none;
  const { can, id: orderId, version, estimateMinor, chargeMinor, isWaived } = order;
  const step = (action: Shown, how: { danger?: boolean; quiet?: boolean } = {}): RecordAction[] => {
    const answer = can[action];
    if (answer === undefined || answer === 'no') return [];
    const reason = answer === 'yes' ? undefined : t(`act.why.${answer}`);
    return [{ label: t(`act.${action}`), ...how, run: () => begin(action), ...(reason ? { reason } : {}) }];
  };
  const isEstimated = estimateMinor !== null;
  const isWaivable = chargeMinor !== null && !isWaived && can.waive === 'yes';
  // The crew sees what comes before completing.
  const isComingBefore = order.state === 'ASSIGNED' && can.arrive === 'yes';
  const all: RecordAction[] = [
    ...(can.take === 'yes'
      ? [
          {
            label: t('act.take'),
            run: () => take.run({ body: { orderId, version } }),
            isRunning: take.isRunning,
          },
        ]
      : []),
    // What is open at the bank is not started a second time: the notice leads to it.
    ...(can.pay === 'yes' && !(isConsumer && order.atBank && !order.atBank.isSetAside)
      ? [
          {
            label: t(isConsumer ? 'act.pay' : 'act.take_payment'),
            run: () => void go(isConsumer ? '/pay' : '/take-payment', { workOrderId: orderId }),
          },
        ]
      : []),
    ...sendLink(order).map((sender) => ({ ...sender, quiet: true })),
    ...(isEstimated ? [] : step('estimate')),
    ...LEADS_ON.flatMap((action) => step(action)),
    ...(isComingBefore
      ? [{ label: t('act.complete'), run: () => undefined, reason: t('errors.arrival_missing') }]
      : []),
    ...(isEstimated ? step('estimate', { quiet: true }) : []),
    ...(isWaivable ? step('waive', { quiet: true }) : []),
    ...(order.pausedAt ? step('resume') : []),
    ...step('unassign', { quiet: true }),
    ...step('reopen', { quiet: true }),
    ...step('reopen-request', { quiet: !isConsumer }),
    ...step('reply', { quiet: true }),
    ...step('reject', { danger: true }),
  ];
  // On a phone only the first one is a button: it is one that is possible.
  const possible = all.filter(({ reason }) => reason === undefined);
  const actions = [...possible, ...all.filter(({ reason }) => reason !== undefined)];
  const isPaid = can['withdraw-paid'] === 'yes';
  const more = [
    ...step('edit'),
    ...step('return'),
    ...(order.pausedAt ? [] : step('pause')),
    ...step(isPaid ? 'withdraw-paid' : 'cancel', { danger: true }),
  ].map(({ label, run, danger, reason }): MenuChoice => ({ label, run, danger: danger ?? false, reason }));
  return { actions, more };
}
