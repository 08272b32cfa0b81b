/** Who has the link begins to pay: for the charge of its order and nothing else, exactly the sum that was shown. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { first, sql, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { beginByLink } from '../../actions/make-payment.ts';
import { errors as paymentErrors } from '../../contract.ts';
import { type GatewayAddresses, offeredGateway, openOrder } from '../../gateway/open-order.ts';
import { errors, type payByLink as payCall } from '../contract.ts';
import { inForce, readLink } from '../queries.ts';

type Input = z.output<(typeof payCall)['body']>;

/** Nobody is signed in: the program does what the link allows. */
const holder = (actor: Actor): Actor => ({ ...actor, kind: 'system', userId: null, name: 'link' });

export async function payByLink(
  context: GatewayAddresses,
  asked: Actor,
  { code, amountMinor, language, gateway }: Input,
): Promise<{ bankUrl: string }> {
  const actor = holder(asked);
  const { db } = context.database;
  const { running } = await readLink(db, actor, code);
  // Pressed a second time: the bank's page is still open.
  if (running?.bankUrl) return { bankUrl: running.bankUrl };
  // Refused before a payment is started.
  await offeredGateway(context, gateway);
  const { id: paymentId } = await transaction(db, async (tx) => {
    const link = await first<{ id: string; orderId: string }>(
      tx,
      sql`select l.id, l.work_order_id as "orderId" from payments.links l where ${inForce(actor, code)} for no key update of l`,
    );
    if (!link) throw fail(errors.link_unknown);
    return beginByLink(tx, actor, { ...link, amountMinor });
  });
  const { bankUrl } = await openOrder(context, actor, { paymentId, language, gateway, back: '/pay-link' });
  if (!bankUrl) throw fail(paymentErrors.other_running);
  return { bankUrl };
}
