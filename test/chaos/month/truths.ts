/**
 * What must be true after every step, asked of the tables by statements of this test: none of the program's own proofs.
 * Each gives a sentence for what is wrong.
 */
import { all, type Db, PLANNED_ONCE, sql } from '#platform/database/db.ts';
import { usesOf } from '#test/bill-audit/registers.ts';
import { readReadings, readSeats } from '#test/bill-audit/sources.ts';

/** What is wrong now; nothing, if all is well. */
export async function whatIsWrong(db: Db): Promise<string[]> {
  const [water, books] = await Promise.all([waterOf(db), wrongBooks(db)]);
  return [...water, ...books];
}

/** Numbers, receivables, settled bills, lines, journals and runs. */
export async function wrongBooks(db: Db): Promise<string[]> {
  return (await all(db, WRONG)).map(({ wrong }) => wrong);
}

type Month = {
  connection: string;
  period: string;
  billed: number | null;
  readings: { id: string; isBilled: boolean; litres: number | null }[];
};

/**
 * Litres between two readings of a meter belong to the later one. They are in one bill if that reading is billed, and in none
 * if it waits; the reason is its state, or the month that has no bill.
 */
async function waterOf(db: Db): Promise<string[]> {
  const [seats, readings, months] = await Promise.all([
    readSeats(db),
    readReadings(db),
    all<Month>(
      db,
      sql`${PLANNED_ONCE}select coalesce(r.connection_id, b.connection_id) as connection, coalesce(r.period, b.period)::text as period,
          b.litres as billed, coalesce(r.readings, '[]') as readings
        from (
          select connection_id, period, json_agg(json_build_object('id', id, 'isBilled', state = 'BILLED',
            'litres', consumption_litres)) as readings
          from meters.readings where state not in ('VOID', 'SUPERSEDED', 'REREAD') group by 1, 2
        ) r
        full join (
          select i.connection_id, i.period, sum(coalesce(a.usage_after_litres, i.usage_litres))::bigint as litres
          from billing.invoices i
          left join lateral (select usage_after_litres from billing.adjustments x where x.invoice_id = i.id
            order by id desc limit 1) a on true
          where i.cancelled_on is null and i.adjusts_id is null group by 1, 2
        ) b on b.connection_id = r.connection_id and b.period = r.period`,
    ),
  ]);
  const uses = usesOf(seats, readings);
  return months.flatMap(({ connection, period, billed, readings: own }) => {
    const of = `connection ${connection}, ${period}`;
    const isBilled = own.filter((reading) => reading.isBilled);
    const litres = isBilled.reduce((sum, { id }) => sum + (uses.get(id)?.litres ?? Number.NaN), 0);
    const wrong: string[] = [];
    if ((billed !== null) !== isBilled.length > 0)
      wrong.push(`${of}: ${isBilled.length} readings are billed, its bill has ${billed} litres`);
    else if (billed !== null && billed !== litres)
      wrong.push(`${of}: the bill has ${billed} litres, the registers ${litres}`);
    for (const { id, litres: kept } of own) {
      if (kept !== null && kept !== uses.get(id)?.litres)
        wrong.push(`${of}: a reading keeps ${kept} litres, the registers have ${uses.get(id)?.litres}`);
    }
    if (billed !== null && isBilled.length < own.length)
      wrong.push(`${of}: it has a bill, and a reading that is in no bill`);
    return wrong;
  });
}

/** The count of numbers given out, against the last number of the series. */
const numbers = (series: string, table: string) =>
  sql`select ${series}::text || ': ' || count(t.number) || ' numbers, the last is ' || s.last
    from (select coalesce((select last from platform.number_series where series = ${series}), 0) as last) s
    left join ${sql.raw(table)} t on true group by s.last
    having count(t.number) <> s.last or count(distinct t.number) <> s.last
      or coalesce(max(right(left(t.number, -1), 8)::bigint), 0) <> s.last`;

const OPEN = sql`select connection_id, sum(total_minor - settled_minor) as open, sum(total_minor) as total
  from billing.invoices where cancelled_on is null group by 1`;

