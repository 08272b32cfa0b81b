/** Many consumers at once, as they stand elsewhere when a utility changes to this program. One: createConsumer. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, one, sql, type Tx } from '#platform/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import type { NewConsumer } from './register-consumer.ts';

/** Writes their rows with numbers in the given order; the ids come back in that order. */
export async function takeOverConsumers(
  tx: Tx,
  actor: Actor,
  consumers: readonly NewConsumer[],
): Promise<string[]> {
  if (consumers.length === 0) return [];
  const { first } = await one<{ first: number }>(
    tx,
    sql`select platform.take_numbers('consumer', ${consumers.length}::bigint) as first`,
  );
  const rows = await all<{ id: string }>(
    tx,
    sql`insert into consumers.consumers (number, name, name_bn, phone, email, nid, date_of_birth, address, created_at)
      select platform.human_number(${NUMBER_KINDS.consumer}, ${first}::bigint - 1 + n), c ->> 'name', c ->> 'nameBn',
        c ->> 'phone', c ->> 'email', c ->> 'nid', (c ->> 'dateOfBirth')::date, coalesce(c ->> 'address', ''), ${actor.now}
      from jsonb_array_elements(${JSON.stringify(consumers)}::jsonb) with ordinality as list (c, n) order by n
      returning id, number`,
  );
  await audit(tx, actor, {
    action: 'consumer.take-over',
    object: 'consumer',
    objectId: rows[0]?.id ?? '',
    after: { count: rows.length },
  });
  return rows.map(({ id }) => id);
}
