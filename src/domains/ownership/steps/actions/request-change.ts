/**
 * Somebody asks that a connection gets another owner. Both parties are told, each with a code by which they agree: a session alone, which
 * may be stolen, agrees to nothing.
 */
import type { z } from 'zod';
import { isNumbered, isReadAs } from '#domains/meters/by-number.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { refuseTooOften } from '#platform/daily-limit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../../contract.ts';
import { feeOfDay } from '../../fee/fee-of-day.ts';
import { beginStep, finishStep, noteEvent } from '../../lock-request.ts';
import { entryOf, likenessOf, type Named, toldOf } from '../../new-owner.ts';
import { DAYS_TO_ANSWER, missingPapers, type Side } from '../../ownership.rules.ts';
import type { Keys } from '../code-hash.ts';
import type { requestChange as requestCall, StepAnswer, updateRequest as updateCall } from '../contract.ts';
import { refuseManyChanges } from '../daily-changes.ts';
import { addNamedPapers } from './add-paper.ts';
import { askAgain, sendConsentCode, sendOpenCodes } from './send-codes.ts';

type AskedChange = { id: string; number: string };

type Input = z.output<(typeof requestCall)['body']>;

/** Of one household within a day: of all connections, and of one. */
const REQUESTS_A_DAY = 5;
const REQUESTS_OF_ONE = 3;
type Connection = { id: string; number: string; status: string; ownerId: string; ownerPhone: string };

export async function requestChange(tx: Tx, actor: Actor, keys: Keys, input: Input): Promise<AskedChange> {
  const connection = await lockConnection(tx, actor, input);
  if (connection.status === 'closed') throw fail(errors.connection_closed);
  const askedAs =
    actor.kind !== 'consumer' ? 'STAFF' : connection.ownerId === actor.consumerId ? 'PRESENT' : 'NEW';
  // Of a new owner who asks, the phone of the register counts: another one would be a question whose phone it is.
  if (askedAs !== 'NEW' && input.phone === connection.ownerPhone) throw fail(errors.same_owner);
  if (actor.kind === 'consumer') await refuseMany(tx, actor, connection.id);
  const own = askedAs === 'NEW' ? await ownEntry(tx, actor) : undefined;
  const toId = own ? own.id : await entryOf(tx, actor, connection.ownerId, input);
  if (toId === connection.ownerId) throw fail(errors.same_owner);
  if (actor.kind === 'consumer') refuseWithoutPapers(input.papers);
  const phone = own?.phone ?? input.phone;
  const { name, nameBn } = own ?? input;
  const { cause, email, nid, address, papers } = input;
  const { feeMinor, feeVatMinor } = await feeOfDay(tx, actor);
  const request = await one<AskedChange>(
    tx,
    sql`insert into ownership.requests (number, connection_id, from_consumer_id, to_consumer_id, connection_number, from_name, from_name_bn,
        sector_number, road_number, plot_number, asked_as, asked_by, asked_by_name, asked_at, expires_on, state_since,
        cause, name, name_bn, phone, email, nid, address, fee_minor, fee_vat_minor)
      select platform.human_number(${NUMBER_KINDS.ownershipRequest}, platform.take_numbers('ownership_request')), c.id, u.id, ${toId}::uuid,
        c.number, u.name, u.name_bn, s.number, d.number, c.plot_number, ${askedAs}, ${actor.userId}, ${actor.name}, ${actor.now},
        ${addDays(actor.today, DAYS_TO_ANSWER)}::date, ${actor.now}, ${cause}, ${name}, ${nameBn}, ${phone}, ${email}, ${nid}, ${address},
        ${feeMinor}::bigint, ${feeVatMinor}::bigint
      from meters.connections c join consumers.consumers u on u.id = c.consumer_id
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      where c.id = ${connection.id} returning id, number`,
  );
  await addNamedPapers(tx, actor, request.id, papers);
  const phones: Record<Side, string> = { PRESENT: connection.ownerPhone, NEW: phone };
  for (const side of ['PRESENT', 'NEW'] as const) {
    await execute(
      tx,
      sql`insert into ownership.consents (request_id, side, phone) values (${request.id}, ${side}, ${phones[side]})`,
    );
    await sendConsentCode(tx, actor, keys, { requestId: request.id, side });
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
      ...(feeMinor > 0 ? { feeMinor, feeVatMinor } : {}),
      ...(papers.length > 0 ? { papers: papers.map(({ kind }) => kind).join(' ') } : {}),
    },
  });
  return request;
}

/** What the check needs comes with the request. At the counter it may come later. */
function refuseWithoutPapers(papers: Input['papers']): void {
  const missing = missingPapers(papers.map(({ kind }) => kind));
  if (missing.length > 0) throw fail(errors.papers_needed, { missing: missing.join(' ') });
}

/** The office knows a connection by its number; a new owner reads both numbers from the bill. */
function refuseWithoutNumbers(actor: Actor, input: Input): void {
  if (input.connectionId) return;
  const needed =
    actor.kind === 'consumer'
      ? (['connectionNumber', 'meterNumber'] as const)
      : (['connectionNumber'] as const);
  const missing = needed.filter((field) => !input[field]);
  if (missing.length > 0)
    throw fail(
      commonErrors.invalid_input,
      {},
      missing.map((path) => ({ path, code: 'common.required' })),
    );
}

