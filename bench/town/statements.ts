/** What PostgreSQL spent its time on, by statement (pg_stat_statements), and the reasons of what has more than its share. */
import type pg from 'pg';

/** A statement with more of the SQL time than this is printed with its reason, or with a demand for one. */
const SHARE = 0.05;

/** Why a statement may have more than SHARE: a part of its text that no other statement of the program has, and the reason. */
export const REASONS: readonly [part: string, reason: string][] = [
  [
    'as "monthsUnread"',
    'the first of the way: the entries of an index of all connections, once for all who ask together',
  ],
  [
    'c.last_read is null',
    'connections still to be read, exact: the entries of one index, once for all who ask together',
  ],
  [
    'as "overdueMinor"',
    'connections that owe, exact: the open bills by connection; all sums are from the tally',
  ],
  ['as "notToRead"', 'the first of the way in a sector: the entries of an index along its roads'],
  [
    'insert into payments.receipts',
    'numbers have no hole: the time is the wait for those who took the numbers before',
  ],
];

export async function resetStatements(superuser: pg.Pool): Promise<void> {
  await superuser.query('select pg_stat_statements_reset()');
}

type Row = { text: string; calls: number; planned: number; mean: number; max: number; share: number };

/** Only the program's: the bare statements are prepared by their names in another session. */
export async function printStatements(superuser: pg.Pool): Promise<void> {
  const { rows } =
    await superuser.query<Row>(`select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int,
      mean_exec_time as mean, mean_plan_time as planned, max_exec_time as max, (total_exec_time + total_plan_time) / sum(total_exec_time + total_plan_time) over () as share
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      and query not like '%/* bare */%' order by total_exec_time + total_plan_time desc limit 14`);
  console.log(' share   calls   plan ms   mean ms    max ms  statement');
  for (const { text, calls, planned, mean, max, share } of rows) {
    const figures = [`${(share * 100).toFixed(1)} %`.padStart(7), String(calls).padStart(8)];
    console.log(
      `${figures.join('')}${planned.toFixed(2).padStart(10)}${mean.toFixed(2).padStart(10)}${max.toFixed(1).padStart(10)}  ${shortened(text)}`,
    );
    if (share > SHARE) console.log(`${' '.repeat(47)}reason: ${reasonOf(text)}`);
  }
}

function shortened(text: string): string {
  const from = text.search(/\bfrom\b (?!\()/);
  return text.length <= 150 ? text : `${text.slice(0, 70)} … ${text.slice(from, from + 75)}`;
}

export function reasonOf(text: string): string {
  return REASONS.find(([part]) => text.includes(part))?.[1] ?? 'none stated';
}

/** Times of the statement that takes a receipt's number, with its wait for the others. */
export async function receiptTimes(superuser: pg.Pool): Promise<{ mean: number; max: number }> {
  const { rows } = await superuser.query<{ mean: number; max: number }>(`select
      round((sum(total_exec_time) / sum(calls))::numeric, 2)::float8 as mean, round(max(max_exec_time)::numeric, 1)::float8 as max
    from pg_stat_statements where query like '%insert into payments.receipts%' and query not like '%/* bare */%'`);
  return rows[0] ?? { mean: 0, max: 0 };
}

/** What all statements of the program cost since the last reset; a page that was read twice counts twice. */
export async function costsOfStatements(
  superuser: pg.Pool,
): Promise<{ ms: number; statements: number; rows: number; pages: number }> {
  const { rows } =
    await superuser.query(`select coalesce(sum(total_exec_time + total_plan_time), 0)::float8 as ms,
      coalesce(sum(calls), 0)::int as statements, coalesce(sum(rows), 0)::int as rows,
      coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as pages
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      and query not like '%/* bare */%' and query not like '%pg_stat_statements_reset%'`);
  return rows[0];
}
