/**
 * What a bill had earned may be another sum later: its payment was taken back, it was cancelled, or a part of it was credited. The rebate is
 * taken back then, and credited again if a part is left. Money that is known late and dated in time brings a rebate late.
 * As long as the credit is there, its journal gets its opposite. If the household used it already, a bill of its own asks for it.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import { reverseJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { issueBeside } from '../../invoices/actions/issue-beside.ts';
import { applyAdvances } from '../../invoices/actions/use-advances.ts';
import { noticeBills } from '../../notices.ts';
import { hasRebate, isOver, isPaidInTime, rebatesOffered } from '../due-rebates.ts';
import type { TakenBackBecause } from '../rebate.rules.ts';
import { postRebates } from './post-rebates.ts';

type Input = {
  /** Select of their ids. */
  connections: Sql;
  /** What payments settled that nobody took back, by day (points.ts): money came or was taken back. Without it only what became of the bills counts. */
  kept?: Sql;
};
type Lost = {
  id: string;
  invoiceId: string;
  amountMinor: number;
  /** What the bill earns now. */
  nowMinor: number;
  because: TakenBackBecause;
  /** The credit is not used yet. */
  isThere: boolean;
};

/** The caller holds the connections' locks, and has done all else with their bills and advances but to use these. */
export async function reviseRebates(tx: Tx, actor: Actor, { connections, kept }: Input): Promise<void> {
  const ids = await all<{ id: string }>(tx, sql`select distinct id from (${connections}) c (id)`);
  const ofThem = sql`i.connection_id = any(${ids.map(({ id }) => id)}::uuid[])`;
  const lost = await lostRebates(tx, ofThem, kept);
  await takeBack(tx, actor, lost);
  const again = sql`o.invoice_id = any(${lost.filter(({ nowMinor }) => nowMinor > 0).map(({ invoiceId }) => invoiceId)}::uuid[])`;
  const late = kept ? sql`(${isOver(sql`${actor.today}::date`)} and ${isPaidInTime(kept)})` : sql`false`;
  const credited = await postRebates(tx, actor, {
    earned: sql`select o.* from (${rebatesOffered(ofThem)}) o where not ${hasRebate(sql`o.invoice_id`)} and (${again} or ${late})`,
    creditedOn: await firstOpenDay(tx, actor.today),
  });
  await audit(
    tx,
    actor,
    ...credited
      .filter(({ invoiceId }) => !lost.some((row) => row.invoiceId === invoiceId))
      .map(({ invoiceId, amountMinor }) => ({
        action: 'rebate.credit-late' as const,
        object: 'invoice',
        objectId: invoiceId,
        after: { amountMinor },
      })),
  );
}

/** Rebates of these connections that are another sum now, or none. */
function lostRebates(tx: Tx, ofThem: Sql, kept: Sql | undefined): Promise<Lost[]> {
  const isEarned = kept ? isPaidInTime(kept) : sql`(o.settled_minor >= o.total_minor)`;
  return all<Lost>(
    tx,
    sql`select x.id, x.invoice_id as "invoiceId", x.amount_minor as "amountMinor", x.now_minor as "nowMinor",
        case when x.cancelled_on is not null then 'CANCELLED' when x.now_minor > 0 then 'CORRECTED' else 'NOT_PAID' end as because,
        sum(x.amount_minor) over (partition by x.connection_id order by x.id) <= coalesce((select -sum(e.amount_minor) from ledger.entries e
          where e.party_id = x.connection_id and e.account_code = ${ACCOUNTS.advances}), 0) as "isThere"
      from (
        select g.id, g.invoice_id, i.connection_id, i.cancelled_on, g.amount_minor,
          coalesce(case when ${isEarned} then o.amount_minor end, 0) as now_minor
        from billing.rebates g join billing.invoices i on i.id = g.invoice_id
        left join (${rebatesOffered(sql`${ofThem} and ${hasRebate(sql`i.id`)}`)}) o on o.invoice_id = g.invoice_id
        where ${ofThem} and g.taken_back_on is null
      ) x where x.now_minor <> x.amount_minor order by x.id`,
  );
}

async function takeBack(tx: Tx, actor: Actor, lost: readonly Lost[]): Promise<void> {
  if (lost.length === 0) return;
  const there = sql`select unnest(${lost.filter(({ isThere }) => isThere).map(({ id }) => id)}::uuid[])`;
  await reverseJournals(tx, actor, {
    ...{ kind: 'REBATE', of: there, businessDate: actor.today },
    reason: 'The rebate is taken back: its bill was not paid in full by its day, or is another sum',
  });
  const charges = new Map<string, string>();
  for (const { id, invoiceId, amountMinor } of lost.filter(({ isThere }) => !isThere)) {
    const charge = await issueBeside(tx, actor, { invoiceId, kind: 'rebate_back', amountMinor });
    charges.set(id, charge.id);
  }
  const rows = lost.map(({ id, because }) => ({ id, because, chargeId: charges.get(id) ?? null }));
  await execute(
    tx,
    sql`update billing.rebates g set taken_back_on = ${actor.today}, taken_back_because = r.because, charge_id = r."chargeId"
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, because text, "chargeId" uuid)
      where g.id = r.id`,
  );
  await audit(
    tx,
    actor,
    ...lost.map(({ id, invoiceId, amountMinor, nowMinor, because }) => ({
      action: nowMinor > 0 ? ('rebate.revise' as const) : ('rebate.take-back' as const),
      object: 'invoice',
      objectId: invoiceId,
      before: { amountMinor },
      after: { amountMinor: nowMinor, because, askedByBill: charges.has(id) },
    })),
  );
  if (charges.size > 0) {
    await noticeBills(tx, actor, sql`select unnest(${[...charges.values()]}::uuid[])`);
    const connections = sql`select distinct i.connection_id as id from billing.invoices i
      where i.id = any(${[...charges.values()]}::uuid[])`;
    await applyAdvances(tx, actor, { connections, businessDate: actor.today });
  }
}
