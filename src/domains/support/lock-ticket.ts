/**
 * A ticket as the steps see it, locked until the end of the transaction. Order of locks: the work order → the ticket → the materials of
 * work orders and the number series.
 */
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { addWorkingMinutes } from '#domains/applications/pipeline/working-time.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import type { AuditWord } from '#shared/words.ts';
import { errors } from './contract.ts';
import type { StepAnswer } from './steps/contract.ts';
import {
  type Priority,
  refusalOf,
  stateAfter,
  type TicketAction,
  type TicketState,
  TRANSITIONS,
} from './ticket.rules.ts';
import { answered, type Clock, ended, resumed, started, stopped, wasLate } from './ticket-clock.rules.ts';

export type Subject = {
  id: string;
  number: string;
  state: TicketState;
  consumerId: string;
  connectionId: string | null;
  agentId: string | null;
  agentName: string | null;
  lastMessageId: string | null;
  reopened: number;
  endedAt: string | null;
  answerHours: number;
  solveHours: number;
  answerDueAt: string | null;
  answeredAt: string | null;
  solveDueAt: string | null;
  minutesLeft: number | null;
  priority: Priority;
  answerFrom: string | null;
  solveFrom: string | null;
  solveMinutes: number | null;
  /** The calendar has changed, and not every deadline was reckoned again. */
  isCalendarMoving: boolean;
  version: number;
};

/** Tickets `t`: staff see all, a consumer their own. Row-level security says the same. */
export const seesTicket = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`t.consumer_id = any (consumers.known_as(${actor.consumerId}::uuid))`
    : sql`true`;

export async function lockTicket(tx: Tx, actor: Actor, id: string): Promise<Subject> {
  const subject = await first<Subject>(
    tx,
    sql`select t.id, t.number, t.state, t.consumer_id as "consumerId", t.connection_id as "connectionId", t.agent_id as "agentId",
        t.agent_name as "agentName", t.last_message_id as "lastMessageId", t.reopened, t.ended_at as "endedAt",
        t.answer_hours as "answerHours", t.solve_hours as "solveHours", t.answer_due_at as "answerDueAt",
        t.answered_at as "answeredAt", t.solve_due_at as "solveDueAt", t.minutes_left as "minutesLeft", t.priority, t.version,
        t.answer_from as "answerFrom", t.solve_from as "solveFrom", t.solve_minutes as "solveMinutes",
        exists (select from applications.calendar_moves m where m.done_at is null) as "isCalendarMoving"
      from support.tickets t where t.id = ${id} and ${seesTicket(actor)} for no key update of t`,
  );
  if (!subject) throw fail(commonErrors.not_found);
  return subject;
}

/** The word that a person lacks. */
const wordOf = (action: TicketAction, actor: Actor): Permission => {
  const { agent, staff, consumer } = TRANSITIONS[action].by;
  return actor.kind === 'consumer' && consumer ? 'support:create' : (agent ?? staff?.[0] ?? 'support:answer');
};

/** Locks the ticket and makes sure that the actor may take the action now, on the version that they looked at. */
export async function beginStep(
  tx: Tx,
  actor: Actor,
  action: TicketAction,
  input: { ticketId: string; version?: number },
): Promise<Subject> {
  const subject = await lockTicket(tx, actor, input.ticketId);
  const refusal = refusalOf(action, subject, actor);
  if (refusal === 'not_permitted')
    throw fail(commonErrors.not_permitted, { permission: wordOf(action, actor) });
  if (input.version !== undefined && input.version !== subject.version)
    throw fail(commonErrors.stale_version);
  if (refusal) throw fail(errors[refusal]);
  return subject;
}

type Step = {
  action: TicketAction;
  sets?: Sql[];
  /** Who gets it, for the office. */
  agent?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string | undefined;
};

const AUDIT: Record<TicketAction, AuditWord> = {
  assign: 'ticket.assign',
  take: 'ticket.take',
  leave: 'ticket.leave',
  start: 'ticket.start',
  reply: 'ticket.reply',
  ask: 'ticket.ask',
  answer: 'ticket.answer',
  note: 'ticket.note',
  order: 'ticket.order',
  'field-done': 'ticket.field-done',
  'field-again': 'ticket.field-again',
  resolve: 'ticket.resolve',
  reject: 'ticket.reject',
  lapse: 'ticket.lapse',
  rate: 'ticket.rate',
  close: 'ticket.close',
  reopen: 'ticket.reopen',
};

