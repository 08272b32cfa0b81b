/**
 * The account holder invites a phone to one of their connections. The code is the second proof: who accepts must have
 * an account with this phone, which they proved when they made it.
 */
import type { z } from 'zod';
import { ownPhone } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { INVITATIONS } from '#platform/limits.ts';
import type { Platform } from '#platform/platform.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { inviteToConnection as inviteCall } from '../contract.ts';
import { invitationHash, newCode } from '../invitation-code.ts';
import { tellInvited } from './tell-invited.ts';

type Input = z.output<(typeof inviteCall)['body']>;
type Context = Pick<Platform, 'secrets' | 'publicUrl'>;

export async function inviteToConnection(
  tx: Tx,
  actor: Actor,
  { secrets, publicUrl }: Context,
  input: Input,
): Promise<{ id: string }> {
  const holderId = String(actor.consumerId);
  const { connectionId, phone, name, email, mayPay, endsOn, language } = input;
  const connection = await lockOwn(tx, holderId, connectionId);
  if (phone === (await ownPhone(tx, actor))) throw fail(errors.access_own_phone);
  if (endsOn && endsOn < actor.today) throw fail(errors.access_over_already);
  await refuseTooMany(tx, actor, { holderId, phone });
  await endOld(tx, actor, { connectionId, phone });
  const { code, expiresAt } = newCode(actor);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into meters.accesses (connection_id, holder_id, phone, name, email, may_pay, ends_on, code_hash, invited_at, expires_at)
      values (${connectionId}, ${holderId}, ${phone}, ${name}, ${email ?? null}, ${mayPay}, ${endsOn ?? null},
        ${invitationHash(secrets, phone, code)}, ${actor.now}, ${expiresAt}) returning id`,
  );
  const invited = {
    id,
    phone,
    email,
    connection: connection.number,
    holder: connection.holder,
    holderBn: connection.holderBn,
  };
  await tellInvited(tx, { publicUrl }, { ...invited, code, expiresAt, language });
  await audit(tx, actor, {
    action: 'access.invite',
    object: 'access',
    objectId: id,
    after: {
      connectionId,
      connection: connection.number,
      phone: `•••${phone.slice(-4)}`,
      name,
      mayPay,
      endsOn,
    },
  });
  return { id };
}

/** Locked, so that it does not go to another holder meanwhile. */
async function lockOwn(tx: Tx, holderId: string, connectionId: string) {
  const connection = await first<{ number: string; holder: string; holderBn: string | null }>(
    tx,
    sql`select c.number, u.name as holder, u.name_bn as "holderBn"
      from meters.connections c join consumers.consumers u on u.id = c.consumer_id
      where c.id = ${connectionId} and c.consumer_id = ${holderId} for no key update of c`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  return connection;
}

/** Counted one after the other for the holder and for the phone, also if others invite it. */
async function refuseTooMany(
  tx: Tx,
  actor: Actor,
  { holderId, phone }: { holderId: string; phone: string },
): Promise<void> {
  for (const key of [`invitations of ${holderId}`, `invitations to ${phone}`])
    await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const within = (seconds: number) =>
    sql`invited_at > ${actor.now}::timestamptz - make_interval(secs => ${seconds}::int)`;
  const { ofHolder, toPhone } = await one<{ ofHolder: number; toPhone: number }>(
    tx,
    sql`select
      (select count(*) from meters.accesses where holder_id = ${holderId} and ${within(INVITATIONS.holder.seconds)}) as "ofHolder",
      (select count(*) from meters.accesses where phone = ${phone} and ${within(INVITATIONS.phone.seconds)}) as "toPhone"`,
  );
  if (ofHolder >= INVITATIONS.holder.points)
    throw fail(commonErrors.too_many_requests, { seconds: INVITATIONS.holder.seconds });
  if (toPhone >= INVITATIONS.phone.points)
    throw fail(commonErrors.too_many_requests, { seconds: INVITATIONS.phone.seconds });
}

/** What was never accepted in time, or is past its last day, makes room for a new one. */
async function endOld(
  tx: Tx,
  actor: Actor,
  { connectionId, phone }: { connectionId: string; phone: string },
): Promise<void> {
  await execute(
    tx,
    sql`update meters.accesses set ended_at = ${actor.now}, ended_as = 'OVER'
      where connection_id = ${connectionId} and phone = ${phone} and ended_at is null
        and (ends_on < ${actor.today}::date or (accepted_at is null and expires_at <= ${actor.now}::timestamptz))`,
  );
}
