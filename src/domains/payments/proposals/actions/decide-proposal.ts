/**
 * The second person's word. Done means: a payment of the true amount with journal and receipt, and the alarm is solved,
 * all in one transaction. Lock order: proposal → alarm → payment → connection and on, as everywhere.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { giveReceipt, giveReceipts } from '../../actions/give-receipts.ts';
import { takeForConnection, takeForNote } from '../../actions/make-payment.ts';
import { oweBack, settleMoney } from '../../actions/settle-money.ts';
import { solve, solveBeside } from '../../alarms/actions/solve-alarm.ts';
import { errors } from '../../contract.ts';
import { MONEY_ACCOUNTS } from '../../money-accounts.ts';
import { connectionTarget, noteTarget } from '../../payment-target.ts';
import { lockPayment, type PaymentFacts } from '../../queries.ts';
import { openCaseForPayment } from '../../refunds/actions/open-refund.ts';
import type { Proposal } from '../proposal.rules.ts';
import { getProposal } from '../queries.ts';

type Asked = {
  id: string;
  kind: 'BOOK' | 'SEND_BACK' | 'BACKDATE';
  state: string;
  alarmId: string;
  alarmedId: string;
  connectionId: string | null;
  applicationId: string | null;
  method: 'CASH' | 'POS';
  slipNumber: string;
  paidOn: string;
  amountMinor: number;
  reason: string;
  requestedBy: string | null;
  requestedByName: string;
};

export async function decideProposal(
  tx: Tx,
  actor: Actor,
  input: { id: string; accept: boolean; remark?: string | undefined },
): Promise<Proposal> {
  const asked = await lockProposal(tx, input.id);
  if (asked.state !== 'REQUESTED') throw fail(errors.proposal_decided);
  if (!input.accept && !input.remark) throw fail(errors.refusal_reason);
  const paymentId = input.accept ? await done(tx, actor, asked) : null;
  await execute(
    tx,
    sql`update payments.proposals set state = ${input.accept ? 'DONE' : 'REFUSED'}, decided_by = ${actor.userId},
      decided_at = ${actor.now}, decision_remark = ${input.remark ?? null}, payment_id = ${paymentId}
    where id = ${asked.id}`,
  );
  await audit(tx, actor, {
    action: 'proposal.decide',
    object: 'proposal',
    objectId: asked.id,
    after: { kind: asked.kind, accepted: input.accept, amountMinor: asked.amountMinor, paymentId },
    reason: input.remark ?? asked.reason,
  });
  return getProposal(tx, actor, asked.id);
}

async function lockProposal(tx: Tx, id: string): Promise<Asked> {
  const asked = await first<Asked>(
    tx,
    sql`select q.id, q.kind, q.state, q.alarm_id as "alarmId", a.payment_id as "alarmedId",
        q.connection_id as "connectionId", q.application_id as "applicationId", q.method, q.slip_number as "slipNumber",
        q.paid_on as "paidOn", q.amount_minor as "amountMinor",
        q.reason, q.requested_by as "requestedBy", coalesce(u.name, '') as "requestedByName"
      from payments.proposals q left join payments.alarms a on a.id = q.alarm_id
      left join identity.users u on u.id = q.requested_by where q.id = ${id} for update of q`,
  );
  if (!asked) throw fail(commonErrors.not_found);
  return asked;
}

const done = (tx: Tx, actor: Actor, asked: Asked): Promise<string> =>
  asked.kind === 'BACKDATE' ? takeBackdated(tx, actor, asked) : book(tx, actor, asked);

/** Counter money that the asker took: it is in their drawer of that day, so it is posted in their name. */
async function takeBackdated(tx: Tx, actor: Actor, asked: Asked): Promise<string> {
  const { connectionId, applicationId, amountMinor, paidOn, method, slipNumber, reason } = asked;
  const taker = { ...actor, userId: asked.requestedBy, name: asked.requestedByName };
  const tender = method === 'POS' ? { method, paidOn, receiptNumber: slipNumber } : { method, paidOn };
  const counter = { amountMinor, tender, dateReason: reason };
  const { id } = connectionId
    ? await takeForConnection(tx, taker, await connectionTarget(tx, actor, connectionId), counter)
    : await takeForNote(tx, taker, await noteTarget(tx, actor, String(applicationId)), counter);
  return id;
}

/** The money of an alarm; the amount is compared again in the statement that solves it. */
async function book(tx: Tx, actor: Actor, asked: Asked): Promise<string> {
  const { kind, amountMinor, alarmId } = asked;
  const solution = kind === 'BOOK' ? 'BOOKED' : 'SENT_BACK';
  const isSolved = await solve(tx, actor, {
    ...{ id: alarmId, solution, bankMinor: amountMinor, remark: asked.reason },
  });
  if (!isSolved) throw fail(errors.alarm_moved);
  await solveBeside(tx, actor, { paymentId: asked.alarmedId, solution });
  const wrong = await lockPayment(tx, asked.alarmedId);
  const paymentId = await insertTrue(tx, actor, wrong, { amountMinor, owedBack: kind === 'SEND_BACK' });
  const money = { ...wrong, paymentId, amountMinor, account: MONEY_ACCOUNTS.GATEWAY, paidOn: actor.today };
  if (kind === 'BOOK') {
    await settleMoney(tx, actor, money);
    await giveReceipt(tx, actor, paymentId);
  } else {
    await oweBack(tx, actor, money);
    await giveReceipts(tx, actor, [paymentId]);
    const asker = { userId: asked.requestedBy, name: asked.requestedByName };
    await openCaseForPayment(tx, actor, { paymentId, reason: asked.reason, asker });
  }
  return paymentId;
}

/** A payment of what was really taken; it replaces the one that was ordered, which is never paid any more. */
async function insertTrue(
  tx: Tx,
  actor: Actor,
  wrong: PaymentFacts,
  money: { amountMinor: number; owedBack: boolean },
): Promise<string> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, application_id,
        demand_note_id, paid_on, owed_back, created_by, created_at, decided_at)
      select source, 'GATEWAY', 'APPROVED', ${money.amountMinor}, consumer_id, connection_id, application_id,
        demand_note_id, ${actor.today}::date, ${money.owedBack}, ${actor.userId}::uuid, ${actor.now}::timestamptz, ${actor.now}::timestamptz
      from payments.payments where id = ${wrong.id} returning id`,
  );
  await execute(
    tx,
    sql`update payments.payments set replaced_by_id = ${id},
      state = case when state = 'PROCESSING' then 'DECLINED' else state end,
      decided_at = case when state = 'PROCESSING' then ${actor.now}::timestamptz else decided_at end
    where id = ${wrong.id}`,
  );
  await execute(tx, sql`update payments.orders set next_check_at = null where payment_id = ${wrong.id}`);
  return id;
}
