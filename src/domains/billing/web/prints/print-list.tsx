/** Prints of bill runs, the newest first. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { totalOf } from '#web/ui/list/list-tabs.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listPrints, listPrintsDownload, type Print } from '../../prints/contract.ts';
import { PRINT_STATES } from '../../prints/print.rules.ts';
import { PrintStateChip, usePrintScope } from './print-words.tsx';

export function PrintList() {
  const t = useTexts('billing');
  const scope = usePrintScope();
  const { runId } = useUrlQuery();
  const { counts } = useAnswer(listPrints, { query: { limit: 1, ...(runId ? { runId } : {}) } }).data ?? {};
  const columns: Column<Print>[] = [
    {
      key: 'number',
      fields: ['number', 'runNumber'],
      title: t('prints.number'),
      value: (row) => t('prints.name', { number: String(row.number), run: String(row.runNumber) }),
      to: (row) => ({ path: `/bill-print/${row.id}` }),
    },
    {
      key: 'state',
      fields: ['state', 'isReversed'],
      title: t('prints.state'),
      value: (row) => <PrintStateChip print={row} />,
    },
    { key: 'period', title: t('prints.month'), kind: 'month', value: (row) => row.period, onCard: true },
    {
      key: 'scope',
      fields: ['sectorNumber', 'roadNumber', 'households'],
      title: t('prints.scope'),
      value: scope,
      onCard: true,
    },
    {
      key: 'bills',
      title: t('prints.bills'),
      kind: 'number',
      value: (row) => row.bills,
      sort: 'bills',
      onCard: true,
    },
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('prints.sum'),
      kind: 'money',
      value: (row) => row.totalMinor,
      sort: 'totalMinor',
      onCard: false,
    },
    { key: 'parts', title: t('prints.files'), kind: 'number', value: (row) => row.parts, onCard: false },
    { key: 'askedBy', title: t('prints.asked_by'), value: (row) => row.askedBy, onCard: false },
    {
      key: 'askedAt',
      title: t('prints.asked_at'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
      onCard: true,
    },
  ];
  return (
    <ListPage
      endpoint={listPrints}
      exports={useExports(listPrintsDownload, 'bill-prints')}
      title={t('prints.title')}
      about={t('prints.about')}
      columns={columns}
      searchable={false}
      tabs={{
        name: 'state',
        all: totalOf(counts),
        items: PRINT_STATES.map((value) => ({
          value,
          label: t(`prints.states.${value}`),
          count: counts && (counts[value] ?? 0),
        })),
      }}
      empty={{ title: t('prints.empty'), text: t('prints.empty_help') }}
    />
  );
}
