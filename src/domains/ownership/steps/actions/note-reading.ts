/**
 * The handover: its day, what the meter shows on it, and what of the open bills the new owner takes over in writing. The reading is
 * taken when the change is accepted, with the checks of every reading; until then it can be noted again. The new owner is told what was
 * noted that they take over: they can still withdraw.
 */
import type { z } from 'zod';
import { accountOfConnection } from '#domains/billing/connection-account.ts';
import { refuseHandOver } from '#domains/meters/closure/refuse-hand-over.ts';
import { expectationOf } from '#domains/meters/readings/expectation.ts';
import { isDoubtful, likelyUse } from '#domains/meters/readings/likely-use.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep } from '../../lock-request.ts';
import { refuseWrongOwners } from '../../ready-to-accept.ts';
import { tellDues, tellFee, tellOwner } from '../../tell-owners.ts';
import type { noteReading as noteCall, StepAnswer } from '../contract.ts';

type Input = z.output<(typeof noteCall)['body']>;

export async function noteReading(tx: Tx, actor: Actor, input: Input): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'read', input);
  await refuseWrongOwners(tx, actor, subject);
  const { readOn, registerLitres, liabilityMinor } = input;
  const place = await one<{ hasMeter: boolean; tooEarly: string }>(
    tx,
    sql`select c.metered_on is not null as "hasMeter", greatest(
        case when c.metered_on is null then c.connected_on else c.connected_on + 1 end,
        (select max(a.installed_on) from meters.assignments a where a.connection_id = c.id and a.removed_on is null),
        (select max(r.read_on) from meters.readings r where r.connection_id = c.id and r.living)) as "tooEarly"
      from meters.connections c where c.id = ${subject.connectionId}`,
  );
  if (readOn > actor.today) throw fail(errors.day_in_future);
  if (readOn < place.tooEarly) throw fail(errors.day_too_early, { day: place.tooEarly });
  if (place.hasMeter && registerLitres === null) throw fail(errors.figure_missing);
  if (!place.hasMeter && registerLitres !== null) throw fail(errors.figure_without_meter);
  if (registerLitres !== null && !input.unusual) {
    await refuseUnusual(tx, actor, subject.connectionId, { readOn, registerLitres });
  }
  // What the acceptance would refuse is refused here: then somebody is still at the meter.
  await refuseHandOver(tx, actor, { connectionId: subject.connectionId, on: readOn, registerLitres });
  const { openMinor } = await accountOfConnection(tx, subject.connectionId);
  if (liabilityMinor > openMinor) throw fail(errors.liability_beyond_dues, { amount: openMinor });
  const answer = await finishStep(tx, actor, subject, {
    action: 'read',
    sets: [
      ...[
        sql`read_on = ${readOn}`,
        sql`register_litres = ${registerLitres}`,
        sql`read_by = ${actor.userId}`,
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
  // Who was told before the same again is told nothing.
  if (subject.readOn === null || liabilityMinor !== subject.liabilityMinor) {
    await tellDues(tx, actor, { ...subject, liabilityMinor });
  }
  if (liabilityMinor !== subject.liabilityMinor) {
    const told = { requestId: subject.id, side: 'NEW', notice: 'ownership.takes_over' } as const;
    const what = liabilityMinor > 0 ? 'takesOver' : 'takesNothing';
    await tellOwner(tx, actor, { ...told, what, amountMinor: liabilityMinor });
    // Until now the present owner was told to pay them. What they have to pay after all is told above.
    const from = { side: 'PRESENT', what: 'takenFrom', notice: 'ownership.taken_from' } as const;
    if (liabilityMinor > 0)
      await tellOwner(tx, actor, { requestId: subject.id, ...from, amountMinor: liabilityMinor });
  }
  if (answer.state === 'READY_TO_PAY' && subject.state !== 'READY_TO_PAY') await tellFee(tx, actor, subject);
  return answer;
}

type Shown = { readOn: string; registerLitres: number };

/** A figure below the last one, or far from what is usual, is asked about once, as at every other reading. */
async function refuseUnusual(
  tx: Tx,
  actor: Actor,
  connectionId: string,
  { readOn, registerLitres }: Shown,
): Promise<void> {
  const expectation = await expectationOf(tx, actor, connectionId);
  if (!expectation) return;
  const use = likelyUse(expectation, registerLitres, readOn);
  if (!isDoubtful(use)) return;
  throw fail(errors.unusual_register, {
    last: expectation.previousLitres ?? 0,
    register: registerLitres,
    usual: use.usual ?? 0,
  });
}
