/** What meters without a reading would be estimated with: rule and figures of each, and one press for all of them. */
import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import {
  createEstimates,
  type Estimate,
  listEstimates,
  listEstimatesDownload,
  sumEstimates,
} from '../../estimates/contract.ts';
import { LEFT_OUT, LISTED_METHODS } from '../../estimates/estimate.rules.ts';
import { useConsumerName, useMonthOptions, useSectorOptions, usualMonth } from '../words.tsx';

function RunButton() {
  const t = useTexts('meters');
  const { month, day } = useFormats();
  const { period = usualMonth(), sectorId } = useUrlQuery();
  const scope = { period, ...(sectorId ? { sectorId } : {}) };
  const { data } = useAnswer(sumEstimates, { query: scope }, { placeholderData: keepPreviousData });
  const run = useAction(createEstimates, {
    onDone: ({ estimated }) => toast('success', t('estimates.done', { count: estimated })),
  });
  const { count = 0, litres = 0, isOpen = false, deadline } = data ?? {};
  const ask = async () => {
    const detail = t('estimates.confirm', { count, month: month(period), litres });
    if (await confirm('submit', detail)) run.run({ body: { ...scope, count, litres } });
  };
  const early = !isOpen && deadline ? t('estimates.too_early', { day: day(deadline) }) : undefined;
  return (
    <Button
      leftSection={<IconCalculator size={16} />}
      disabled={count === 0 || !isOpen}
      loading={run.isRunning}
      title={early ?? (count === 0 ? t('estimates.none') : undefined)}
      onClick={() => void ask()}
    >
      {early ?? t('estimates.run', { count })}
    </Button>
  );
}

function useColumns(): Column<Estimate>[] {
  const t = useTexts('meters');
  const place = usePlace();
  const consumer = useConsumerName();
  const { digits, number, cubicMetres } = useFormats();
  const basis = ({ method, basisLitres, basisDays }: Estimate) => {
    if (basisLitres === null || basisDays === null) return null;
    return method === 'CATEGORY'
      ? t('estimates.basis_day', { litres: cubicMetres(Math.round(basisLitres / basisDays)) })
      : t('estimates.basis_text', { litres: cubicMetres(basisLitres), days: number(basisDays) });
  };
  return [
    {
      key: 'meter',
      fields: ['meterNumber'],
      title: t('meter'),
      value: (row) => digits(row.meterNumber),
      to: (row) => ({ path: `/meter-list/${row.meterId}` }),
    },
    {
      key: 'rule',
      fields: ['method', 'leftOut'],
      title: t('estimates.rule'),
      value: (row) =>
        row.method
          ? t(`estimates.methods.${row.method}`)
          : row.leftOut && t(`estimates.why_not.${row.leftOut}`),
    },
    {
      key: 'basis',
      fields: ['basisLitres', 'basisDays'],
      title: t('estimates.basis'),
      value: basis,
    },
    {
      key: 'use',
      fields: ['litres'],
      title: t('estimates.use'),
      kind: 'volume',
      value: (row) => row.litres,
      sort: 'litres',
    },
    {
      key: 'figure',
      fields: ['registerLitres'],
      title: t('estimates.figure'),
      kind: 'volume',
      value: (row) => row.registerLitres,
    },
    {
      key: 'row',
      fields: ['inRow'],
      title: t('estimates.in_row'),
      kind: 'number',
      value: (row) => row.inRow,
      sort: 'inRow',
    },
    {
      key: 'last',
      fields: ['previousLitres'],
      title: t('list.last'),
      kind: 'volume',
      value: (row) => row.previousLitres,
    },
    {
      key: 'lastOn',
      fields: ['previousOn'],
      title: t('list.last_on'),
      kind: 'day',
      value: (row) => row.previousOn,
    },
    { key: 'consumer', fields: ['consumerName'], title: t('consumer'), value: consumer },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      sort: 'route',
    },
  ];
}

export function EstimateList() {
  const t = useTexts('meters');
  const months = useMonthOptions();
  const sectors = useSectorOptions();
  return (
    <ListPage
      endpoint={listEstimates}
      exports={useExports(listEstimatesDownload, 'estimates')}
      title={t('estimates.title')}
      about={t('estimates.about')}
      searchLabel={t('search')}
      columns={useColumns()}
      idOf={(row) => row.meterId}
      filters={[
        { name: 'period', label: t('month'), kind: 'month', options: months, usual: usualMonth() },
        { name: 'sectorId', label: t('sector'), options: sectors },
        {
          name: 'method',
          label: t('estimates.rule'),
          options: LISTED_METHODS.map((value) => ({ value, label: t(`estimates.methods.${value}`) })),
        },
        {
          name: 'leftOut',
          label: t('estimates.left_out'),
          options: [
            { value: 'none', label: t('estimates.estimated') },
            ...LEFT_OUT.map((value) => ({ value, label: t(`estimates.why_not.${value}`) })),
          ],
        },
      ]}
      primary={<RunButton />}
      empty={{ title: t('estimates.empty') }}
    />
  );
}
