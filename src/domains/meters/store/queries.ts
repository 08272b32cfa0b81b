/** Questions about the store: how many meters of each kind there are, and what happened to one. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { meterHistory as historyCall, countStock as stockCall } from './contract.ts';
import { AGE_GROUPS, AGE_NAMES, type AgeGroup } from './store.rules.ts';

type Stock = z.input<(typeof stockCall)['output']>;

/** Condition on a meter `m`. */
export const ofAge = (today: string, age: AgeGroup): Sql => {
  const [from, to] = AGE_GROUPS[age];
  return sql`m.aged_from <= ${today}::date - ${from} * interval '1 year' and m.aged_from > ${today}::date - ${to} * interval '1 year'`;
};

export const isScrapAsked = sql`exists (select from meters.scraps s where s.meter_id = m.id and s.state = 'REQUESTED')`;

/** One pass over the meters. */
export async function countStock(db: Db | Tx, actor: Actor): Promise<Stock> {
  const ages = sql.join(
    AGE_NAMES.map((age) => sql`when ${ofAge(actor.today, age)} then ${age}`),
    sql` `,
  );
  const [rows, scraps] = await Promise.all([
    all<{ state: string | null; size: string | null; age: AgeGroup | null; count: number }>(
      db,
      sql`select m.status as state, m.size_mm::text as size, m.age, count(*)::int as count
        from (select m.status, m.size_mm, case ${ages} else 'under_5' end as age from meters.meters m) m
        group by grouping sets (m.status, m.size_mm, m.age) order by m.size_mm`,
    ),
    first<{ count: number }>(
      db,
      sql`select count(*)::int as count from meters.scraps where state = 'REQUESTED'`,
    ),
  ]);
  const by = (key: 'state' | 'size') =>
    rows.flatMap((row) => (row[key] === null ? [] : [{ key: row[key], count: row.count }]));
  return {
    ...{ states: by('state'), sizes: by('size'), scrapsAsked: scraps?.count ?? 0 },
    ages: rows.flatMap(({ age, count }) => (age === null ? [] : [{ key: age, count }])),
  };
}

type History = z.input<(typeof historyCall)['output']>;

const event = (
  kind: string,
  columns: Record<'id' | 'at' | 'state' | 'number' | 'litres' | 'hundredths' | 'by' | 'remark', Sql>,
) =>
  sql`select ${columns.id}::text as id, ${kind} as kind, ${columns.at} as at, ${columns.state}::text as state, ${columns.number}::text as number,
    ${columns.litres}::bigint as litres, ${columns.hundredths}::int as hundredths, ${columns.by}::text as by, ${columns.remark}::text as remark`;
const none = {
  ...{ state: sql`null`, number: sql`null`, litres: sql`null`, hundredths: sql`null` },
  ...{ by: sql`null`, remark: sql`null` },
};
/** A day as an instant, for the order; it is shown as a day. */
const dayAt = (day: Sql) => sql`(${day})::timestamptz`;
const OF_A_DAY = ['INSTALLED', 'REMOVED', 'SEAL', 'TEST', 'READING'];

export async function meterHistory(db: Db | Tx, actor: Actor, id: string): Promise<History> {
  const meter = await first(db, sql`select from meters.meters where id = ${id}`);
  if (!meter) throw fail(commonErrors.not_found);
  const parts = [
    sql`${event('STOCK', { ...none, id: sql`'stock'`, at: sql`m.created_at` })} from meters.meters m where m.id = ${id}`,
    sql`${event('INSTALLED', { ...none, id: sql`a.id || ':in'`, at: dayAt(sql`a.installed_on`), number: sql`c.number`, litres: sql`a.opening_litres` })}
      from meters.assignments a join meters.connections c on c.id = a.connection_id where a.meter_id = ${id}`,
    sql`${event('REMOVED', { ...none, id: sql`a.id || ':out'`, at: dayAt(sql`a.removed_on`), number: sql`c.number`, litres: sql`a.final_litres`, state: sql`a.final_status` })}
      from meters.assignments a join meters.connections c on c.id = a.connection_id where a.meter_id = ${id} and a.removed_on is not null`,
    sql`${event('CHANGE', { ...none, id: sql`q.id`, at: sql`q.asked_at`, number: sql`q.number`, state: sql`q.state`, by: sql`q.asked_by_name`, remark: sql`q.reason` })}
      from meters.change_requests q where q.meter_id = ${id} or q.new_meter_id = ${id}`,
    sql`${event('SEAL', { ...none, id: sql`s.id`, at: dayAt(sql`s.sealed_on`), number: sql`s.number`, by: sql`s.sealed_by_name`, remark: sql`s.reason` })}
      from meters.seals s where s.meter_id = ${id}`,
    sql`${event('TEST', { ...none, id: sql`b.id`, at: dayAt(sql`b.tested_on`), state: sql`case when b.passed then 'PASSED' else 'FAILED' end`, hundredths: sql`b.error_hundredths`, by: sql`b.tested_by_name`, remark: sql`b.remark` })}
      from meters.bench_tests b where b.meter_id = ${id}`,
    sql`${event('CONDITION', { ...none, id: sql`k.id`, at: sql`k.at`, state: sql`k.status`, by: sql`k.noted_by_name`, remark: sql`k.reason` })}
      from meters.conditions k where k.meter_id = ${id}`,
    sql`${event('SCRAP', { ...none, id: sql`s.id`, at: sql`coalesce(s.decided_at, s.asked_at)`, state: sql`s.state`, by: sql`coalesce(s.decided_by_name, s.asked_by_name)`, remark: sql`coalesce(s.remark, s.reason)` })}
      from meters.scraps s where s.meter_id = ${id}`,
    sql`(${event('READING', { ...none, id: sql`r.id`, at: dayAt(sql`r.read_on`), state: sql`r.state`, litres: sql`r.register_litres`, number: sql`r.consumption_litres` })}
      from meters.readings r where r.meter_id = ${id} and r.living order by r.period desc limit 24)`,
  ];
  const items = await all<History['items'][number]>(
    db,
    sql`select id, kind, case when kind = any(${OF_A_DAY}::text[]) then to_char(at, 'YYYY-MM-DD')
        else to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as at, state, number, litres, hundredths, by, remark
      from (${sql.join(parts, sql` union all `)}) e order by e.at desc, e.id desc`,
  );
  const scrap = await first<NonNullable<History['scrap']>>(
    db,
    sql`select id, reason, asked_by_name as "askedBy", asked_by is not distinct from ${actor.userId}::uuid as "isOwn"
      from meters.scraps where meter_id = ${id} and state = 'REQUESTED'`,
  );
  return { scrap: scrap ?? null, items };
}
