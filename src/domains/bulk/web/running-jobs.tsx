/** Above a list: the person's own bulk actions that run now, also after the page was loaded again; and how those of this page ended. */
import { ActionIcon, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { signalChange } from '#web/calls/change-signals.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { percentOf } from '../bulk.rules.ts';
import { type BulkJob, getJob, listJobs } from '../contract.ts';
import style from './bulk.module.css';

const POLL_MS = 1500;

/** @param started those that were started here: one may be over before it is seen to run */
export function RunningJobs({ started }: { started: readonly string[] }) {
  const t = useTexts('bulk');
  const { data } = useAnswer(listJobs, { query: { state: 'RUNNING', limit: 10 } });
  // One that was seen here stays until it is put away, so that its end is seen.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const running = data?.items.map(({ id }) => id).join() ?? '';
  useEffect(() => {
    const ids = running ? running.split(',') : [];
    setSeen((known) => [...known, ...ids.filter((id) => !known.includes(id))]);
  }, [running]);
  const shown = [...new Set([...seen, ...started])].filter((id) => !hidden.includes(id));
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('running.title')} className="no-print">
      <ul className={style.running}>
        {shown.map((id) => (
          <Running
            key={id}
            id={id}
            isStarted={started.includes(id)}
            hide={() => setHidden((known) => [...known, id])}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * A job, asked for again as long as it runs. When it has ended, the lists show what it changed.
 * @param isStarted it was started here, and may be over before it is seen to run
 */
export function useJob(id: string, isStarted = false) {
  const found = useAnswer(
    getJob,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? POLL_MS : false) },
  );
  const state = found.data?.state;
  const wasRunning = useRef(isStarted);
  useEffect(() => {
    if (state === 'RUNNING') wasRunning.current = true;
    else if (state && wasRunning.current) {
      wasRunning.current = false;
      signalChange('changed');
    }
  }, [state]);
  return found;
}

type RunningProps = { id: string; isStarted: boolean; hide: () => void };

function Running({ id, isStarted, hide }: RunningProps) {
  const t = useTexts('bulk');
  const language = useLanguage();
  const { data: job } = useJob(id, isStarted);
  if (!job) return null;
  const title = job.title[language];
  const isOver = job.state !== 'RUNNING';
  const failed = job.refused + job.givenUp;
  return (
    <li className={style.job} data-over={isOver || undefined}>
      <span className={style.title}>{title}</span>
      {isOver ? <Outcome job={job} /> : <JobProgress job={job} />}
      {isOver ? null : (
        <span className={style.count} role="status">
          {t('running.progress', { done: job.total - job.waiting, count: job.total })}
        </span>
      )}
      <GoLink to={`/bulk-jobs/${id}`}>{t(isOver && failed > 0 ? 'running.why' : 'running.open')}</GoLink>
      {isOver ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('running.hide', { action: title })}
          onClick={hide}
        >
          <IconX size={16} />
        </ActionIcon>
      ) : null}
    </li>
  );
}

type Counted = Pick<BulkJob, 'title' | 'done' | 'refused' | 'givenUp' | 'waiting'>;

export function JobProgress({ job }: { job: Counted }) {
  const t = useTexts('bulk');
  const language = useLanguage();
  const { done, refused, givenUp, waiting } = job;
  return (
    <Progress
      value={percentOf({ DONE: done, REFUSED: refused, GIVEN_UP: givenUp, WAITING: waiting })}
      size={8}
      aria-label={t('running.spoken', { action: job.title[language] })}
    />
  );
}

export function Outcome({ job }: { job: Counted }) {
  const t = useTexts('bulk');
  const failed = job.refused + job.givenUp;
  return (
    <span className={style.outcome} role="status">
      <span>{t('running.done', { done: job.done })}</span>
      {failed > 0 ? <span className={style.failed}>{t('running.failed', { failed })}</span> : null}
    </span>
  );
}
