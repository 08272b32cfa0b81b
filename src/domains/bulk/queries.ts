/** Questions about bulk actions. A person sees their own only. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Page } from '#shared/paging.ts';
import { WORK_JOB } from './bulk-work.ts';
import type { BulkItem, BulkJob, getJob as getCall, listItems as itemsCall, listJobs } from './contract.ts';
import { mayDo, type Offered, titleOf } from './offered.ts';

type EndableJob = { action: string; isOwn: boolean };

type JobsQuery = z.output<(typeof listJobs)['query']>;
type ItemsQuery = z.output<(typeof itemsCall)['query']>;
type JobRow = Omit<BulkJob, 'title'>;
type JobAnswer = z.input<(typeof getCall)['output']>;

const own = (actor: Actor): Sql => sql`j.asked_by = ${actor.userId}::uuid`;
/** What runs of others, and is stopped by those who manage accounts: its person may not be reached. */
const othersToStop = (actor: Actor): Sql =>
  may(actor, 'users:edit') ? sql`(j.state = 'RUNNING' and not ${own(actor)})` : sql`false`;

const count = (state: Sql) =>
  sql`(select count(*)::int from bulk.items i where i.job_id = j.id and i.state = ${state})`;
const jobColumns = (
  actor: Actor,
) => sql`j.id, j.action, j.state, j.asked_by_name as "askedBy", ${own(actor)} as "isOwn", j.asked_at as "askedAt", j.ended_at as "endedAt", j.total,
  ${count(sql`'DONE'`)} as done, ${count(sql`'REFUSED'`)} as refused, ${count(sql`'GIVEN_UP'`)} as "givenUp",
  ${count(sql`'LEFT_OUT'`)} as "leftOut", ${count(sql`'WAITING'`)} as waiting,
  exists (select from platform.job_alarms a where a.job = ${WORK_JOB} and a.subject = jsonb_build_object('jobId', j.id)
    and a.raised_at is not null and a.solved_at is null) as failing`;

export function jobList(actor: Actor, query: Omit<JobsQuery, 'limit' | 'offset' | 'sort'>): ListQuery {
  const state = query.state ? sql`and j.state = ${query.state}` : sql``;
  const whose = query.whose ? othersToStop(actor) : own(actor);
  return {
    rows: sql`select ${jobColumns(actor)} from bulk.jobs j where ${whose} ${state}`,
    count: sql<{ total: number }>`select count(*) as total from bulk.jobs j where ${whose} ${state}`,
    sorts: { askedAt: sql`"askedAt"`, total: sql`total` },
    tieBreak: sql`id desc`,
  };
}

export async function listOwnJobs(
  db: Db | Tx,
  actor: Actor,
  offered: Offered,
  query: JobsQuery,
): Promise<Page<BulkJob>> {
  const page = await listPage<JobRow>(db, query, jobList(actor, query));
  return { ...page, items: page.items.map((job) => ({ ...job, title: titleOf(offered, job.action) })) };
}

/** One of the actor's own. */
export async function findJob(
  db: Db | Tx,
  actor: Actor,
  id: string,
): Promise<JobRow & { told: JobAnswer['told'] }> {
  const job = await first<JobRow & { told: JobAnswer['told'] }>(
    db,
    sql`select ${jobColumns(actor)}, j.input as told from bulk.jobs j where j.id = ${id} and ${own(actor)}`,
  );
  if (!job) throw fail(commonErrors.not_found);
  return job;
}

/** One that the actor may give up: their own, or what runs of somebody else. */
export async function findJobToEnd(tx: Tx, actor: Actor, id: string): Promise<EndableJob> {
  const job = await first<EndableJob>(
    tx,
    sql`select j.action, ${own(actor)} as "isOwn" from bulk.jobs j where j.id = ${id} and (${own(actor)} or ${othersToStop(actor)})`,
  );
  if (!job) throw fail(commonErrors.not_found);
  return job;
}

export async function getJob(db: Db | Tx, actor: Actor, offered: Offered, id: string): Promise<JobAnswer> {
  const job = await findJob(db, actor, id);
  const action = offered.actions.get(job.action);
  return {
    ...job,
    title: titleOf(offered, job.action),
    canTryAgain: action !== undefined && mayDo(actor, action),
  };
}

const SHOWN = {
  done: sql`i.state = 'DONE'`,
  failed: sql`i.state in ('REFUSED', 'GIVEN_UP')`,
  waiting: sql`i.state = 'WAITING'`,
  'left-out': sql`i.state = 'LEFT_OUT'`,
} as const;

export function itemList(
  actor: Actor,
  query: Omit<ItemsQuery, 'limit' | 'offset' | 'sort'>,
  jobId: string,
): ListQuery {
  const search = query.search ? sql`and i.label ilike ${containing(query.search)}` : sql``;
  const shown = query.show ? SHOWN[query.show] : sql`true`;
  return {
    rows: sql`select i.id, i.subject_id as "subjectId", i.label, i.state, i.code, i.params, i.position,
        i.ended_at as "endedAt"
      from bulk.items i join bulk.jobs j on j.id = i.job_id
      where j.id = ${jobId} and ${own(actor)} and ${shown} ${search}`,
    sorts: {
      position: sql`position`,
      label: sql`label collate platform.natural`,
      state: sql`state`,
      endedAt: sql`"endedAt"`,
    },
    tieBreak: sql`id`,
  };
}

export async function listItems(
  db: Db | Tx,
  actor: Actor,
  offered: Offered,
  { id, ...query }: ItemsQuery & { id: string },
): Promise<Page<BulkItem>> {
  const job = await findJob(db, actor, id);
  const page = await listPage<Omit<BulkItem, 'path'>>(db, query, itemList(actor, query, id));
  const pathOf = offered.actions.get(job.action)?.pathOf;
  return {
    ...page,
    items: page.items.map((item) => ({ ...item, path: pathOf?.(actor, item.subjectId) ?? '' })),
  };
}
