/**
 * The second person's word. Done means: a payment of the true amount with journal and receipt, and the alarm is solved,
 * all in one transaction. Lock order: proposal → payment → alarm → connection and on, as everywhere.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { giveReceipt, giveReceipts } from '../../actions/give-receipts.ts';
import { settleNoteOrSendBack } from '../../actions/settle-demand-note.ts';
import { oweBack, settleBillsOrSendBack, settleMoney } from '../../actions/settle-money.ts';
import {
  type FeeSettlement,
  settleOwnershipFee,
  settleOwnershipFeeLate,
} from '../../actions/settle-ownership-fee.ts';
import { settleOrderLate } from '../../actions/settle-work-order.ts';
import {
  takeForConnection,
  takeForFee,
  takeForNote,
  takeForOrder,
  takeForWallet,
} from '../../actions/take-counter-money.ts';
import { endWithoutMoney, solve, solveBeside } from '../../alarms/actions/solve-alarm.ts';
import { aboutPayment } from '../../alarms/queries.ts';
import { postBankFile, releaseBankFile } from '../../bank-files/actions/post-bank-file.ts';
import { errors } from '../../contract.ts';
import { MONEY_ACCOUNTS } from '../../money-accounts.ts';
import { noticeProposalDecided } from '../../notices.ts';
import {
  connectionTarget,
  feeTarget,
  noteTarget,
  noteTargetOn,
  orderTarget,
  takenTarget,
  walletTarget,
} from '../../payment-target.ts';
import { lockPayment, type PaymentFacts } from '../../queries.ts';
import { openCaseForPayment } from '../../refunds/actions/open-refund.ts';
import { returnRefund, withdrawRefund } from '../../refunds/actions/take-back-refund.ts';
import type { PROPOSAL_KINDS, Proposal } from '../proposal.rules.ts';
import { getProposal, getSeenProposal } from '../queries.ts';

type ProposalKind = (typeof PROPOSAL_KINDS)[number];
type Asked = {
  id: string;
  kind: ProposalKind;
  state: string;
  alarmId: string;
  /** The payment that the alarm is about; null if the bank names an order that is not ours. */
  alarmedId: string | null;
  refundId: string;
  bankFileId: string | null;
  feeMinor: number;
  statementReference: string;
  connectionId: string | null;
  applicationId: string | null;
  workOrderId: string | null;
  ownershipRequestId: string | null;
  walletOf: string | null;
  method: 'CASH' | 'POS' | 'BANK';
  slipNumber: string;
  paidOn: string;
  amountMinor: number;
  /** For the bills of the connection that a new owner took over. */
  takenOver: boolean;
  reason: string;
  requestedBy: string | null;
  requestedByName: string;
};

export async function decideProposal(
  tx: Tx,
  actor: Actor,
  input: { id: string; accept: boolean; sendBack?: boolean | undefined; remark?: string | undefined },
): Promise<Proposal> {
  const asked = await lockProposal(tx, input.id);
  if (asked.state !== 'REQUESTED') throw fail(errors.proposal_decided);
  if (!input.accept && !input.remark) throw fail(errors.refusal_reason);
  const paymentId = input.accept ? await done(tx, actor, asked, input.sendBack === true) : null;
  if (!input.accept && asked.bankFileId) await releaseBankFile(tx, asked.bankFileId);
  await execute(
    tx,
    sql`update payments.proposals set state = ${input.accept ? 'DONE' : 'REFUSED'}, decided_by = ${actor.userId},
      decided_at = ${actor.now}, decision_remark = ${input.remark ?? null}, payment_id = ${paymentId}
    where id = ${asked.id}`,
  );
  const proposal = await getProposal(tx, actor, asked.id);
  await audit(tx, actor, {
    action: input.accept ? 'proposal.accept' : 'proposal.refuse',
    object: 'proposal',
    objectId: asked.id,
    before: { state: asked.state },
    after: {
      ...{ state: proposal.state, kind: asked.kind, accepted: input.accept, amountMinor: asked.amountMinor },
      ...moneyOf(proposal),
      ...(input.accept && input.sendBack ? { sendBack: true } : {}),
      paymentId,
    },
    reason: input.remark ?? asked.reason,
  });
  await noticeProposalDecided(tx, actor, { ...input, proposal, askedBy: asked.requestedBy });
  return proposal;
}

