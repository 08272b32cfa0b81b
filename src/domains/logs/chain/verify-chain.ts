/**
 * Walks the chain from its first seal and compares it with the rows as they are now. Reads only, a page of seals at
 * a time, in one picture of the database. What it finds is told oldest first; after a touched row it goes on, so that
 * each is named.
 */
import { all, type Db, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { BEFORE_ALL, type SealedRow, sealedRows, sealHash } from './canonical.ts';
import type { Finding, Head } from './findings.rules.ts';
import { LAST_ID, LATEST_TO_WAIT_FOR, unsealed } from './unsealed.ts';

const PAGE_ROWS = 20_000;
const FINDINGS_KEPT = 20;

export type Verdict = {
  /** Sealed rows that were compared. */
  rows: number;
  /** Written since the last sealing. */
  waiting: number;
  head: Head | null;
  findings: Finding[];
};

type Seal = {
  position: number;
  id: string;
  source: 'audit' | 'login';
  what: string;
  sealedAtMs: number;
  hash: Buffer;
};

/** @param heads that were sent out earlier: what is before them must still be the same */
export function verifyChain(db: Db, heads: readonly Head[] = []): Promise<Verdict> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const findings: Finding[] = [];
      const published = await all(tx, PUBLISHED);
      const walk = await walkSeals(tx, [...heads, ...published], findings);
      findings.push(...(await lateRows(tx)), ...(await backdatedRows(tx)));
      return {
        ...walk,
        waiting: await countWaiting(tx),
        findings: findings.sort(byTime).slice(0, FINDINGS_KEPT),
      };
    });
}

/** A lost end of the chain is newer than everything that is there. */
const byTime = (a: Finding, b: Finding) => (a.writtenAt ?? '9').localeCompare(b.writtenAt ?? '9');

const PUBLISHED = sql<Head>`select position, encode(hash, 'hex') as hash from logs.audit_heads order by position`;

async function walkSeals(
  tx: Tx,
  heads: readonly Head[],
  findings: Finding[],
): Promise<{ rows: number; head: Head | null }> {
  const expected = new Map(heads.map((head) => [head.position, head.hash]));
  let [position, rows] = [0, 0];
  // After a touched row the chain goes on from what its seal says, or from what it should have been.
  let before: Buffer[] = [BEFORE_ALL];
  for (;;) {
    const seals = await all(tx, pageAfter(position));
    const texts = await textsOf(tx, seals);
    for (const seal of seals) {
      if (seal.position !== position + 1)
        findings.push({ kind: 'gap', ...named(seal), position: position + 1 });
      const text = texts.get(seal.id);
      const right = text === undefined ? [] : before.map((hash) => sealHash(hash, { ...seal, text }));
      const isWhole = right.some((hash) => hash.equals(seal.hash));
      if (text === undefined) findings.push({ kind: 'deleted', ...named(seal) });
      // Behind a gap nothing is known of the seal before.
      else if (!isWhole && seal.position === position + 1) findings.push({ kind: 'changed', ...named(seal) });
      const expectedHash = expected.get(seal.position);
      if (expectedHash !== undefined && expectedHash !== seal.hash.toString('hex')) {
        findings.push({ kind: 'head', ...named(seal) });
      }
      before = isWhole ? [seal.hash] : [seal.hash, ...right];
      position = seal.position;
      rows += 1;
    }
    const last = seals.at(-1);
    if (!last || seals.length < PAGE_ROWS) {
      findings.push(...lostEnd(position, heads));
      const hash = before[0]?.toString('hex');
      return { rows, head: position > 0 && hash ? { position, hash } : null };
    }
  }
}

const pageAfter = (position: number) => sql<Seal>`select position, row_id as id, source, what, hash,
    (extract(epoch from sealed_at) * 1000)::bigint as "sealedAtMs"
  from logs.audit_seals where position > ${position} order by position limit ${PAGE_ROWS}`;

/** The rows of a page of seals as they are now. A page is a stretch of time, save for rows that came late. */
async function textsOf(tx: Tx, seals: readonly Seal[]): Promise<Map<string, string>> {
  if (seals.length === 0) return new Map();
  let [least, most] = [String(seals[0]?.id), String(seals[0]?.id)];
  for (const { id } of seals) {
    if (id < least) least = id;
    if (id > most) most = id;
  }
  // Joined as well: with seals exchanged over years, the stretch is the whole log.
  const rows = await all(
    tx,
    sql<SealedRow>`select rows.* from (${sealedRows(sql`${least}::uuid`, sql`${most}::uuid`)}) rows
      join unnest(${seals.map(({ id }) => id)}::uuid[]) wanted(id) on wanted.id = rows.id`,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

function named({ position, id, what }: Seal): Omit<Finding, 'kind'> {
  return { position, id, what, writtenAt: writtenAt(id) };
}

/** When a row was written: the first 48 bits of its id. */
function writtenAt(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toISOString();
}

function lostEnd(position: number, heads: readonly Head[]): Finding[] {
  const most = Math.max(0, ...heads.map((head) => head.position));
  if (most <= position) return [];
  return [{ kind: 'lost_end', position: position + 1, id: null, what: String(most), writtenAt: null }];
}

/** Rows that claim to be older than what was sealed long before them. */
async function lateRows(tx: Tx): Promise<Finding[]> {
  return findingsOf(tx, 'inserted', unsealed(sql`id < ${LATEST_TO_WAIT_FOR}`));
}

/** A demo town writes its history afterwards; nobody else does. */
async function backdatedRows(tx: Tx): Promise<Finding[]> {
  const town = await first(tx, sql`select from platform.audit where object = 'demo-town' limit 1`);
  if (town) return [];
  return findingsOf(
    tx,
    'backdated',
    sql`select id from (select id, at from platform.audit union all select id, at from identity.login_log) logged
      where at < uuid_extract_timestamp(id) - interval '1 day'`,
  );
}

async function findingsOf(tx: Tx, kind: Finding['kind'], ids: Sql): Promise<Finding[]> {
  const found = await all(tx, sql<{ id: string }>`${ids} order by id limit ${FINDINGS_KEPT}`);
  const [least, most] = [found[0]?.id, found.at(-1)?.id];
  if (!least || !most) return [];
  const wanted = new Set(found.map(({ id }) => id));
  const rows = await all(tx, sealedRows(sql`${least}::uuid`, sql`${most}::uuid`));
  return rows
    .filter(({ id }) => wanted.has(id))
    .map(({ id, what }) => ({ kind, position: null, id, what, writtenAt: writtenAt(id) }));
}

async function countWaiting(tx: Tx): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) as count
      from (${unsealed(sql`id between ${LATEST_TO_WAIT_FOR} and ${LAST_ID}`)}) waiting`,
  );
  return count;
}
