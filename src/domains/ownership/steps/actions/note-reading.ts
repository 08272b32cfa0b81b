/**
 * The handover: its day, what the meter shows on it, and what of the open bills the new owner takes over in writing. The reading is
 * taken when the change is accepted, with the checks of every reading; until then it can be noted again.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-request.ts';
import type { noteReading as noteCall, StepAnswer } from '../contract.ts';

type Input = z.output<(typeof noteCall)['body']>;

export async function noteReading(tx: Tx, actor: Actor, input: Input): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'read', input);
  const { readOn, registerLitres, liabilityMinor } = input;
  const place = await one<{ hasMeter: boolean; tooEarly: string }>(
    tx,
    sql`select c.metered_on is not null as "hasMeter", greatest(c.connected_on,
        (select max(r.read_on) from meters.readings r where r.connection_id = c.id and r.living)) as "tooEarly"
      from meters.connections c where c.id = ${subject.connectionId}`,
  );
  if (readOn > actor.today) throw fail(errors.day_in_future);
  if (readOn < place.tooEarly) throw fail(errors.day_too_early, { day: place.tooEarly });
  if (place.hasMeter && registerLitres === null) throw fail(errors.figure_missing);
  if (!place.hasMeter && registerLitres !== null) throw fail(errors.figure_without_meter);
  const answer = await finishStep(tx, actor, subject, {
    action: 'read',
    sets: [
      ...[
        sql`read_on = ${readOn}`,
        sql`register_litres = ${registerLitres}`,
        sql`read_by_name = ${actor.name}`,
      ],
      sql`liability_minor = ${liabilityMinor}`,
    ],
  });
  await audit(tx, actor, {
    action: 'ownership.read',
    object: 'ownership_request',
    objectId: subject.id,
    before: {
      readOn: subject.readOn,
      registerLitres: subject.registerLitres,
      liabilityMinor: subject.liabilityMinor,
    },
    after: { readOn, registerLitres, liabilityMinor, state: answer.state },
  });
  return answer;
}
