/** Credits rebates: their rows and journals, then the advance pays what is open. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { applyAdvances } from '../../invoices/actions/use-advances.ts';

export type PostedRebate = { id: string; invoiceId: string; amountMinor: number };

/**
 * The caller holds the connections' locks.
 * @param earned SELECT of rows of `rebatesOffered`
 * @param creditedOn day of the books
 */
export async function postRebates(
  tx: Tx,
  actor: Actor,
  { earned, creditedOn }: { earned: Sql; creditedOn: string },
): Promise<PostedRebate[]> {
  const posted = await all<PostedRebate>(
    tx,
    sql`insert into billing.rebates (invoice_id, rule_id, revision, pay_by, credited_on, basis_minor, percent, most_minor, amount_minor)
      select o.invoice_id, o.rule_id, 1 + coalesce((select max(g.revision) from billing.rebates g where g.invoice_id = o.invoice_id), 0),
        o.pay_by, ${creditedOn}::date, o.basis_minor, o.percent, o.most_minor, o.amount_minor
      from (${earned}) o order by o.invoice_id
      returning id, invoice_id as "invoiceId", amount_minor as "amountMinor"`,
  );
  if (posted.length === 0) return [];
  const rebates = sql`billing.rebates g join billing.invoices i on i.id = g.invoice_id where g.id = any(${posted.map(({ id }) => id)}::uuid[])`;
  await postJournals(
    tx,
    actor,
    sql`select g.id, 'REBATE' as kind, g.id as source_id, g.credited_on as business_date, null::uuid as reverses_id, null::text as reason
      from ${rebates}`,
    sql`select g.id as journal_id, e.line_no, e.account_code, e.party_id, e.amount_minor, g.credited_on as business_date
      from billing.rebates g join billing.invoices i on i.id = g.invoice_id
      cross join lateral (values (1::smallint, ${ACCOUNTS.rebates}, null::uuid, g.amount_minor),
        (2, ${ACCOUNTS.advances}, i.connection_id, -g.amount_minor)) as e (line_no, account_code, party_id, amount_minor)
      where g.id = any(${posted.map(({ id }) => id)}::uuid[])`,
  );
  await applyAdvances(tx, actor, {
    connections: sql`select distinct i.connection_id as id from ${rebates}`,
    businessDate: creditedOn,
  });
  return posted;
}
