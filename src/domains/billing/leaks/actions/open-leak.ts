/**
 * A household asks that a part of a high bill is taken off. Until somebody decided the bill is not collected. What the bill is, and whether the
 * rules of today let it be a leak, is asked under the lock of its connection; that a connection has one in twelve months is a constraint.
 */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { keepUpload } from '#platform/files/files.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { noteOwn } from '../../own-requests.ts';
import { errors } from '../contract.ts';
import { isUsualAgain, judgeBill, type LeakBill, leakBill, leakRulesOn } from '../facts.ts';
import type { LEAK_CHANNELS, LeakRules } from '../leak.rules.ts';
import { tellAsked } from '../tell-people.ts';
import { holdLeaks } from './hold-leak.ts';

type Asking = { invoiceId: string; words: string; repairedOn: string; proofId: string | null };
type Opened = { id: string; number: string };
type Noted = {
  channel: (typeof LEAK_CHANNELS)[number];
  callerName?: string;
  exceptionReason?: string | null;
};

export async function openLeak(
  tx: Tx,
  actor: Actor,
  input: Asking & Noted,
): Promise<{ id: string; number: string; waitUntil: string }> {
  const { invoiceId, channel, exceptionReason = null, repairedOn } = input;
  const rules = await leakRulesOn(tx, actor.today);
  if (!rules.on) throw fail(errors.off);
  await lockConnections(tx, sql`select connection_id from billing.invoices where id = ${invoiceId}`);
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;
  const bill = await leakBill(tx, invoiceId, isOwn);
  if (!bill) throw fail(commonErrors.not_found);
  await refuse(tx, actor, { bill, rules, exceptionReason });
  if (bill.usedFrom !== null && repairedOn < bill.usedFrom) throw fail(errors.repair_day);
  const proofId = await keepProof(tx, actor, input.proofId);
  const waitUntil = addDays(actor.today, rules.waitDays);
  const insert = (isFree: Sql) =>
    sql<Opened>`insert into billing.leaks (number, invoice_id, connection_id, period, words, repaired_on, proof_file_id, channel, caller_name,
        exception_reason, asked_by, asked_by_name, asked_at, asked_on, rules, wait_until)
      select platform.human_number(${NUMBER_KINDS.leak}, platform.take_numbers('leak')), ${invoiceId}, ${bill.connectionId}, ${bill.period},
        ${input.words}, ${repairedOn}, ${proofId}, ${channel}, ${input.callerName ?? null}, ${exceptionReason}, ${actor.userId}, ${actor.name},
        ${actor.now}, ${actor.today}, ${JSON.stringify(rules)}::jsonb, ${waitUntil} where ${isFree} returning id, number`;
  const counted = sql`select k.asked_on from billing.leaks k
    where k.connection_id = ${bill.connectionId} and k.channel = 'PORTAL' and k.state = 'WITHDRAWN' and k.withdrawn_reason is null`;
  const { id, number } =
    channel === 'PORTAL'
      ? await noteOwn<Opened>(tx, actor, { counted, insert, refusal: errors.asked_often })
      : await one<Opened>(tx, insert(sql`true`));
  await holdLeaks(tx, actor, sql`k.id = ${id}`);
  await audit(tx, actor, {
    action: 'leak.open',
    object: 'leak',
    objectId: id,
    after: { invoiceId, repairedOn, channel, callerName: input.callerName, waitUntil },
    reason: exceptionReason ?? undefined,
  });
  await tellAsked(tx, actor, id, await isUsualAgain(tx, { invoiceId, repairedOn, rules }));
  return { id, number, waitUntil };
}

type Refusing = { bill: LeakBill; rules: LeakRules; exceptionReason: string | null };

async function refuse(tx: Tx, actor: Actor, { bill, rules, exceptionReason }: Refusing): Promise<void> {
  if (bill.isTaken) throw fail(errors.bill_taken_over);
  if (bill.isDisputed) throw fail(errors.bill_disputed);
  const judged = await judgeBill(tx, bill, rules);
  if (judged === 'no_history') throw fail(errors.no_history, { least: rules.leastMonths });
  if (judged === 'not_unusual') {
    throw fail(errors.not_unusual, { percent: rules.factorPercent, litres: rules.leastExcessLitres });
  }
  if (judged === 'bill_cancelled') throw fail(errors.bill_cancelled);
  if (typeof judged === 'string') throw fail(errors.bill_unfit);
  const lastDay = addDays(bill.knownFrom, rules.askDays);
  if (exceptionReason === null && actor.today > lastDay) throw fail(errors.too_late, { day: lastDay });
}

async function keepProof(tx: Tx, actor: Actor, proofId: string | null): Promise<string | null> {
  if (!proofId) return null;
  const file = await keepUpload(tx, actor, proofId, {
    fits: ({ media_type: mediaType }) => /^(?:image\/|application\/pdf$)/.test(mediaType),
    refusal: errors.proof_unknown,
  });
  return file.id;
}
