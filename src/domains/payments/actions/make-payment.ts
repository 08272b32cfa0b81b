/** Takes a payment at the counter, or begins one through the gateway: then nothing is paid before the bank says so. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import {
  errors,
  type makePayment as makePaymentEndpoint,
  type Payment,
  type payDemandNote,
  type Tender,
} from '../contract.ts';
import { sendReceiptMessage } from '../message-texts.ts';
import { MONEY_ACCOUNTS } from '../money-accounts.ts';
import { noticeReceived } from '../notices.ts';
import type { PaymentSource } from '../payment.rules.ts';
import { getPayment, visibleTo } from '../queries.ts';
import { settleNote } from './settle-demand-note.ts';
import { settleInvoicePayments } from './settle-payments.ts';

type Target = {
  source: PaymentSource;
  consumerId: string | null;
  connectionId?: string;
  applicationId?: string;
  demandNoteId?: string;
};

/** For the open invoices of a connection, oldest first; what is left becomes the connection's advance. */
export async function makePayment(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof makePaymentEndpoint)['body']>,
): Promise<Payment> {
  const { connectionId, amountMinor, tender } = input;
  requireWay(actor, tender, { counter: 'payments:take', online: 'payments:pay-online' });
  const connection = await first<{ consumerId: string }>(
    tx,
    sql`select p.consumer_id as "consumerId" from meters.connections p
      where p.id = ${connectionId} and ${visibleTo(actor)}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  const target: Target = { source: 'INVOICE', connectionId, consumerId: connection.consumerId };
  if (tender.method === 'GATEWAY') return begin(tx, actor, target, amountMinor);
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, { amountMinor, tender });
  const account = MONEY_ACCOUNTS[tender.method];
  await settleInvoicePayments(tx, actor, [{ paymentId, connectionId, account, amountMinor, paidOn }]);
  await sendReceiptMessage(tx, paymentId);
  await noticeReceived(tx, actor, paymentId);
  return getPayment(tx, actor, paymentId);
}

/** For the demand note in force of an application. */
export async function makeNotePayment(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof payDemandNote)['body']>,
): Promise<Payment> {
  const { applicationId, amountMinor, tender } = input;
  requireWay(actor, tender, { counter: 'demand-notes:pay-counter', online: 'demand-notes:pay-online' });
  const note = await first<{ id: string; consumerId: string | null }>(
    tx,
    sql`select n.id, p.consumer_id as "consumerId"
      from applications.applications p join applications.demand_notes n on n.application_id = p.id and n.cancelled_at is null
      where p.id = ${applicationId} and p.deleted_at is null and ${visibleTo(actor)}`,
  );
  if (!note) throw fail(commonErrors.not_found);
  const target: Target = {
    source: 'APPLICATION_SURVEY',
    applicationId,
    demandNoteId: note.id,
    consumerId: note.consumerId,
  };
  if (tender.method === 'GATEWAY') return begin(tx, actor, target, amountMinor);
  const { paymentId, paidOn } = await insertPaid(tx, actor, target, { amountMinor, tender });
  const account = MONEY_ACCOUNTS[tender.method];
  await settleNote(tx, actor, {
    paymentId,
    applicationId,
    demandNoteId: note.id,
    account,
    amountMinor,
    paidOn,
  });
  await sendReceiptMessage(tx, paymentId);
  await noticeReceived(tx, actor, paymentId);
  return getPayment(tx, actor, paymentId);
}

function requireWay(actor: Actor, tender: Tender, words: { counter: Permission; online: Permission }): void {
  const word = tender.method === 'GATEWAY' ? words.online : words.counter;
  if (!may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
}

type Counter = { amountMinor: number; tender: Exclude<Tender, { method: 'GATEWAY' }> };

async function insertPaid(tx: Tx, actor: Actor, target: Target, { amountMinor, tender }: Counter) {
  const paidOn = tender.paidOn ?? actor.today;
  if (paidOn > actor.today) throw fail(errors.paid_in_future);
  const slipNumber = tender.method === 'POS' ? tender.receiptNumber : null;
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id,
        application_id, demand_note_id, slip_number, paid_on, created_by, created_at, decided_at)
      values (${target.source}, ${tender.method}, 'APPROVED', ${amountMinor}, ${target.consumerId},
        ${target.connectionId ?? null}, ${target.applicationId ?? null}, ${target.demandNoteId ?? null}, ${slipNumber},
        ${paidOn}, ${actor.userId}, ${actor.now}, ${actor.now}) returning id`,
  );
  await note(tx, actor, id, { ...target, amountMinor, method: tender.method, slipNumber, paidOn });
  return { paymentId: id, paidOn };
}

/** One payment at a time per target: an older one that never reached the bank gives way, one at the bank does not. */
async function begin(tx: Tx, actor: Actor, target: Target, amountMinor: number): Promise<Payment> {
  await execute(
    tx,
    sql`update payments.payments set state = 'EXPIRED', decided_at = ${actor.now}
    where method = 'GATEWAY' and state = 'CREATED'
      and coalesce(connection_id, demand_note_id) = ${target.connectionId ?? target.demandNoteId ?? null}::uuid`,
  );
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.payments (source, method, state, amount_minor, consumer_id, connection_id,
        application_id, demand_note_id, created_by, created_at)
      values (${target.source}, 'GATEWAY', 'CREATED', ${amountMinor}, ${target.consumerId}, ${target.connectionId ?? null},
        ${target.applicationId ?? null}, ${target.demandNoteId ?? null}, ${actor.userId}, ${actor.now}) returning id`,
  );
  await note(tx, actor, id, { ...target, amountMinor, method: 'GATEWAY' });
  return getPayment(tx, actor, id);
}

function note(tx: Tx, actor: Actor, objectId: string, after: Record<string, unknown>): Promise<void> {
  return audit(tx, actor, { action: 'payment.make', object: 'payment', objectId, after });
}
