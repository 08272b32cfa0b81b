/**
 * The office's calendar changes: what runs is reckoned again by a job that begins at once, in small parts, so that saving the settings waits for
 * nobody. Until it is done, a step that stops a clock reckons its own deadline first.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { timeZoneOf } from '#platform/database/days.ts';
import { type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import type { Office } from '../../pipeline/working-time.rules.ts';
import type { MovedKind, WorkSettings } from '../../settings/settings.rules.ts';
import type { MovingDeadlines } from '../moving-deadlines.ts';
import { runningDeadlines } from '../queries.ts';

export const MOVE_JOB = 'applications:move-deadlines';
const PART_ROWS = 1000;
/** A step that read the calendar before the change is over by then, and its deadline is looked at in a second pass. */
const STEPS_ARE_OVER_MS = 120_000;

type Calendar = WorkSettings['office'];

const written = ({ weekend, holidays, opensAt, closesAt }: Calendar) =>
  JSON.stringify([[...new Set(weekend)].sort(), [...new Set(holidays)].sort(), opensAt, closesAt]);

/** Notes that the calendar is another one, and lets the deadlines move; nothing if it counts the same days and hours. */
export async function changeCalendar(
  tx: Tx,
  actor: Actor,
  { before, after }: { before: Calendar; after: Calendar },
  moving: readonly MovingDeadlines[],
): Promise<void> {
  if (written(before) === written(after)) return;
  const total = await runningDeadlines(tx, moving);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into applications.calendar_moves (saved_at, saved_by_name, office_before, total)
      values (${actor.now}, ${actor.name}, ${JSON.stringify(before)}::jsonb, ${total}) returning id`,
  );
  // One after the other: a deadline without a clock is taken over from the calendar that it was reckoned with.
  await addJob(tx, MOVE_JOB, { id }, { queue: MOVE_JOB });
}

type Move = { before: Calendar; doneAt: string | null };

/** Reckons every running deadline again. Run twice, the second time moves nothing. @returns how many moved, by kind */
export async function moveDeadlines(
  db: Db,
  actor: Actor,
  { id, moving, signal }: { id: string; moving: readonly MovingDeadlines[]; signal: AbortSignal },
): Promise<Partial<Record<MovedKind, number>>> {
  const move = await first<Move>(
    db,
    sql`select office_before as before, done_at as "doneAt" from applications.calendar_moves where id = ${id}`,
  );
  if (!move) return {};
  if (move.doneAt === null)
    await execute(db, sql`update applications.calendar_moves set looked = 0 where id = ${id}`);
  const before: Office = { ...move.before, timeZone: await timeZoneOf(db) };
  const moved: Partial<Record<MovedKind, number>> = {};
  for (const kind of moving) {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const from: string | null = after;
      const part = await transaction(db, async (tx) => {
        const { office: now } = await readSettings(tx);
        const done = await kind.move(tx, {
          actor,
          calendars: { before, now },
          after: from,
          limit: PART_ROWS,
        });
        await notePart(tx, id, { kind: kind.kind, ...done });
        return done;
      });
      moved[kind.kind] = (moved[kind.kind] ?? 0) + part.moved;
      after = part.last;
    } while (after !== null);
  }
  await endMove(db, actor, { id, isSecond: move.doneAt !== null, movedNow: moved });
  return moved;
}

async function notePart(
  tx: Tx,
  id: string,
  { kind, looked, moved }: { kind: MovedKind; looked: number; moved: number },
): Promise<void> {
  await execute(
    tx,
    sql`update applications.calendar_moves set looked = looked + case when done_at is null then ${looked}::int else 0 end,
        moved = moved || jsonb_build_object(${kind}::text, coalesce((moved ->> ${kind}::text)::int, 0) + ${moved}::int)
      where id = ${id}`,
  );
}

/** The log says how many moved; a second pass only if it moved some. */
async function endMove(
  db: Db,
  actor: Actor,
  { id, isSecond, movedNow }: { id: string; isSecond: boolean; movedNow: Partial<Record<MovedKind, number>> },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { moved } = await one<{ moved: Partial<Record<MovedKind, number>> }>(
      tx,
      sql`update applications.calendar_moves set done_at = coalesce(done_at, ${actor.now}) where id = ${id} returning moved`,
    );
    const sum = Object.values(movedNow).reduce((total, count) => total + count, 0);
    if (!isSecond || sum > 0)
      await audit(tx, actor, {
        action: 'application.deadlines',
        object: 'settings',
        objectId: 'applications',
        after: isSecond ? movedNow : moved,
      });
    if (!isSecond)
      await addJob(
        tx,
        MOVE_JOB,
        { id, again: true },
        { queue: MOVE_JOB, runAt: new Date(Date.now() + STEPS_ARE_OVER_MS) },
      );
  });
}
