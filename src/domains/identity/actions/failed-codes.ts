/** Wrong codes: counted before the code is looked at, for the phone and, wider, for the address; a right one is taken off. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addressKey } from '#platform/http/address-key.ts';
import { FAILED_CODES, type Limit } from '#platform/limits.ts';
import { commonErrors, fail } from '#shared/errors.ts';

type Counter = Limit & { key: string };

function counters(actor: Actor, phone: string): Counter[] {
  return [
    { ...FAILED_CODES.phone, key: `phone ${phone}` },
    ...(actor.ip ? [{ ...FAILED_CODES.address, key: `address ${addressKey(actor.ip)}` }] : []),
  ];
}

const windowOf = (actor: Actor, seconds: Sql): Sql =>
  sql`date_bin(make_interval(secs => ${seconds}), ${actor.now}::timestamptz, 'epoch'::timestamptz)`;

const rowsOf = (counted: readonly Counter[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c (key text, points int, seconds int)`;

/** Refuses, and counts nothing more, if one of the two is full. */
export async function countFailure(db: Db, actor: Actor, phone: string): Promise<void> {
  const counted = counters(actor, phone);
  const written = await all<{ key: string }>(
    db,
    sql`insert into identity.failed_codes as f (counted_for, window_start, failures)
      select c.key, ${windowOf(actor, sql`c.seconds`)}, 1 from ${rowsOf(counted)} order by c.key
      on conflict on constraint failed_codes_pkey do update set failures = f.failures + 1
      where f.failures < (select c.points from ${rowsOf(counted)} where c.key = f.counted_for)
      returning counted_for as key`,
  );
  const full = counted.find(({ key }) => !written.some((row) => row.key === key));
  if (full) throw fail(commonErrors.too_many_requests, { seconds: leftOf(actor, full.seconds) });
}

function leftOf(actor: Actor, seconds: number): number {
  return seconds - (Math.floor(actor.now.getTime() / 1000) % seconds);
}

/** The code was right. */
export async function forgiveFailure(db: Db | Tx, actor: Actor, phone: string): Promise<void> {
  await execute(
    db,
    sql`update identity.failed_codes f set failures = f.failures - 1 from ${rowsOf(counters(actor, phone))}
      where f.counted_for = c.key and f.window_start = ${windowOf(actor, sql`c.seconds`)}`,
  );
}
