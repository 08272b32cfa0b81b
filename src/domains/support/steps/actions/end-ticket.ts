/** The end of a ticket, and a new beginning: solved, rejected, rated, closed after a silence, opened again. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx, transaction } from '#platform/database/db.ts';
import { sendByDay } from '#platform/messages/by-day.ts';
import { notify } from '#platform/messages/inbox.ts';
import { AppError, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, type Subject } from '../../lock-ticket.ts';
import { pathOf, tellAgent, tellConsumer } from '../../tell-people.ts';
import { DAYS_TO_CLOSE, SILENT_DAYS, STEP_TO } from '../../ticket.rules.ts';
import { writeMessage } from '../../write-message.ts';
import type { StepAnswer } from '../contract.ts';

type Update = {
  ticketId: string;
  status: keyof typeof STEP_TO;
  version: number;
  remark?: string | undefined;
  stars?: number | undefined;
};
type Ending = Omit<Update, 'status'>;

/** The specified call of the state. */
export function updateTicketStatus(tx: Tx, actor: Actor, { status, ...input }: Update): Promise<StepAnswer> {
  const action = STEP_TO[status];
  if (action === 'start') return startTicket(tx, actor, input);
  if (action === 'rate') return rateTicket(tx, actor, input);
  if (action === 'reopen') return reopenTicket(tx, actor, input);
  return endTicket(tx, actor, action, input);
}

async function startTicket(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  return finishStep(tx, actor, await beginStep(tx, actor, 'start', input), { action: 'start' });
}

/** What was done, or why nothing is done, is a message: the consumer reads it in the thread. */
async function endTicket(
  tx: Tx,
  actor: Actor,
  action: 'resolve' | 'reject',
  input: Ending,
): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, action, input);
  const { sets } = await writeMessage(tx, actor, { ticketId: subject.id, text: needed(input.remark) });
  const answer = await finishStep(tx, actor, subject, { action, sets, reason: input.remark });
  const what = action === 'resolve' ? 'resolved' : 'rejected';
  await tellConsumer(tx, actor, { ...subject, ...answer }, { what });
  return answer;
}

function needed(remark: string | undefined): string {
  if (!remark) throw fail(errors.remark_missing);
  return remark;
}

/** A rating closes it. What nobody rated is closed after some days, and not asked about any more. */
async function rateTicket(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'rate', input);
  const { stars, remark = null } = input;
  if (stars === undefined) throw fail(errors.stars_missing);
  return finishStep(tx, actor, subject, {
    action: 'rate',
    sets: [sql`stars = ${stars}`, sql`stars_remark = ${remark}`],
    after: { stars },
    ...(remark ? { reason: remark } : {}),
  });
}

/** Nobody has it then: who assigns gives it to somebody, the second time to somebody else. Its clocks begin again. */
async function reopenTicket(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'reopen', input);
  const { sets } = await writeMessage(tx, actor, { ticketId: subject.id, text: needed(input.remark) });
  const answer = await finishStep(tx, actor, subject, {
    action: 'reopen',
    sets: [
      ...[sql`reopened = reopened + 1`, sql`former_agent_id = coalesce(agent_id, former_agent_id)`],
      ...[sql`agent_id = null`, sql`agent_name = null`, sql`stars = null`, sql`stars_remark = null`],
      ...sets,
    ],
    before: { agent: subject.agentName },
    after: { reopened: subject.reopened + 1 },
    reason: input.remark,
  });
  const told = { kind: 'support.reopened', occasion: `${subject.id}:${answer.version}` } as const;
  await notify(tx, actor, holdersOf('support:assign'), {
    ...told,
    path: pathOf(subject.id),
    params: { number: subject.number },
  });
  await tellAgent(tx, actor, subject, told);
  if (actor.kind === 'staff') await tellConsumer(tx, actor, { ...subject, ...answer }, { what: 'answered' });
  return answer;
}

/**
 * Those whose days of silence are over. Each is a transaction of its own; run again on a day, the second run finds nothing. What
 * somebody works on at this moment is left for the next night.
 */
export async function endSilentTickets(
  db: Db,
  actor: Actor,
  signal?: AbortSignal,
): Promise<{ resolved: number; closed: number }> {
  const done = { resolved: 0, closed: 0 };
  for (const [action, state, days] of [
    ['lapse', 'WAITING_CUSTOMER', SILENT_DAYS],
    ['close', 'RESOLVED', DAYS_TO_CLOSE],
  ] as const) {
    const over = await all<{ id: string }>(
      db,
      sql`select t.id from support.tickets t where t.state = ${state} and ${silentFor(actor, days)} order by t.id`,
    );
    for (const { id } of over) {
      if (signal?.aborted) return done;
      const ended = await transaction(db, (tx) => endSilent(tx, actor, { action, ticketId: id, days }));
      done[action === 'lapse' ? 'resolved' : 'closed'] += ended;
    }
  }
  return done;
}

/** Nothing was written and no step taken for so many days. */
const silentFor = (actor: Actor, days: number) =>
  sql`greatest(t.state_since, t.last_message_at) <= ${actor.now}::timestamptz - make_interval(days => ${days}::int)`;

type Silent = { action: 'lapse' | 'close'; ticketId: string; days: number };

/** Somebody may have written since the list was read: asked again under the lock. Such a refusal is no failure. */
async function endSilent(tx: Tx, actor: Actor, { action, ticketId, days }: Silent): Promise<number> {
  let subject: Subject;
  try {
    subject = await beginStep(tx, actor, action, { ticketId });
  } catch (error) {
    if (error instanceof AppError) return 0;
    throw error;
  }
  const still = await all(
    tx,
    sql`select from support.tickets t where t.id = ${ticketId} and ${silentFor(actor, days)}`,
  );
  if (still.length === 0) return 0;
  const answer = await finishStep(tx, actor, subject, { action });
  if (action === 'lapse') await tellConsumer(tx, actor, { ...subject, ...answer }, { what: 'resolved' });
  await sendByDay(tx, actor.now);
  return 1;
}
