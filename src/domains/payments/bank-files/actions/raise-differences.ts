/** Differences between a settlement file and the books: the bank is asked again, or people look at them as alarms. Set-based. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import { ASKABLE, classified } from '../classes.ts';
import { bankFile } from '../queries.ts';
import { lockFiles } from './lock-files.ts';

/** The janitor's next round asks about them. What the bank answers is what counts, never the file. */
export async function askBankAgain(tx: Tx, actor: Actor, id: string): Promise<{ count: number }> {
  const file = await bankFile(tx, id);
  const count = await execute(
    tx,
    sql`update payments.orders o set next_check_at = ${actor.now}
      where o.payment_id in (select c.payment_id from ${classified(sql`${id}::uuid`)} c where ${ASKABLE})`,
  );
  if (count === 0) throw fail(errors.bank_file_nothing);
  await audit(tx, actor, {
    action: 'bank-file.ask-again',
    object: 'bank_file',
    objectId: id,
    after: { name: file.name, count },
  });
  return { count };
}

/** Each open difference comes into the work list, of several rows of one order one. Their payers may begin another payment. */
export async function raiseDifferences(tx: Tx, actor: Actor, id: string): Promise<{ count: number }> {
  await lockFiles(tx, id);
  const file = await bankFile(tx, id);
  const open = sql`${classified(sql`${id}::uuid`)} c where c.status = 'OPEN'`;
  await execute(
    tx,
    sql`select p.id from payments.payments p where p.id in (select c.payment_id from ${open}) order by p.id for update`,
  );
  const raised = await all<{ id: string; paymentId: string | null }>(
    tx,
    sql`insert into payments.alarms (kind, payment_id, bank_row_id, details, raised_at)
      select distinct on (c.class, c.payment_id, case when c.payment_id is null then c.id end) 'FILE_' || c.class, c.payment_id,
        case when c.payment_id is null then c.id end, jsonb_build_object('orderId', coalesce(c.order_id, c.reference),
          'reference', c.reference, 'amountMinor', c.net_minor, 'file', ${file.name}::text, 'day', c.day), ${actor.now}::timestamptz
      from ${open}
      order by c.class, c.payment_id, case when c.payment_id is null then c.id end, c.row_no
      on conflict do nothing returning id, payment_id as "paymentId"`,
  );
  if (raised.length === 0) throw fail(errors.bank_file_nothing);
  await execute(
    tx,
    sql`update payments.payments set set_aside_at = ${actor.now}
      where id = any (${raised.flatMap(({ paymentId }) => paymentId ?? [])}::uuid[]) and state = 'PROCESSING' and set_aside_at is null`,
  );
  const count = raised.length;
  await audit(tx, actor, {
    action: 'bank-file.raise',
    object: 'bank_file',
    objectId: id,
    after: { name: file.name, count },
  });
  await notify(tx, actor, holdersOf('payments:alarms'), {
    kind: 'payments.file_alarms',
    occasion: `${id}:${raised[0]?.id ?? ''}`,
    path: '/alarms?page=1&state=OPEN',
    params: { count, file: file.name },
  });
  return { count };
}

/**
 * After the rows of a gateway changed: each open alarm of its files says what the bank has of the order now. If the books have the
 * same, nothing is left to look at.
 */
export async function refreshFileAlarms(tx: Tx, actor: Actor, gateway: string): Promise<void> {
  const ours = sql`select a.id, a.payment_id from payments.alarms a join payments.orders o on o.payment_id = a.payment_id
    where o.gateway = ${gateway} and a.state <> 'SOLVED' and a.kind like 'FILE\\_%'`;
  await execute(
    tx,
    sql`select p.id from payments.payments p where p.id in (select x.payment_id from (${ours}) x) order by p.id for update`,
  );
  const solved = await all<{ id: string; kind: string; state: string }>(
    tx,
    sql`update payments.alarms a set details = a.details || jsonb_build_object('amountMinor', n.net),
        state = case when n.net = n.booked then 'SOLVED' else a.state end,
        solution = case when n.net = n.booked then 'CAME_RIGHT' end,
        solved_by = case when n.net = n.booked then ${actor.userId}::uuid end,
        solved_at = case when n.net = n.booked then ${actor.now}::timestamptz end
      from (select x.id, payments.booked_minor(x.payment_id) as booked, coalesce((select sum(r.signed_minor)
          from payments.bank_rows r where r.payment_id = x.payment_id and not r.repeats and not r.dropped), 0)::bigint as net
        from (${ours}) x) n
      where a.id = n.id and a.state <> 'SOLVED' and (n.net = n.booked or n.net <> a.bank_minor)
      returning a.id, a.kind, a.state`,
  );
  await noteEnded(
    tx,
    actor,
    solved.filter(({ state }) => state === 'SOLVED'),
  );
}

/**
 * After the books changed by a payment of a gateway: alarms of its order that say what the books now have end. Nobody has to wait for another
 * file, and the payment leaves the work list with its reversal.
 */
export async function endFileAlarms(tx: Tx, actor: Actor, paymentId: string): Promise<void> {
  const ended = await all<{ id: string; kind: string }>(
    tx,
    sql`update payments.alarms a set state = 'SOLVED', solution = 'CAME_RIGHT', solved_by = ${actor.userId}, solved_at = ${actor.now}
      from payments.payments p where p.id = ${paymentId} and a.payment_id = coalesce(p.stands_for_id, p.id) and a.kind like 'FILE\\_%'
        and a.state <> 'SOLVED' and a.bank_minor = payments.booked_minor(a.payment_id)
      returning a.id, a.kind`,
  );
  await noteEnded(tx, actor, ended);
}

async function noteEnded(
  tx: Tx,
  actor: Actor,
  ended: readonly { id: string; kind: string }[],
): Promise<void> {
  if (ended.length === 0) return;
  await audit(
    tx,
    actor,
    ...ended.map(({ id, kind }) => ({
      action: 'alarm.solve' as const,
      object: 'alarm',
      objectId: id,
      after: { solution: 'CAME_RIGHT', kind },
    })),
  );
}
