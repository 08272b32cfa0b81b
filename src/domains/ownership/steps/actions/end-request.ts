/**
 * A request that ends without a change: rejected by the office, taken back by an owner, or never agreed to. A fee that was paid for it
 * is owed back.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { sendByDay } from '#platform/messages/by-day.ts';
import { AppError } from '#shared/errors.ts';
import { knowsOfPayment } from '#shared/payment-at-bank.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, type Subject } from '../../lock-request.ts';
import type { FeeMoney } from '../../points.ts';
import { tellBoth } from '../../tell-owners.ts';
import type { StepAnswer } from '../contract.ts';

type Ending = {
  requestId: string;
  version: number;
  remark: string;
  /** They know that a payment of the fee is at the bank, and goes back if it comes. */
  despitePayment: boolean;
};

/** Why the program asks for the refund of a request that nobody answered; read by the office, in both languages. */
const EXPIRED = 'The request has expired. / আবেদনের মেয়াদ শেষ হয়েছে।';

/** What is owed back is in the books before the transaction ends; nothing of it stays with the request. */
async function giveFeeBack(
  tx: Tx,
  actor: Actor,
  { id: requestId, feeMinor, feeVatMinor, feePaidMinor }: Subject,
  { money, reason }: { money: FeeMoney; reason: string },
): Promise<void> {
  if (feePaidMinor > 0) await money.giveBack(tx, actor, { requestId, feeMinor, feeVatMinor, reason });
}

/** @returns for the log */
async function askOfBank(
  tx: Tx,
  actor: Actor,
  { requestId, despitePayment }: Ending,
  money: FeeMoney,
): Promise<{ despitePayment?: true }> {
  return knowsOfPayment(await money.atBank(tx, actor, requestId), despitePayment, errors.payment_at_bank);
}

export async function rejectChange(
  tx: Tx,
  actor: Actor,
  input: Ending,
  money: FeeMoney,
): Promise<StepAnswer> {
  await money.lockPayments(tx, input.requestId);
  const subject = await beginStep(tx, actor, 'reject', input);
  const known = await askOfBank(tx, actor, input, money);
  const { remark } = input;
  const answer = await finishStep(tx, actor, subject, {
    action: 'reject',
    sets: [
      ...[
        sql`decided_by = ${actor.userId}`,
        sql`decided_by_name = ${actor.name}`,
        sql`decided_at = ${actor.now}`,
      ],
      ...[sql`remark = ${remark}`, sql`fee_paid_minor = 0`],
    ],
    remark,
  });
  await audit(tx, actor, {
    action: 'ownership.reject',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state, ...paidOf(subject) },
    after: { state: answer.state, ...keptOf(subject), ...known },
    reason: remark,
  });
  await giveFeeBack(tx, actor, subject, { money, reason: remark });
  await tellBoth(tx, actor, {
    requestId: subject.id,
    what: 'rejected',
    notice: 'ownership.rejected',
    remark,
  });
  return answer;
}

const paidOf = ({ feePaidMinor }: Subject) => (feePaidMinor > 0 ? { feePaidMinor } : {});
/** The fee goes back: the request keeps none. */
const keptOf = ({ feePaidMinor }: Subject) => (feePaidMinor > 0 ? { feePaidMinor: 0 } : {});

export async function withdrawRequest(
  tx: Tx,
  actor: Actor,
  input: Ending,
  money: FeeMoney,
): Promise<StepAnswer> {
  await money.lockPayments(tx, input.requestId);
  const subject = await beginStep(tx, actor, 'withdraw', input);
  const known = await askOfBank(tx, actor, input, money);
  const { remark } = input;
  const answer = await finishStep(tx, actor, subject, {
    action: 'withdraw',
    sets: [sql`remark = ${remark}`, sql`fee_paid_minor = 0`],
    remark,
  });
  await audit(tx, actor, {
    action: 'ownership.withdraw',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state, ...paidOf(subject) },
    after: { state: answer.state, ...keptOf(subject), ...known },
    reason: remark,
  });
  await giveFeeBack(tx, actor, subject, { money, reason: remark });
  // The utility's number sends nothing that a household has written.
  const isOwner = actor.kind === 'consumer';
  await tellBoth(tx, actor, {
    requestId: subject.id,
    what: isOwner ? 'withdrawnByOwner' : 'withdrawn',
    notice: 'ownership.withdrawn',
    ...(isOwner ? {} : { remark }),
  });
  return answer;
}

/** Those whose days to agree or to correct are over. Each is a transaction of its own; run twice on a day, the second finds nothing. */
export async function expireRequests(
  db: Db,
  actor: Actor,
  money: FeeMoney,
  signal?: AbortSignal,
): Promise<{ expired: number }> {
  const over = await all<{ id: string }>(
    db,
    sql`select id from ownership.requests where state in ('REQUESTED', 'RECORRECTION') and expires_on < ${actor.today}::date order by id`,
  );
  let expired = 0;
  for (const { id } of over) {
    if (signal?.aborted) break;
    expired += await transaction(db, (tx) => expire(tx, actor, id, money));
  }
  return { expired };
}

/** Somebody may have answered since the list was read, or moved the last day: such a request is left. */
async function lockToExpire(tx: Tx, actor: Actor, requestId: string): Promise<Subject | undefined> {
  try {
    const subject = await beginStep(tx, actor, 'expire', { requestId });
    const { isOver } = await one<{ isOver: boolean }>(
      tx,
      sql`select ${actor.today}::date > expires_on as "isOver" from ownership.requests where id = ${requestId}`,
    );
    return isOver ? subject : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function expire(tx: Tx, actor: Actor, requestId: string, money: FeeMoney): Promise<number> {
  await money.lockPayments(tx, requestId);
  const subject = await lockToExpire(tx, actor, requestId);
  if (!subject) return 0;
  await finishStep(tx, actor, subject, { action: 'expire', sets: [sql`fee_paid_minor = 0`] });
  await audit(tx, actor, {
    action: 'ownership.expire',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state, ...paidOf(subject) },
    after: { state: 'EXPIRED', ...keptOf(subject) },
  });
  await giveFeeBack(tx, actor, subject, { money, reason: EXPIRED });
  await tellBoth(tx, actor, { requestId, what: 'expired', notice: 'ownership.expired' });
  await sendByDay(tx, actor.now);
  return 1;
}
