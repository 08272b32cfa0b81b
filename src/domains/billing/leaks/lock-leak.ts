/** Lock order of a leak: the gate of readings, the bill's connection, the bill, then the leak. So readings, money and corrections wait, or are over. */
import { isConsumer } from '#domains/consumers/queries.ts';
import { passGate } from '#domains/meters/readings/actions/lock-readings.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import { errors } from './contract.ts';
import { type LeakRules, type LeakState, leakRules } from './leak.rules.ts';

export type LockedLeak = {
  id: string;
  invoiceId: string;
  connectionId: string;
  state: LeakState;
  repairedOn: string;
  rules: LeakRules;
  answer: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  version: number;
};

/** Refuses one that is unknown or of somebody else, that changed since the person saw it, or that is in another state. */
export async function lockLeak(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number },
  ...states: LeakState[]
): Promise<LockedLeak> {
  const isOwn = actor.kind === 'consumer' ? isConsumer(sql`i.consumer_id`, actor.consumerId) : sql`true`;
  const of = sql`billing.leaks k join billing.invoices i on i.id = k.invoice_id where k.id = ${id} and ${isOwn}`;
  await passGate(tx);
  await lockConnections(tx, sql`select i.connection_id from ${of}`);
  await execute(
    tx,
    sql`select from billing.invoices b where (select i.id from ${of}) in (b.id, b.adjusts_id) order by b.issued_on, b.id for update`,
  );
  const found = await first<Omit<LockedLeak, 'rules'> & { rules: unknown }>(
    tx,
    sql`select k.id, k.invoice_id as "invoiceId", k.connection_id as "connectionId", k.state, k.repaired_on as "repairedOn", k.rules,
        k.answer, k.decided_by as "decidedBy", k.decided_at as "decidedAt", k.version
      from ${of} for update of k`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (found.version !== version) throw fail(commonErrors.stale_version);
  if (!states.includes(found.state)) throw fail(errors.over);
  return { ...found, rules: leakRules.parse(found.rules) };
}
