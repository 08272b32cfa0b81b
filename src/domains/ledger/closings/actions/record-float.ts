/**
 * Records what is in a cashier's drawer at the beginning of a day; until the day is closed it can be put right. With the locks
 * of day and drawer a closing of this or an earlier day counts with it or comes before it. Nobody lowers the float of their own drawer:
 * what is missing from it would not show as a variance.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { cashierOf, type Expected, expectedOf, floatOf } from '../queries.ts';

type Input = { day: string; cashierId?: string | undefined; amountMinor: number };

export async function recordFloat(tx: Tx, actor: Actor, input: Input): Promise<Expected & { day: string }> {
  const { day, amountMinor } = input;
  const cashierId = cashierOf(actor, input.cashierId);
  if (day > actor.today) throw fail(errors.day_in_future);
  await execute(tx, sql`select ledger.lock_day(${day}::date, false)`);
  await execute(tx, sql`select ledger.lock_drawer(${cashierId}::uuid)`);
  const before = await expectedOf(tx, cashierId, day);
  const isOwn = cashierId === actor.userId;
  const recorded = await execute(
    tx,
    sql`insert into ledger.cash_floats (cashier_id, day, amount_minor, recorded_by, recorded_at)
      select ${cashierId}::uuid, ${day}::date, ${amountMinor}::bigint, ${actor.userId}::uuid, ${actor.now}::timestamptz
      where not ${isOwn}::boolean or ${amountMinor}::bigint not between 0 and ${floatOf(cashierId, day)} - 1
      on conflict (cashier_id, day) do update set amount_minor = excluded.amount_minor, recorded_by = excluded.recorded_by,
        recorded_at = excluded.recorded_at`,
  );
  if (recorded === 0) throw fail(errors.float_lowered);
  await audit(tx, actor, {
    action: 'cash-closing.record-float',
    object: 'cash-float',
    objectId: cashierId,
    before: { day, floatMinor: before.floatMinor },
    after: { day, floatMinor: amountMinor },
  });
  return { day, ...(await expectedOf(tx, cashierId, day)) };
}
