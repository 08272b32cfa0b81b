/**
 * Many consumers at once: from a file, or from another program when a utility changes to this program. One:
 * createConsumer.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import type { NewConsumer } from './register-consumer.ts';

type ManyConsumers = {
  /**
   * select of position, name, name_bn, phone, email, nid, date_of_birth, address, legacy_number; positions are
   * different and say the order of the numbers.
   */
  rows: Sql;
  count: number;
  /** The file they came with. */
  importId?: string;
};

/** The one set-based insert of consumers, with gapless numbers; the ids come back in the order of the positions. */
export async function insertConsumers(
  tx: Tx,
  actor: Actor,
  { rows, count, importId }: ManyConsumers,
): Promise<string[]> {
  if (count === 0) return [];
  const inserted = await all<{ id: string }>(
    tx,
    sql`with numbers as materialized (select platform.take_numbers('consumer', ${count}::bigint) as first)
      insert into consumers.consumers (number, name, name_bn, phone, email, nid, date_of_birth, address, legacy_number,
        import_id, created_at)
      select platform.human_number(${NUMBER_KINDS.consumer}, first - 1 + row_number() over (order by position)),
        name, name_bn, phone, email, nid, date_of_birth, address, legacy_number, ${importId ?? null}::uuid, ${actor.now}
      from (${rows}) r, numbers order by position
      returning id`,
  );
  return inserted.map(({ id }) => id);
}

/** Writes their rows with numbers in the given order; the ids come back in that order. */
export async function takeOverConsumers(
  tx: Tx,
  actor: Actor,
  consumers: readonly NewConsumer[],
): Promise<string[]> {
  const ids = await insertConsumers(tx, actor, {
    count: consumers.length,
    rows: sql`select n as position, c ->> 'name' as name, c ->> 'nameBn' as name_bn, c ->> 'phone' as phone,
        c ->> 'email' as email, c ->> 'nid' as nid, (c ->> 'dateOfBirth')::date as date_of_birth,
        coalesce(c ->> 'address', '') as address, null::text as legacy_number
      from jsonb_array_elements(${JSON.stringify(consumers)}::jsonb) with ordinality as list (c, n)`,
  });
  if (ids.length > 0) {
    await audit(tx, actor, {
      action: 'consumer.take-over',
      object: 'consumer',
      objectId: ids[0] ?? '',
      after: { count: ids.length },
    });
  }
  return ids;
}
