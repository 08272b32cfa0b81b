/** Alarms about money: what is wrong, since when, who looks at it, and how it ends. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { ALARM_KINDS, ALARM_STATES, type AlarmState } from '../../alarms/alarm.rules.ts';
import { type Alarm, listAlarms, listAlarmsDownload, setAlarmOwner } from '../../alarms/contract.ts';
import style from '../payments.module.css';
import { AlarmDialog, type AlarmStep } from './alarm-dialogs.tsx';

const TONES: Record<AlarmState, Tone> = { OPEN: 'red', TAKEN: 'amber', SOLVED: 'green' };
const DAY_MS = 86_400_000;

function useAge(): (from: string) => string {
  const t = useTexts('payments');
  return (from) => {
    const count = Math.floor((Date.now() - new Date(from).getTime()) / DAY_MS);
    return count < 1 ? t('alarms.today') : t('alarms.days', { count });
  };
}

function useAlarmColumns(): Column<Alarm>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits, shortInstant } = useFormats();
  const ageOf = useAge();
  const what = (row: Alarm) => {
    if (row.proposal)
      return t('alarms.waits', {
        name: row.proposal.requestedBy,
        what: t(`alarms.asks.${row.proposal.kind}`, { amount: row.proposal.amountMinor }),
      });
    if (row.solution) return `${t(`alarms.solutions.${row.solution}`)}${row.remark ? `: ${row.remark}` : ''}`;
    if (!row.mayBeMoney && row.paymentId) return t('alarms.bank_answered_no');
    const open = { booked: row.bookedMinor, open: row.openMinor ?? 0 };
    const partly = row.openMinor !== null && row.bookedMinor > 0 ? [t('alarms.partly_booked', open)] : [];
    return [t(`alarms.what_to_do.${row.kind}`), ...partly].join(' ');
  };
  return [
    {
      key: 'kind',
      fields: ['kind', 'proposal', 'solution', 'remark', 'mayBeMoney', 'bookedMinor', 'openMinor'],
      title: t('alarms.kind'),
      value: (row) => (
        <span className={style.name}>
          {t(`alarms.kinds.${row.kind}`)}
          <span className={style.small}>{what(row)}</span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('alarms.state'),
      value: (row) => <StateChip tone={TONES[row.state]}>{t(`alarms.states.${row.state}`)}</StateChip>,
    },
    {
      key: 'raised',
      fields: ['raisedAt'],
      title: t('alarms.raised'),
      value: (row) => (
        <span className={style.name}>
          {row.state === 'SOLVED' ? shortInstant(row.raisedAt) : ageOf(row.raisedAt)}
          {row.state === 'SOLVED' ? null : <span className={style.small}>{shortInstant(row.raisedAt)}</span>}
        </span>
      ),
      sort: 'raisedAt',
      onCard: true,
    },
    {
      key: 'owner',
      fields: ['owner', 'solvedBy'],
      title: t('alarms.owner'),
      value: (row) => row.solvedBy ?? row.owner ?? t('alarms.nobody'),
      onCard: true,
    },
    {
      key: 'payer',
      fields: ['payerName', 'targetNumber', 'orderId'],
      title: t('alarms.payer'),
      value: (row) => (
        <span className={style.name}>
          {row.payerName && nameIn(row.payerName, row.payerNameBn)}
          <span className={style.small}>
            {[row.targetNumber && digits(row.targetNumber), row.orderId].filter(Boolean).join(' · ')}
          </span>
        </span>
      ),
    },
    {
      key: 'ordered',
      fields: ['orderedMinor'],
      title: t('alarms.ordered'),
      kind: 'money',
      value: (row) => row.orderedMinor,
    },
    {
      key: 'bank',
      fields: ['bankMinor'],
      onCard: true,
      title: t('alarms.bank'),
      kind: 'money',
      value: (row) => row.bankMinor,
    },
  ];
}

function useAlarmActions(begin: (alarm: Alarm, step: AlarmStep) => void) {
  const t = useTexts('payments');
  const go = useGo();
  const me = useProfile()?.id ?? null;
  const own = useAction(setAlarmOwner, {
    onDone: ({ ownerId }) => toast('success', t(ownerId ? 'alarms.taken' : 'alarms.given_back')),
  });
  const setOwner = ({ id, ownerId: wasOwnerId }: Alarm, ownerId: string | null) =>
    own.run({ params: { id }, body: { ownerId, wasOwnerId } });
  return (alarm: Alarm) => {
    const { can, ownerId, paymentId } = alarm;
    const step = (label: string, which: AlarmStep) => ({ label, run: () => begin(alarm, which) });
    return [
      ...(can.decide
        ? [{ label: t('alarms.decide'), run: () => go('/proposals', { page: 1, state: 'REQUESTED' }) }]
        : []),
      ...(can.own && ownerId !== me ? [{ label: t('alarms.take'), run: () => setOwner(alarm, me) }] : []),
      ...(can.book ? [step(t('alarms.book'), 'BOOK'), step(t('alarms.send_back'), 'SEND_BACK')] : []),
      ...(can.propose ? [step(t('alarms.no_money'), 'NO_MONEY')] : []),
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

export function AlarmList() {
  const t = useTexts('payments');
  const columns = useAlarmColumns();
  const [open, setOpen] = useState<{ alarm: Alarm; step: AlarmStep } | null>(null);
  const actions = useAlarmActions((alarm, step) => setOpen({ alarm, step }));
  return (
    <>
      <ListPage
        endpoint={listAlarms}
        exports={useExports(listAlarmsDownload, 'alarms')}
        title={t('alarms.title')}
        about={t('alarms.about')}
        searchLabel={t('alarms.search')}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listAlarms>) => counts,
          items: ALARM_STATES.map((value) => ({
            value,
            label: t(`alarms.states.${value}`),
          })),
        }}
        filters={[
          {
            name: 'kind',
            label: t('alarms.kind'),
            options: ALARM_KINDS.map((value) => ({ value, label: t(`alarms.kinds.${value}`) })),
          },
          { name: 'owner', label: t('alarms.owner'), options: [{ value: 'me', label: t('alarms.mine') }] },
        ]}
        nameOf={(row) => t(`alarms.kinds.${row.kind}`)}
        empty={{ title: t('alarms.empty'), text: t('alarms.empty_help') }}
        {...{ columns, actions }}
      />
      {open ? <AlarmDialog {...open} close={() => setOpen(null)} /> : null}
    </>
  );
}
