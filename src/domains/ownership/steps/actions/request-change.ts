/** Somebody asks that a connection gets another owner. The other party is told, with a code by which they agree. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, noteEvent } from '../../lock-request.ts';
import { DAYS_TO_ANSWER, type Side } from '../../ownership.rules.ts';
import type { requestChange as requestCall, StepAnswer, updateRequest as updateCall } from '../contract.ts';
import { type Keys, sendConsentCode } from './agree-to-change.ts';

type Input = z.output<(typeof requestCall)['body']>;
type Connection = { id: string; number: string; status: string; ownerId: string; ownerPhone: string };

export async function requestChange(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  input: Input,
): Promise<{ id: string; number: string }> {
  const connection = await lockConnection(tx, actor, input);
  if (connection.status === 'closed') throw fail(errors.connection_closed);
  const askedAs =
    actor.kind !== 'consumer' ? 'STAFF' : connection.ownerId === actor.consumerId ? 'PRESENT' : 'NEW';
  if (input.phone === connection.ownerPhone) throw fail(errors.same_owner);
  const toId = askedAs === 'NEW' ? String(actor.consumerId) : await entryOf(tx, actor, connection, input);
  if (toId === connection.ownerId) throw fail(errors.same_owner);
  const phone = askedAs === 'NEW' ? await phoneOf(tx, toId) : input.phone;
  const { cause, name, nameBn, email, nid, address } = input;
  const request = await one<{ id: string; number: string }>(
    tx,
    sql`insert into ownership.requests (number, connection_id, from_consumer_id, to_consumer_id, connection_number, from_name, from_name_bn,
        sector_number, road_number, plot_number, asked_as, asked_by, asked_by_name, asked_at, expires_on, state_since,
        cause, name, name_bn, phone, email, nid, address, present_agreed, new_agreed)
      select platform.human_number(${NUMBER_KINDS.ownershipRequest}, platform.take_numbers('ownership_request')), c.id, u.id, ${toId}::uuid,
        c.number, u.name, u.name_bn, s.number, d.number, c.plot_number, ${askedAs}, ${actor.userId}, ${actor.name}, ${actor.now},
        ${addDays(actor.today, DAYS_TO_ANSWER)}::date, ${actor.now}, ${cause}, ${name}, ${nameBn}, ${phone}, ${email}, ${nid}, ${address},
        ${askedAs} = 'PRESENT', ${askedAs} = 'NEW'
      from meters.connections c join consumers.consumers u on u.id = c.consumer_id
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      where c.id = ${connection.id} returning id, number`,
  );
  const phones: Record<Side, string> = { PRESENT: connection.ownerPhone, NEW: phone };
  for (const side of ['PRESENT', 'NEW'] as const) {
    const isAsker = askedAs === side;
    await execute(
      tx,
      sql`insert into ownership.consents (request_id, side, phone, given_as, given_at, given_by, given_by_name)
        values (${request.id}, ${side}, ${phones[side]}, ${isAsker ? 'ASKED' : null}::text, ${isAsker ? actor.now : null}::timestamptz,
          ${isAsker ? actor.userId : null}::uuid, ${isAsker ? actor.name : null}::text)`,
    );
    if (!isAsker) await sendConsentCode(tx, actor, keys, { requestId: request.id, side });
  }
  await noteEvent(tx, actor, { requestId: request.id, action: 'request', from: null, to: 'REQUESTED' });
  await audit(tx, actor, {
    action: 'ownership.request',
    object: 'ownership_request',
    objectId: request.id,
    after: {
      number: request.number,
      connectionId: connection.id,
      askedAs,
      cause,
      name,
      nameBn,
      phone,
      email,
      nid,
      address,
    },
  });
  return request;
}

/** Consumers name their own one by its id; the new owner proves to know it by its number and its meter. */
async function lockConnection(tx: Tx, actor: Actor, input: Input): Promise<Connection> {
  const compact = (text = '') => toLatinDigits(text).replace(/[\s-]/g, '').toLowerCase();
  const isConsumer = actor.kind === 'consumer';
  const own = isConsumer ? sql`c.consumer_id = ${actor.consumerId}::uuid` : sql`true`;
  const meter = sql`exists (select from meters.assignments a join meters.meters m on m.id = a.meter_id
    where a.connection_id = c.id and a.removed_on is null
      and lower(regexp_replace(m.number, '[\\s-]', '', 'g')) = ${compact(input.meterNumber)})`;
  const wanted = input.connectionId
    ? sql`c.id = ${input.connectionId} and ${own}`
    : sql`c.number = ${compact(input.connectionNumber)} and ${isConsumer ? meter : sql`true`}`;
  const connection = await first<Connection>(
    tx,
    sql`select c.id, c.number, c.status, c.consumer_id as "ownerId", u.phone as "ownerPhone"
      from meters.connections c join consumers.consumers u on u.id = c.consumer_id where ${wanted} for update of c`,
  );
  if (!connection) throw fail(input.connectionId ? commonErrors.not_found : errors.connection_unknown);
  return connection;
}