/** Writes the new state with its clocks, what happened and the log. */
export async function finishStep(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { action, sets = [], agent, before = {}, after = {}, reason }: Step,
): Promise<StepAnswer> {
  const to = stateAfter(action, subject.state);
  const moved = to === subject.state ? [] : [sql`state = ${to}`, sql`state_since = ${actor.now}`];
  const clock = await clockAfter(tx, actor, subject, action);
  const answer = await one<StepAnswer>(
    tx,
    sql`update support.tickets set ${sql.join([sql`version = version + 1`, ...moved, ...clock.sets, ...sets])}
      where id = ${subject.id} returning id, state, version`,
  );
  await noteEvent(tx, actor, {
    ticketId: subject.id,
    action,
    from: subject.state,
    to,
    agent,
    late: clock.late,
  });
  await audit(tx, actor, {
    action: AUDIT[action],
    object: 'ticket',
    objectId: subject.id,
    before: { state: subject.state, ...before },
    after: { state: to, number: subject.number, ...after },
    ...(reason ? { reason } : {}),
  });
  return answer;
}

/** What the action does to the clocks. `late`: of one that ends a ticket. */
async function clockAfter(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  action: TicketAction,
): Promise<{ sets: Sql[]; late?: boolean }> {
  const before = clockOf(subject);
  const { now } = actor;
  // What was done, or why nothing is, is written to the consumer: an answer too.
  const answers = action === 'lapse' ? [] : [sql`answered_at = coalesce(answered_at, ${now})`];
  if (action === 'resolve' || action === 'reject' || action === 'lapse')
    return { sets: [...columnsOf(ended()), sql`ended_at = ${now}`, ...answers], late: wasLate(before, now) };
  if (action === 'reopen' || (action === 'field-again' && subject.endedAt !== null)) {
    const { office } = await readSettings(tx);
    return {
      sets: [...columnsOf(started(now, subject, office)), sql`answered_at = null`, sql`ended_at = null`],
    };
  }
  const isFirst = (action === 'reply' || action === 'ask') && subject.answeredAt === null;
  const after = isFirst ? answered(before) : before;
  const sets = isFirst ? [sql`answered_at = ${now}`] : [];
  if (action !== 'ask' && subject.state !== 'WAITING_CUSTOMER')
    return { sets: isFirst ? [...columnsOf(after), ...sets] : [] };
  const { office } = await readSettings(tx);
  if (action === 'ask') {
    const { solve } = after;
    // The calendar has changed and this deadline was not reckoned again yet.
    const isBehind = subject.isCalendarMoving && solve !== null;
    const solveDueAt = isBehind ? addWorkingMinutes(solve.from, solve.minutes, office) : after.solveDueAt;
    return { sets: [...columnsOf(stopped({ ...after, solveDueAt }, now, office)), ...sets] };
  }
  const goesOn = action === 'answer' || action === 'leave' || action === 'field-again';
  return { sets: goesOn ? columnsOf(resumed(after, now, office)) : [] };
}

const instant = (text: string | null) => (text === null ? null : new Date(text));
const clockOf = (ticket: Subject): Clock => ({
  answerDueAt: instant(ticket.answerDueAt),
  answerFrom: instant(ticket.answerFrom),
  solveDueAt: instant(ticket.solveDueAt),
  solve:
    ticket.solveFrom === null || ticket.solveMinutes === null
      ? null
      : { from: new Date(ticket.solveFrom), minutes: ticket.solveMinutes },
  minutesLeft: ticket.minutesLeft,
});
const columnsOf = ({ answerDueAt, answerFrom, solveDueAt, solve, minutesLeft }: Clock): Sql[] => [
  sql`answer_due_at = ${answerDueAt}`,
  sql`answer_from = ${answerFrom}`,
  sql`solve_due_at = ${solveDueAt}`,
  sql`solve_from = ${solve?.from ?? null}::timestamptz`,
  sql`solve_minutes = ${solve?.minutes ?? null}::int`,
  sql`minutes_left = ${minutesLeft}`,
];

/** The columns of who has it; null: nobody. */
export const givenTo = (id: string | null, name: string | null): Sql[] => [
  ...[sql`agent_id = ${id}`, sql`agent_name = ${name}`, sql`agent_seen_at = null`],
];

type Event = {
  ticketId: string;
  action: TicketAction | 'create' | 'owner-changed';
  from: TicketState | null;
  to: TicketState;
  agent?: string | undefined;
  late?: boolean | undefined;
};

/** Appends to what happened. */
export async function noteEvent(tx: Tx, actor: Actor, event: Event): Promise<void> {
  const side = actor.kind === 'consumer' ? 'CONSUMER' : actor.kind === 'staff' ? 'OFFICE' : 'SYSTEM';
  await execute(
    tx,
    sql`insert into support.timeline (ticket_id, at, action, from_state, to_state, actor_name, side, agent_name, was_late)
      values (${event.ticketId}, ${actor.now}, ${event.action}, ${event.from}, ${event.to}, ${actor.name}, ${side},
        ${event.agent ?? null}, ${event.late ?? null})`,
  );
}
