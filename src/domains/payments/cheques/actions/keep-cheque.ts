/**
 * The cheque of a payment, with the payment. One paper is taken one time, also if its number, bank or branch is written in another way
 * (cheques_key, cheques_day_key).
 */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { bankAsListed } from '../banks.rules.ts';
import { errors } from '../errors.ts';
import type { ChequeTender } from '../tender.ts';

export async function keepCheque(
  tx: Tx,
  actor: Actor,
  { paymentId, paidOn, tender }: { paymentId: string; paidOn: string; tender: ChequeTender },
): Promise<void> {
  const { branch, drawer, drawnOn } = tender;
  const [number, bank] = [toLatinDigits(tender.number), bankAsListed(tender.bank)];
  const kept = await first(
    tx,
    sql`insert into payments.cheques (payment_id, number, bank, branch, drawer, drawn_on, received_on, received_by, received_by_name, state_on)
    values (${paymentId}, ${number}, ${bank}, ${branch}, ${drawer}, ${drawnOn}, ${paidOn}, ${actor.userId}, ${actor.name}, ${paidOn})
    on conflict do nothing returning id`,
  );
  if (kept) return;
  const earlier = await first<{ receipt: string }>(
    tx,
    sql`select r.number as receipt from payments.cheques c join payments.receipts r on r.payment_id = c.payment_id
      where c.is_compared and c.state not in ('DISHONOURED', 'GIVEN_BACK')
        and payments.cheque_number_key(c.number) = payments.cheque_number_key(${number}) and payments.cheque_bank_key(c.bank) = payments.cheque_bank_key(${bank})
        and (payments.cheque_branch_key(c.branch) = payments.cheque_branch_key(${branch}) or c.drawn_on = ${drawnOn}::date) limit 1`,
  );
  throw fail(errors.cheque_taken, { receipt: earlier?.receipt ?? '' });
}
