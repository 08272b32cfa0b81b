/** One bulk action: how far it is, what was not done and why, and trying that again. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { queryClient } from '#web/calls/use-answer.ts';
import { useGo, usePathParam } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { cancelJob, listItems } from '../contract.ts';
import style from './bulk.module.css';
import { JobItems } from './job-items.tsx';
import { JobStateChip } from './job-list.tsx';
import { JobProgress, Outcome, useJob } from './running-jobs.tsx';

const BulkDialog = onDemand(() => import('./bulk-dialog.tsx').then((file) => file.BulkDialog));

export function JobRecord() {
  const t = useTexts('bulk');
  const language = useLanguage();
  const { shortInstant } = useFormats();
  const go = useGo();
  const id = usePathParam();
  const { data: job, error, refetch } = useJob(id);
  const [isAgain, setIsAgain] = useState(false);
  const cancel = useAction(cancelJob, { onDone: () => toast('info', t('job.cancelled')) });
  const waiting = job?.waiting;
  // What the list shows has changed with each step.
  useEffect(() => {
    if (waiting !== undefined) void queryClient.invalidateQueries({ queryKey: [listItems.path] });
  }, [waiting]);
  if (error && !job) return <FailedPage error={error} retry={refetch} />;
  if (!job) return <RecordSkeleton />;
  const title = job.title[language];
  const failed = job.refused + job.givenUp;
  const isRunning = job.state === 'RUNNING';
  const giveUp = async () => {
    if (await confirm('submit', t('job.cancel_detail', { count: job.waiting })))
      cancel.run({ params: { id } });
  };
  const actions = [
    ...(isRunning
      ? [{ label: t('job.cancel'), danger: true, isRunning: cancel.isRunning, run: giveUp }]
      : []),
    ...(!isRunning && failed > 0 && job.canTryAgain
      ? [{ label: t('job.again', { count: failed }), run: () => setIsAgain(true) }]
      : []),
  ];
  return (
    <RecordPage
      title={title}
      place={`${t('job.records', { count: job.total })} · ${shortInstant(job.askedAt)}`}
      state={<JobStateChip state={job.state} />}
      actions={actions}
    >
      <Sheet title={t('job.progress')}>
        <div className={style.bar}>
          {isRunning ? <JobProgress job={job} /> : null}
          <div className={style.figures}>
            <span role="status">
              {t('running.progress', { done: job.total - job.waiting, count: job.total })}
            </span>
            <Outcome job={job} />
            {job.leftOut > 0 ? <span>{t('job.left_out', { count: job.leftOut })}</span> : null}
          </div>
        </div>
        {job.failing || job.state === 'STOPPED' ? (
          <Alert color={job.failing ? 'yellow' : 'red'} icon={<IconAlertTriangle size={20} />} mt="sm">
            {t(job.failing ? 'job.failing' : 'job.stopped')}
          </Alert>
        ) : null}
      </Sheet>
      <JobItems job={job} />
      {isAgain ? (
        <BulkDialog
          action={{ name: job.action, title }}
          of={{ jobId: id }}
          told={{ initial: job.told, asksAgain: Object.keys(job.told) }}
          close={(started) => {
            setIsAgain(false);
            if (started) void go(`/bulk-jobs/${started.id}`);
          }}
        />
      ) : null}
    </RecordPage>
  );
}
