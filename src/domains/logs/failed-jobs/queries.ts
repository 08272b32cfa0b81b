/** Alarms of jobs (platform/job-alarms.ts) as a list, and whom they are told to. */
import { CALCULATE_JOB, POST_JOB } from '#domains/billing/bill-run/run-jobs.ts';
import { PRINT_JOB } from '#domains/billing/prints/print.rules.ts';
import { WORK_JOB } from '#domains/bulk/bulk-work.ts';
import { tellJobFails } from '#domains/bulk/tell-asker.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { type ListQuery, listPage } from '#platform/database/lists.ts';
import type { JobAlarm } from '#platform/job-alarms.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { FailedJob } from './contract.ts';

type Query = Paging & { state?: 'open' | 'solved' | undefined };

export function failedJobList(query: Omit<Query, keyof Paging>): ListQuery {
  return {
    rows: sql`select a.id, a.job, (a.subject ->> 'runId')::uuid as "runId", a.reason, a.failures, a.since,
        a.failed_at as "failedAt", a.retried_at as "retriedAt", u.name as "retriedBy", a.solved_at as "solvedAt"
      from platform.job_alarms a left join identity.users u on u.id = a.retried_by
      where a.raised_at is not null
        and (${query.state ?? null}::text is null or (a.solved_at is null) = (${query.state ?? null} = 'open'))`,
    sorts: { since: sql`since` },
    tieBreak: sql`id desc`,
  };
}

export function listFailedJobs(db: Db | Tx, query: Query): Promise<Page<FailedJob>> {
  return listPage(db, query, failedJobList(query));
}

/** A bill run is told to those who plan and post it, a print to those who print, with their own pages; everything else to those who see the logs. */
export async function tellFailure(tx: Tx, now: Date, alarm: JobAlarm): Promise<void> {
  const teller = { now, userId: null };
  const occasion = `${alarm.id}:${alarm.retries}`;
  if (alarm.job === PRINT_JOB) {
    const print = await first<{ period: string }>(
      tx,
      sql`select r.period from billing.prints t join billing.bill_runs r on r.id = t.run_id where t.id = ${String(alarm.subject.printId)}::uuid`,
    );
    await notify(tx, teller, holdersOf('bill-runs:print'), {
      ...{ kind: 'billing.print_failed', occasion, path: `/bill-print/${alarm.subject.printId}` },
      params: { month: print?.period ?? '' },
    });
    return;
  }
  if (alarm.job !== CALCULATE_JOB && alarm.job !== POST_JOB) {
    const link = { path: '/failed-jobs?page=1&state=open', params: { job: alarm.job } };
    await notify(tx, teller, holdersOf('logs:view'), { kind: 'logs.job_failed', occasion, ...link });
    if (alarm.job === WORK_JOB) await tellJobFails(tx, now, { id: String(alarm.subject.jobId), occasion });
    return;
  }
  const run = await first<{ period: string }>(
    tx,
    sql`select period from billing.bill_runs where id = ${String(alarm.subject.runId)}::uuid`,
  );
  const holders = sql`${holdersOf('bill-runs:plan')} union ${holdersOf('bill-runs:post')}`;
  await notify(tx, teller, holders, {
    ...{ kind: 'billing.run_failed', occasion, path: `/bill-run/${alarm.subject.runId}` },
    params: { month: run?.period ?? '' },
  });
}
