/**
 * The invited person accepts with the code, signed in with their own account. The phone of the account must be the invited
 * one. A try is counted before anything is looked at; whether a code is wrong, used, withdrawn or old is one answer.
 */
import { countTry, forgetTries } from '#domains/identity/actions/count-try.ts';
import { ownPhone } from '#domains/identity/consumer-account-queries.ts';
import { waitOf } from '#domains/identity/queries.ts';
import { triesOf } from '#domains/identity/tries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import type { Platform } from '#platform/platform.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { invitationHash } from '../invitation-code.ts';
import { tellHolder } from './end-access.ts';

type Accepted = { connectionId: string };

export async function acceptInvitation(
  db: Db,
  actor: Actor,
  { secrets }: Pick<Platform, 'secrets'>,
  code: string,
): Promise<Accepted> {
  const consumerId = String(actor.consumerId);
  const phone = await ownPhone(db, actor);
  const key = triesOf.invitation(phone);
  if (!(await countTry(db, key, actor.now))) {
    const seconds = Math.max(await waitOf(db, actor.now, [key]), 1);
    throw fail(errors.access_wait, { seconds, minutes: Math.ceil(seconds / 60) });
  }
  const asked = sql`a.phone = ${phone} and a.code_hash = ${invitationHash(secrets, phone, code)} and a.ended_at is null`;
  const accepted = await transaction(db, async (tx) => {
    const found =
      (await accept(tx, actor, { consumerId, asked })) ?? (await acceptedBefore(tx, consumerId, asked));
    if (found) await forgetTries(tx, key);
    else {
      await audit(tx, actor, {
        action: 'access.refuse',
        object: 'access',
        objectId: consumerId,
        after: { phone: `•••${phone.slice(-4)}` },
      });
    }
    return found;
  });
  if (!accepted) throw fail(errors.access_code_wrong);
  return accepted;
}

type Asked = { consumerId: string; asked: Sql };

/** One statement decides: of two who accept, or one who accepts and one who withdraws, the second finds it changed. */
async function accept(tx: Tx, actor: Actor, { consumerId, asked }: Asked): Promise<Accepted | undefined> {
  const access = await first<Accepted & { id: string }>(
    tx,
    sql`update meters.accesses a set consumer_id = ${consumerId}, accepted_at = ${actor.now}
      from meters.connections c, consumers.consumers h
      where ${asked} and a.accepted_at is null and a.expires_at > ${actor.now}::timestamptz
        and (a.ends_on is null or a.ends_on >= ${actor.today}::date)
        and c.id = a.connection_id and h.id = a.holder_id and c.consumer_id = coalesce(h.merged_into, h.id)
      returning a.id, a.connection_id as "connectionId"`,
  );
  if (!access) return undefined;
  const { id, connectionId } = access;
  await audit(tx, actor, {
    action: 'access.accept',
    object: 'access',
    objectId: id,
    after: { connectionId, consumerId },
  });
  await tellHolder(tx, id, 'accepted');
  return { connectionId };
}

/** The same call again says the same. */
function acceptedBefore(tx: Tx, consumerId: string, asked: Sql): Promise<Accepted | undefined> {
  return first(
    tx,
    sql`select a.connection_id as "connectionId" from meters.accesses a where ${asked} and a.consumer_id = ${consumerId}`,
  );
}
