/**
 * Audit rows, written in the same transaction as the change. The binder refuses to commit a state-changing
 * call that declared an audit word and wrote no row.
 */
import type { Actor } from './actor.ts';
import { sql, type Tx } from './db.ts';

export type AuditEntry = {
  /** `noun.verb`, as the endpoint declares it. */
  action: string;
  /** Table-like noun, for example `sector`. */
  object: string;
  objectId: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string | undefined;
};

const counts = new WeakMap<Tx, number>();

/** Fields that are personal or secret: only their last digits or nothing are kept. */
const MASKED: Record<string, (value: unknown) => string> = {
  nid: lastFour,
  phone: lastFour,
  password: () => '•••',
  password_hash: () => '•••',
  code: () => '•••',
};

function lastFour(value: unknown): string {
  return `•••${String(value).slice(-4)}`;
}

function masked(fields: Record<string, unknown> | undefined): string | null {
  if (!fields) return null;
  return JSON.stringify(fields, (key, value) => (value !== null && MASKED[key] ? MASKED[key](value) : value));
}

/** Appends audit rows, one statement for all of them. */
export async function audit(tx: Tx, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(
    (
      entry,
    ) => sql`(${actor.now}::timestamptz, ${actor.userId}::uuid, ${actor.name}, ${actor.role}, ${actor.ip}::inet,
      ${actor.requestId}, ${entry.action}, ${entry.object}, ${entry.objectId},
      ${masked(entry.before)}::jsonb, ${masked(entry.after)}::jsonb, ${entry.reason ?? null})`,
  );
  await sql`insert into platform.audit
    (at, actor_id, actor_name, role, ip, request_id, action, object, object_id, before, after, reason)
    values ${sql.join(rows)}`.execute(tx);
  counts.set(tx, auditCount(tx) + entries.length);
}

/** How many audit rows this transaction has written. */
export function auditCount(tx: Tx): number {
  return counts.get(tx) ?? 0;
}