/** Who asked takes it back before it is decided: what it kept from being asked for again is free. */
export async function giveUpProposal(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<Proposal> {
  const proposal = await getSeenProposal(tx, actor, id);
  const givenUp = await first<{ bankFileId: string | null }>(
    tx,
    sql`update payments.proposals
      set state = 'GIVEN_UP', decided_by = ${actor.userId}, decided_at = ${actor.now}, decision_remark = ${reason}
      where id = ${id} and state = 'REQUESTED' and requested_by = ${actor.userId} returning bank_file_id as "bankFileId"`,
  );
  if (!givenUp) {
    const { state } = await getProposal(tx, actor, id);
    throw fail(state === 'REQUESTED' ? errors.not_asker : errors.proposal_decided);
  }
  if (givenUp.bankFileId) await releaseBankFile(tx, givenUp.bankFileId);
  await audit(tx, actor, {
    action: 'proposal.give-up',
    object: 'proposal',
    objectId: id,
    before: { state: 'REQUESTED' },
    after: {
      state: 'GIVEN_UP',
      ...{ kind: proposal.kind, amountMinor: proposal.amountMinor },
      ...moneyOf(proposal),
    },
    reason,
  });
  return getProposal(tx, actor, id);
}

/** For the log: whose money it is and what it is for; the day and the way of counter money. */
const moneyOf = ({ targetNumber, payerName, takenOver, method, slipNumber, paidOn }: Proposal) => ({
  ...{ target: targetNumber, payer: payerName },
  ...(takenOver ? { takenOver } : {}),
  ...(paidOn ? { paidOn, method, ...(slipNumber ? { slipNumber } : {}) } : {}),
});

async function lockProposal(tx: Tx, id: string): Promise<Asked> {
  const asked = await first<Asked>(
    tx,
    sql`select q.id, q.kind, q.state, q.alarm_id as "alarmId", q.refund_id as "refundId", q.bank_file_id as "bankFileId", q.fee_minor as "feeMinor",
        q.statement_reference as "statementReference", ${aboutPayment} as "alarmedId",
        q.connection_id as "connectionId", q.application_id as "applicationId", q.work_order_id as "workOrderId", q.ownership_request_id as "ownershipRequestId", q.wallet_of as "walletOf", q.method, q.slip_number as "slipNumber",
        q.paid_on as "paidOn", q.amount_minor as "amountMinor", q.taken_over as "takenOver",
        q.reason, q.requested_by as "requestedBy", coalesce(u.name, '') as "requestedByName"
      from payments.proposals q left join payments.alarms a on a.id = q.alarm_id
      left join identity.users u on u.id = q.requested_by where q.id = ${id} for update of q`,
  );
  if (!asked) throw fail(commonErrors.not_found);
  return asked;
}

function done(tx: Tx, actor: Actor, asked: Asked, sendBack: boolean): Promise<string | null> {
  const { kind } = asked;
  if (kind === 'BACKDATE') return takeBackdated(tx, actor, asked, sendBack);
  if (kind === 'POST_FILE') return postFile(tx, actor, asked);
  if (kind === 'WITHDRAW_REFUND' || kind === 'RETURN_REFUND') return takeBack(tx, actor, asked);
  return endAlarm(tx, actor, { ...asked, kind });
}

/**
 * Counter money that the asker took: it is in their drawer of that day, so it is posted in their name. Who asked had the
 * permission to take it; who decides needs only the one to decide.
 * @param sendBack what it was for may have ended since: what is not taken is recorded all the same, and goes back to the payer
 */
async function takeBackdated(tx: Tx, actor: Actor, asked: Asked, sendBack: boolean): Promise<string> {
  const { connectionId, applicationId, workOrderId, ownershipRequestId, amountMinor, paidOn, method } = asked;
  const { walletOf, slipNumber, takenOver, reason } = asked;
  const permissions = new Set<Permission>([...actor.permissions, 'demand-notes:pay-counter']);
  const taker = { ...actor, permissions, userId: asked.requestedBy, name: asked.requestedByName };
  const tender = method === 'CASH' ? { method, paidOn } : { method, paidOn, receiptNumber: slipNumber };
  const counter = { amountMinor, tender, dateReason: reason };
  const take = async () => {
    if (connectionId && takenOver && sendBack)
      return takeForConnection(
        tx,
        taker,
        await takenTarget(tx, connectionId),
        counter,
        settleBillsOrSendBack,
      );
    if (connectionId) {
      const target = await connectionTarget(tx, actor, connectionId, { takenOver });
      return takeForConnection(tx, taker, target, counter);
    }
    if (workOrderId) {
      const target = await orderTarget(tx, actor, workOrderId);
      return takeForOrder(tx, taker, target, counter, sendBack ? settleOrderLate : undefined);
    }
    if (ownershipRequestId) {
      const target = await feeTarget(tx, actor, ownershipRequestId);
      return takeForFee(tx, taker, target, counter, sendBack ? settleOwnershipFeeLate : settleFeeOfBefore);
    }
    // The limits of wallets were asked when it was proposed. The money is there.
    if (walletOf) return takeForWallet(tx, taker, await walletTarget(tx, actor, walletOf), counter);
    const id = String(applicationId);
    if (!sendBack) return takeForNote(tx, taker, await noteTarget(tx, actor, id), counter);
    return takeForNote(tx, taker, await noteTargetOn(tx, id, paidOn), counter, settleNoteOrSendBack);
  };
  return (await take()).id;
}

/** The request may be back for a correction since: it keeps its fee. */
const settleFeeOfBefore = (tx: Tx, actor: Actor, settlement: FeeSettlement): Promise<void> =>
  settleOwnershipFee(tx, actor, settlement, { isThere: true });

/** A refund's way back, which makes no payment. */
async function takeBack(tx: Tx, actor: Actor, { kind, refundId, reason }: Asked): Promise<null> {
  if (kind === 'WITHDRAW_REFUND') await withdrawRefund(tx, actor, { refundId, reason });
  else await returnRefund(tx, actor, { refundId, reason });
  return null;
}

/** Payout and fee of a settlement file, which make no payment. */
async function postFile(tx: Tx, actor: Actor, asked: Asked): Promise<null> {
  await postBankFile(tx, actor, { ...asked, fileId: String(asked.bankFileId) });
  return null;
}

const SOLUTIONS = { BOOK: 'BOOKED', SEND_BACK: 'SENT_BACK', NO_MONEY: 'NO_MONEY' } as const;

/** The amount is compared with the bank's and the books' again, in the statement that solves the alarm. */
async function endAlarm(
  tx: Tx,
  actor: Actor,
  asked: Asked & { kind: keyof typeof SOLUTIONS },
): Promise<string | null> {
  const { kind, alarmId, alarmedId, amountMinor, reason: remark } = asked;
  const solution = SOLUTIONS[kind];
  const alarmed = alarmedId ? await lockPayment(tx, alarmedId) : undefined;
  const money = kind === 'NO_MONEY' ? { proposalId: asked.id } : { amountMinor };
  if (!(await solve(tx, actor, { id: alarmId, solution, remark, ...money }))) throw fail(errors.alarm_moved);
  const paymentId = kind === 'NO_MONEY' ? null : await book(tx, actor, asked, alarmed);
  if (alarmed) {
    await solveBeside(tx, actor, { paymentId: alarmed.id, solution });
    if (!paymentId) await endWithoutMoney(tx, actor, alarmed.id);
  }
  return paymentId;
}

async function book(tx: Tx, actor: Actor, asked: Asked, alarmed: PaymentFacts | undefined): Promise<string> {
  const { amountMinor } = asked;
  const target: Payer = alarmed ?? (await connectionTarget(tx, actor, String(asked.connectionId)));
  // What came for a wallet is in it. To send it back is refused when it is asked for; it was not always.
  const owedBack = asked.kind === 'SEND_BACK' && !target.walletOf;
  const paymentId = await insertTrue(tx, actor, target, { amountMinor, owedBack });
  if (alarmed) await replace(tx, actor, alarmed, paymentId);
  const { connectionId = null, applicationId = null, demandNoteId = null } = target;
  const { workOrderId = null, ownershipRequestId = null, walletOf = null } = target;
  const money = {
    ...{ paymentId, amountMinor, account: MONEY_ACCOUNTS.GATEWAY, paidOn: actor.today },
    ...{ connectionId, applicationId, demandNoteId, workOrderId, ownershipRequestId, walletOf },
  };
  if (!owedBack) {
    // Who decides needs only the word to decide. Without the other one a demand note would refuse the money, and it would go back.
    const permissions = new Set<Permission>([...actor.permissions, 'demand-notes:pay-counter']);
    await settleMoney(tx, { ...actor, permissions }, money);
    await giveReceipt(tx, actor, paymentId);
  } else {
    await oweBack(tx, actor, money);
    await giveReceipts(tx, actor, [paymentId]);
    const asker = { userId: asked.requestedBy, name: asked.requestedByName };
    await openCaseForPayment(tx, actor, { paymentId, reason: asked.reason, asker });
  }
  return paymentId;
}

/** Whose money it is: that of a payment of ours, or of a connection. */
type Payer = Pick<PaymentFacts, 'source' | 'consumerId'> &
  Partial<
    Pick<
      PaymentFacts,
      | 'id'
      | 'payerId'
      | 'connectionId'
      | 'applicationId'
      | 'demandNoteId'
      | 'workOrderId'
      | 'ownershipRequestId'
      | 'walletOf'
    >
  >;

/** A payment of what really came. If an order of ours brought it, it stands for the payment of that order. */
async function insertTrue(
  tx: Tx,
  actor: Actor,
  target: Payer,
  money: { amountMinor: number; owedBack: boolean },
): Promise<string> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id, application_id,
        demand_note_id, work_order_id, ownership_request_id, payer_id, wallet_of, stands_for_id, paid_on, owed_back, created_by, created_at, decided_at)
      values (${target.source}, 'GATEWAY', 'APPROVED', ${money.amountMinor}, ${target.consumerId},
        ${target.connectionId ?? null}, ${target.applicationId ?? null}, ${target.demandNoteId ?? null},
        ${target.workOrderId ?? null}, ${target.ownershipRequestId ?? null}, ${target.payerId ?? null}, ${target.walletOf ?? null}, ${target.id ?? null},
        ${actor.today}, ${money.owedBack}, ${actor.userId}, ${actor.now}, ${actor.now}) returning id`,
  );
  return id;
}

/** The payment that was ordered is never paid any more. One that is paid, or was replaced before, stays as it is. */
async function replace(tx: Tx, actor: Actor, ordered: PaymentFacts, paymentId: string): Promise<void> {
  await execute(
    tx,
    sql`update payments.payments set replaced_by_id = ${paymentId},
      state = case when state = 'PROCESSING' then 'DECLINED' else state end,
      decided_at = case when state = 'PROCESSING' then ${actor.now}::timestamptz else decided_at end
    where id = ${ordered.id} and replaced_by_id is null and state <> 'APPROVED'`,
  );
  await execute(tx, sql`update payments.orders set next_check_at = null where payment_id = ${ordered.id}`);
}
