/** Makes surcharges: bills of their own that name the bill they are for, with one line and their journal. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { all, execute, sql, type Tx } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { postedAfter } from '../../bill-run/known-from.ts';
import { LINE_ACCOUNTS } from '../../invoices/line-accounts.rules.ts';

/** A surcharge that is to be made; the columns of `surchargesOf`, under the id that its invoice gets. */
export type AskedSurcharge = {
  invoiceId: string;
  revision: number;
  of_invoice_id: string;
  rule_id: string;
  step: string;
  turn: number;
  basis_minor: number;
  percent: string | null;
  amount_minor: number;
};

/**
 * The caller holds the connections' locks.
 * @param day for which they are charged: what was unpaid when it began
 * @param issuedOn day of the books
 */
export async function issueSurcharges(
  tx: Tx,
  actor: Actor,
  { asked, day, issuedOn }: { asked: readonly AskedSurcharge[]; day: string; issuedOn: string },
): Promise<void> {
  if (asked.length === 0) return;
  const rows = sql`json_to_recordset(${JSON.stringify(asked)}::json) as s ("invoiceId" uuid, revision int, of_invoice_id uuid, rule_id uuid,
    step text, turn int, basis_minor bigint, percent numeric, amount_minor bigint)`;
  const made = await all<{ id: string }>(
    tx,
    sql`with series as materialized (select platform.take_numbers('invoice', ${asked.length}::bigint) as first)
      insert into billing.invoices (id, number, adjusts_id, connection_id, consumer_id, period, period_from, period_to,
        issued_on, posted_on, due_on, tariff_version_id, meter_id, usage_litres, total_minor)
      select s."invoiceId", platform.human_number(${NUMBER_KINDS.invoice}, series.first - 1 + row_number() over (order by s."invoiceId")),
        i.id, i.connection_id, i.consumer_id, i.period, i.period_from, i.period_to, ${issuedOn}::date, ${postedAfter(sql`${issuedOn}::date`, actor)}, ${issuedOn}::date,
        i.tariff_version_id, i.meter_id, 0, s.amount_minor
      from series, ${rows} join billing.invoices i on i.id = s.of_invoice_id
      returning id`,
  );
  await execute(
    tx,
    sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
    select s."invoiceId", 1, 'surcharge', s.amount_minor from ${rows}`,
  );
  await execute(
    tx,
    sql`insert into billing.surcharges (invoice_id, of_invoice_id, rule_id, step, turn, revision, charged_for, basis_minor, percent)
    select s."invoiceId", s.of_invoice_id, s.rule_id, s.step, s.turn, s.revision, ${day}::date, s.basis_minor, s.percent from ${rows}`,
  );
  const bills = sql`billing.invoices i where i.id = any(${made.map(({ id }) => id)}::uuid[])`;
  await postJournals(
    tx,
    actor,
    sql`select i.id, 'INVOICE' as kind, i.id as source_id, i.issued_on as business_date, null::uuid as reverses_id, null::text as reason from ${bills}`,
    sql`select j.* from (
        select i.id as journal_id, 1::smallint as line_no, ${ACCOUNTS.receivable} as account_code, i.connection_id as party_id,
          i.total_minor as amount_minor, i.issued_on as business_date from ${bills}
        union all
        select i.id, 2, ${LINE_ACCOUNTS.surcharge}, null, -i.total_minor, i.issued_on from ${bills}
      ) j`,
  );
}
