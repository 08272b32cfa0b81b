/**
 * The owner changes. What was checked before is asked again under the locks of the request and the connection: the owner, the bills,
 * the reading. A bill run, a payment or a correction that is under way belongs to the connection that ends, and with it to its owner.
 */
import { takeOverBills } from '#domains/billing/invoices/actions/take-over-bills.ts';
import { followPlans } from '#domains/billing/payment-plans/actions/end-plans.ts';
import { lockPhone } from '#domains/consumers/actions/lock-phone.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { accountOf } from '#domains/identity/notices/receivers.ts';
import { handOverConnection } from '#domains/meters/closure/actions/hand-over-connection.ts';
import { lockWithItsMeters } from '#domains/meters/readings/actions/lock-readings.ts';
import type { OrderEnded } from '#domains/work-orders/points.ts';
import { endUnpaidOrders } from '#domains/work-orders/steps/actions/end-unpaid-orders.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { minor } from '#shared/money.ts';
import { beginStep, finishStep, type Subject } from '../../lock-request.ts';
import type { ChargeAtBank, OwnerChanged } from '../../points.ts';
import { refuseUnready } from '../../ready-to-accept.ts';
import { tellOwner } from '../../tell-owners.ts';
import type { StepAnswer } from '../contract.ts';

/** Read by the household that asked, in either language. */
const ORDERS_END = 'মালিকানা পরিবর্তন / change of owner';

type Step = { requestId: string; version: number };

/**
 * @param changed what domains to the right do about it
 * @param ended what they do about work that ends with it
 * @param isBeingPaid work whose charge is at the bank goes on
 */
export async function acceptChange(
  tx: Tx,
  actor: Actor,
  input: Step,
  {
    changed,
    ended,
    isBeingPaid,
  }: { changed: readonly OwnerChanged[]; ended: OrderEnded; isBeingPaid: ChargeAtBank },
): Promise<StepAnswer & { successorNumber: string }> {
  const subject = await beginStep(tx, actor, 'accept', input);
  const { connectionId, registerLitres } = subject;
  await lockWithItsMeters(tx, connectionId);
  // Of two changes to one new owner the second finds what the first one made.
  if (!subject.toConsumerId) await lockPhone(tx, subject.phone);
  const { account, entryId } = await refuseUnready(tx, actor, subject, sql`for no key update of u`);
  const toConsumerId = entryId ?? (await newEntry(tx, actor, subject));
  const on = String(subject.readOn);
  const successor = await handOverConnection(tx, actor, {
    ...{ connectionId, toConsumerId, on, registerLitres },
    reason: subject.number,
  });
  // What is open by now was taken over, or the change would be refused.
  await takeOverBills(tx, actor, { connectionId, toConsumerId });
  await followPlans(tx, actor, sql`select ${connectionId}::uuid`);
  const answer = await finishStep(tx, actor, subject, {
    action: 'accept',
    sets: [
      ...[
        sql`decided_by = ${actor.userId}`,
        sql`decided_by_name = ${actor.name}`,
        sql`decided_at = ${actor.now}`,
      ],
      sql`to_consumer_id = ${toConsumerId}`,
    ],
  });
  const { openMinor, advanceMinor } = account;
  await execute(
    tx,
    sql`insert into ownership.changes (request_id, connection_id, successor_id, from_consumer_id, to_consumer_id, effective_on,
        register_litres, open_minor, advance_minor, accepted_by, accepted_by_name, accepted_at)
      values (${subject.id}, ${connectionId}, ${successor.id}, ${subject.fromConsumerId}, ${toConsumerId}, ${on}, ${registerLitres},
        ${openMinor}, ${advanceMinor}, ${actor.userId}, ${actor.name}, ${actor.now})`,
  );
  await audit(tx, actor, {
    action: 'ownership.accept',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state, connectionId },
    after: {
      state: answer.state,
      successorId: successor.id,
      toConsumerId,
      effectiveOn: on,
      registerLitres,
      openMinor,
      advanceMinor,
      ...(subject.feePaidMinor > 0 ? { feePaidMinor: subject.feePaidMinor } : {}),
    },
  });
  const { isAskedAgain, goesOn } = await endUnpaidOrders(
    tx,
    actor,
    { connectionId, remark: `${ORDERS_END} (${subject.number})`, isBeingPaid },
    ended,
  );
  for (const tell of changed)
    await tell(tx, actor, { number: subject.number, connectionId, successorNumber: successor.number, on });
  const told = { requestId: subject.id, notice: 'ownership.changed' } as const;
  const [from, to] =
    openMinor > 0
      ? (['changedFromTaken', 'changedToTaking'] as const)
      : (['changedFrom', 'changedTo'] as const);
  await tellOwner(tx, actor, { ...told, side: 'PRESENT', what: from, amountMinor: minor(openMinor) });
  await tellOwner(tx, actor, { ...told, side: 'NEW', what: to, amountMinor: minor(openMinor) });
  const newOwner = accountOf(sql`${toConsumerId}::uuid`);
  const atTheirGate = { path: '/repair-request', params: { number: successor.number } };
  if (isAskedAgain)
    await notify(tx, actor, newOwner, {
      ...{ kind: 'ownership.repairs_ended', occasion: subject.id, ...atTheirGate },
    });
  if (goesOn)
    await notify(tx, actor, newOwner, {
      ...{ kind: 'ownership.repairs_go_on', occasion: subject.id, ...atTheirGate },
    });
  return { ...answer, successorNumber: successor.number };
}

async function newEntry(tx: Tx, actor: Actor, subject: Subject): Promise<string> {
  const { name, nameBn, phone, email, nid, address, number } = subject;
  return (await createConsumer(tx, actor, { name, nameBn, phone, email, nid, address }, number)).id;
}
