/**
 * A closed day is opened again by two people: one asks, another one opens the day or refuses it with a reason, and who asked may
 * take the request back. Each step compares the version that was on the screen: what was asked or answered since is another request.
 */
import { account, holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Closing } from '../contract.ts';
import { getClosing, IS_ASKED } from '../queries.ts';

type Step = { id: string; version: number };

export async function askReopen(tx: Tx, actor: Actor, input: Step & { reason: string }): Promise<Closing> {
  const { day, cashier } = await getClosing(tx, actor, input.id);
  const asked = await first<{ version: number }>(
    tx,
    sql`update ledger.cash_closings c set reopen_asked_by = ${actor.userId}, reopen_asked_at = ${actor.now},
        reopen_reason = ${input.reason}, reopen_answered_by = null, reopen_answered_at = null, reopen_answer = null,
        reopen_withdrawn = false, version = version + 1
      where id = ${input.id} and version = ${input.version} and state = 'CLOSED' and reopened_at is null
        and (reopen_asked_at is null or reopen_answered_at is not null) returning version`,
  );
  if (!asked) throw await whyNotAsked(tx, input.id);
  await audit(tx, actor, {
    action: 'cash-closing.ask-reopen',
    object: 'cash-closing',
    objectId: input.id,
    after: { day },
    reason: input.reason,
  });
  await notify(tx, actor, holdersOf('closings:reopen'), {
    kind: 'ledger.reopen_waiting',
    occasion: `${input.id}:${asked.version}`,
    path: '/cash-closing?page=1&state=asked',
    params: { day, cashier, name: actor.name },
  });
  return getClosing(tx, actor, input.id);
}

/** The database refuses the one who asked, and a day of a closed month: its trigger takes the month's lock first. */
export async function reopenCash(tx: Tx, actor: Actor, step: Step): Promise<Closing> {
  const { day, cashier } = await getClosing(tx, actor, step.id);
  const opened = await first<{ reason: string; askedBy: string | null; cashierId: string; version: number }>(
    tx,
    sql`update ledger.cash_closings c set reopened_by = ${actor.userId}, reopened_at = ${actor.now}, version = version + 1
      where ${waiting(step)}
      returning reopen_reason as reason, reopen_asked_by as "askedBy", cashier_id as "cashierId", version`,
  );
  if (!opened) throw await whyNot(tx, step);
  await audit(tx, actor, {
    action: 'cash-closing.reopen',
    object: 'cash-closing',
    objectId: step.id,
    after: { day },
    reason: opened.reason,
  });
  // Whose drawer it is closes the day again.
  const people = sql`${account(opened.askedBy)} union ${account(opened.cashierId)}`;
  await notify(tx, actor, people, {
    kind: 'ledger.reopen_done',
    occasion: `${step.id}:${opened.version}`,
    path: '/cash-closing?page=1&state=reopened',
    params: { day, cashier, name: actor.name },
  });
  return getClosing(tx, actor, step.id);
}

/** The second person does not open the day. The database refuses the one who asked. */
export async function refuseReopen(tx: Tx, actor: Actor, input: Step & { reason: string }): Promise<Closing> {
  const { day, cashier } = await getClosing(tx, actor, input.id);
  const refused = await first<{ askedBy: string | null; version: number }>(
    tx,
    sql`update ledger.cash_closings c set reopen_answered_by = ${actor.userId}, reopen_answered_at = ${actor.now},
        reopen_answer = ${input.reason}, version = version + 1
      where ${waiting(input)} returning reopen_asked_by as "askedBy", version`,
  );
  if (!refused) throw await whyNot(tx, input);
  await audit(tx, actor, {
    action: 'cash-closing.refuse-reopen',
    object: 'cash-closing',
    objectId: input.id,
    after: { day },
    reason: input.reason,
  });
  await notify(tx, actor, account(refused.askedBy), {
    kind: 'ledger.reopen_refused',
    occasion: `${input.id}:${refused.version}`,
    path: '/cash-closing?page=1',
    params: { day, cashier, name: actor.name, reason: input.reason },
  });
  return getClosing(tx, actor, input.id);
}

/** Who asked takes the request back: the day stays closed. */
export async function withdrawReopen(
  tx: Tx,
  actor: Actor,
  input: Step & { reason: string },
): Promise<Closing> {
  const { day } = await getClosing(tx, actor, input.id);
  const withdrawn = await first(
    tx,
    sql`update ledger.cash_closings c set reopen_answered_by = ${actor.userId}, reopen_answered_at = ${actor.now},
        reopen_answer = ${input.reason}, reopen_withdrawn = true, version = version + 1
      where ${waiting(input)} and reopen_asked_by = ${actor.userId} returning id`,
  );
  if (!withdrawn) throw await whyNot(tx, input, errors.reopen_not_own);
  await audit(tx, actor, {
    action: 'cash-closing.withdraw-reopen',
    object: 'cash-closing',
    objectId: input.id,
    after: { day },
    reason: input.reason,
  });
  return getClosing(tx, actor, input.id);
}

/** The request is the one that the person saw, and nobody has answered it. */
const waiting = ({ id, version }: Step): Sql => sql`id = ${id} and version = ${version} and ${IS_ASKED}`;

/** Why the update found nothing: no request waits, it is another one than the person saw, or it is somebody else's. */
async function whyNot(
  tx: Tx,
  { id, version }: Step,
  foreign: typeof errors.reopen_not_own = errors.reopen_not_asked,
): Promise<Error> {
  const is = await one<{ isAsked: boolean; version: number }>(
    tx,
    sql`select ${IS_ASKED} as "isAsked", version from ledger.cash_closings c where id = ${id}`,
  );
  if (!is.isAsked) return fail(errors.reopen_not_asked);
  return fail(is.version === version ? foreign : commonErrors.stale_version);
}

/** The day is not closed, opened already or asked for already; else it was asked for and answered since the person looked. */
async function whyNotAsked(tx: Tx, id: string): Promise<Error> {
  const is = await one<{ isClosed: boolean; isOpen: boolean; isAsked: boolean }>(
    tx,
    sql`select state = 'CLOSED' as "isClosed", reopened_at is not null as "isOpen", ${IS_ASKED} as "isAsked"
      from ledger.cash_closings c where id = ${id}`,
  );
  if (!is.isClosed) return fail(errors.day_not_closed);
  if (is.isOpen) return fail(errors.day_reopened);
  return fail(is.isAsked ? errors.reopen_asked : commonErrors.stale_version);
}
