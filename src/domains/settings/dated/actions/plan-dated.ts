/**
 * The one writer of settings.dated_entries: planned, approved by another person if that is wanted, withdrawn before its
 * day.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type ApprovedNoun, type Dated, type DatedState, errors, MOST_MONTHS_AHEAD } from '../contract.ts';
import { type DatedKind, getDated } from '../queries.ts';

type Plan<V> = { validFrom: string; value: V; reason: string };
const REPLACED = 'Replaced by another value for the same day';

/** Plans a value; if one person is enough, it counts from its day, and takes the place of another one of that day. */
export async function planDated<V>(
  tx: Tx,
  actor: Actor,
  kind: DatedKind<V>,
  plan: Plan<V>,
): Promise<Dated<V>> {
  if (plan.validFrom < actor.today) throw fail(errors.dated_day_past);
  const latest = addMonths(actor.today, MOST_MONTHS_AHEAD);
  if (plan.validFrom > latest) throw fail(errors.dated_day_far, { day: latest });
  if (!kind.twoPersons) await replace(tx, actor, kind, plan.validFrom);
  else if (kind.keepsDay) await refuseTaken(tx, kind, plan.validFrom);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by, planned_by_name,
        planned_at, approved_at)
      values (${kind.key}, ${plan.validFrom}::date, ${JSON.stringify(plan.value)}::jsonb,
        ${kind.twoPersons ? 'PLANNED' : 'APPROVED'}, ${kind.twoPersons}, ${plan.reason}, ${actor.userId}, ${actor.name},
        ${actor.now}, ${kind.twoPersons ? null : actor.now.toISOString()}::timestamptz)
      returning id`,
  );
  await audit(tx, actor, {
    action: `${kind.noun}.plan`,
    object: kind.noun,
    objectId: id,
    after: { validFrom: plan.validFrom, ...(plan.value as object) },
    reason: plan.reason,
  });
  return getDated(tx, actor, kind, id);
}

/** What counts from that day gives its place to another value. @returns the ids, one or none */
async function replace<V>(tx: Tx, actor: Actor, kind: DatedKind<V>, day: string): Promise<string[]> {
  const replaced = await all<{ id: string }>(
    tx,
    sql`update settings.dated_entries set state = 'WITHDRAWN', withdrawn_at = ${actor.now},
      withdrawn_by_name = ${actor.name}, withdrawn_reason = ${REPLACED}, version = version + 1
    where key = ${kind.key} and valid_from = ${day}::date and state = 'APPROVED' returning id`,
  );
  return replaced.map(({ id }) => id);
}

/** Refused when it is planned: else nobody could ever approve it. */
async function refuseTaken<V>(tx: Tx, kind: DatedKind<V>, day: string): Promise<void> {
  const taken = await first(
    tx,
    sql`select from settings.dated_entries where key = ${kind.key} and valid_from = ${day}::date and state = 'APPROVED'`,
  );
  if (taken) throw fail(errors.dated_day_taken);
}

type Step = { id: string; version: number };
type Locked = { state: DatedState; version: number; valid_from: string };

async function lock<V>(tx: Tx, kind: DatedKind<V>, step: Step): Promise<Locked> {
  const row = await first<Locked>(
    tx,
    sql`select state, version, valid_from from settings.dated_entries
      where id = ${step.id} and key = ${kind.key} for update`,
  );
  if (!row) throw fail(commonErrors.not_found);
  if (row.version !== step.version) throw fail(commonErrors.stale_version);
  return row;
}

/** The database refuses the planner as approver; a day that has gone by is not approved any more. It takes the place of what counts from its day. */
export async function approveDated<V>(
  tx: Tx,
  actor: Actor,
  kind: DatedKind<V, ApprovedNoun>,
  step: Step,
): Promise<Dated<V>> {
  const { state, valid_from } = await lock(tx, kind, step);
  if (state !== 'PLANNED') throw fail(errors.dated_state, { state });
  if (valid_from < actor.today) throw fail(errors.dated_day_past);
  const replaced = kind.keepsDay ? [] : await replace(tx, actor, kind, valid_from);
  await execute(
    tx,
    sql`update settings.dated_entries set state = 'APPROVED', approved_at = ${actor.now}, approved_by = ${actor.userId},
      approved_by_name = ${actor.name}, version = version + 1
    where id = ${step.id}`,
  );
  const approved = await getDated(tx, actor, kind, step.id);
  await audit(tx, actor, {
    action: `${kind.noun}.approve`,
    object: kind.noun,
    objectId: step.id,
    before: { state },
    after: { state: 'APPROVED', validFrom: valid_from, ...(approved.value as object) },
  });
  await audit(
    tx,
    actor,
    ...replaced.map((id) => ({
      ...{ action: `${kind.noun}.withdraw` as const, object: kind.noun, objectId: id, reason: REPLACED },
      ...{ before: { state: 'APPROVED' }, after: { state: 'WITHDRAWN' } },
    })),
  );
  return approved;
}

/** What counts already stays. */
export async function withdrawDated<V>(
  tx: Tx,
  actor: Actor,
  kind: DatedKind<V>,
  step: Step & { reason: string },
): Promise<Dated<V>> {
  const { state, valid_from } = await lock(tx, kind, step);
  if (state === 'WITHDRAWN') throw fail(errors.dated_state, { state });
  if (state === 'APPROVED' && valid_from <= actor.today) throw fail(errors.dated_in_force);
  await execute(
    tx,
    sql`update settings.dated_entries set state = 'WITHDRAWN', withdrawn_at = ${actor.now},
      withdrawn_by_name = ${actor.name}, withdrawn_reason = ${step.reason}, version = version + 1
    where id = ${step.id}`,
  );
  await audit(tx, actor, {
    action: `${kind.noun}.withdraw`,
    object: kind.noun,
    objectId: step.id,
    before: { state },
    after: { state: 'WITHDRAWN' },
    reason: step.reason,
  });
  return getDated(tx, actor, kind, step.id);
}
