/** The records of a bulk action, what was not done first. */
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { type BulkItem, type BulkJob, listItems, listItemsDownload } from '../contract.ts';
import { Reason } from './reason.tsx';

const TONES = { WAITING: 'grey', DONE: 'green', REFUSED: 'red', GIVEN_UP: 'grey', LEFT_OUT: 'grey' } as const;

export function JobItems({ job }: { job: BulkJob }) {
  const t = useTexts('bulk');
  const { digits } = useFormats();
  const { show } = useUrlQuery();
  const params = { id: job.id };
  const exports = useExports(listItemsDownload, 'bulk-action-records', params);
  const failed = job.refused + job.givenUp;
  // Who opens it after the end comes for what was not done.
  const first = job.state === 'RUNNING' ? 'waiting' : failed > 0 ? 'failed' : 'done';
  const columns: Column<BulkItem>[] = [
    {
      key: 'label',
      title: t('job.record'),
      value: (row) => digits(row.label) || '—',
      sort: 'label',
      to: (row) => splitPath(row.path),
    },
    {
      key: 'state',
      title: t('job.result'),
      value: (row) => <StateChip tone={TONES[row.state]}>{t(`item_states.${row.state}`)}</StateChip>,
      sort: 'state',
    },
    {
      key: 'code',
      title: t('job.reason'),
      value: (row) => row.code && <Reason code={row.code} params={row.params} />,
      onCard: true,
    },
    { key: 'endedAt', title: t('job.at'), kind: 'instant', value: (row) => row.endedAt, sort: 'endedAt' },
  ];
  return (
    <ListPage
      endpoint={listItems}
      isPart
      params={params}
      exports={exports}
      title={t('job.items')}
      searchLabel={t('job.search')}
      columns={columns}
      fixed={show ? {} : { show: first }}
      nameOf={(row) => digits(row.label)}
      tabs={{
        name: 'show',
        noAll: true,
        items: [
          { value: 'failed', label: t('job.tabs.failed'), count: failed },
          { value: 'done', label: t('job.tabs.done'), count: job.done },
          { value: 'waiting', label: t('job.tabs.waiting'), count: job.waiting },
          { value: 'left-out', label: t('job.tabs.left_out'), count: job.leftOut },
        ].toSorted((a, b) => Number(b.value === first) - Number(a.value === first)),
      }}
      empty={{ title: t('job.nothing'), text: t('job.nothing_help') }}
    />
  );
}

/** A planner's record is in the query of their queue. */
function splitPath(path: string): { path: string; query?: Record<string, string> } {
  const [at = '', query] = path.split('?');
  return query ? { path: at, query: Object.fromEntries(new URLSearchParams(query)) } : { path: at };
}
