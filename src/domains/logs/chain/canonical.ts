/**
 * What a seal is a hash of: the one definition, for the sealer and for the verifier. The verifier sends this text
 * itself rather than calling a function of the database, which a person who rewrites rows could rewrite as well.
 *
 * hash(n) = SHA-256(hash(n − 1) ‖ form ‖ position ‖ sealed at, in ms ‖ the row as JSON), the first after 32 zero bytes.
 */
import { createHash } from 'node:crypto';
import { type Sql, sql } from '#platform/database/db.ts';

/** A column that comes or goes makes a new form; rows sealed under an older one are still read by theirs. */
export const FORM = 1;
export const BEFORE_ALL = Buffer.alloc(32);

const microseconds = (column: Sql) => sql`(extract(epoch from ${column}) * 1000000)::bigint`;

/** `source`, `id`, `what` and `text` of every row that is sealed, by its id within bounds (uuidv7: by time). */
export function sealedRows(from: Sql, to: Sql): Sql<SealedRow> {
  return sql<SealedRow>`select 'audit' as source, a.id, a.action || ' ' || a.object || ' ' || a.object_id as what,
      jsonb_build_array('audit', a.id, ${microseconds(sql`a.at`)}, a.actor_id, a.actor_name, a.role, a.ip::text,
        a.request_id, a.action, a.object, a.object_id, a.before, a.after, a.reason)::text as text
    from platform.audit a where a.id between ${from} and ${to}
    union all
    select 'login', l.id, l.action || ' ' || coalesce(l.user_id::text, 'unknown account'),
      jsonb_build_array('login', l.id, ${microseconds(sql`l.at`)}, l.user_id, l.login, l.action, l.succeeded,
        l.method, l.reason, l.ip::text, l.device)::text
    from identity.login_log l where l.id between ${from} and ${to}`;
}

export type SealedRow = { source: 'audit' | 'login'; id: string; what: string; text: string };

/** @param seal sealedAtMs: the database's clock when the row was sealed */
export function sealHash(
  before: Buffer,
  seal: { position: number; sealedAtMs: number; text: string },
): Buffer {
  return createHash('sha256')
    .update(before)
    .update(`${FORM}\n${seal.position}\n${seal.sealedAtMs}\n${seal.text}`)
    .digest();
}