/** Consumers name their own one by its id; the new owner proves to know it by its number and its meter. */
async function lockConnection(tx: Tx, actor: Actor, input: Input): Promise<Connection> {
  refuseWithoutNumbers(actor, input);
  const isConsumer = actor.kind === 'consumer';
  const own = isConsumer ? sql`c.consumer_id = ${actor.consumerId}::uuid` : sql`true`;
  const meter = sql`exists (select from meters.assignments a join meters.meters m on m.id = a.meter_id
    where a.connection_id = c.id and a.removed_on is null
      and ${isReadAs(input.meterNumber ?? '')})`;
  const wanted = input.connectionId
    ? sql`c.id = ${input.connectionId} and ${own}`
    : sql`${isNumbered(input.connectionNumber ?? '')} and ${isConsumer ? meter : sql`true`}`;
  const connection = await first<Connection>(
    tx,
    sql`select c.id, c.number, c.status, c.consumer_id as "ownerId", u.phone as "ownerPhone"
      from meters.connections c join consumers.consumers u on u.id = c.consumer_id where ${wanted} for update of c`,
  );
  if (!connection) throw fail(input.connectionId ? commonErrors.not_found : errors.connection_unknown);
  return connection;
}

/** Who asks for themselves is named as in the register: the present owner agrees to the name that the connection will have. */
const ownEntry = (tx: Tx, actor: Actor) =>
  one<{ id: string; phone: string } & Named>(
    tx,
    sql`select id, phone, name, name_bn as "nameBn" from consumers.consumers where id = ${actor.consumerId}`,
  );

/** Each request sends messages to somebody else's phone: a household asks a few times a day. */
async function refuseMany(tx: Tx, actor: Actor, connectionId: string): Promise<void> {
  const own = sql`select asked_at as at from ownership.requests where asked_by = ${actor.userId}`;
  const asked = { what: 'owner changes asked for', refusal: errors.asked_too_often };
  await refuseTooOften(tx, actor, { ...asked, done: own, most: REQUESTS_A_DAY });
  const here = sql`${own} and connection_id = ${connectionId}`;
  await refuseTooOften(tx, actor, { ...asked, done: here, most: REQUESTS_OF_ONE });
}

/** What the request says is corrected by who asked, or by the office; the phone stays, because its owner agrees by it. */
export async function updateRequest(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  input: z.output<(typeof updateCall)['body']>,
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'edit', input);
  await refuseManyChanges(tx, actor, subject.id);
  const { cause, email, nid, address } = input;
  const entry = await first<{ number: string } & Named>(
    tx,
    sql`select u.number, u.name, u.name_bn as "nameBn" from consumers.consumers c
      join consumers.consumers u on u.id = coalesce(c.merged_into, c.id) where c.id = ${subject.toConsumerId}::uuid`,
  );
  const { name, nameBn } = entry && subject.side === 'NEW' ? entry : input;
  if (entry && likenessOf(entry, { name, nameBn }) === 'OTHER')
    throw fail(errors.phone_of_other, toldOf(actor, entry));
  // Mail and address of the new owner's entry: who is not the new owner does not write others after that one agreed.
  const isContact =
    actor.kind === 'consumer' &&
    subject.side !== 'NEW' &&
    subject.newAgreed &&
    (email !== subject.email || address !== subject.address);
  const isOther =
    isContact ||
    cause !== subject.cause ||
    name !== subject.name ||
    nameBn !== subject.nameBn ||
    nid !== subject.nid;
  const asked = isOther ? await askAgain(tx, subject) : [];
  const answer = await finishStep(tx, actor, subject, {
    action: 'edit',
    sets: [
      ...asked.map((side) => (side === 'PRESENT' ? sql`present_agreed = false` : sql`new_agreed = false`)),
      ...[sql`cause = ${cause}`, sql`name = ${name}`, sql`name_bn = ${nameBn}`],
      ...[sql`email = ${email}`, sql`nid = ${nid}`, sql`address = ${address}`],
    ],
  });
  const {
    cause: oldCause,
    name: oldName,
    nameBn: oldNameBn,
    email: oldEmail,
    nid: oldNid,
    address: oldAddress,
  } = subject;
  await audit(tx, actor, {
    action: 'ownership.edit',
    object: 'ownership_request',
    objectId: subject.id,
    before: {
      ...{ cause: oldCause, name: oldName, nameBn: oldNameBn },
      ...{ email: oldEmail, nid: oldNid, address: oldAddress },
    },
    after: {
      ...{ cause, name, nameBn, email, nid, address },
      ...(asked.length > 0 ? { asked: asked.join(' ') } : {}),
    },
  });
  // Before the papers are looked at: at once. Else when the correction is sent.
  if (answer.state === 'REQUESTED') await sendOpenCodes(tx, actor, keys, { id: subject.id, asked });
  return answer;
}
