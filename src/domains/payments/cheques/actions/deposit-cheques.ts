/** Cheques go to the bank together, on one deposit slip. One that did not go is taken off it again. No money moves before the bank answers. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../errors.ts';
import { lockCheque, lockCheques, type SeenCheque } from '../lock-cheques.ts';

type Slip = {
  cheques: readonly SeenCheque[];
  slipNumber: string;
  bankAccount: string;
  depositedOn: string;
};

export async function depositCheques(
  tx: Tx,
  actor: Actor,
  { cheques, slipNumber, bankAccount, depositedOn }: Slip,
): Promise<{ count: number }> {
  const locked = await lockCheques(tx, cheques, 'RECEIVED');
  const ids = locked.map(({ id }) => id);
  // Who asks for a reversal has locked the cheque: it is before this, or finds the cheque at the bank.
  const asked = await first<{ number: string }>(
    tx,
    sql`select c.number from payments.cheques c join payments.reversals v on v.payment_id = c.payment_id and v.state = 'REQUESTED'
      where c.id = any(${ids}::uuid[]) order by c.number limit 1`,
  );
  if (asked) throw fail(errors.cheque_reversal_waits, asked);
  const slip = { slipNumber, bankAccount, depositedOn };
  const deposit = (await slipOfBefore(tx, ids, slip)) ?? (await newSlip(tx, actor, slip));
  const deposited = await execute(
    tx,
    sql`update payments.cheques set state = 'DEPOSITED', state_on = ${depositedOn}, deposit_id = ${deposit.id}, version = version + 1
      where id = any(${ids}::uuid[]) and received_on <= ${depositedOn}::date and ${depositedOn}::date <= ${actor.today}::date`,
  );
  if (deposited < ids.length) throw fail(errors.deposit_day);
  await audit(
    tx,
    actor,
    ...ids.map((id) => ({
      ...{ action: 'cheque.deposit' as const, object: 'cheque', objectId: id, before: { state: 'RECEIVED' } },
      after: { state: 'DEPOSITED', slipNumber, bankAccount, depositedOn },
    })),
  );
  return { count: ids.length };
}

type Slipped = Omit<Slip, 'cheques'>;

/** All of them were taken off this slip, by mistake, and the bank has answered about none of it: they go back on it. */
const slipOfBefore = (tx: Tx, ids: readonly string[], slip: Slipped): Promise<{ id: string } | undefined> =>
  first(
    tx,
    sql`select d.id from payments.cheque_deposits d
      where d.slip_number = ${slip.slipNumber} and d.bank_account = ${slip.bankAccount} and d.deposited_on = ${slip.depositedOn}::date
        and not exists (select from payments.cheques c where c.id = any(${ids}::uuid[]) and c.taken_off_id is distinct from d.id)
        and not exists (select from payments.cheques c where c.deposit_id = d.id and c.state <> 'DEPOSITED')`,
  );

const newSlip = (tx: Tx, actor: Actor, slip: Slipped): Promise<{ id: string }> =>
  one(
    tx,
    sql`insert into payments.cheque_deposits (slip_number, bank_account, deposited_on, made_by, made_by_name, made_at)
      values (${slip.slipNumber}, ${slip.bankAccount}, ${slip.depositedOn}, ${actor.userId}, ${actor.name}, ${actor.now}) returning id`,
  );

export async function takeOffSlip(
  tx: Tx,
  actor: Actor,
  { id, version, reason }: SeenCheque & { reason: string },
): Promise<{ id: string }> {
  await lockCheque(tx, { id, version }, 'DEPOSITED');
  await execute(
    tx,
    sql`update payments.cheques set state = 'RECEIVED', state_on = ${actor.today}, deposit_id = null, taken_off_id = deposit_id,
      version = version + 1 where id = ${id}`,
  );
  await audit(tx, actor, {
    ...{ action: 'cheque.take-off-slip', object: 'cheque', objectId: id, reason },
    ...{ before: { state: 'DEPOSITED' }, after: { state: 'RECEIVED' } },
  });
  return { id };
}
