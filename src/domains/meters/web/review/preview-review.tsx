import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { useList, useListState } from '#web/ui/list/use-list.ts';
import {
  approveUnflagged,
  countReadings,
  type ListedReading,
  listReadings,
  listReadingsDownload,
  READING_FLAGS,
} from '../../readings/contract.ts';
import {
  FlagChips,
  ReadingState,
  useConsumerName,
  useMonthOptions,
  useSectorOptions,
  usualMonth,
} from '../words.tsx';
import { type Marked, MarkedDialog } from './marked-dialog.tsx';
import { type Decision, ReviewDialog } from './review-dialog.tsx';
import { SideSheet } from './side-sheet.tsx';

/** What the list is narrowed to, as the calls want it. */
function useScope() {
  const { period, sectorId, importId } = useUrlQuery();
  // A file may hold readings of several months.
  const month = period || (importId ? undefined : usualMonth());
  return {
    ...(month ? { period: month } : {}),
    ...(sectorId ? { sectorId } : {}),
    ...(importId ? { importId } : {}),
  };
}

type ApproveAllProps = { scope: ReturnType<typeof useScope> & { period: string }; count: number };

function ApproveAll({ scope, count }: ApproveAllProps) {
  const t = useTexts('meters');
  const { month } = useFormats();
  const approve = useAction(approveUnflagged, {
    onDone: ({ approved, left, own }) => {
      const done = t('review.approved_all', { count: approved });
      const rest = [
        ...(left > 0 ? [t('review.left_open', { count: left })] : []),
        ...(own > 0 ? [t('review.left_own', { count: own })] : []),
      ];
      toast(rest.length === 0 ? 'success' : 'info', [done, ...rest].join('. '));
    },
  });
  const ask = async () => {
    const detail = t('review.approve_all_detail', { count, month: month(scope.period) });
    if (await confirm('submit', detail)) approve.run({ body: { ...scope, flag: 'none' } });
  };
  return (
    <Button
      leftSection={<IconChecks size={16} />}
      disabled={count === 0}
      loading={approve.isRunning}
      title={count === 0 ? t('review.nothing') : undefined}
      onClick={() => void ask()}
    >
      {t('review.approve_all')}
    </Button>
  );
}

/** What is judged, in this order; then the place that it is judged for. */
function useColumns(more: Column<ListedReading>[]): Column<ListedReading>[] {
  const t = useTexts('meters');
  const place = usePlace();
  const consumer = useConsumerName();
  const { digits, number } = useFormats();
  const signed = (percent: number) => `${percent > 0 ? '+' : ''}${number(percent)}%`;
  return [
    {
      key: 'meter',
      fields: ['meterNumber'],
      title: t('meter'),
      value: (row) => digits(row.meterNumber),
      sort: 'meterNumber',
      to: (row) => ({ path: `/meter-list/${row.meterId}` }),
    },
    {
      key: 'previous',
      fields: ['previousLitres'],
      title: t('previous'),
      kind: 'volume',
      value: (row) => row.previousLitres,
    },
    {
      key: 'register',
      fields: ['registerLitres'],
      title: t('register'),
      kind: 'volume',
      value: (row) => row.registerLitres,
    },
    {
      key: 'used',
      fields: ['consumptionLitres'],
      title: t('used'),
      kind: 'volume',
      value: (row) => row.consumptionLitres,
      sort: 'consumption',
    },
    {
      key: 'usual',
      fields: ['expectedLitres'],
      title: t('review.usual'),
      kind: 'volume',
      value: (row) => row.expectedLitres,
    },
    {
      key: 'flags',
      fields: ['flags', 'method', 'state'],
      title: t('checks'),
      value: (row) =>
        row.flags.length > 0 ? (
          <FlagChips flags={row.flags} method={row.method} />
        ) : (
          <ReadingState state={row.state} />
        ),
    },
    {
      key: 'deviation',
      fields: ['deviationPercent'],
      title: t('review.deviation'),
      kind: 'number',
      value: (row) => (row.deviationPercent === null ? null : signed(row.deviationPercent)),
      sort: 'deviation',
    },
    ...more,
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('consumer'),
      value: consumer,
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      sort: 'route',
      onCard: true,
    },
  ];
}

/** The rows that the list below shows: the same question, so that it is asked once. */
function useShown(fixed: Readonly<Record<string, unknown>>): readonly ListedReading[] {
  const { state } = useListState(['period', 'sectorId', 'flag', 'deviationAbove', 'state']);
  return useList(listReadings, state, fixed).data?.items ?? [];
}

/** What a domain to the right adds to the rows: billing the amount that each would be billed with. */
export type MoreColumns = (rows: readonly ListedReading[]) => Column<ListedReading>[];
const noMore: MoreColumns = () => [];

