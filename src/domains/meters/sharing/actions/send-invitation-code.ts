/**
 * A new code for the newest invitation of the own phone, if the one before was tried too often or its SMS is gone. There is one
 * for each invitation: each is an SMS. After it the holder invites again.
 */
import { forgetTries } from '#domains/identity/actions/count-try.ts';
import { accountLanguage, ownPhone } from '#domains/identity/consumer-account-queries.ts';
import { triesOf } from '#domains/identity/tries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import type { Platform } from '#platform/platform.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { invitationHash, LIFE_DAYS, newCode } from '../invitation-code.ts';
import { tellInvited } from './tell-invited.ts';

type Waiting = {
  id: string;
  connectionId: string;
  connection: string;
  holder: string;
  holderBn: string | null;
  email: string | null;
};

export async function sendInvitationCode(
  tx: Tx,
  actor: Actor,
  { secrets, publicUrl }: Pick<Platform, 'secrets' | 'publicUrl'>,
): Promise<{ done: true }> {
  const phone = await ownPhone(tx, actor);
  // A new code is good for longer than the first one was.
  const waiting = await first<Waiting>(
    tx,
    sql`select a.id, a.connection_id as "connectionId", c.number as connection, h.name as holder, h.name_bn as "holderBn", a.email
      from meters.accesses a join meters.connections c on c.id = a.connection_id join consumers.consumers h on h.id = a.holder_id
      where a.phone = ${phone} and a.accepted_at is null and a.ended_at is null and a.expires_at > ${actor.now}::timestamptz
        and (a.ends_on is null or a.ends_on >= ${actor.today}::date)
        and a.expires_at <= a.invited_at + make_interval(days => ${LIFE_DAYS}::int)
      order by a.invited_at desc, a.id desc limit 1 for update of a`,
  );
  if (!waiting) throw fail(errors.access_no_new_code);
  const { id, connectionId } = waiting;
  const fresh = newCode(actor);
  await execute(
    tx,
    sql`update meters.accesses set code_hash = ${invitationHash(secrets, phone, fresh.code)}, expires_at = ${fresh.expiresAt} where id = ${id}`,
  );
  await forgetTries(tx, triesOf.invitation(phone));
  const language = await accountLanguage(tx, actor);
  await tellInvited(tx, { publicUrl }, { ...waiting, ...fresh, phone, language, isNew: true });
  await audit(tx, actor, {
    action: 'access.code',
    object: 'access',
    objectId: id,
    after: { connectionId, phone: `•••${phone.slice(-4)}` },
  });
  return { done: true };
}
