/**
 * Expires, reminds, archives, and tells of what was on hold until today. A demand note whose money may come still is not ended; one
 * that is paid in part is told to people. Each application is a transaction of its own, so that one that is being worked on
 * does not hold up the rest; run twice on a day, the second time finds nothing to do.
 */
import type { Actor } from '#platform/actor.ts';
import { startOfDay } from '#platform/database/days.ts';
import { all, type Db, first, sql, type Tx, transaction } from '#platform/database/db.ts';
import { sendByDay } from '#platform/messages/by-day.ts';
import { addMonths, DAY_MS } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { CLOSED_STATES } from '../../application.rules.ts';
import type { NotePayments } from '../../points.ts';
import type { MessageKind } from '../message-texts.ts';
import { noticeHeld, noticeRestOver } from '../notices.ts';
import { readSettings } from '../read-settings.ts';
import { tellApplicant } from '../tell-applicant.ts';
import { archiveApplication } from './archive-application.ts';
import { closeApplication } from './close-application.ts';

/** Days before the last one on which the applicant is reminded. */
const REMIND_DAYS = [7, 2];
/** Messages that name the last day: who got one since is not reminded. */
const ASKING: readonly MessageKind[] = [
  'pay',
  'payReminder',
  'takenBack',
  'takenBackToWallet',
  'correct',
  'correctReminder',
];

export type Round = { expired: number; reminded: number; archived: number };
type Payments = Pick<NotePayments, 'mayStillCome'>;

export async function runDailyRound(
  db: Db,
  actor: Actor,
  payments: Payments,
  signal?: AbortSignal,
): Promise<Round> {
  const settings = await readSettings(db);
  const over = await ids(db, isOver(actor));
  const expired = await eachAlone(over, signal, (id) =>
    transaction(db, async (tx) => {
      const ended = await endOver(tx, actor, payments, id);
      await sendByDay(tx, actor.now);
      return ended;
    }),
  );
  // Also after a night in which the round did not run: nothing was told since the day of the reminder.
  const toRemind = await ids(db, isToRemind(actor));
  const reminded = await eachAlone(toRemind, signal, (id) => remind(db, actor, id));
  const idle = new Date(actor.now.getTime() - settings.draftDays * DAY_MS);
  const old = addMonths(actor.today, -settings.archiveAfterMonths);
  const toArchive = await ids(
    db,
    sql`${LIVING} and ((a.state = 'DRAFT' and a.saved_at < ${idle})
      or (a.state = any(${CLOSED_STATES}::text[]) and a.closed_on < ${old}::date))`,
  );
  const archived = await eachAlone(toArchive, signal, (id) =>
    transaction(db, (tx) => archiveApplication(tx, actor, { applicationId: id })),
  );
  await transaction(db, (tx) => noticeHeld(tx, actor));
  return { expired, reminded, archived };
}

const LIVING = sql`a.deleted_at is null and a.archived_at is null`;
const WAITS = sql`${LIVING} and a.overlay is null and a.state in ('READY_TO_PAY', 'RECORRECTION')`;
/** Conditions on an application `a`, asked for the list, and again under its lock: its last day may have moved since, or its state. */
const isOver = ({ today }: Actor) => sql`${WAITS} and a.expires_on < ${today}::date`;
const isToRemind = ({ today }: Actor) => sql`${WAITS} and a.expires_on >= ${today}::date and exists (
  select from unnest(${REMIND_DAYS}::int[]) as days where a.expires_on - days <= ${today}::date
    and not exists (select from applications.messages m where m.application_id = a.id
      and m.kind = any(${ASKING}::text[]) and m.at >= ${startOfDay(sql`a.expires_on - days`)}))`;

async function ids(db: Db, where: ReturnType<typeof sql>): Promise<string[]> {
  const rows = await all<{ id: string }>(
    db,
    sql`select a.id from applications.applications a where ${where} order by a.id`,
  );
  return rows.map((row) => row.id);
}

/** Somebody may have changed the application since the list was read: such a refusal is no failure. */
async function eachAlone(
  list: string[],
  signal: AbortSignal | undefined,
  work: (id: string) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  for (const id of list) {
    if (signal?.aborted) break;
    try {
      if ((await work(id)) !== 'left') done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return done;
}

/** The lock is held from the question to the end: no payment is proposed between them. */
async function endOver(tx: Tx, actor: Actor, payments: Payments, id: string): Promise<unknown> {
  const row = await first<{ state: string; lastDay: string | null; settledMinor: number | null }>(
    tx,
    sql`select a.state, a.expires_on as "lastDay", n.settled_minor as "settledMinor" from applications.applications a
      left join applications.demand_notes n on n.application_id = a.id and n.cancelled_at is null
      where a.id = ${id} and ${isOver(actor)} for update of a`,
  );
  if (!row) return 'left';
  if (row.state === 'READY_TO_PAY' && row.lastDay) {
    if (await payments.mayStillCome(tx, actor, { applicationId: id, lastDay: row.lastDay })) return 'left';
    if (row.settledMinor) {
      await tellRestOver(tx, actor, id, row.lastDay);
      return 'left';
    }
  }
  return closeApplication(tx, actor, 'expire', { applicationId: id });
}

/** Money was paid, so that the program does not end it: the office gives new days or sends the money back. Told one time a last day. */
async function tellRestOver(tx: Tx, actor: Actor, id: string, lastDay: string): Promise<void> {
  await tellApplicant(tx, actor, { id }, { kind: 'restOver', occasion: lastDay });
  await noticeRestOver(tx, actor, id);
}

function remind(db: Db, actor: Actor, id: string): Promise<unknown> {
  return transaction(db, async (tx) => {
    const row = await first<{ state: string; expires_on: string }>(
      tx,
      sql`select a.state, a.expires_on from applications.applications a where a.id = ${id} and ${isToRemind(actor)} for update of a`,
    );
    if (!row) return 'left';
    const kind = row.state === 'READY_TO_PAY' ? 'payReminder' : 'correctReminder';
    await tellApplicant(tx, actor, { id }, { kind, occasion: `${row.expires_on}-${actor.today}` });
    await sendByDay(tx, actor.now);
    return 'told';
  });
}