type Named = { name: string; nameBn: string | null };

/**
 * The one entry of the register that has the phone; of several, who accepts the change chooses none: a new one is made. Under another
 * name it is another person: nobody becomes owner whom the request does not name.
 */
async function entryOf(
  tx: Tx,
  actor: Actor,
  { ownerId }: Connection,
  { phone, ...named }: Named & { phone: string },
): Promise<string | null> {
  const entries = await all<{ id: string; status: string; number: string } & Named>(
    tx,
    sql`select id, status, number, name, name_bn as "nameBn" from consumers.consumers where phone = ${phone} and status <> 'merged' order by id limit 2`,
  );
  const [only] = entries;
  if (entries.length !== 1 || !only) return null;
  if (only.status !== 'active') throw fail(errors.new_owner_inactive);
  if (only.id !== ownerId && !isNamed(only, named)) throw fail(errors.phone_of_other, toldOf(actor, only));
  return only.id;
}

/** Both write the name alike, in one of the two scripts. */
function isNamed(entry: Named, asked: Named): boolean {
  const plain = (text: string | null) =>
    (text ?? '')
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\s.]+/g, ' ')
      .trim();
  return (
    plain(entry.name) === plain(asked.name) ||
    (plain(entry.nameBn) !== '' && plain(entry.nameBn) === plain(asked.nameBn))
  );
}

/** A household learns nothing of whose phone it is. */
const toldOf = (actor: Actor, { name, number }: { name: string; number: string }) =>
  actor.kind === 'consumer' ? { name: '', number: '' } : { name, number };

async function phoneOf(tx: Tx, consumerId: string | null): Promise<string> {
  const { phone } = await one<{ phone: string }>(
    tx,
    sql`select phone from consumers.consumers where id = ${consumerId}`,
  );
  return phone;
}

/** What the request says is corrected by who asked, or by the office; the phone stays, because its owner agrees by it. */
export async function updateRequest(
  tx: Tx,
  actor: Actor,
  input: z.output<(typeof updateCall)['body']>,
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'edit', input);
  const { cause, name, nameBn, email, nid, address } = input;
  const entry = await first<{ number: string } & Named>(
    tx,
    sql`select u.number, u.name, u.name_bn as "nameBn" from consumers.consumers c
      join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where c.id = ${subject.toConsumerId}::uuid
        and exists (select from ownership.requests r where r.id = ${subject.id} and r.asked_as <> 'NEW')`,
  );
  if (entry && !isNamed(entry, { name, nameBn })) throw fail(errors.phone_of_other, toldOf(actor, entry));
  const answer = await finishStep(tx, actor, subject, {
    action: 'edit',
    sets: [
      ...[sql`cause = ${cause}`, sql`name = ${name}`, sql`name_bn = ${nameBn}`],
      ...[sql`email = ${email}`, sql`nid = ${nid}`, sql`address = ${address}`],
    ],
  });
  const { name: oldName, nameBn: oldNameBn, email: oldEmail, nid: oldNid, address: oldAddress } = subject;
  await audit(tx, actor, {
    action: 'ownership.edit',
    object: 'ownership_request',
    objectId: subject.id,
    before: { name: oldName, nameBn: oldNameBn, email: oldEmail, nid: oldNid, address: oldAddress },
    after: { cause, name, nameBn, email, nid, address },
  });
  return answer;
}