const WRONG = sql<{ wrong: string }>`${PLANNED_ONCE}select * from (
  ${numbers('invoice', 'billing.invoices')}
  union all ${numbers('receipt', 'payments.receipts')}
  union all ${numbers('adjustment', 'billing.adjustments')}
  union all
  select 'connection ' || c.id || ': open bills ' || coalesce(o.open, 0) || ', receivable ' || coalesce(e.owed, 0)
  from meters.connections c left join (${OPEN}) o on o.connection_id = c.id
  left join (select party_id, sum(amount_minor) as owed from ledger.entries where account_code = '1100' group by 1) e
    on e.party_id = c.id
  where coalesce(o.open, 0) <> coalesce(e.owed, 0)
  union all
  select 'connection ' || c.id || ': the books owe ' || coalesce(e.net, 0) || ', bills, credit notes and payments '
    || coalesce(o.total, 0) + coalesce(a.credit, 0) - coalesce(p.paid, 0)
  from meters.connections c left join (${OPEN}) o on o.connection_id = c.id
  left join (select party_id, sum(amount_minor) as net from ledger.entries where account_code in ('1100', '2200') group by 1) e
    on e.party_id = c.id
  left join (select i.connection_id, sum(a.amount_minor) as credit from billing.adjustments a
    join billing.invoices i on i.id = a.invoice_id and i.cancelled_on is null where a.amount_minor < 0 group by 1) a
    on a.connection_id = c.id
  left join (select connection_id, sum(amount_minor) as paid from payments.payments where state = 'APPROVED' group by 1) p
    on p.connection_id = c.id
  where coalesce(e.net, 0) <> coalesce(o.total, 0) + coalesce(a.credit, 0) - coalesce(p.paid, 0)
  union all
  select 'connection ' || party_id || ': its advance is ' || sum(amount_minor) from ledger.entries where account_code = '2200'
  group by party_id having sum(amount_minor) > 0
  union all
  select 'bill ' || i.number || ': settled ' || i.settled_minor || ', payments and advances ' || coalesce(a.paid, 0) + coalesce(u.used, 0)
  from billing.invoices i
  left join (select a.invoice_id, sum(a.amount_minor) as paid from payments.allocations a
    join payments.payments p on p.id = a.payment_id and p.state = 'APPROVED' group by 1) a on a.invoice_id = i.id
  left join (select invoice_id, sum(amount_minor) as used from billing.advance_uses group by 1) u on u.invoice_id = i.id
  where i.settled_minor <> coalesce(a.paid, 0) + coalesce(u.used, 0)
  union all
  select 'bill ' || i.number || ': total ' || i.total_minor || ', lines ' || coalesce(l.amount, 0) || ', journals ' || coalesce(j.amount, 0)
  from billing.invoices i
  left join (select invoice_id, sum(amount_minor) as amount from billing.invoice_lines group by 1) l on l.invoice_id = i.id
  left join (select j.source_id, sum(e.amount_minor) as amount from ledger.journals j
    join ledger.entries e on e.journal_id = j.id and e.account_code = '1100'
    left join ledger.journals r on r.id = j.reverses_id
    where j.kind = 'INVOICE' or r.kind = 'INVOICE' group by 1) j on j.source_id = i.id
  where i.total_minor <> coalesce(l.amount, 0)
    or coalesce(j.amount, 0) <> case when i.cancelled_on is null then i.total_minor else 0 end
  union all
  select 'journal ' || journal_id || ': sums to ' || sum(amount_minor) from ledger.entries group by journal_id
  having sum(amount_minor) <> 0
  union all
  select 'run ' || r.id || ' ' || r.state || ', chunk ' || k.chunk || ' ' || k.state || ': ' || k.billed || ' billed and ' || k.held
    || ' held, items ' || count(i.run_id) filter (where i.outcome = 'BILLED') || ' and ' || count(i.run_id) filter (where i.outcome = 'HELD')
    || ', bills ' || count(b.id)
  from billing.bill_runs r join billing.bill_run_chunks k on k.run_id = r.id
  left join billing.bill_run_items i on i.run_id = k.run_id and i.chunk = k.chunk
  left join billing.invoices b on b.id = i.invoice_id
  where k.state <> 'PLANNED'
  group by r.id, k.run_id, k.chunk
  having count(i.run_id) filter (where i.outcome = 'BILLED') <> k.billed or count(i.run_id) filter (where i.outcome = 'HELD') <> k.held
    or count(b.id) <> case when k.state = 'POSTED' then k.billed else 0 end
  union all
  select 'run ' || r.id || ' is ' || r.state || ', chunks are ' || string_agg(k.state, ', ')
  from billing.bill_runs r join billing.bill_run_chunks k on k.run_id = r.id
  where r.state in ('REVIEW', 'APPROVED', 'POSTED', 'REVERSED') group by r.id
  having bool_or(k.state <> case when r.state in ('POSTED', 'REVERSED') then 'POSTED' else 'CALCULATED' end)
  union all
  select 'bills of ' || issued_on || ', ' || state || ': the tally has ' || sum(counted) || ', there are ' || sum(n) from (
    select issued_on, due_on, state, invoices as counted, 0 as n, total_minor as total, settled_minor as settled from billing.invoice_tally
    union all select issued_on, due_on, state, 0, 1, -total_minor, -settled_minor from billing.invoices) t
  group by issued_on, due_on, state having sum(counted) <> sum(n) or sum(total) <> 0 or sum(settled) <> 0
  union all
  select 'payments of ' || coalesce(paid_on::text, 'no day') || ', ' || state || ': the tally has ' || sum(counted) || ', there are ' || sum(n) from (
    select source, state, owed_back, paid_on, payments as counted, 0 as n, amount_minor as amount from payments.payment_tally
    union all select source, state, owed_back, paid_on, 0, 1, -amount_minor from payments.payments) t
  group by source, state, owed_back, paid_on having sum(counted) <> sum(n) or sum(amount) <> 0
  union all
  select 'connection ' || c.id || ': last read ' || coalesce(c.last_read::text, 'never') || ', its readings say ' || coalesce(l.period::text, 'never')
  from meters.connections c left join (select connection_id, max(period) as period from meters.readings
    where state not in ('VOID', 'SUPERSEDED', 'REREAD') group by 1) l on l.connection_id = c.id
  where c.last_read is distinct from l.period
  union all
  select 'connection ' || c.id || ': metered on ' || coalesce(c.metered_on::text, 'no day') || ', its meter says ' || coalesce(a.installed_on::text, 'no day')
  from meters.connections c left join meters.assignments a on a.connection_id = c.id and a.removed_on is null
  where c.metered_on is distinct from a.installed_on
  union all
  select 'run ' || r.id || ' is reversed, bill ' || i.number || ' of it lives' from billing.bill_runs r
  join billing.invoices i on i.run_id = r.id and i.cancelled_on is null where r.state = 'REVERSED'
  union all
  select 'surcharge ' || e.number || ': it lives, its bill ' || b.number || ' is cancelled' from billing.surcharges g
  join billing.invoices e on e.id = g.invoice_id and e.cancelled_on is null
  join billing.invoices b on b.id = g.of_invoice_id and b.cancelled_on is not null
  union all
  select 'surcharge ' || e.number || ': ' || e.total_minor || ' are more than ' || g.percent || ' % of its bill, ' || n.net from billing.surcharges g
  join billing.invoices e on e.id = g.invoice_id and e.cancelled_on is null
  join billing.invoices b on b.id = g.of_invoice_id
  cross join lateral (select b.total_minor + coalesce((select sum(a.amount_minor) from billing.adjustments a
    where a.invoice_id = b.id and a.amount_minor < 0), 0) as net) n
  where e.total_minor > round(n.net * g.percent / 100)
  union all
  select 'bill ' || b.number || ', ' || g.step || ' ' || g.turn || ': ' || count(*) || ' surcharges' from billing.surcharges g
  join billing.invoices e on e.id = g.invoice_id and e.cancelled_on is null
  join billing.invoices b on b.id = g.of_invoice_id group by b.number, g.step, g.turn having count(*) > 1
) w (wrong)`;
