/** The bell about payments and refunds, in the transaction of what happened. */
import { account, holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { alarmPath } from './alarms/alarm.rules.ts';
import type { Proposal } from './proposals/proposal.rules.ts';

/** Tells the accounts of the payer and of whose it is that the money has come; also if they paid it themselves, as the SMS does.
 * What goes back to another payer, or is for bills that one took over, is told to that one only.
 */
export function noticeReceived(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'payments.received',
    sql`select u.id as user_id, p.id::text as occasion, '/payment-history/' || p.id as path,
      jsonb_build_object('minor', p.amount_minor, 'receipt', r.number) as params
    from payments.payments p join payments.receipts r on r.payment_id = p.id
    join identity.users u on u.consumer_id in (case when p.payer_id is not null and (p.owed_back or p.taken_over) then null else p.consumer_id end, p.payer_id)
      and u.status = 'active'
    where p.id = ${paymentId}`,
  );
}

/** A payment that is to be taken back waits for the second person. */
export async function noticeReversal(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  const { id, minor } = await one<{ id: string; minor: number }>(
    tx,
    sql`select v.id, p.amount_minor as minor from payments.reversals v join payments.payments p on p.id = v.payment_id
      where p.id = ${paymentId} and v.state = 'REQUESTED'`,
  );
  await notify(tx, actor, holdersOf('payments:reverse'), {
    kind: 'payments.decision_waiting',
    occasion: id,
    path: `/payment-history/${paymentId}`,
    params: { minor },
  });
}

/** Who asked to take a payment back is told whether it was, and why not. */
export function noticeReversalDecided(
  tx: Tx,
  actor: Actor,
  decided: {
    reversalId: string;
    askedBy: string | null;
    accept: boolean;
    remark?: string | undefined;
    payment: { id: string; amountMinor: number };
  },
): Promise<void> {
  const { reversalId, askedBy, accept, remark = '', payment } = decided;
  return notify(tx, actor, account(askedBy), {
    kind: accept ? 'payments.reversal_approved' : 'payments.reversal_refused',
    occasion: reversalId,
    path: `/payment-history/${payment.id}`,
    params: { minor: payment.amountMinor, name: actor.name, ...(accept ? {} : { reason: remark }) },
  });
}

/** Who asked a second person for money is told what that one decided, on the page of what it is about. */
export function noticeProposalDecided(
  tx: Tx,
  actor: Actor,
  decided: {
    proposal: Pick<Proposal, 'id' | 'amountMinor' | 'targetNumber' | 'alarmId' | 'refundId' | 'bankFileId'>;
    askedBy: string | null;
    accept: boolean;
    remark?: string | undefined;
  },
): Promise<void> {
  const { proposal, askedBy, accept, remark = '' } = decided;
  const { alarmId, refundId, bankFileId } = proposal;
  const state = accept ? 'DONE' : 'REFUSED';
  return notify(tx, actor, account(askedBy), {
    kind: accept ? 'payments.proposal_accepted' : 'payments.proposal_refused',
    occasion: proposal.id,
    path: alarmId
      ? alarmPath(alarmId)
      : refundId
        ? `/refund/${refundId}`
        : bankFileId
          ? `/city-bank-report/${bankFileId}`
          : `/proposals/own?page=1&state=${state}`,
    params: {
      ...{ minor: proposal.amountMinor, number: proposal.targetNumber, name: actor.name },
      ...(accept ? {} : { reason: remark }),
    },
  });
}

/** Counter money is missing in the drawer of who took it, also if somebody else took it back: that person is told. */
export function noticeDrawer(tx: Tx, actor: Actor, paymentId: string, reason: string): Promise<void> {
  return notifyEach(
    tx,
    actor,
    'payments.drawer_lowered',
    sql`select p.created_by as user_id, p.id::text as occasion, '/payment-history/' || p.id as path,
      jsonb_build_object('minor', p.amount_minor, 'receipt', r.number, 'by', ${actor.name}::text, 'reason', ${reason}::text) as params
    from payments.payments p join payments.receipts r on r.payment_id = p.id
    where p.id = ${paymentId} and p.method in ('CASH', 'POS', 'BANK', 'CHEQUE') and p.created_by is distinct from ${actor.userId}::uuid`,
  );
}

type Refund = { state: string; asked_by: string | null; minor: number; number: string };

/** A refund waits for the second person; who asked is told what that person decided. */
export async function noticeRefund(tx: Tx, actor: Actor, refundId: string): Promise<void> {
  const refund = await one<Refund>(
    tx,
    sql`select f.state, f.asked_by, f.amount_minor as minor, coalesce(a.number, c.number, b.number, e.number, '') as number
      from payments.refunds f left join applications.applications a on a.id = f.application_id
      left join meters.connections c on c.id = f.connection_id
      left join work_orders.orders b on b.id = f.work_order_id
      left join ownership.requests e on e.id = f.ownership_request_id where f.id = ${refundId}`,
  );
  const about = {
    occasion: `${refundId}:${refund.state}`,
    path: `/refund/${refundId}`,
    params: { minor: refund.minor, number: refund.number },
  };
  if (refund.state === 'REQUESTED') {
    await notify(tx, actor, holdersOf('payments:approve-refund'), {
      kind: 'payments.refund_waiting',
      ...about,
    });
  } else {
    const kind = refund.state === 'APPROVED' ? 'payments.refund_approved' : 'payments.refund_refused';
    // An applicant who asked has no page of refunds; the SMS tells them.
    const asker = sql`select u.id from identity.users u where u.id in (${account(refund.asked_by)}) and u.consumer_id is null`;
    await notify(tx, actor, asker, { kind, ...about });
  }
}
