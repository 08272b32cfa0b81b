/** What an act would do to chosen records, as they are now. Changes nothing. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { MOST_ITEMS } from './bulk.rules.ts';
import { errors, type lookAtChoice } from './contract.ts';
import { actionNamed, listAt, type Offered } from './offered.ts';
import type { Told } from './points.ts';
import { findJob } from './queries.ts';

type Choice = z.output<(typeof lookAtChoice)['body']>;
type Looked = z.input<(typeof lookAtChoice)['output']>;
/** Without a version the record is chosen as it is. */
type Chosen = { id: string; version?: number };

export async function lookAt(
  db: Db | Tx,
  actor: Actor,
  offered: Offered,
  { action: name, told, of }: Choice,
): Promise<Looked> {
  const action = actionNamed(offered, actor, name);
  const chosen = await chosenBy(db, actor, offered, of);
  const found = await action.look(
    db,
    actor,
    chosen.map(({ id }) => id),
    toldSoFar(action.told, told),
  );
  const now = new Map(found.map((record) => [record.id, record]));
  const items = chosen.map(({ id, version }) => {
    const record = now.get(id);
    const path = action.pathOf(actor, id);
    if (!record) return { id, version: version ?? 1, label: '', path, ...refused(commonErrors.not_found) };
    const { label, refusal, sumMinor } = record;
    // As the single step does: first whether it is what the person saw.
    const isStale = version !== undefined && version !== record.version;
    const why = isStale ? refused(commonErrors.stale_version) : (refusal ?? { code: null });
    return { id, version: record.version, label, path, params: {}, ...why, sumMinor };
  });
  return { items };
}

const refused = ({ code }: { code: string }) => ({ code, params: {} });

/** While the person still fills the dialog in, each field counts by itself. */
function toldSoFar(schema: z.ZodObject, told: Told): Told {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const read = field.safeParse(told[name]);
      return read.success ? [[name, read.data]] : [];
    }),
  );
}

async function chosenBy(db: Db | Tx, actor: Actor, offered: Offered, of: Choice['of']): Promise<Chosen[]> {
  if ('items' in of) return [...new Map(of.items.map((item) => [item.id, item])).values()];
  const rows = 'jobId' in of ? await notDone(db, actor, of.jobId) : await allOf(db, actor, offered, of);
  if (rows.length === 0) throw fail(errors.nothing_chosen);
  return rows;
}

async function notDone(db: Db | Tx, actor: Actor, jobId: string): Promise<Chosen[]> {
  const job = await findJob(db, actor, jobId);
  return all<Chosen>(
    db,
    sql`select subject_id as id from bulk.items where job_id = ${job.id} and state in ('REFUSED', 'GIVEN_UP') order by position`,
  );
}

async function allOf(
  db: Db | Tx,
  actor: Actor,
  offered: Offered,
  { list: path, query }: { list: string; query: Record<string, string> },
): Promise<Chosen[]> {
  const list = listAt(offered, actor, path);
  const read = list.query.safeParse(query);
  if (!read.success) throw fail(commonErrors.invalid_input);
  const { rows, tieBreak } = list.list(actor, read.data as never);
  const found = await all<Chosen & { count: number }>(
    db,
    sql`select id, count(*) over () as count from (${rows}) as listed order by ${tieBreak} limit ${MOST_ITEMS}`,
  );
  const count = found[0]?.count ?? 0;
  if (count > MOST_ITEMS) throw fail(errors.too_many, { most: MOST_ITEMS, count });
  return found.map(({ id }) => ({ id }));
}
