/** Months of connections that no bill was ever made for, and the run that makes them up. */

import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { UNBILLED_REASONS } from '../../bill-run/bill-run.rules.ts';
import {
  listUnbilledMonths,
  listUnbilledMonthsDownload,
  type UnbilledMonth,
} from '../../bill-run/contract.ts';
import style from '../billing.module.css';
import { useSectorOptions } from '../sector-options.ts';
import { PlanDialog } from './plan-dialog.tsx';

const MONTHS_BACK = 24;
const STATES = ['active', 'disconnected', 'closed'] as const;
const TONES = { NO_READING: 'grey', NOT_APPROVED: 'amber', APPROVED: 'red' } as const;

function useColumns(): Column<UnbilledMonth>[] {
  const t = useTexts('billing');
  const nameIn = useNameIn();
  const common = useTexts('common');
  const { digits } = useFormats();
  const place = usePlace();
  return [
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('items.connection'),
      value: (row) => <span className={style.whole}>{digits(row.connectionNumber)}</span>,
      sort: 'connectionNumber',
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('items.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
    },
    { key: 'month', title: t('runs.period'), kind: 'month', value: (row) => row.month, sort: 'month' },
    {
      key: 'reason',
      title: t('unbilled.why'),
      value: (row) => <StateChip tone={TONES[row.reason]}>{t(`unbilled.reasons.${row.reason}`)}</StateChip>,
    },
    {
      key: 'use',
      fields: ['usageLitres'],
      title: t('items.use'),
      kind: 'volume',
      value: (row) => row.usageLitres,
      sort: 'usageLitres',
    },
    { key: 'status', title: t('unbilled.status'), value: (row) => t(`unbilled.states.${row.status}`) },
  ];
}

export function UnbilledList() {
  const t = useTexts('billing');
  const may = useMay();
  const { month } = useFormats();
  const [planned, setPlanned] = useState<string | null>(null);
  const sectors = useSectorOptions();
  const thisMonth = firstOfMonth(today());
  const months = Array.from({ length: MONTHS_BACK }, (_, index) => addMonths(thisMonth, -1 - index));
  const actions = (row: UnbilledMonth) =>
    may('bill-runs:plan') && row.reason === 'APPROVED' && months.includes(row.month)
      ? [{ label: t('unbilled.plan'), run: () => setPlanned(row.month) }]
      : [];
  return (
    <>
      <ListPage
        endpoint={listUnbilledMonths}
        title={t('unbilled.title')}
        about={t('unbilled.about')}
        searchLabel={t('items.search')}
        columns={useColumns()}
        idOf={(row) => row.id}
        nameOf={(row) => row.connectionNumber}
        filters={[
          {
            name: 'month',
            label: t('runs.period'),
            options: months.map((value) => ({ value, label: month(value) })),
          },
          {
            name: 'reason',
            label: t('unbilled.why'),
            options: UNBILLED_REASONS.map((value) => ({ value, label: t(`unbilled.reasons.${value}`) })),
          },
          {
            name: 'status',
            label: t('unbilled.status'),
            options: STATES.map((value) => ({ value, label: t(`unbilled.states.${value}`) })),
          },
          { name: 'sectorId', label: t('lists.bills_sector'), options: sectors },
        ]}
        actions={actions}
        exports={useExports(listUnbilledMonthsDownload, 'unbilled-months')}
        primary={
          <GoLink to="/bill-run" query={{ page: 1 }}>
            {t('runs.title')}
          </GoLink>
        }
        empty={{ title: t('unbilled.empty'), text: t('unbilled.empty_help') }}
      />
      {planned ? <PlanDialog period={planned} close={() => setPlanned(null)} /> : null}
    </>
  );
}
