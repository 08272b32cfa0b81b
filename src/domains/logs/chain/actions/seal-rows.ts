/**
 * Gives every new row of the logs its place in the chain. Rows are taken by "not yet sealed", from an hour before
 * the last seal: a transaction that commits late brings rows with ids from before it. What appears later than that
 * is never sealed, and the verifier names it.
 */

import { all, type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { BEFORE_ALL, FORM, type SealedRow, sealedRows, sealHash } from '../canonical.ts';
import { LATEST_TO_WAIT_FOR, unsealed } from '../unsealed.ts';

const BATCH_ROWS = 20_000;

/** Seals all that is there; gives how many rows. Only one runs at a time: a second one finds nothing to do. */
export async function sealRows(db: Db, batchRows = BATCH_ROWS): Promise<number> {
  for (let total = 0; ; ) {
    const sealed = await transaction(db, (tx) => sealBatch(tx, batchRows));
    total += sealed;
    if (sealed < batchRows) return total;
  }
}

type Last = { position: number; hash: Buffer };

async function sealBatch(tx: Tx, batchRows: number): Promise<number> {
  const { alone } = await one<{ alone: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtext('logs.audit_seals')) as alone`,
  );
  if (!alone) return 0;
  const fresh = await all(
    tx,
    sql<{ id: string }>`${unsealed(sql`id >= ${LATEST_TO_WAIT_FOR}`)} order by id limit ${batchRows}`,
  );
  const ids = fresh.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const rows = await all(
    tx,
    sql<SealedRow>`select rows.* from (${sealedRows(sql`${ids[0]}::uuid`, sql`${ids.at(-1) ?? null}::uuid`)}) rows
      join unnest(${ids}::uuid[]) fresh(id) on fresh.id = rows.id order by rows.id`,
  );
  const last = await first<Last>(
    tx,
    sql`select position, hash from logs.audit_seals order by position desc limit 1`,
  );
  await insertSeals(tx, rows, last ?? { position: 0, hash: BEFORE_ALL });
  return rows.length;
}

async function insertSeals(tx: Tx, rows: readonly SealedRow[], last: Last): Promise<void> {
  const { ms } = await one<{ ms: number }>(
    tx,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
  );
  let { position, hash } = last;
  const seals = rows.map(({ id, source, what, text }) => {
    position += 1;
    hash = sealHash(hash, { position, sealedAtMs: ms, text });
    return { position, id, source, what, hash: hash.toString('hex') };
  });
  await execute(
    tx,
    sql`insert into logs.audit_seals (position, row_id, source, what, form, sealed_at, hash)
    select s.position, s.id, s.source, s.what, ${FORM}, to_timestamp(${ms}::numeric / 1000), decode(s.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb)
      s (position bigint, id uuid, source text, what text, hash text)`,
  );
}
