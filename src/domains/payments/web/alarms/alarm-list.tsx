/** Alarms about money: what is wrong, since when, who looks at it, and how it ends. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { ALARM_KINDS, ALARM_STATES } from '../../alarms/alarm.rules.ts';
import { type Alarm, listAlarms, listAlarmsDownload } from '../../alarms/contract.ts';
import style from '../payments.module.css';
import { AlarmDialog, type AlarmStep } from './alarm-dialogs.tsx';
import { AlarmState, useAge, useAlarmActions, useWhatToDo } from './alarm-parts.tsx';

function useAlarmColumns(): Column<Alarm>[] {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const { digits, shortInstant } = useFormats();
  const ageOf = useAge();
  const what = useWhatToDo();
  return [
    {
      key: 'kind',
      fields: ['kind', 'proposal', 'solution', 'remark', 'mayBeMoney', 'bookedMinor', 'openMinor'],
      title: t('alarms.kind'),
      to: (row) => ({ path: `/alarms/${row.id}` }),
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
      value: (row) => <AlarmState state={row.state} />,
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

const NEEDS = {
  BOOK: 'book',
  SEND_BACK: 'sendBack',
  NO_MONEY: 'propose',
  note: 'note',
  'hand-over': 'own',
  'give-up': 'giveUp',
} as const satisfies Record<AlarmStep, keyof Alarm['can']>;

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
      {open ? (
        <RowDialog
          endpoint={listAlarms}
          columns={columns}
          rows={[open.alarm]}
          fits={({ can }) => can[NEEDS[open.step]]}
        >
          {(alarm) => <AlarmDialog alarm={alarm} step={open.step} close={() => setOpen(null)} />}
        </RowDialog>
      ) : null}
    </>
  );
}
