/** The bank has paid cheques: their money is in its account from that day on. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../errors.ts';
import { lockCheques, type SeenCheque } from '../lock-cheques.ts';

export async function clearCheques(
  tx: Tx,
  actor: Actor,
  { cheques, answeredOn }: { cheques: readonly SeenCheque[]; answeredOn: string },
): Promise<{ count: number }> {
  const ids = (await lockCheques(tx, cheques, 'DEPOSITED')).map(({ id }) => id);
  const cleared = await execute(
    tx,
    sql`update payments.cheques c set state = 'CLEARED', state_on = ${answeredOn}, version = c.version + 1, answered_on = ${answeredOn},
        answered_by = ${actor.userId}, answered_by_name = ${actor.name}, answered_at = ${actor.now}
      from payments.cheque_deposits d
      where d.id = c.deposit_id and c.id = any(${ids}::uuid[]) and d.deposited_on <= ${answeredOn}::date
        and ${answeredOn}::date <= ${actor.today}::date`,
  );
  if (cleared < ids.length) throw fail(errors.answer_day);
  // A journal has the id of its cheque: the cheque is cleared one time.
  const rows = sql`payments.cheques c join payments.payments p on p.id = c.payment_id where c.id = any(${ids}::uuid[])`;
  await postJournals(
    tx,
    actor,
    sql`select c.id, 'CHEQUE_CLEARED' as kind, c.id as source_id, c.answered_on as business_date, null::uuid as reverses_id,
      null::text as reason from ${rows}`,
    sql`select j.* from (
        select c.id as journal_id, 1::smallint as line_no, ${ACCOUNTS.bank} as account_code, null::uuid as party_id,
          p.amount_minor, c.answered_on as business_date from ${rows}
        union all
        select c.id, 2, ${ACCOUNTS.cheques}, null, -p.amount_minor, c.answered_on from ${rows}
      ) j`,
  );
  await audit(
    tx,
    actor,
    ...ids.map((id) => ({
      ...{ action: 'cheque.clear' as const, object: 'cheque', objectId: id, before: { state: 'DEPOSITED' } },
      after: { state: 'CLEARED', answeredOn },
    })),
  );
  return { count: ids.length };
}
