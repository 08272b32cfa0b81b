/** A request to change a meter, locked with its connection: whose turn it is, and whether the request is still true. */
import type { Actor } from '#platform/actor.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { lockWithItsMeters } from '../readings/actions/lock-readings.ts';
import { CHANGE_TRANSITIONS, type ChangeMove, type ChangeState, changeRefusal } from './change.rules.ts';
import { errors } from './contract.ts';

export type Subject = {
  id: string;
  connectionId: string;
  meterId: string;
  newMeterId: string;
  state: ChangeState;
  changedOn: string;
  finalLitres: number;
  openingLitres: number;
  sealNumber: string;
  reason: string;
  askedById: string;
  version: number;
};

export type ChangeStep = { requestId: string; version: number };

/** Locks it and makes sure that the actor may make this move now, on the version they looked at. */
export async function beginMove(
  tx: Tx,
  actor: Actor,
  move: ChangeMove,
  { requestId, version }: ChangeStep,
): Promise<Subject> {
  const known = await first<{ connectionId: string }>(
    tx,
    sql`select connection_id as "connectionId" from meters.change_requests where id = ${requestId}`,
  );
  if (!known) throw fail(commonErrors.not_found);
  await lockWithItsMeters(tx, known.connectionId);
  const subject = await one<Subject>(
    tx,
    sql`select id, connection_id as "connectionId", meter_id as "meterId", new_meter_id as "newMeterId", state,
        changed_on as "changedOn", final_litres as "finalLitres", opening_litres as "openingLitres",
        seal_number as "sealNumber", reason, asked_by as "askedById", version
      from meters.change_requests where id = ${requestId} for update`,
  );
  const refusal = changeRefusal(move, subject, actor);
  if (refusal === 'not_permitted')
    throw fail(commonErrors.not_permitted, { permission: CHANGE_TRANSITIONS[move].permission });
  if (subject.version !== version) throw fail(commonErrors.stale_version);
  if (refusal) throw fail(errors[refusal]);
  return subject;
}

type Answer = { id: string; state: ChangeState; version: number };

/** @param sets what the move writes beside the state */
export const finishMove = (tx: Tx, subject: Subject, move: ChangeMove, sets: Sql[]): Promise<Answer> =>
  one(
    tx,
    sql`update meters.change_requests set ${sql.join([
      sql`state = ${CHANGE_TRANSITIONS[move].to}`,
      sql`version = version + 1`,
      ...sets,
    ])} where id = ${subject.id} returning id, state, version`,
  );
