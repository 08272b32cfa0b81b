/**
 * The owner changes. What was checked before is asked again under the locks of the request and the connection: the owner, the bills,
 * the reading. A bill run, a payment or a correction that is under way belongs to the connection that ends, and with it to its owner.
 */

import { accountOfConnection } from '#domains/billing/connection-account.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { handOverConnection } from '#domains/meters/closure/actions/hand-over-connection.ts';
import { lockWithItsMeters } from '#domains/meters/readings/actions/lock-readings.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, type Subject } from '../../lock-request.ts';
import { tellOwner } from '../../tell-owners.ts';
import type { StepAnswer } from '../contract.ts';

type Step = { requestId: string; version: number };

export async function acceptChange(
  tx: Tx,
  actor: Actor,
  input: Step,
): Promise<StepAnswer & { successorNumber: string }> {
  const subject = await beginStep(tx, actor, 'accept', input);
  const { connectionId, registerLitres } = subject;
  await lockWithItsMeters(tx, connectionId);
  await refuseMoved(tx, subject);
  const account = await accountOfConnection(tx, connectionId);
  if (account.openMinor > subject.liabilityMinor) {
    throw fail(errors.dues_open, { amount: account.openMinor - subject.liabilityMinor });
  }
  const toConsumerId = await newOwner(tx, actor, subject);
  const on = String(subject.readOn);
  const successor = await handOverConnection(tx, actor, {
    ...{ connectionId, toConsumerId, on, registerLitres },
    reason: subject.number,
  });
  const answer = await finishStep(tx, actor, subject, {
    action: 'accept',
    sets: [
      ...[
        sql`decided_by = ${actor.userId}`,
        sql`decided_by_name = ${actor.name}`,
        sql`decided_at = ${actor.now}`,
      ],
      sql`to_consumer_id = ${toConsumerId}`,
    ],
  });
  const { openMinor, advanceMinor } = account;
  await execute(
    tx,
    sql`insert into ownership.changes (request_id, connection_id, successor_id, from_consumer_id, to_consumer_id, effective_on,
        register_litres, open_minor, advance_minor, accepted_by, accepted_by_name, accepted_at)
      values (${subject.id}, ${connectionId}, ${successor.id}, ${subject.fromConsumerId}, ${toConsumerId}, ${on}, ${registerLitres},
        ${openMinor}, ${advanceMinor}, ${actor.userId}, ${actor.name}, ${actor.now})`,
  );
  await audit(tx, actor, {
    action: 'ownership.accept',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state, connectionId },
    after: {
      state: answer.state,
      successorId: successor.id,
      toConsumerId,
      effectiveOn: on,
      registerLitres,
      openMinor,
      advanceMinor,
    },
  });
  const told = { requestId: subject.id, notice: 'ownership.changed' } as const;
  await tellOwner(tx, actor, { ...told, side: 'PRESENT', what: 'changedFrom' });
  await tellOwner(tx, actor, { ...told, side: 'NEW', what: 'changedTo' });
  return { ...answer, successorNumber: successor.number };
}

/** Two entries of the present owner may have become one meanwhile: that is the same owner. */
async function refuseMoved(tx: Tx, subject: Subject): Promise<void> {
  const { isSame } = await one<{ isSame: boolean }>(
    tx,
    sql`select ${subject.fromConsumerId}::uuid = any (consumers.known_as(c.consumer_id))
        and not coalesce(${subject.toConsumerId}::uuid = any (consumers.known_as(c.consumer_id)), false) as "isSame"
      from meters.connections c where c.id = ${subject.connectionId}`,
  );
  if (!isSame) throw fail(errors.owner_moved);
}

/** The entry that the request named, or a new one. */
async function newOwner(tx: Tx, actor: Actor, subject: Subject): Promise<string> {
  const { toConsumerId, name, nameBn, phone, email, nid, address } = subject;
  if (!toConsumerId) {
    return (await createConsumer(tx, actor, { name, nameBn, phone, email, nid, address }, subject.number)).id;
  }
  const entry = await first<{ id: string; status: string }>(
    tx,
    sql`select u.id, u.status from consumers.consumers c join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      where c.id = ${toConsumerId} for no key update of u`,
  );
  if (entry?.status !== 'active') throw fail(errors.new_owner_inactive);
  return entry.id;
}
