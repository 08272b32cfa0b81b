/** Background work that failed three times: what, why, since when, and starting it again. */
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  type FailedJob,
  listFailedJobs,
  listFailedJobsDownload,
  retryFailedJob,
} from '../failed-jobs/contract.ts';

export function FailedJobs() {
  const t = useTexts('logs');
  const may = useMay();
  const go = useGo();
  const { shortInstant } = useFormats();
  const again = useAction(retryFailedJob, { onDone: () => toast('success', t('jobs.started')) });
  const columns: Column<FailedJob>[] = [
    {
      key: 'job',
      title: t('jobs.job'),
      value: (row) => row.job,
    },
    { key: 'reason', title: t('jobs.reason'), value: (row) => row.reason, onCard: true },
    {
      key: 'since',
      title: t('jobs.since'),
      value: (row) => shortInstant(row.since),
      sort: 'since',
      onCard: true,
    },
    { key: 'failures', title: t('jobs.failures'), kind: 'number', value: (row) => row.failures },
    {
      key: 'retried',
      fields: ['retriedAt', 'retriedBy'],
      title: t('jobs.retried'),
      value: (row) => row.retriedAt && `${shortInstant(row.retriedAt)} ${row.retriedBy ?? ''}`,
    },
    {
      key: 'state',
      fields: ['solvedAt'],
      title: t('jobs.state'),
      value: (row) => (
        <StateChip tone={row.solvedAt ? 'green' : 'red'}>
          {t(row.solvedAt ? 'jobs.solved' : 'jobs.open')}
        </StateChip>
      ),
    },
  ];
  const actions = ({ id, runId, solvedAt }: FailedJob) => [
    ...(solvedAt === null && may('settings:edit')
      ? [{ label: t('jobs.try_again'), run: () => again.run({ params: { id } }) }]
      : []),
    ...(runId ? [{ label: t('jobs.open_run'), run: () => go(`/bill-run/${runId}`) }] : []),
  ];
  return (
    <ListPage
      endpoint={listFailedJobs}
      exports={useExports(listFailedJobsDownload, 'failed-background-work')}
      title={t('jobs.title')}
      about={t('jobs.about')}
      searchable={false}
      tabs={{
        name: 'state',
        items: [
          { value: 'open', label: t('jobs.open') },
          { value: 'solved', label: t('jobs.solved') },
        ],
      }}
      nameOf={(row) => row.job}
      empty={{ title: t('jobs.empty'), text: t('jobs.empty_help') }}
      {...{ columns, actions }}
    />
  );
}
