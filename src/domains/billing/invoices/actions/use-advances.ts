/** Advances of connections: used for open invoices, given back, moved. Locks as settle-invoices.ts says. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import { advances } from '#domains/ledger/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { followPlans } from '../../payment-plans/actions/end-plans.ts';
import { payOrder } from '../../surcharges/queries.ts';
import { ownOpen } from '../taken-over.ts';
import { settleInvoices } from './settle-invoices.ts';

/**
 * Uses the advances of connections on their open invoices, oldest first, but not on what a new owner took over of them: the advance
 * is the earlier owner's. A bill of a later day is paid on its own day. The bill run calls it for each chunk after its invoices are made.
 * @param connections select of id
 */
export async function applyAdvances(
  tx: Tx,
  actor: Actor,
  input: { connections: Sql; businessDate: string },
): Promise<{ uses: number }> {
  // `is true` keeps this from becoming a join, which compares all with all if a run is too new for the planner.
  const ahead = await all<{ id: string }>(
    tx,
    sql`select id from meters.connections where id in (select c.id from (${input.connections}) c
        where (c.id in (select party_id from (${advances}) a)) is true)
      order by id for no key update`,
  );
  if (ahead.length === 0) return { uses: 0 };
  const used = await all<{ id: string }>(
    tx,
    sql`insert into billing.advance_uses (invoice_id, amount_minor, used_on)
      select o.id, least(o.open_minor, a.advance_minor - o.before_minor), greatest(${input.businessDate}::date, o.issued_on)
      from unnest(${ahead.map(({ id }) => id)}::uuid[]) as c (id)
      join (${advances}) a on a.party_id = c.id
      cross join lateral (
        select b.id, b.open_minor, b.issued_on,
          (sum(b.open_minor) over (order by ${payOrder('b')}) - b.open_minor)::bigint as before_minor
        from (
          select i.id, i.issued_on, ${ownOpen('i')} as open_minor from billing.invoices i
          where i.connection_id = a.party_id and i.cancelled_on is null and i.settled_minor < i.total_minor
        ) b where b.open_minor > 0
      ) o
      where o.before_minor < a.advance_minor returning id`,
  );
  await postUses(tx, actor, used);
  await followPlans(tx, actor, sql`select unnest(${ahead.map(({ id }) => id)}::uuid[])`);
  return { uses: used.length };
}

/**
 * Takes back uses of a connection's advance, the newest first, so that the advance grows by `amountMinor` again. What it opens of a bill
 * that a new owner took over is the earlier owner's.
 * The caller holds the connection's lock.
 */
export async function returnAdvances(
  tx: Tx,
  actor: Actor,
  input: { connectionId: string; amountMinor: number; businessDate: string },
): Promise<void> {
  const used = await all<{ id: string }>(
    tx,
    sql`insert into billing.advance_uses (invoice_id, amount_minor, used_on)
      select u.invoice_id, -least(u.amount_minor, ${input.amountMinor}::bigint - u.before_minor), ${input.businessDate}::date
      from (
        select i.id as invoice_id, s.amount_minor,
          (sum(s.amount_minor) over (order by i.issued_on desc, i.id desc) - s.amount_minor)::bigint as before_minor
        from billing.invoices i
        cross join lateral (
          select sum(a.amount_minor)::bigint as amount_minor from billing.advance_uses a where a.invoice_id = i.id
        ) s
        where i.connection_id = ${input.connectionId} and i.cancelled_on is null and s.amount_minor > 0
      ) u
      where u.before_minor < ${input.amountMinor}::bigint returning id`,
  );
  await postUses(tx, actor, used);
}

/**
 * Uses advances on the given invoices, or gives them back with amounts below zero: then what was paid, in any way,
 * is an advance of the connection. The caller holds the locks.
 * @param input.uses select of invoice_id, amount_minor
 */
export async function moveAdvances(
  tx: Tx,
  actor: Actor,
  input: { uses: Sql; businessDate: string },
): Promise<void> {
  const used = await all<{ id: string }>(
    tx,
    sql`insert into billing.advance_uses (invoice_id, amount_minor, used_on)
      select u.invoice_id, u.amount_minor, ${input.businessDate}::date from (${input.uses}) u
      where u.amount_minor <> 0 returning id`,
  );
  await postUses(tx, actor, used);
}

async function postUses(tx: Tx, actor: Actor, used: readonly { id: string }[]): Promise<void> {
  if (used.length === 0) return;
  const uses = sql`select u.id, u.invoice_id, u.amount_minor, u.used_on, i.connection_id
    from billing.advance_uses u join billing.invoices i on i.id = u.invoice_id
    where u.id = any(${used.map((use) => use.id)}::uuid[])`;
  await settleInvoices(tx, uses);
  await postJournals(
    tx,
    actor,
    sql`select id, 'ADVANCE' as kind, id as source_id, used_on as business_date, null::uuid as reverses_id,
      null::text as reason from (${uses}) u`,
    sql`select u.id as journal_id, e.line_no, e.account_code, u.connection_id as party_id, e.amount_minor,
        u.used_on as business_date
      from (${uses}) u
      cross join lateral (values (1::smallint, ${ACCOUNTS.advances}, u.amount_minor),
          (2, ${ACCOUNTS.receivable}, -u.amount_minor))
        as e (line_no, account_code, amount_minor)`,
  );
}

/**
 * Before sums are taken off invoices again: what a cancellation had made an advance of goes back on its invoice.
 * @param input.rows select of invoice_id, amount_minor
 */
export async function restoreSettled(
  tx: Tx,
  actor: Actor,
  input: { rows: Sql; businessDate: string },
): Promise<void> {
  const uses = sql`select r.invoice_id, r.amount_minor - i.settled_minor as amount_minor
    from (${input.rows}) r join billing.invoices i on i.id = r.invoice_id where i.settled_minor < r.amount_minor`;
  await moveAdvances(tx, actor, { uses, businessDate: input.businessDate });
}
