/** Money of a connection that nobody asked about: whose it is if bills were taken over, and what it pays if the connection has ended. */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { hasChangedHands, isBilledOut } from '#domains/billing/invoices/advances-left.ts';
import { ownOpenOf, takerOf } from '#domains/billing/invoices/taken-over.ts';
import type { Actor } from '#platform/actor.ts';
import { startOfDay } from '#platform/database/days.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors as chequeErrors } from './cheques/errors.ts';
import { errors } from './contract.ts';

type OfEnded = { isBilledOut: boolean; hasChangedHands: boolean; ownMinor: number; openMinor: number };

/**
 * What money of its owner pays: what nobody took over; if it was in the drawer before the owner changed, also what was taken over then
 * (settle-payments.ts).
 */
const stateOf = (tx: Tx, connectionId: string, paidOn: string): Promise<OfEnded> =>
  one(
    tx,
    sql`select ${isBilledOut} as "isBilledOut", ${hasChangedHands} as "hasChangedHands", o.own as "ownMinor",
        (o.own + o.taken)::bigint as "openMinor"
      from meters.connections c cross join lateral (
        select coalesce(sum(${ownOpenOf('i')}), 0)::bigint as own,
          coalesce(sum(billing.taken_over_due(i.id)) filter (
            where t.taken_at > ${startOfDay(sql`${paidOn}::date + 1`)}), 0)::bigint as taken
        from billing.invoices i left join billing.taken_over_bills t on t.invoice_id = i.id
        where i.connection_id = c.id and i.cancelled_on is null and i.settled_minor < i.total_minor) o
      where c.id = ${connectionId}`,
  );

type Counted = {
  connectionId: string;
  amountMinor: number;
  takenOver?: boolean | undefined;
  toPayBack?: boolean | undefined;
  seenDueMinor?: number | undefined;
  paidOn: string;
  /** Nothing is kept ahead of what a bank may send back. */
  isCheque?: boolean;
};

/** Counter money. The connection is locked, so that what is compared here is what the money pays. */
export async function refuseUnasked(
  tx: Tx,
  { connectionId, amountMinor, takenOver, toPayBack, seenDueMinor, paidOn, isCheque }: Counted,
): Promise<void> {
  if (takenOver) return;
  await lockConnections(tx, sql`select ${connectionId}::uuid`);
  if (takenOver === undefined && (await takerOf(tx, connectionId))) throw fail(errors.whose_money);
  const { ownMinor, openMinor, ...of } = await stateOf(tx, connectionId, paidOn);
  if (seenDueMinor !== undefined && seenDueMinor !== ownMinor)
    throw fail(errors.due_moved, { open: ownMinor });
  if (isCheque && amountMinor > ownMinor) throw fail(chequeErrors.cheque_above_due, { open: ownMinor });
  if (toPayBack) return;
  if (amountMinor <= openMinor) return;
  const amount = amountMinor - openMinor;
  if (of.isBilledOut) throw fail(errors.pays_no_bill, { amount });
  // The last bill of the earlier owner is still to come; who pays at the counter may mean the new one's.
  if (of.hasChangedHands) throw fail(errors.ahead_of_last_bill, { amount });
}

/** Online nobody counts money, and nobody asks: a connection whose last bill is paid is not paid ahead for. */
export async function refuseAhead(tx: Tx, actor: Actor, connectionId: string): Promise<void> {
  const of = await stateOf(tx, connectionId, actor.today);
  if (of.isBilledOut && of.openMinor === 0) throw fail(errors.nothing_ahead);
}
