/** The cashier's day: what is closed, what waits for a second person, and the button that closes one. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { carriedFilters } from '#web/session/access.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { CLOSING_TABS, type Closing, listClosings, listClosingsDownload } from '../closings/contract.ts';
import { CloseDayDialog } from './close-day-dialog.tsx';
import style from './closings.module.css';
import { DecideVarianceDialog, WithdrawCountDialog } from './decide-variance-dialog.tsx';
import { FloatDialog } from './float-dialog.tsx';
import {
  AskReopenDialog,
  OpenAgainDialog,
  RefuseReopenDialog,
  WithdrawReopenDialog,
} from './reopen-dialogs.tsx';

const TONES = {
  waiting: 'amber',
  closed: 'green',
  variance: 'amber',
  refused: 'red',
  withdrawn: 'grey',
  reopened: 'grey',
  asked: 'blue',
} as const;

const REOPEN_DIALOGS = {
  ask: AskReopenDialog,
  open: OpenAgainDialog,
  refuse: RefuseReopenDialog,
  withdraw: WithdrawReopenDialog,
};

const NEEDS = {
  ask: 'askReopen',
  open: 'reopen',
  refuse: 'refuseReopen',
  withdraw: 'withdrawReopen',
} as const satisfies Record<keyof typeof REOPEN_DIALOGS, keyof Closing['can']>;

function useClosingColumns(): Column<Closing>[] {
  const t = useTexts('ledger');
  const { shortDay, shortInstant } = useFormats();
  /** What was asked, and what became of it. */
  const reopening = (row: Closing): string[] => {
    if (row.reopenReason === null) return [];
    const request = { name: row.reopenAskedBy ?? '', reason: row.reopenReason };
    if (row.outcome === 'asked')
      return [t('cash.asked_by', request), ...(row.isMonthClosed ? [t('cash.month_closed')] : [])];
    return [t('cash.had_asked', request), ...(row.reopenAnswer === null ? opened(row) : answered(row))];
  };
  const answered = (row: Closing) => {
    const answer = { name: row.reopenAnsweredBy ?? '', reason: row.reopenAnswer ?? '' };
    return [t(row.isReopenWithdrawn ? 'cash.reopen_withdrawn_by' : 'cash.reopen_refused_by', answer)];
  };
  const opened = ({ reopenedAt, reopenedBy }: Closing) =>
    reopenedAt ? [t('cash.reopened_by', { name: reopenedBy ?? '', at: shortInstant(reopenedAt) })] : [];
  const whoDecides = (row: Closing) =>
    row.cashier === row.closedBy
      ? t('cash.who_decides', { name: row.closedBy })
      : t('cash.who_decides_two', { name: row.closedBy, other: row.cashier });
  return [
    {
      key: 'day',
      fields: ['day', 'cashier'],
      title: t('cash.day'),
      value: (row) => (
        <span className={style.name}>
          {shortDay(row.day)}
          <span className={style.small}>{row.cashier}</span>
        </span>
      ),
      sort: 'day',
    },
    {
      key: 'state',
      fields: [
        'outcome',
        'reopenedAt',
        'reopenAskedBy',
        'reopenReason',
        'reopenAnswer',
        'reopenAnsweredBy',
        'reopenedBy',
        'reason',
      ],
      title: t('cash.state'),
      value: (row) => (
        <span className={style.name}>
          <StateChip tone={TONES[row.outcome]}>{t(`cash.states.${row.outcome}`)}</StateChip>
          <span className={style.small}>{row.reason}</span>
          {reopening(row).map((line) => (
            <span key={line} className={`${style.small} ${style.request}`}>
              {line}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'expected',
      fields: ['expectedMinor'],
      title: t('cash.expected'),
      kind: 'money',
      value: (row) => row.expectedMinor,
    },
    {
      key: 'float',
      fields: ['floatMinor'],
      title: t('cash.float'),
      kind: 'money',
      value: (row) => row.floatMinor,
      onCard: false,
    },
    {
      key: 'counted',
      fields: ['countedMinor'],
      title: t('cash.counted'),
      kind: 'money',
      value: (row) => row.countedMinor,
    },
    {
      key: 'variance',
      fields: ['varianceMinor'],
      title: t('cash.variance'),
      kind: 'money',
      value: (row) => row.varianceMinor,
    },
    {
      key: 'card',
      fields: ['cardMinor'],
      title: t('cash.card'),
      kind: 'money',
      value: (row) => row.cardMinor,
    },
    {
      key: 'cheques',
      fields: ['chequeCount', 'chequeMinor'],
      title: t('cash.cheques_title'),
      kind: 'money',
      value: (row) => row.chequeMinor,
      startsHidden: true,
      onCard: false,
    },
    {
      key: 'decided',
      fields: ['decidedBy', 'decidedAt', 'decisionRemark'],
      title: t('cash.decided_by'),
      value: (row) =>
        row.decidedBy && row.decidedAt ? (
          <span className={style.name}>
            {row.decidedBy}
            <span className={style.small}>{shortInstant(row.decidedAt)}</span>
            <span className={style.small}>{row.decisionRemark}</span>
          </span>
        ) : row.state === 'WAITING' ? (
          <span className={style.small}>{whoDecides(row)}</span>
        ) : null,
    },
    {
      key: 'closed',
      fields: ['closedBy', 'closedAt'],
      title: t('cash.closed_by'),
      value: (row) => (
        <span className={style.name}>
          {row.closedBy}
          <span className={style.small}>{shortInstant(row.closedAt)}</span>
        </span>
      ),
    },
  ];
}

export function CashClosing() {
  const t = useTexts('ledger');
  const columns = useClosingColumns();
  const go = useGo();
  const query = useUrlQuery();
  const [isClosing, setIsClosing] = useState(false);
  const [isOpening, setIsOpening] = useState(false);
  const [asking, setAsking] = useState<{ closing: Closing; step: keyof typeof REOPEN_DIALOGS } | null>(null);
  const [taking, setTaking] = useState<Closing | null>(null);
  const [deciding, setDeciding] = useState<{ closing: Closing; accept: boolean } | null>(null);
  const actions = (closing: Closing) => [
    ...(closing.can.decide
      ? [
          { label: t('cash.accept'), run: () => setDeciding({ closing, accept: true }) },
          { label: t('cash.refuse'), danger: true, run: () => setDeciding({ closing, accept: false }) },
        ]
      : []),
    ...(closing.can.withdraw ? [{ label: t('cash.withdraw'), run: () => setTaking(closing) }] : []),
    ...reopening(closing),
  ];
  const reopening = (row: Closing) => [
    ...(row.can.reopen
      ? [{ label: t('cash.reopen'), run: () => setAsking({ closing: row, step: 'open' }) }]
      : []),
    ...(row.can.refuseReopen
      ? [
          {
            label: t('cash.refuse_reopen'),
            danger: true,
            run: () => setAsking({ closing: row, step: 'refuse' }),
          },
        ]
      : []),
    ...(row.can.withdrawReopen
      ? [{ label: t('cash.withdraw_reopen'), run: () => setAsking({ closing: row, step: 'withdraw' }) }]
      : []),
    ...(row.can.askReopen
      ? [{ label: t('cash.ask'), run: () => setAsking({ closing: row, step: 'ask' }) }]
      : []),
  ];
  const ofList = { endpoint: listClosings, columns };
  const Asking = asking ? REOPEN_DIALOGS[asking.step] : null;
  // The address may name a day: the home leads to the oldest one.
  const closeDialog = () => {
    setIsClosing(false);
    if (!query.close) return;
    const kept = { ...carriedFilters(query), close: undefined };
    void go('/cash-closing', { page: 1, ...kept }, { replace: true });
  };
  return (
    <>
      <ListPage
        endpoint={listClosings}
        exports={useExports(listClosingsDownload, 'cash-closings')}
        title={t('cash.title')}
        about={t('cash.about')}
        searchLabel={t('cash.search')}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listClosings>) => counts,
          items: CLOSING_TABS.map((value) => ({ value, label: t(`cash.states.${value}`) })),
        }}
        nameOf={(row) => `${row.day} ${row.cashier}`}
        primary={
          <Group gap="sm">
            <Button variant="default" onClick={() => setIsOpening(true)}>
              {t('cash.float_open')}
            </Button>
            <Button onClick={() => setIsClosing(true)}>{t('cash.close')}</Button>
          </Group>
        }
        empty={{ title: t('cash.empty'), text: t('cash.empty_help') }}
        {...{ columns, actions }}
      />
      {isClosing || query.close ? (
        <CloseDayDialog key={query.close} day={query.close} close={closeDialog} />
      ) : null}
      {isOpening ? <FloatDialog close={() => setIsOpening(false)} /> : null}
      {deciding ? (
        <RowDialog {...ofList} rows={[deciding.closing]} fits={({ can }) => can.decide}>
          {(closing) => (
            <DecideVarianceDialog
              closing={closing}
              accept={deciding.accept}
              close={() => setDeciding(null)}
            />
          )}
        </RowDialog>
      ) : null}
      {taking ? (
        <RowDialog {...ofList} rows={[taking]} fits={({ can }) => can.withdraw}>
          {(closing) => <WithdrawCountDialog closing={closing} close={() => setTaking(null)} />}
        </RowDialog>
      ) : null}
      {Asking && asking ? (
        <RowDialog {...ofList} rows={[asking.closing]} fits={({ can }) => can[NEEDS[asking.step]]}>
          {(closing) => <Asking closing={closing} close={() => setAsking(null)} />}
        </RowDialog>
      ) : null}
    </>
  );
}
