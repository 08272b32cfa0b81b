/** Asks a second person: for the end of an alarm about money; for money of a day long ago. */
import type { z } from 'zod';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { ensureMonthOpen } from '#domains/ledger/actions/close-period.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { typedNumber } from '#shared/search/join-groups.ts';
import { lockTarget } from '../../actions/settle-money.ts';
import type { Alarm, proposeForAlarm as proposeForAlarmCall } from '../../alarms/contract.ts';
import { getAlarm } from '../../alarms/queries.ts';
import { errors } from '../../contract.ts';
import { isTooLongAgo } from '../../counter-day.rules.ts';
import {
  connectionTarget,
  feeTarget,
  firstDayOf,
  noteTarget,
  orderTarget,
  refuseAboveTaken,
  type Target,
  walletTarget,
} from '../../payment-target.ts';
import { refuseUnasked } from '../../refuse-unasked.ts';
import { requireWay } from '../../require-way.ts';
import { getPaymentSettings } from '../../settings/queries.ts';
import type { proposeBackdated as proposeBackdatedCall } from '../contract.ts';
import type { Proposal } from '../proposal.rules.ts';
import { getProposal } from '../queries.ts';

export async function proposeForAlarm(
  tx: Tx,
  actor: Actor,
  input: { id: string } & ForAlarm,
): Promise<Alarm> {
  const { id, kind, reason } = input;
  const books = input.kind === 'NO_MONEY' ? undefined : input;
  const amountMinor = books?.amountMinor ?? 0;
  const statement = books?.statementReference ?? null;
  const alarm = await getAlarm(tx, actor, id);
  if (kind === 'SEND_BACK' && alarm.target?.kind === 'WALLET') throw fail(errors.alarm_wallet);
  const isOpen = alarm.state !== 'SOLVED' && alarm.mayBeMoney;
  const needsConnection = isOpen && books !== undefined && alarm.paymentId === null;
  const connectionId = needsConnection ? await connectionNumbered(tx, books.connectionNumber) : null;
  const asked = await first<{ id: string }>(
    tx,
    sql`insert into payments.proposals (kind, alarm_id, connection_id, amount_minor, statement_reference, seen_bank_minor,
        reason, requested_by, requested_at)
      select ${kind}::text, a.id, ${connectionId}::uuid, ${amountMinor}::bigint, ${statement}::text, a.bank_minor,
        ${reason}::text, ${actor.userId}::uuid, ${actor.now}::timestamptz
      from payments.alarms a
      where a.id = ${id} and a.state <> 'SOLVED' and a.may_be_money and (${kind}::text = 'NO_MONEY'
        or case when a.bank_minor is null then ${statement}::text is not null
          else a.bank_minor - payments.booked_minor(a.payment_id) = ${amountMinor}::bigint end)
      returning id`,
  );
  if (!asked) {
    if (alarm.state === 'SOLVED') throw fail(errors.alarm_solved);
    if (!alarm.mayBeMoney) throw fail(errors.alarm_without_money);
    throw fail(alarm.bankMinor === null && !statement ? errors.alarm_statement : errors.alarm_moved);
  }
  await audit(tx, actor, {
    action: 'alarm.propose',
    object: 'alarm',
    objectId: id,
    after: { kind, amountMinor, statement, connectionId, orderId: alarm.orderId },
    reason,
  });
  await tellDeciders(tx, actor, { proposalId: asked.id, amountMinor });
  return getAlarm(tx, actor, id);
}

type ForAlarm = z.output<(typeof proposeForAlarmCall)['body']>;

async function connectionNumbered(tx: Tx, number: string | undefined): Promise<string> {
  const connection = await first<{ id: string }>(
    tx,
    sql`select id from meters.connections where number = ${typedNumber(number ?? '')}`,
  );
  if (!connection) throw fail(errors.alarm_connection);
  return connection.id;
}

type Asked = z.output<(typeof proposeBackdatedCall)['body']>;
/** A wallet is proposed by the domain of wallets, which asks for its own word and for the wallet's limits. */
type Backdated = Omit<Asked, 'target'> & {
  target: Asked['target'] | { kind: 'WALLET'; consumerId: string };
};