/** Tabs whose readings can be approved. */
const TO_APPROVE: readonly string[] = ['FLAGGED', 'VALID'];
const TABS = ['FLAGGED', 'VALID', 'APPROVED', 'BILLED'] as const;

/** How many readings each tab holds by the other filters, and how many of the scope passed every check. */
function useCounts() {
  const { flag, deviationAbove, search } = useUrlQuery();
  const narrowed = { flag, deviationAbove, search };
  const query = {
    ...useScope(),
    ...Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value)),
  };
  return useAnswer(countReadings, { query }, { placeholderData: keepPreviousData }).data;
}

const KEYS: Record<Decision, string> = { approve: 'a', edit: 'e', reread: 'r', reopen: 'o' };

export function PreviewReview({ useMore = noMore }: { useMore?: MoreColumns }) {
  const t = useTexts('meters');
  const { number } = useFormats();
  const scope = useScope();
  const { state = TABS[0] } = useUrlQuery();
  const months = useMonthOptions();
  const counts = useCounts();
  const go = useGo();
  const mayOrder = useMay()('work-orders:create');
  const shown = useShown({ ...scope, state });
  const columns = useColumns(useMore(shown));
  const [asked, setAsked] = useState<{ reading: ListedReading; decision: Decision } | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const [marked, setMarked] = useState<Marked | null>(null);
  const choice = (reading: ListedReading, decision: Decision) => ({
    label: t(`review.${decision}`),
    shortcut: KEYS[decision],
    run: () => setAsked({ reading, decision }),
  });
  const actions = (row: ListedReading) => [
    ...(row.can.approve ? [choice(row, 'approve')] : []),
    ...(row.can.edit ? [choice(row, 'edit')] : []),
    ...(row.can.reread ? [choice(row, 'reread')] : []),
    ...(row.can.reopen ? [choice(row, 'reopen')] : []),
    ...(mayOrder
      ? [
          {
            label: t('review.order_work'),
            shortcut: 'w',
            run: () =>
              void go('/work-order-list', { page: 1, connection: row.connectionNumber, reading: row.id }),
          },
        ]
      : []),
    {
      label: t('review.view'),
      shortcut: 'v',
      run: () => setLooked((now) => (now === row.id ? null : row.id)),
    },
  ];
  const bulk = [
    {
      label: t('review.approve_marked'),
      shortcut: KEYS.approve,
      run: (ids: string[]) =>
        new Promise<boolean>((end) => setMarked({ ids, period: scope.period ?? '', end })),
    },
  ];
  const seen = shown.find(({ id }) => id === looked);
  return (
    <>
      <ListPage
        endpoint={listReadings}
        exports={useExports(listReadingsDownload, 'readings')}
        title={t('review.title')}
        about={t('review.about')}
        searchLabel={t('search')}
        columns={columns}
        nameOf={(row) => row.meterNumber}
        fixed={{ ...scope, state }}
        tabs={{
          name: 'state',
          noAll: true,
          items: TABS.map((value) => ({
            value,
            label: t(`states.${value}`),
            count: counts && (counts.counts[value] ?? 0),
          })),
        }}
        filters={[
          scope.importId
            ? { name: 'period', label: t('month'), options: months }
            : { name: 'period', label: t('month'), kind: 'month', options: months, usual: usualMonth() },
          { name: 'sectorId', label: t('sector'), options: useSectorOptions() },
          {
            name: 'flag',
            label: t('review.flag'),
            options: [
              { value: 'any', label: t('review.any') },
              { value: 'none', label: t('review.none') },
              ...READING_FLAGS.map((value) => ({ value, label: t(`flags.${value}`) })),
            ],
          },
          {
            name: 'deviationAbove',
            label: t('review.more_than'),
            options: [50, 100, 200, 400].map((percent) => ({
              value: String(percent),
              label: `${number(percent)}%`,
            })),
          },
        ]}
        actions={actions}
        bulk={scope.period && TO_APPROVE.includes(state) ? bulk : undefined}
        primary={
          scope.period ? (
            <ApproveAll scope={{ ...scope, period: scope.period }} count={counts?.unflagged ?? 0} />
          ) : null
        }
        empty={{ title: t('review.empty'), text: t('review.empty_text') }}
      />
      {seen ? <SideSheet reading={seen} look={setLooked} actions={actions(seen)} /> : null}
      {asked ? (
        <RowDialog
          endpoint={listReadings}
          columns={columns}
          rows={[asked.reading]}
          fits={({ can }) => can[asked.decision]}
        >
          {(reading) => (
            <ReviewDialog reading={reading} decision={asked.decision} close={() => setAsked(null)} />
          )}
        </RowDialog>
      ) : null}
      {marked ? <MarkedDialog {...marked} close={() => setMarked(null)} /> : null}
    </>
  );
}
