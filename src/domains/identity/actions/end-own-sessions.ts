/** A person ends their own sessions: one, or all. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockAccount } from '../account-queries.ts';
import { endSession, endSessionsOf } from './open-session.ts';

/** A person signs one of their own sessions out. */
export async function endOwnSession(tx: Tx, actor: Actor, id: string): Promise<{ done: true }> {
  const own = await first(
    tx,
    sql`select 1 from identity.sessions where id = ${id} and user_id = ${actor.userId}`,
  );
  if (!own) throw fail(commonErrors.not_found);
  await endSession(tx, { sessionId: id, reason: 'ended by its owner', now: actor.now });
  await audit(tx, actor, { action: 'session.end', object: 'session', objectId: id });
  return { done: true };
}

/** Signs out everywhere: of all other devices, or of this one too. */
export async function endOwnSessions(
  tx: Tx,
  actor: Actor,
  which: 'others' | 'all',
): Promise<{ ended: number }> {
  await lockAccount(tx, String(actor.userId));
  const ended = await endSessionsOf(tx, {
    userId: String(actor.userId),
    except: which === 'others' ? actor.sessionId : null,
    reason: 'ended by its owner',
    now: actor.now,
  });
  await audit(tx, actor, {
    action: 'session.end',
    object: 'user',
    objectId: String(actor.userId),
    after: { which, ended },
  });
  return { ended };
}
