/**
 * A credit of a bill that a new owner took over and paid is theirs: it becomes an advance of the connection that they have now, and not of the
 * one that ended. What who took it over has not paid stays with the earlier owner, who paid it.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { type MovedCredit, withSupplements } from '../credited-bills.ts';
import { sendCredits } from '../message-texts.ts';

/**
 * Notes what was paid of what was taken over.
 * @param rows select of invoice_id, payment_id, of_taker, amount_minor
 */
export async function notePaidOfTaken(tx: Tx, rows: Sql): Promise<void> {
  await execute(
    tx,
    sql`insert into billing.paid_of_taken (invoice_id, payment_id, of_taker, amount_minor)
      select r.invoice_id, r.payment_id, r.of_taker, r.amount_minor from (${rows}) r`,
  );
}

/** The same of a payment that is reversed: it has not paid it any more. */
export function noteReversed(tx: Tx, paymentId: string): Promise<void> {
  return notePaidOfTaken(
    tx,
    sql`select p.invoice_id, p.payment_id, p.of_taker, -p.amount_minor as amount_minor from billing.paid_of_taken p
      where p.payment_id = ${paymentId}`,
  );
}

/**
 * The caller holds the lock of the connection that ended, and has credited its advance or does so in this transaction. Nothing is compared
 * with the other connection, which only gets more. Moved is what was paid of the part that was taken over and is more than it needs now, and
 * of that only what who took it over paid, of the bill and of its supplementary bills.
 * @param input.credited select of invoice_id, amount_minor: what there is of each bill to move
 * @param input.isCancelled the bills are cancelled: nobody answers for them any more
 * @returns what was moved of each bill
 */
export async function moveCredits(
  tx: Tx,
  actor: Actor,
  input: { credited: Sql; isCancelled: boolean; businessDate: string },
): Promise<MovedCredit[]> {
  const moved = await all<{ id: string } & MovedCredit>(
    tx,
    sql`with due as (select f.invoice_id as credited_id, t.invoice_id, n.id as to_connection_id,
          least(f.amount_minor, p.of_taker_minor, p.paid_minor - p.most_minor) as amount_minor
      from (${input.credited}) f
      cross join lateral (${withSupplements(sql`f.invoice_id`)}) b
      join billing.taken_over_bills t on t.invoice_id = b.id
      join meters.connections n on n.follows_id = t.connection_id
      cross join lateral (
        select coalesce(sum(p.amount_minor), 0) - m.moved_minor as paid_minor,
          coalesce(sum(p.amount_minor) filter (where p.of_taker), 0) - m.moved_minor as of_taker_minor,
          case when ${input.isCancelled} then 0 else billing.taken_over_most(t.invoice_id) end as most_minor
        from (select coalesce(sum(m.amount_minor), 0) as moved_minor from billing.moved_credits m where m.invoice_id = t.invoice_id) m
        left join billing.paid_of_taken p on p.invoice_id = t.invoice_id
        group by m.moved_minor
      ) p
      where least(f.amount_minor, p.of_taker_minor, p.paid_minor - p.most_minor) > 0),
      moved as (
        insert into billing.moved_credits (invoice_id, to_connection_id, amount_minor, moved_on)
        select invoice_id, to_connection_id, amount_minor, ${input.businessDate}::date from due returning id, invoice_id, amount_minor)
      select m.id, due.credited_id as "creditedId", m.invoice_id as "invoiceId", m.amount_minor as "amountMinor"
      from moved m join due on due.invoice_id = m.invoice_id`,
  );
  if (moved.length === 0) return [];
  const rows = sql`select m.id, m.moved_on, m.amount_minor, m.to_connection_id, t.connection_id
    from billing.moved_credits m join billing.taken_over_bills t on t.invoice_id = m.invoice_id
    where m.id = any(${moved.map(({ id }) => id)}::uuid[])`;
  await postJournals(
    tx,
    actor,
    sql`select id, 'ADVANCE' as kind, id as source_id, moved_on as business_date, null::uuid as reverses_id,
      null::text as reason from (${rows}) m`,
    sql`select m.id as journal_id, e.line_no, ${ACCOUNTS.advances} as account_code, e.party_id, e.amount_minor,
        m.moved_on as business_date
      from (${rows}) m
      cross join lateral (values (1::smallint, m.connection_id, m.amount_minor), (2, m.to_connection_id, -m.amount_minor))
        as e (line_no, party_id, amount_minor)`,
  );
  await sendCredits(
    tx,
    moved.map(({ id }) => id),
  );
  return moved;
}
