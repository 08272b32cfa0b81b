/**
 * A credit of a bill that a new owner took over and paid is theirs: it becomes an advance of the connection that they have now, and not of the
 * one that ended. What who took it over has not paid stays with the earlier owner, who paid it.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { all, execute, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { sendCredits } from '../message-texts.ts';

/**
 * Notes what who took bills over has paid of them, or has not any more.
 * @param rows select of invoice_id, amount_minor; below zero for what was taken back
 */
export async function notePaidByTakers(tx: Tx, rows: Sql): Promise<void> {
  await execute(
    tx,
    sql`insert into billing.paid_by_takers (invoice_id, amount_minor) select r.invoice_id, r.amount_minor from (${rows}) r`,
  );
}

/**
 * The caller holds the lock of the connection that ended, and has credited its advance or does so in this transaction. Nothing is compared
 * with the other connection, which only gets more.
 * @param input.freed select of invoice_id, amount_minor: what is more than the bill needs
 * @returns what was moved of each bill
 */
export async function moveCredits(
  tx: Tx,
  actor: Actor,
  input: { freed: Sql; businessDate: string },
): Promise<{ invoiceId: string; amountMinor: number }[]> {
  const moved = await all<{ id: string; invoiceId: string; amountMinor: number }>(
    tx,
    sql`insert into billing.moved_credits (invoice_id, to_connection_id, amount_minor, moved_on)
      select t.invoice_id, n.id, least(f.amount_minor, p.left_minor), ${input.businessDate}::date
      from (${input.freed}) f
      join billing.taken_over_bills t on t.invoice_id = f.invoice_id
      join meters.connections n on n.follows_id = t.connection_id
      cross join lateral (
        select (select coalesce(sum(p.amount_minor), 0) from billing.paid_by_takers p where p.invoice_id = t.invoice_id)
          - (select coalesce(sum(m.amount_minor), 0) from billing.moved_credits m where m.invoice_id = t.invoice_id) as left_minor
      ) p
      where least(f.amount_minor, p.left_minor) > 0
      returning id, invoice_id as "invoiceId", amount_minor as "amountMinor"`,
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
