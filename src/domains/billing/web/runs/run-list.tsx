/** Bill runs, the newest first, and the plan of the next one. */
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { totalOf } from '#web/ui/list/list-tabs.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RunFilter } from '../../bill-run/bill-run.rules.ts';
import { type BillRun, listRuns, listRunsDownload } from '../../bill-run/contract.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { RunStateChip, useScope } from './run-state.tsx';

/** PLANNED lasts a moment. */
const TABS: readonly RunFilter[] = [
  'FAILED',
  'HELD_LEFT',
  'REVERSAL_ASKED',
  'CALCULATING',
  'REVIEW',
  'APPROVED',
  'POSTING',
  'POSTED',
  'CANCELLED',
  'REVERSED',
];

export function RunList() {
  const t = useTexts('billing');
  const may = useMay();
  const [planning, setPlanning] = useState(false);
  const scope = useScope();
  const columns: Column<BillRun>[] = [
    {
      key: 'number',
      title: t('runs.number'),
      value: (row) => t('runs.run', { number: row.number }),
      sort: 'number',
      to: (row) => ({ path: `/bill-run/${row.id}` }),
    },
    { key: 'period', title: t('runs.period'), kind: 'month', value: (row) => row.period, sort: 'period' },
    { key: 'scope', fields: ['sectorNumber'], title: t('runs.scope'), value: scope },
    { key: 'billed', title: t('runs.billed'), kind: 'number', value: (row) => row.billed },
    { key: 'held', title: t('runs.held'), kind: 'number', value: (row) => row.held },
    {
      key: 'total',
      fields: ['totalMinor'],
      title: t('runs.total'),
      kind: 'money',
      value: (row) => row.totalMinor,
    },
    {
      key: 'due',
      fields: ['dueOn'],
      title: t('runs.due'),
      kind: 'day',
      value: (row) => row.dueOn,
      onCard: false,
    },
    {
      key: 'planned',
      fields: ['plannedBy'],
      title: t('runs.planned'),
      value: (row) => row.plannedBy,
      onCard: false,
    },
    { key: 'state', title: t('runs.state'), value: (row) => <RunStateChip state={row.state} /> },
  ];
  const { counts, failed, heldLeft, reversalAsked } = useAnswer(listRuns, { query: { limit: 1 } }).data ?? {};
  const marked: Partial<Record<RunFilter, number>> = {
    ...{ FAILED: failed ?? 0, HELD_LEFT: heldLeft ?? 0, REVERSAL_ASKED: reversalAsked ?? 0 },
  };
  const plan = may('bill-runs:plan') ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setPlanning(true)}>
      {t('runs.plan')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listRuns}
        exports={useExports(listRunsDownload, 'bill-runs')}
        title={t('runs.title')}
        about={t('runs.about')}
        columns={columns}
        searchable={false}
        tabs={{
          name: 'state',
          all: totalOf(counts),
          // Nobody looks for failed runs, bills that were left, or reversals, if there are none.
          items: TABS.filter((state) => marked[state] !== 0).map((state) => ({
            value: state,
            label: t(`runs.states.${state}`),
            count: marked[state] ?? (counts && (counts[state] ?? 0)),
          })),
        }}
        primary={
          <Group gap="md">
            {may('bill-runs:print') ? (
              <GoLink to="/bill-print" query={{ page: 1 }}>
                {t('prints.title')}
              </GoLink>
            ) : null}
            <GoLink to="/bill-run/unbilled-months" query={{ page: 1 }}>
              {t('unbilled.title')}
            </GoLink>
            {plan}
          </Group>
        }
        empty={{ title: t('runs.empty'), text: t('runs.empty_help'), action: plan }}
      />
      {planning ? <PlanDialog close={() => setPlanning(false)} /> : null}
    </>
  );
}
