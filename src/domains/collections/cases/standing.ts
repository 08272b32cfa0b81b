/** The step of the ladder that a household is on: for its home and its bills. */

import type { Dunning } from '#domains/billing/dunning/dunning.schema.ts';
import type { DunningOf } from '#domains/billing/points.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { lateDebt } from './debt.ts';
import { inClearing } from './in-clearing.ts';

/** @param connections SELECT of id */
export const standings = (db: Db | Tx, today: string, connections: Sql): Promise<Dunning[]> =>
  all<Dunning>(
    db,
    sql`select c.number as "connectionNumber", k.state, coalesce(d.due_minor, 0)::bigint as "dueMinor", k.pay_by as "payBy", coalesce(f.late_minor, 0)::bigint as "chequeMinor"
      from collections.cases k join meters.connections c on c.id = k.connection_id
      left join (${lateDebt(sql`${today}::date`, sql`i.connection_id in (${connections})`)}) d on d.connection_id = k.connection_id
      left join (${inClearing(sql`${today}::date`, connections)}) f on f.connection_id = k.connection_id
      where k.state <> 'CLOSED' and k.connection_id in (${connections}) and (d.due_minor > 0 or f.late_minor > 0 or k.state = 'RECONNECTING')
      order by k.pay_by`,
  );

export const dunningOf: DunningOf = async (db, today, connectionId) =>
  (await standings(db, today, sql`select ${connectionId}::uuid`))[0] ?? null;
