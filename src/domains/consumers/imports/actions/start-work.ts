/** Asks a job for the dry run or for the commit of a file, and takes that back. The work itself: work-import.ts. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, sql, type Tx } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { AuditWord } from '#shared/words.ts';
import { errors, type Import, type Mapping } from '../contract.ts';
import { getImport, lockImport } from '../queries.ts';

export const WORK_JOB = 'consumers:work-import';

export async function startCheck(
  tx: Tx,
  actor: Actor,
  { id, mapping }: { id: string; mapping: Mapping },
): Promise<Import> {
  const found = await lockImport(tx, actor, id);
  if (found.state !== 'UPLOADED' && found.state !== 'CHECKED') {
    throw fail(errors.import_wrong_state, { state: found.state });
  }
  if (Math.max(...Object.values(mapping).map((column) => column ?? 0)) >= found.titles.length) {
    throw fail(errors.import_column_missing);
  }
  await start(tx, actor, { id, state: 'CHECKING', fields: sql`mapping = ${JSON.stringify(mapping)}::jsonb` });
  return audited(tx, actor, id, { action: 'consumer-import.check', after: { mapping } });
}

export async function startCommit(
  tx: Tx,
  actor: Actor,
  { id, version, existing }: { id: string; version: number; existing: 'skip' | 'update' },
): Promise<Import> {
  const found = await lockImport(tx, actor, id);
  if (found.state !== 'CHECKED') throw fail(errors.import_wrong_state, { state: found.state });
  if (found.version !== version) throw fail(commonErrors.stale_version);
  const fields = sql`updates_existing = ${existing === 'update'}`;
  await start(tx, actor, { id, state: 'COMMITTING', fields });
  return audited(tx, actor, id, { action: 'consumer-import.commit', after: { existing } });
}

type Start = { id: string; state: 'CHECKING' | 'COMMITTING'; fields: ReturnType<typeof sql> };

async function start(tx: Tx, actor: Actor, { id, state, fields }: Start): Promise<void> {
  await execute(
    tx,
    sql`update consumers.imports set state = ${state}, ${fields}, run = run + 1, asked_by = ${actor.userId},
      asked_by_name = ${actor.name}, asked_by_role = ${actor.role}, step = 'READING', rows_done = 0,
      beat_at = clock_timestamp(), problem = null, version = version + 1 where id = ${id}`,
  );
  await addJob(tx, WORK_JOB, { importId: id });
}

/** The job finds out by the run and ends; a check begins again with the columns, a commit with the verdicts. */
export async function cancelWork(tx: Tx, actor: Actor, id: string): Promise<Import> {
  const found = await lockImport(tx, actor, id);
  if (found.state !== 'CHECKING' && found.state !== 'COMMITTING') {
    throw fail(errors.import_wrong_state, { state: found.state });
  }
  const state = found.state === 'CHECKING' ? 'UPLOADED' : 'CHECKED';
  await execute(
    tx,
    sql`update consumers.imports set state = ${state}, run = run + 1, version = version + 1
    where id = ${id}`,
  );
  return audited(tx, actor, id, { action: 'consumer-import.cancel' });
}

async function audited(
  tx: Tx,
  actor: Actor,
  id: string,
  entry: { action: AuditWord; after?: Record<string, unknown> },
): Promise<Import> {
  await audit(tx, actor, { ...entry, object: 'consumer-import', objectId: id });
  return getImport(tx, actor, id);
}

/** Work whose job gave no sign for a while: its process is gone, another one takes it up. */
export async function resumeImports(db: Db, stillSeconds: number): Promise<void> {
  await execute(
    db,
    sql`with still as (
      update consumers.imports set beat_at = clock_timestamp() where state in ('CHECKING', 'COMMITTING')
        and beat_at < clock_timestamp() - ${stillSeconds}::int * interval '1 second' returning id
    )
    select platform.add_job(${WORK_JOB}::text, json_build_object('importId', id)) from still`,
  );
}
