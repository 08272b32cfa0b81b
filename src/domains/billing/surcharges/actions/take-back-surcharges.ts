/**
 * Money that is dated before the day of a surcharge came to us after it: from a bank, or noted for an earlier day. If the bill would not
 * have been unpaid on that day, the surcharge is taken back: its journal gets its opposite, what was paid of it pays the bill.
 */
import { reverseJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { applyAdvances, moveAdvances } from '../../invoices/actions/use-advances.ts';
import { PAID_IN_TIME } from '../../invoices/contract.ts';

type TakenBack = { id: string; ofInvoiceId: string; connectionId: string; settledMinor: number };

/**
 * The caller holds the connections' locks and has settled the payments.
 * @param connections select of id
 * @param paidBefore select of invoice_id, amount_minor, day: what payments settled (points.ts)
 */
export async function takeBackSurcharges(
  tx: Tx,
  actor: Actor,
  { connections, settled }: { connections: Sql; settled: Sql },
): Promise<void> {
  const found = await all<TakenBack>(
    tx,
    sql`select e.id, g.of_invoice_id as "ofInvoiceId", e.connection_id as "connectionId", e.settled_minor as "settledMinor"
      from billing.surcharges g
      join billing.invoices e on e.id = g.invoice_id and e.cancelled_on is null
      join billing.invoices b on b.id = g.of_invoice_id and b.cancelled_on is null
      where e.connection_id in (${connections})
        and b.total_minor <= (
          select coalesce(sum(s.amount_minor), 0) from billing.invoices w
          cross join lateral (
            select p.amount_minor from (${settled}) p where p.invoice_id = w.id and p.day < g.charged_for
            union all
            select u.amount_minor from billing.advance_uses u where u.invoice_id = w.id and u.used_on < g.charged_for
          ) s
          where w.id = b.id or w.id in (select o.invoice_id from billing.surcharges o
            where o.of_invoice_id = b.id and o.charged_for >= g.charged_for)
        )
      order by e.id`,
  );
  if (found.length === 0) return;
  const ids = sql`select unnest(${found.map(({ id }) => id)}::uuid[])`;
  const businessDate = actor.today;
  await moveAdvances(tx, actor, {
    uses: sql`select id as invoice_id, -settled_minor as amount_minor from billing.invoices where id in (${ids}) and settled_minor > 0`,
    businessDate,
  });
  await reverseJournals(tx, actor, { kind: 'INVOICE', of: ids, businessDate, reason: PAID_IN_TIME });
  await execute(
    tx,
    sql`update billing.invoices set cancelled_on = ${businessDate}, cancel_reason = ${PAID_IN_TIME}, version = version + 1
    where id in (${ids}) and cancelled_on is null`,
  );
  for (const { id, ofInvoiceId, settledMinor } of found) {
    await audit(tx, actor, {
      action: 'surcharge.take-back',
      object: 'invoice',
      objectId: id,
      after: { invoiceId: ofInvoiceId, settledMinor },
      reason: PAID_IN_TIME,
    });
  }
  await applyAdvances(tx, actor, {
    connections: sql`select unnest(${found.map(({ connectionId }) => connectionId)}::uuid[]) as id`,
    businessDate,
  });
}