/** Counter money of a day that is too long ago for one person; its `insert` compares the first possible day. */
export async function proposeBackdated(tx: Tx, actor: Actor, input: Backdated): Promise<Proposal> {
  const { amountMinor, tender, reason, toPayBack, seenDueMinor } = input;
  if (input.target.kind !== 'WALLET') requireWay(actor, tender, WORDS[input.target.kind]);
  // The daily round holds the same lock from its question whether something waits for the note to the note's end.
  if (input.target.kind === 'DEMAND_NOTE') {
    const { applicationId } = input.target;
    await lockTarget(tx, { connectionId: null, workOrderId: null, ownershipRequestId: null, applicationId });
  }
  const { mostMinor, ...target } = await targetOf(tx, actor, input.target);
  refuseAboveTaken(mostMinor, amountMinor);
  const takenOver = mostMinor !== undefined;
  const paidOn = tender.paidOn ?? actor.today;
  if (paidOn > actor.today) throw fail(errors.paid_in_future);
  const { settings } = await getPaymentSettings(tx);
  if (!isTooLongAgo(actor, paidOn, settings.backdateDays)) throw fail(errors.backdate_alone);
  if (input.target.kind === 'CONNECTION')
    await refuseUnasked(tx, { ...input.target, amountMinor, toPayBack, seenDueMinor, paidOn });
  await ensureMonthOpen(tx, paidOn);
  const asked = await first<{ id: string }>(
    tx,
    sql`insert into payments.proposals (kind, connection_id, application_id, work_order_id, ownership_request_id, wallet_of, taken_over, amount_minor, method, slip_number, paid_on,
        reason, requested_by, requested_at)
      select 'BACKDATE', ${target.connectionId ?? null}::uuid, ${target.applicationId ?? null}::uuid, ${target.workOrderId ?? null}::uuid,
        ${target.ownershipRequestId ?? null}::uuid, ${target.walletOf ?? null}::uuid,
        ${takenOver}::boolean, ${amountMinor}::bigint, ${tender.method}::text, ${'receiptNumber' in tender ? tender.receiptNumber : null}::text, ${paidOn}::date,
        ${reason}::text, ${actor.userId}::uuid, ${actor.now}::timestamptz
      where ${paidOn}::date >= ${firstDayOf(target)} returning id`,
  );
  if (!asked) throw fail(errors.paid_too_early);
  await audit(tx, actor, {
    action: 'payment.propose',
    object: 'proposal',
    objectId: asked.id,
    after: {
      ...{ ...target, amountMinor, method: tender.method, paidOn },
      ...(takenOver ? { takenOver } : {}),
      ...(toPayBack ? { toPayBack } : {}),
    },
    reason,
  });
  await tellDeciders(tx, actor, { proposalId: asked.id, amountMinor });
  return getProposal(tx, actor, asked.id);
}

function targetOf(tx: Tx, actor: Actor, target: Backdated['target']): Promise<Target> {
  if (target.kind === 'CONNECTION') return connectionTarget(tx, actor, target.connectionId, target);
  if (target.kind === 'DEMAND_NOTE') return noteTarget(tx, actor, target.applicationId);
  if (target.kind === 'OWNERSHIP') return feeTarget(tx, actor, target.requestId);
  if (target.kind === 'WALLET') return walletTarget(tx, actor, target.consumerId);
  return orderTarget(tx, actor, target.orderId);
}

const WORDS = {
  CONNECTION: { counter: 'payments:take', online: 'payments:pay-online' },
  DEMAND_NOTE: { counter: 'demand-notes:pay-counter', online: 'demand-notes:pay-online' },
  WORK_ORDER: { counter: 'work-orders:pay-counter', online: 'work-orders:pay-online' },
  OWNERSHIP: { counter: 'ownership:pay-counter', online: 'ownership:pay-online' },
} as const;

/** The bell of everybody who may decide, but not of who asked. */
export function tellDeciders(
  tx: Tx,
  actor: Actor,
  asked: { proposalId: string; amountMinor: number },
): Promise<void> {
  return notify(tx, actor, holdersOf('payments:decide'), {
    kind: 'payments.decision_waiting',
    occasion: asked.proposalId,
    path: '/proposals?page=1&state=REQUESTED',
    params: { minor: asked.amountMinor },
  });
}
