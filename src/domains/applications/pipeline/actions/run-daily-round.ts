/**
 * Expires, reminds, archives, and tells of what was on hold until today. Each application is a transaction of its own, so that one that is being worked on
 * does not hold up the rest; run twice on a day, the second time finds nothing to do.
 */
import type { Actor } from '#platform/actor.ts';
import { startOfDay } from '#platform/database/days.ts';
import { all, type Db, sql, transaction } from '#platform/database/db.ts';
import { addMonths, DAY_MS } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { CLOSED_STATES } from '../../application.rules.ts';
import type { MessageKind } from '../message-texts.ts';
import { noticeHeld } from '../notices.ts';
import { readSettings } from '../read-settings.ts';
import { tellApplicant } from '../tell-applicant.ts';
import { archiveApplication } from './archive-application.ts';
import { closeApplication } from './close-application.ts';

/** Days before the last one on which the applicant is reminded. */
const REMIND_DAYS = [7, 2];
/** Messages that name the last day: who got one since is not reminded. */
const ASKING: readonly MessageKind[] = ['pay', 'payReminder', 'takenBack', 'correct', 'correctReminder'];

export type Round = { expired: number; reminded: number; archived: number };

export async function runDailyRound(db: Db, actor: Actor, signal?: AbortSignal): Promise<Round> {
  const settings = await readSettings(db);
  const living = sql`a.deleted_at is null and a.archived_at is null`;
  const over = await ids(
    db,
    sql`${living} and a.expires_on < ${actor.today}::date and a.overlay is null
      and a.state in ('READY_TO_PAY', 'RECORRECTION')`,
  );
  const expired = await eachAlone(over, signal, (id) =>
    transaction(db, (tx) => closeApplication(tx, actor, 'expire', { applicationId: id })),
  );
  // Also after a night in which the round did not run: nothing was told since the day of the reminder.
  const toRemind = await ids(
    db,
    sql`${living} and a.expires_on >= ${actor.today}::date and a.overlay is null
      and a.state in ('READY_TO_PAY', 'RECORRECTION') and exists (
        select from unnest(${REMIND_DAYS}::int[]) as days where a.expires_on - days <= ${actor.today}::date
          and not exists (select from applications.messages m where m.application_id = a.id
            and m.kind = any(${ASKING}::text[]) and m.at >= ${startOfDay(sql`a.expires_on - days`)}))`,
  );
  const reminded = await eachAlone(toRemind, signal, (id) => remind(db, actor, id));
  const idle = new Date(actor.now.getTime() - settings.draftDays * DAY_MS);
  const old = addMonths(actor.today, -settings.archiveAfterMonths);
  const toArchive = await ids(
    db,
    sql`${living} and ((a.state = 'DRAFT' and a.saved_at < ${idle})
      or (a.state = any(${CLOSED_STATES}::text[]) and a.closed_on < ${old}::date))`,
  );
  const archived = await eachAlone(toArchive, signal, (id) =>
    transaction(db, (tx) => archiveApplication(tx, actor, { applicationId: id })),
  );
  await transaction(db, (tx) => noticeHeld(tx, actor));
  return { expired, reminded, archived };
}

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
      await work(id);
      done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return done;
}

async function remind(db: Db, actor: Actor, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [row] = await all<{ state: string; expires_on: string }>(
      tx,
      sql`select state, expires_on from applications.applications
        where id = ${id} for update`,
    );
    if (!row) return;
    const kind = row.state === 'READY_TO_PAY' ? 'payReminder' : 'correctReminder';
    await tellApplicant(tx, actor, { id }, { kind, occasion: `${row.expires_on}-${actor.today}` });
  });
}
