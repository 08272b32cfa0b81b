/**
 * Who is told of what is taken off a bill: its consumer of what is theirs, and who took the bill over of what they have back or need not pay.
 */
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type CreditShare, noticeCredits, noticeTakenCredits } from '../../notices.ts';
import { type MovedCredit, movedNow, withSupplements } from '../credited-bills.ts';
import { sendLowered } from '../message-texts.ts';

/**
 * After all else that the credit does: what is due is compared with what was due before.
 * @param credits select of id, invoice_id, amount_minor: credit notes of this transaction
 * @param moved what of them was moved to who took the bills over
 */
export async function tellCredits(
  tx: Tx,
  actor: Actor,
  credits: Sql,
  moved: readonly MovedCredit[],
): Promise<void> {
  const shares = await sharesOf(tx, credits, moved);
  const taken = new Map(shares.map((share) => [share.id, share]));
  const whole = await all<{ id: string; amountMinor: number }>(
    tx,
    sql`select id, amount_minor as "amountMinor" from (${credits}) k`,
  );
  const own = whole.map(({ id, amountMinor }) => ({
    id,
    amountMinor: amountMinor - theirs(taken.get(id)),
  }));
  await noticeCredits(
    tx,
    actor,
    own.filter(({ amountMinor }) => amountMinor > 0),
  );
  await tell(tx, actor, shares);
}

/** The same of bills that are cancelled: nothing of them is due any more. Their consumers are told elsewhere. */
export async function tellTakersOfCancelled(
  tx: Tx,
  actor: Actor,
  bills: Sql,
  moved: readonly MovedCredit[],
): Promise<void> {
  const credits = sql`select b.id, b.id as invoice_id, 0::bigint as amount_minor from (${bills}) b (id)`;
  const shares = await sharesOf(tx, credits, moved);
  await tell(
    tx,
    actor,
    shares.map((share) => ({ ...share, isCancelled: true })),
  );
}

const theirs = (share: CreditShare | undefined) => (share ? share.movedMinor + share.loweredMinor : 0);

async function tell(tx: Tx, actor: Actor, shares: readonly CreditShare[]): Promise<void> {
  const told = shares.filter((share) => theirs(share) > 0);
  if (told.length === 0) return;
  await noticeTakenCredits(tx, actor, told);
  await sendLowered(
    tx,
    told.filter(({ loweredMinor }) => loweredMinor > 0),
  );
}

/**
 * Of taken-over bills: what goes back to who took them over, and by how much they owe less. Of a bill with its supplementary bills it is one
 * share, which names the first of them that was taken over.
 */
function sharesOf(tx: Tx, credits: Sql, moved: readonly MovedCredit[]): Promise<CreditShare[]> {
  return all<CreditShare>(
    tx,
    sql`select id, (array_agg(invoice_id order by number))[1] as "invoiceId", consumer_id as "takerId",
        sum(moved_minor)::bigint as "movedMinor", sum(lowered_minor)::bigint as "loweredMinor", false as "isCancelled"
      from (
        select k.id, i.number, t.invoice_id, t.consumer_id, coalesce(m.amount_minor, 0) as moved_minor,
          greatest(0, b.due_minor - billing.taken_over_due(t.invoice_id)) as lowered_minor
        from (${credits}) k cross join lateral (${withSupplements(sql`k.invoice_id`)}) x
        join billing.taken_over_bills t on t.invoice_id = x.id and billing.is_taken_over(x.id) join billing.invoices i on i.id = t.invoice_id
        left join (${movedNow(moved)}) m on m.invoice_id = t.invoice_id
        cross join lateral (
          select billing.taken_over_most(t.invoice_id, k.amount_minor)
            - coalesce((select sum(p.amount_minor) from billing.paid_of_taken p where p.invoice_id = t.invoice_id), 0)
            + coalesce((select sum(c.amount_minor) from billing.moved_credits c where c.invoice_id = t.invoice_id), 0)
            - coalesce(m.amount_minor, 0) as due_minor
        ) b
      ) s group by id, consumer_id having sum(moved_minor + lowered_minor) > 0`,
  );
}
