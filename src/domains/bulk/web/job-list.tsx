/** What a person did to many records at once, the newest first. */
import { useAction } from '#web/calls/use-action.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { JOB_STATES, type JobState } from '../bulk.rules.ts';
import { type BulkJob, cancelJob, listJobs, listJobsDownload } from '../contract.ts';

const TONES = { RUNNING: 'blue', DONE: 'green', CANCELLED: 'grey', STOPPED: 'red' } as const;

export function JobStateChip({ state }: { state: JobState }) {
  const t = useTexts('bulk');
  return <StateChip tone={TONES[state]}>{t(`job_states.${state}`)}</StateChip>;
}

export function JobList() {
  const t = useTexts('bulk');
  const language = useLanguage();
  const may = useMay();
  const cancel = useAction(cancelJob, { onDone: () => toast('info', t('job.cancelled')) });
  const giveUp = async ({ id, waiting }: BulkJob) => {
    if (await confirm('submit', t('job.cancel_detail', { count: waiting }))) cancel.run({ params: { id } });
  };
  const columns: Column<BulkJob>[] = [
    {
      key: 'action',
      title: t('jobs.action'),
      value: (row) =>
        row.isOwn ? <GoLink to={`/bulk-jobs/${row.id}`}>{row.title[language]}</GoLink> : row.title[language],
    },
    { key: 'askedBy', title: t('jobs.asked_by'), value: (row) => row.askedBy },
    {
      key: 'askedAt',
      title: t('jobs.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
      onCard: true,
    },
    { key: 'state', title: t('jobs.state'), value: (row) => <JobStateChip state={row.state} /> },
    { key: 'total', title: t('jobs.total'), kind: 'number', value: (row) => row.total, sort: 'total' },
    { key: 'done', title: t('jobs.done'), kind: 'number', value: (row) => row.done, onCard: true },
    { key: 'refused', title: t('jobs.refused'), kind: 'number', value: (row) => row.refused, onCard: true },
    { key: 'givenUp', title: t('jobs.given_up'), kind: 'number', value: (row) => row.givenUp },
    { key: 'leftOut', title: t('jobs.left_out'), kind: 'number', value: (row) => row.leftOut },
    { key: 'endedAt', title: t('jobs.ended'), kind: 'instant', value: (row) => row.endedAt },
  ];
  return (
    <ListPage
      endpoint={listJobs}
      exports={useExports(listJobsDownload, 'bulk-actions')}
      title={t('jobs.title')}
      about={t('jobs.about')}
      searchable={false}
      columns={columns}
      nameOf={(row) => row.title[language]}
      filters={[
        {
          name: 'state',
          label: t('jobs.state'),
          options: JOB_STATES.map((state) => ({ value: state, label: t(`job_states.${state}`) })),
        },
        ...(may('users:edit')
          ? [
              {
                name: 'whose',
                label: t('jobs.whose'),
                options: [{ value: 'others', label: t('jobs.others') }],
              },
            ]
          : []),
      ]}
      actions={(row) => (row.isOwn ? [] : [{ label: t('job.cancel'), run: () => giveUp(row) }])}
      empty={{ title: t('jobs.empty'), text: t('jobs.empty_help') }}
    />
  );
}
