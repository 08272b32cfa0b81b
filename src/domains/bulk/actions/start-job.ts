/** Starts a job: its items and its work are written in one transaction, so that both are there or neither. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fieldErrors } from '#platform/http/errors.ts';
import { addJob } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { WORK_JOB } from '../bulk-work.ts';
import type { BulkJob, startJob as startCall } from '../contract.ts';
import { actionNamed, type Offered } from '../offered.ts';
import type { LookedAt } from '../points.ts';
import { getJob } from '../queries.ts';

type Asked = z.output<(typeof startCall)['body']>;

export async function startJob(tx: Tx, actor: Actor, offered: Offered, asked: Asked): Promise<BulkJob> {
  const action = actionNamed(offered, actor, asked.action);
  const told = action.told.safeParse(asked.told);
  if (!told.success) throw fail(commonErrors.invalid_input, {}, fieldErrors(told.error, ['told']));
  const items = [...new Map(asked.items.map((item) => [item.id, item])).values()];
  const ids = items.map(({ id }) => id);
  const leftOut = asked.leftOut.filter(({ id }) => !ids.includes(id));
  const labels = await action.look(tx, actor, [...ids, ...leftOut.map(({ id }) => id)], told.data);
  // One that runs already is found by its index: nobody looks first and acts then.
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into bulk.jobs (action, input, asked_by, asked_by_name, asked_at, total, session_id)
      values (${action.name}, ${JSON.stringify(told.data)}::jsonb, ${actor.userId}, ${actor.name}, ${actor.now}, ${items.length}, ${actor.sessionId}::uuid)
      returning id`,
  );
  await execute(
    tx,
    sql`insert into bulk.items (job_id, position, subject_id, version, agreed_minor, label)
      select ${id}, asked.position, asked.id, asked.version, asked.sum, coalesce(known.label, '')
      from unnest(${ids}::uuid[], ${items.map(({ version }) => version)}::int[], ${items.map(({ sumMinor }) => sumMinor ?? null)}::bigint[])
        with ordinality as asked (id, version, sum, position)
      left join jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as known (id uuid, label text) on known.id = asked.id`,
  );
  await keepLeftOut(tx, actor, { jobId: id, after: items.length, leftOut, looked: labels });
  await addJob(tx, WORK_JOB, { jobId: id });
  await audit(tx, actor, {
    action: 'bulk.start',
    object: 'bulk_job',
    objectId: id,
    after: { bulkAction: action.name, bulkItems: items.length },
  });
  return getJob(tx, actor, offered, id);
}

type LeftOut = {
  jobId: string;
  after: number;
  leftOut: Asked['leftOut'];
  looked: readonly LookedAt[];
};

/** The reason is the server's own. What could be done by now was another version when the person looked. */
async function keepLeftOut(tx: Tx, actor: Actor, { jobId, after, leftOut, looked }: LeftOut): Promise<void> {
  const now = new Map(looked.map((record) => [record.id, record]));
  const rows = leftOut.map(({ id, version }) => {
    const record = now.get(id);
    const { code, params = {} } = whyLeftOut(record, version);
    return { id, version, label: record?.label ?? '', code, params };
  });
  await execute(
    tx,
    sql`insert into bulk.items (job_id, position, subject_id, version, label, state, code, params, ended_at)
      select ${jobId}, ${after} + asked.position, asked.id, asked.version, asked.label, 'LEFT_OUT', asked.code, asked.params, ${actor.now}
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (id uuid, version int, label text, code text, params jsonb)) with ordinality
        as asked (id, version, label, code, params, position)
      on conflict do nothing`,
  );
}

function whyLeftOut(record: LookedAt | undefined, version: number): NonNullable<LookedAt['refusal']> {
  if (!record) return { code: commonErrors.not_found.code };
  const stale = { code: commonErrors.stale_version.code };
  return record.version === version ? (record.refusal ?? stale) : stale;
}
