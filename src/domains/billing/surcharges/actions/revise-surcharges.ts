/**
 * What was unpaid on the day of a surcharge may be known later: money that is dated before it, a bill that was too high, money that was taken
 * back. A surcharge that would be another one is cancelled, and charged again with the true sum. Day after day, because each day looks at the
 * surcharges before it. Nobody gets more than was charged, unless money of an earlier day was taken back.
 */
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import { reverseJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { endDisputesOf } from '../../disputes/actions/end-disputes.ts';
import { applyAdvances, moveAdvances } from '../../invoices/actions/use-advances.ts';
import { PAID_IN_TIME, UNPAID_CORRECTED } from '../../invoices/contract.ts';
import { followPlans } from '../../payment-plans/actions/end-plans.ts';
import { trueSurcharges } from '../true-surcharges.ts';
import { type AskedSurcharge, issueSurcharges } from './issue-surcharges.ts';

type Revised = AskedSurcharge & { invoice_id: string; settled_minor: number; now_minor: number };
type Input = {
  /** Select of their ids. */
  connections: Sql;
  /** Money that counts from a day before the one of its journal (true-surcharges.ts). */
  earlier?: Sql;
  /** Surcharges of days after this one are looked at. */
  since: string;
  /**
   * Money was taken back: what it had taken back is charged again. 'all': it never was money, and what was charged on less than was unpaid is
   * charged on all of it.
   */
  raises?: boolean | 'all';
};

/** The caller holds the connections' locks and has settled the payments. */
export async function reviseSurcharges(tx: Tx, actor: Actor, input: Input): Promise<void> {
  const days = await all<{ day: string }>(
    tx,
    sql`select distinct g.charged_for as day from billing.surcharges g join billing.invoices e on e.id = g.invoice_id
      where e.connection_id in (${input.connections}) and g.charged_for > ${input.since}::date order by day`,
  );
  let isRevised = false;
  for (const { day } of days) {
    if (await reviseDay(tx, actor, { ...input, day })) isRevised = true;
  }
  if (isRevised) await followRevised(tx, actor, input.connections);
}

/** What rests on the surcharges of these connections follows them. @param connections select of their ids */
export async function followRevised(tx: Tx, actor: Actor, connections: Sql): Promise<void> {
  const freed = sql`select id from (${connections}) c (id)`;
  await endDisputesOf(tx, actor, { connections: freed });
  await followPlans(tx, actor, freed);
  await applyAdvances(tx, actor, { connections: freed, businessDate: actor.today });
}

/** The surcharges of one day. True if one of them is another one now. */
export async function reviseDay(
  tx: Tx,
  actor: Actor,
  { raises, ...input }: Omit<Input, 'since'> & { day: string },
): Promise<boolean> {
  const found = await all<Revised>(
    tx,
    sql`select uuidv7() as "invoiceId", s.* from (${trueSurcharges(input)}) s
      where s.amount_minor < s.now_minor or (${Boolean(raises)}::boolean and s.amount_minor > s.now_minor
          and (s.now_minor = 0 or s.revision > 1 or ${raises === 'all'}::boolean)) order by s.invoice_id`,
  );
  if (found.length === 0) return false;
  const again = found.filter(({ amount_minor }) => amount_minor > 0);
  const living = found.filter(({ now_minor }) => now_minor > 0);
  for (const reason of [PAID_IN_TIME, UNPAID_CORRECTED]) {
    const ofReason = living.filter(({ amount_minor }) => amount_minor > 0 === (reason === UNPAID_CORRECTED));
    await cancel(tx, actor, ofReason, reason);
  }
  await issueSurcharges(tx, actor, {
    asked: again.map((row) => ({ ...row, revision: row.revision + 1 })),
    day: input.day,
    issuedOn: await firstOpenDay(tx, actor.today),
  });
  await audit(
    tx,
    actor,
    ...found.map((row) => ({
      action: row.amount_minor > 0 ? ('surcharge.revise' as const) : ('surcharge.take-back' as const),
      object: 'invoice',
      objectId: row.invoice_id,
      before: { amountMinor: row.now_minor, settledMinor: row.settled_minor },
      after: { invoiceId: row.of_invoice_id, amountMinor: row.amount_minor },
      reason: row.amount_minor > 0 ? UNPAID_CORRECTED : PAID_IN_TIME,
    })),
  );
  return true;
}

/** Its journal gets its opposite; what was paid of it is an advance. */
async function cancel(tx: Tx, actor: Actor, revised: readonly Revised[], reason: string): Promise<void> {
  if (revised.length === 0) return;
  const ids = sql`select unnest(${revised.map(({ invoice_id }) => invoice_id)}::uuid[])`;
  const businessDate = actor.today;
  await moveAdvances(tx, actor, {
    uses: sql`select id as invoice_id, -settled_minor as amount_minor from billing.invoices where id in (${ids}) and settled_minor > 0`,
    businessDate,
  });
  await reverseJournals(tx, actor, { kind: 'INVOICE', of: ids, businessDate, reason });
  await execute(
    tx,
    sql`update billing.invoices set cancelled_on = ${businessDate}, cancel_reason = ${reason}, version = version + 1
    where id in (${ids}) and cancelled_on is null`,
  );
}
