/**
 * A payment by cheque is taken back the ordinary way. The cheque in hand is given back; of one that was paid the money leaves the bank's account as
 * well. While the bank has it, only its answer decides.
 */
import { reverseJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import type { ChequeState } from '../cheque.rules.ts';
import { errors } from '../errors.ts';

/** Locks the cheque, after its payment: no slip takes it meanwhile. */
export async function refuseInClearing(tx: Tx, paymentId: string): Promise<void> {
  const { state } = await one<{ state: ChequeState }>(
    tx,
    sql`select state from payments.cheques where payment_id = ${paymentId} for update`,
  );
  if (state === 'DEPOSITED') throw fail(errors.cheque_in_clearing);
}

export async function giveBackCheque(
  tx: Tx,
  actor: Actor,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<void> {
  const given = await first<{ id: string }>(
    tx,
    sql`update payments.cheques set state = 'GIVEN_BACK', state_on = ${actor.today}, version = version + 1
      where payment_id = ${paymentId} and state = 'RECEIVED' returning id`,
  );
  if (given) {
    await audit(tx, actor, {
      ...{ action: 'cheque.give-back', object: 'cheque', objectId: given.id, reason },
      ...{ before: { state: 'RECEIVED' }, after: { state: 'GIVEN_BACK' } },
    });
    return;
  }
  const { id } = await one<{ id: string }>(
    tx,
    sql`select id from payments.cheques where payment_id = ${paymentId}`,
  );
  const of = { kind: 'CHEQUE_CLEARED' as const, sourceId: id };
  await reverseJournal(tx, actor, { of, businessDate: actor.today, reason });
}
