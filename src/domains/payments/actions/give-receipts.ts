/**
 * The last of a payment. Receipt numbers have no hole, so who takes one holds the series until the commit, and every other
 * counter waits for it. What comes after the number travels with the commit, and the series is free before the disk has
 * it (docs/decisions/0026).
 */
import type { Actor } from '#platform/actor.ts';
import { all, PLANNED_ONCE, sql, type Tx, unlockBeforeDisk } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { confirmReceipt, receiptFacts } from '../message-texts.ts';
import { noticeReceived } from '../notices.ts';
import { tellTakers } from '../tell-takers.ts';

/** Gives a payment its receipt and tells the payer. Gives the receipt's number. */
export async function giveReceipt(tx: Tx, actor: Actor, paymentId: string): Promise<string> {
  const facts = await receiptFacts(tx, actor, paymentId);
  await tellTakers(tx, actor, { paymentId, isTakenBack: false });
  const [number = ''] = await giveReceipts(tx, actor, [paymentId]);
  if (facts) await confirmReceipt(tx, paymentId, { ...facts, receipt: number });
  await noticeReceived(tx, actor, paymentId);
  return number;
}

/** Gapless numbers in the given order. Nobody is told. */
export async function giveReceipts(tx: Tx, actor: Actor, paymentIds: readonly string[]): Promise<string[]> {
  await unlockBeforeDisk(tx);
  const given = await all<{ number: string }>(
    tx,
    sql`${PLANNED_ONCE} insert into payments.receipts (payment_id, number, issued_at)
    select p.id, platform.human_number(${NUMBER_KINDS.receipt}, s.first - 1 + n.position), coalesce(p.decided_at, ${actor.now})
    from (select platform.take_numbers('receipt', ${paymentIds.length}) as first) s,
      unnest(${paymentIds}::uuid[]) with ordinality as n (id, position)
    join payments.payments p on p.id = n.id
    returning number`,
  );
  return given.map(({ number }) => number);
}
