/** What the list of alarms and the page of one alarm have in common: state, age, what to do, and the acts. */
import { DAY_MS } from '#shared/dates.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { isOfFile, type AlarmState as State } from '../../alarms/alarm.rules.ts';
import { type Alarm, setAlarmOwner } from '../../alarms/contract.ts';
import type { AlarmStep } from './alarm-dialogs.tsx';

const TONES: Record<State, Tone> = { OPEN: 'red', TAKEN: 'amber', SOLVED: 'green' };

export function AlarmState({ state }: { state: State }) {
  const t = useTexts('payments');
  return <StateChip tone={TONES[state]}>{t(`alarms.states.${state}`)}</StateChip>;
}

export function useAge(): (from: string) => string {
  const t = useTexts('payments');
  return (from) => {
    const count = Math.floor((Date.now() - new Date(from).getTime()) / DAY_MS);
    return count < 1 ? t('alarms.today') : t('alarms.days', { count });
  };
}

/** What waits, how it ended, or what to do. */
export function useWhatToDo(): (row: Alarm) => string {
  const t = useTexts('payments');
  return (row) => {
    if (row.proposal)
      return t('alarms.waits', {
        name: row.proposal.requestedBy,
        what: t(`alarms.asks.${row.proposal.kind}`, { amount: row.proposal.amountMinor }),
      });
    const ended = row.solution === 'NO_MONEY' && isOfFile(row.kind);
    if (row.solution)
      return `${ended ? t('alarms.file_ended') : t(`alarms.solutions.${row.solution}`)}${row.remark ? `: ${row.remark}` : ''}`;
    if (!row.mayBeMoney && row.paymentId) return t('alarms.bank_answered_no');
    const open = { booked: row.bookedMinor, open: row.openMinor ?? 0 };
    const partly = (row.openMinor ?? 0) > 0 && row.bookedMinor > 0 ? [t('alarms.partly_booked', open)] : [];
    return [t(`alarms.what_to_do.${row.kind}`), ...partly].join(' ');
  };
}

export function useAlarmActions(begin: (alarm: Alarm, step: AlarmStep) => void) {
  const t = useTexts('payments');
  const go = useGo();
  const me = useProfile()?.id ?? null;
  const own = useAction(setAlarmOwner, {
    onDone: ({ ownerId }) => toast('success', t(ownerId ? 'alarms.taken' : 'alarms.given_back')),
  });
  const setOwner = ({ id, ownerId: wasOwnerId }: Alarm, ownerId: string | null) =>
    own.run({ params: { id }, body: { ownerId, wasOwnerId } });
  return (alarm: Alarm) => {
    const { can, ownerId, paymentId, orderId } = alarm;
    const ofOrder = orderId ? { search: orderId } : {};
    const step = (label: string, which: AlarmStep) => ({ label, run: () => begin(alarm, which) });
    return [
      ...(can.decide
        ? [
            {
              label: t('alarms.decide'),
              run: () => go('/proposals', { page: 1, state: 'REQUESTED', ...ofOrder }),
            },
          ]
        : []),
      ...(can.giveUp ? [step(t('given_up.take_back'), 'give-up')] : []),
      ...(can.own && ownerId !== me ? [{ label: t('alarms.take'), run: () => setOwner(alarm, me) }] : []),
      ...(can.book ? [step(t('alarms.book'), 'BOOK')] : []),
      ...(can.sendBack ? [step(t('alarms.send_back'), 'SEND_BACK')] : []),
      ...(can.propose
        ? [step(t(isOfFile(alarm.kind) ? 'alarms.file_end' : 'alarms.no_money'), 'NO_MONEY')]
        : []),
      ...(can.note ? [step(t('alarms.note'), 'note')] : []),
      ...(can.own ? [step(t('alarms.hand_over'), 'hand-over')] : []),
      ...(can.own && ownerId === me
        ? [{ label: t('alarms.give_back'), run: () => setOwner(alarm, null) }]
        : []),
      ...(paymentId
        ? [{ label: t('alarms.show_payment'), run: () => go(`/payment-history/${paymentId}`) }]
        : []),
    ];
  };
}
