/** The steps of a ticket as buttons: what leads on comes first, what is not possible says why. */
import { useAction } from '#web/calls/use-action.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { MenuChoice } from '#web/ui/menu/menu-choice.ts';
import type { RecordAction } from '#web/ui/record/record-page.tsx';
import type { TicketDetail } from '../../contract.ts';
import { takeTicket, updateTicketStatus } from '../../steps/contract.ts';
import type { TicketAction } from '../../ticket.rules.ts';
import { useIsConsumer } from '../state-chip.tsx';
import type { Dialog } from './step-dialogs.tsx';

type Shown = Extract<TicketAction, 'assign' | 'take' | 'start' | 'order' | 'resolve' | 'reject' | 'reopen'>;
type How = { danger?: boolean; quiet?: boolean; run?: () => unknown };

/** @param begin opens the dialog of a step */
export function useTicketSteps(ticket: TicketDetail | undefined, begin: (step: Dialog) => void) {
  const t = useTexts('support');
  const may = useMay();
  const isConsumer = useIsConsumer();
  const onDone = () => toast('success', t('act.done'));
  const take = useAction(takeTicket, { onDone });
  const update = useAction(updateTicketStatus, { onDone });
  const none: { actions: RecordAction[]; more: MenuChoice[] } = { actions: [], more: [] };
  if (!ticket) return none;
  const { can, id: ticketId, version, state } = ticket;
  const step = (action: Shown, { run, ...how }: How = {}): RecordAction[] => {
    const answer = can[action];
    if (answer === undefined || answer === 'no') return [];
    const reason = answer === 'yes' ? undefined : t(`act.why.${answer}`);
    return [
      {
        label: t(`act.${action}`),
        ...how,
        run: run ?? (() => begin(action as Dialog)),
        ...(reason ? { reason } : {}),
      },
    ];
  };
  const isNew = state === 'OPEN' || state === 'REOPENED';
  const hasDone = ticket.orders.some(({ isDone }) => isDone);
  const actions = [
    ...(isNew ? step('assign') : []),
    ...step('take', { run: () => take.run({ body: { ticketId, version } }) }),
    ...step('start', {
      run: () => update.run({ query: { ticketId, status: 'IN_PROGRESS' }, body: { version } }),
    }),
    ...step('resolve'),
    ...(may('work-orders:create') ? step('order') : []),
    ...(may('work-orders:review') && hasDone && can.order === 'yes'
      ? [{ label: t('act.reopen-order'), run: () => begin('reopen-order') }]
      : []),
    // Of a consumer who is asked for a rating that one is the filled button.
    ...step('reopen', { quiet: !isConsumer || can.rate === 'yes' }),
  ];
  const more = [...(isNew ? [] : step('assign')), ...step('reject', { danger: true })].map(
    ({ label, run, danger, reason }): MenuChoice => ({ label, run, danger: danger ?? false, reason }),
  );
  return { actions, more };
}
