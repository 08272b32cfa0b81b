/** Payments for tests, through the real actions. */
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { addMonths, firstOfMonth } from '#shared/dates.ts';

/** A connection with open invoices of ৳115 of the last months, oldest first. */
export async function makeDebtor(
  tx: Tx,
  actor: Actor,
  given: { consumerId?: string; months?: number } = {},
): Promise<{
  connectionId: string;
  number: string;
  consumerId: string;
  invoices: { id: string; number: string }[];
}> {
  const { consumerId, months = 1 } = given;
  const connection = await makeConnection(tx, actor, consumerId ? { consumerId } : {});
  const invoices: { id: string; number: string }[] = [];
  for (let ago = months; ago > 0; ago -= 1) {
    const period = firstOfMonth(addMonths(actor.today, -ago));
    invoices.push(await makeInvoice(tx, actor, { connectionId: connection.id, period }));
  }
  return {
    connectionId: connection.id,
    number: connection.number,
    consumerId: connection.consumerId,
    invoices,
  };
}
