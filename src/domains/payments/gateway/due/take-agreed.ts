/**
 * Money that the payer has agreed to at a gateway, and that moves by our word only. Before the word is given, the order is compared
 * with what is due, under the locks that money at the counter takes: one of the two is first, and the other one sees it. What is not
 * due any more is not taken, and its payment is closed with that reason.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';
import { lockTarget } from '../../actions/settle-money.ts';
import { NOT_DUE } from '../../payment.rules.ts';
import { lockPayment } from '../../queries.ts';
import type { Gateway, OpenedOrder } from '../gateway.ts';
import { isDueOn } from './due.ts';

/** Longer than a gateway is waited for (`adapters/wire.ts`): by then it has done what we told it, or never will. */
const CARRIED_OUT_S = 60;

/** Gives our word if the money is still due. If taking gives no answer, the next question is what became of it. */
export async function takeAgreed(
  db: Db,
  actor: Actor,
  { paymentId, gateway, order }: { paymentId: string; gateway: Gateway | undefined; order: OpenedOrder },
): Promise<void> {
  if (!gateway?.take) return;
  const until = await transaction(db, (tx) => mark(tx, actor, paymentId));
  if (!until) return;
  const answered = await gateway.take(order).then(
    () => true,
    () => false,
  );
  if (answered)
    await execute(
      db,
      sql`update payments.orders set take_until = null where payment_id = ${paymentId} and take_until = ${until}`,
    );
}

/** Undefined: it is not due, nobody waits for it any more, or somebody else has just given our word and the gateway may not have answered. */
async function mark(tx: Tx, actor: Actor, paymentId: string): Promise<Date | undefined> {
  const payment = await lockPayment(tx, paymentId);
  await lockTarget(tx, payment);
  const until = new Date(actor.now.getTime() + CARRIED_OUT_S * 1000);
  const marked = await first(
    tx,
    sql`update payments.orders o set take_until = ${until} from payments.payments p
      where o.payment_id = ${paymentId} and p.id = o.payment_id and p.state = 'PROCESSING' and p.set_aside_at is null
        and (o.take_until is null or o.take_until <= ${actor.now}) and ${isDueOn(actor.today)} returning 1`,
  );
  return marked === undefined ? undefined : until;
}

/**
 * The gateway says that nothing has moved: a payment that is not due any more ends, because nothing will. The caller holds its lock.
 * @returns whether it ended
 */
export async function closeNotDue(tx: Tx, actor: Actor, paymentId: string): Promise<boolean> {
  const closed = await first(
    tx,
    sql`update payments.payments p set state = 'CANCELED', decided_at = ${actor.now}, decline_reason = ${NOT_DUE}
      where p.id = ${paymentId} and p.state = 'PROCESSING' and p.set_aside_at is null and not (${isDueOn(actor.today)})
        and not exists (select from payments.orders o where o.payment_id = p.id and o.take_until > ${actor.now}) returning 1`,
  );
  if (!closed) return false;
  await audit(tx, actor, {
    ...{ action: 'payment.check', object: 'payment', objectId: paymentId },
    before: { state: 'PROCESSING' },
    after: { state: 'CANCELED', notDue: true },
  });
  await notifyEach(
    tx,
    actor,
    'payments.not_taken',
    sql`select u.id as user_id, p.id::text as occasion, '/payment-history/' || p.id as path,
        jsonb_build_object('minor', p.amount_minor) as params
      from payments.payments p join identity.users u on u.id = p.created_by and u.status = 'active' where p.id = ${paymentId}`,
  );
  return true;
}
