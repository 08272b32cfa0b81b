/** Sets a mail server or an SMS gateway up, and changes it. A secret is sealed here and only named in the audit row. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { ForbiddenHost, resolveOutgoing } from '#platform/messages/outgoing.ts';
import type { Sending } from '#platform/platform.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors, type Sender, type SenderFields } from '../contract.ts';
import { getSender } from '../queries.ts';

export type SenderKeys = { vault: Vault; sending: Sending };

const ownValue = ({ channel, email, sms }: SenderFields) => (channel === 'email' ? email : sms);
const hostOf = ({ email, sms }: Pick<Sender | SenderFields, 'email' | 'sms'>) =>
  email ? email.host : sms ? new URL(sms.url).hostname : '';
/** Whom a secret is meant for: another server or way of talking must not be sent it. */
const target = ({ email, sms }: Pick<Sender | SenderFields, 'email' | 'sms'>) =>
  email ? `${email.host}:${email.port} ${email.security}` : sms ? new URL(sms.url).origin : '';

/** A name that does not resolve now may do so later: only what is known to be private is refused. */
async function refusePrivate(input: SenderFields, sending: Sending): Promise<void> {
  const host = hostOf(input);
  const path = input.channel === 'email' ? 'email.host' : 'sms.url';
  const isPrivate = await resolveOutgoing(host, sending.privateHosts).then(
    () => false,
    (error: unknown) => error instanceof ForbiddenHost,
  );
  if (isPrivate) {
    throw fail(errors.host_private, { host }, [{ path, code: errors.host_private.code, params: { host } }]);
  }
}

function secretColumns(vault: Vault, actor: Actor, input: SenderFields): Sql[] {
  if (input.secret !== undefined) {
    const { key, bytes } = vault.seal(`sender.${input.channel}`, input.secret);
    return [
      sql`secret_key = ${key}`,
      sql`secret_sealed = ${bytes}`,
      sql`secret_set_at = ${actor.now}`,
      sql`secret_set_by_name = ${actor.name}`,
    ];
  }
  if (!input.removeSecret) return [];
  return [
    sql`secret_key = null`,
    sql`secret_sealed = null`,
    sql`secret_set_at = null`,
    sql`secret_set_by_name = null`,
  ];
}

/** What the audit log keeps of it: everything but the secret. */
const shown = (input: SenderFields, secretIs: string) => ({
  ...ownValue(input),
  inUse: input.inUse,
  secretIs,
});

export async function createSender(
  tx: Tx,
  actor: Actor,
  { vault, sending }: SenderKeys,
  input: SenderFields,
): Promise<Sender> {
  await refusePrivate(input, sending);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into settings.senders (channel, in_use, value, updated_at, updated_by_name)
      values (${input.channel}, ${input.inUse}, ${JSON.stringify(ownValue(input))}::jsonb, ${actor.now}, ${actor.name}) returning id`,
  );
  const secret = secretColumns(vault, actor, input);
  if (secret.length > 0) {
    await execute(tx, sql`update settings.senders set ${sql.join(secret)} where id = ${id}`);
  }
  await audit(tx, actor, {
    action: 'sender.create',
    object: 'sender',
    objectId: id,
    after: shown(input, input.secret === undefined ? 'none' : 'set'),
  });
  return getSender(tx, id);
}

export async function updateSender(
  tx: Tx,
  actor: Actor,
  { vault, sending }: SenderKeys,
  input: SenderFields & { id: string; version: number },
): Promise<Sender> {
  const before = await getSender(tx, input.id);
  if (before.channel !== input.channel) throw fail(commonErrors.not_found);
  await refusePrivate(input, sending);
  const keeps = before.secret !== null && input.secret === undefined && !input.removeSecret;
  if (keeps && target(before) !== target(input)) throw fail(errors.secret_again);
  const changes = [
    sql`in_use = ${input.inUse}`,
    sql`value = ${JSON.stringify(ownValue(input))}::jsonb`,
    sql`updated_at = ${actor.now}`,
    sql`updated_by_name = ${actor.name}`,
    ...secretColumns(vault, actor, input),
  ];
  const changed = await first(
    tx,
    sql`update settings.senders set ${sql.join(changes)}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  const secret = input.secret !== undefined ? 'replaced' : input.removeSecret ? 'removed' : 'kept';
  await audit(tx, actor, {
    action: 'sender.update',
    object: 'sender',
    objectId: input.id,
    before: { ...(before.email ?? before.sms), inUse: before.inUse },
    after: shown(input, secret),
  });
  return getSender(tx, input.id);
}

type Sealed = { id: string; channel: string; secret_key: string; secret_sealed: Buffer };

/** Seals again what older keys sealed, when the program starts with a new first key. Says how many. */
export async function resealSecrets(tx: Tx, actor: Actor, vault: Vault): Promise<number> {
  const rows = await all<Sealed>(
    tx,
    sql`select id, channel, secret_key, secret_sealed from settings.senders
    where secret_key <> ${vault.key} for update`,
  );
  for (const row of rows) {
    const name = `sender.${row.channel}`;
    const text = vault.open(name, { key: row.secret_key, bytes: row.secret_sealed });
    const { key, bytes } = vault.seal(name, text);
    await execute(
      tx,
      sql`update settings.senders set secret_key = ${key}, secret_sealed = ${bytes} where id = ${row.id}`,
    );
    await audit(tx, actor, { action: 'sender.reseal', object: 'sender', objectId: row.id, after: { key } });
  }
  return rows.length;
}
