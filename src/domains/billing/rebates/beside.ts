/** The rebate of a bill, offered, credited or taken back; and what rules would have credited. */
import { all, type Db, one, PLANNED_ONCE, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Minor } from '#shared/money.ts';
import { askedRules, isOver, isPaidInTime, rebatesOffered } from './due-rebates.ts';
import type { RebateNote } from './note.schema.ts';
import type { RebateRules } from './rebate.rules.ts';

type Bill = { id: string; isSupplement: boolean; cancelledOn: string | null };

const figures = (of: string): Sql => {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql`${column('pay_by')} as "payBy", ${column('basis_minor')} as "basisMinor", trim_scale(${column('percent')})::text as percent,
    ${column('most_minor')} as "mostMinor", ${column('amount_minor')} as "amountMinor"`;
};

/** The latest one that was credited; else the one that is to be had. */
export async function rebateBeside(db: Db | Tx, bill: Bill, today: string): Promise<RebateNote | null> {
  return (await rebatesBeside(db, [bill], today)).get(bill.id) ?? null;
}

/** The same of several bills, by their ids. */
export async function rebatesBeside(
  db: Db | Tx,
  bills: readonly Bill[],
  today: string,
): Promise<Map<string, RebateNote>> {
  const own = bills.filter(({ isSupplement }) => !isSupplement);
  if (own.length === 0) return new Map();
  type Row = RebateNote & { billId: string };
  const credited = await all<Row>(
    db,
    sql`${PLANNED_ONCE} select distinct on (g.invoice_id) g.invoice_id as "billId",
        case when g.taken_back_on is null then 'CREDITED' else 'TAKEN_BACK' end as state, ${figures('g')}, g.credited_on as "creditedOn",
        g.taken_back_on as "takenBackOn", g.taken_back_because as "takenBackBecause",
        case when c.id is not null then json_build_object('id', c.id, 'number', c.number) end as charge
      from billing.rebates g left join billing.invoices c on c.id = g.charge_id
      where g.invoice_id = any(${own.map(({ id }) => id)}::uuid[]) order by g.invoice_id, g.revision desc`,
  );
  const notes = notesOf(credited);
  const left = own.filter(({ id, cancelledOn }) => !notes.has(id) && !cancelledOn).map(({ id }) => id);
  if (left.length === 0) return notes;
  const none = sql`null as "creditedOn", null as "takenBackOn", null as "takenBackBecause", null as charge`;
  const offered = await all<Row>(
    db,
    sql`${PLANNED_ONCE} select o.invoice_id as "billId",
        case when ${today}::date > o.pay_by then 'MISSED' when o.settled_minor >= o.total_minor then 'EARNED' else 'OFFERED' end as state,
        ${figures('o')}, ${none}
      from (${rebatesOffered(sql`i.id = any(${left}::uuid[])`)}) o where not o.is_held`,
  );
  // Between its day and the job of the next morning nobody calls it missed.
  const shown = offered.filter(({ state, payBy }) => state !== 'MISSED' || today !== addDays(payBy, 1));
  return new Map([...notes, ...notesOf(shown)]);
}

const notesOf = (rows: readonly (RebateNote & { billId: string })[]): Map<string, RebateNote> =>
  new Map(rows.map(({ billId, ...note }) => [billId, note]));

type Preview = {
  period: string | null;
  bills: number;
  rebates: number;
  mostRebates: number;
  open: number;
  amountMinor: Minor;
  mostAmountMinor: Minor;
};

/** What the bills of the last month that was billed would have got, by the days on which they were paid. */
export async function previewRebates(
  db: Db | Tx,
  { value, today, kept }: { value: RebateRules; today: string; kept: Sql },
): Promise<Preview> {
  const { period } = await one<{ period: string | null }>(
    db,
    sql`select max(period) as period from billing.invoices where adjusts_id is null and cancelled_on is null`,
  );
  const ofMonth = sql`i.period = ${period}::date`;
  const offered = rebatesOffered(ofMonth, askedRules(JSON.stringify(value)));
  const sums = await one<Omit<Preview, 'period'>>(
    db,
    sql`with offered as materialized (
        select o.amount_minor, ${isPaidInTime(kept)} as in_time, ${isOver(sql`${today}::date`)} as is_over from (${offered}) o)
      select (select count(*) from billing.invoices i where ${ofMonth} and i.adjusts_id is null and i.cancelled_on is null) as bills,
        count(*) filter (where in_time) as rebates, coalesce(sum(amount_minor) filter (where in_time), 0)::bigint as "amountMinor",
        count(*) as "mostRebates", coalesce(sum(amount_minor), 0)::bigint as "mostAmountMinor",
        count(*) filter (where not in_time and not is_over) as open
      from offered`,
  );
  return { period, ...sums };
}
