/** Estimates are made again: what was estimated is superseded, and the new ones take their places, with the rule that they are made by. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';

export type MadeAgain = { id: string; period: string; registerLitres: number; isBilled: boolean };

/**
 * The caller holds the gate and the connection. Each keeps its state, and who estimated and who reviewed it.
 * @param rows SELECT of id, period, litres (the new use), register_litres, previous_litres, recent_litres, recent_days, method, basis_litres,
 *   basis_days, in_row of living estimates of one connection
 * @returns the new estimates in order of time
 */
export async function makeAgain(tx: Tx, actor: Actor, rows: Sql): Promise<MadeAgain[]> {
  await execute(
    tx,
    sql`create temporary table if not exists estimates_again (new_id uuid, was text, id uuid, period date, litres bigint, register_litres bigint,
      previous_litres bigint, recent_litres bigint[], recent_days int[], method text, basis_litres bigint, basis_days int, in_row int)
      on commit delete rows`,
  );
  await execute(tx, sql`delete from pg_temp.estimates_again`);
  await execute(
    tx,
    sql`insert into pg_temp.estimates_again
      select uuidv7(), r.state, x.id, x.period, x.litres, x.register_litres, x.previous_litres, x.recent_litres, x.recent_days, x.method,
        x.basis_litres, x.basis_days, x.in_row
      from (${rows}) x join meters.readings r on r.id = x.id and r.period = x.period`,
  );
  await execute(
    tx,
    sql`update meters.readings r set state = 'SUPERSEDED', version = r.version + 1, changed_at = clock_timestamp()
      from pg_temp.estimates_again l where r.id = l.id and r.period = l.period`,
  );
  const made = await all<MadeAgain>(
    tx,
    sql`insert into meters.readings (id, connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on,
        consumption_litres, expected_litres, expected_from, recent_litres, recent_days, flags, figures, source, state, replaces_id,
        taken_by, reviewed_by, reviewed_at)
      select l.new_id, r.connection_id, r.meter_id, r.period, r.read_on, l.register_litres, l.previous_litres, r.previous_on, l.litres,
        r.expected_litres, r.expected_from, l.recent_litres, l.recent_days, r.flags, r.figures, r.source, l.was, r.id,
        r.taken_by, r.reviewed_by, r.reviewed_at
      from pg_temp.estimates_again l join meters.readings r on r.id = l.id and r.period = l.period
      order by r.period
      returning id, period, register_litres as "registerLitres", state = 'BILLED' as "isBilled"`,
  );
  await execute(
    tx,
    sql`insert into meters.estimates (reading_id, period, method, litres, days, basis_litres, basis_days, in_row, asked_by, asked_at)
      select l.new_id, l.period, l.method, l.litres, r.read_on - r.previous_on, l.basis_litres, l.basis_days, l.in_row, ${actor.userId}::uuid, ${actor.now}
      from pg_temp.estimates_again l join meters.readings r on r.id = l.id and r.period = l.period`,
  );
  await audit(
    tx,
    actor,
    ...made.map(({ id, period, registerLitres }) => ({
      ...{ action: 'reading.edit' as const, object: 'reading' as const, objectId: id },
      after: { period, registerLitres },
    })),
  );
  return made.toSorted((first, second) => first.period.localeCompare(second.period));
}
