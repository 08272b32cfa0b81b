/**
 * Closes a cashier's day: the day's lock is taken alone, then the books are asked, the variance is posted into the day,
 * and the closing is written. From its commit on the database takes no more counter money of that cashier and day.
 */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { ACCOUNTS } from '../../accounts.rules.ts';
import { postJournal } from '../../actions/post-journal.ts';
import { errors } from '../../contract.ts';
import { type Pieces, sumOf } from '../closing.rules.ts';
import type { Closing } from '../contract.ts';
import { cashierOf, expectedOf, getClosing } from '../queries.ts';

type Counted = { by: 'total'; totalMinor: number } | { by: 'pieces'; pieces: Pieces };
type Input = {
  day: string;
  cashierId?: string | undefined;
  counted: Counted;
  expectedMinor: number;
  keptMinor: number;
  reason?: string | undefined;
};

export async function closeCash(tx: Tx, actor: Actor, input: Input): Promise<Closing> {
  const { day, counted, keptMinor, reason = null } = input;
  const cashierId = cashierOf(actor, input.cashierId);
  if (day > actor.today) throw fail(errors.day_in_future);
  await execute(tx, sql`select ledger.lock_day(${day}::date, true)`);
  const closed = await first(
    tx,
    sql`select from ledger.cash_closings where day = ${day} and cashier_id = ${cashierId} and reopened_at is null`,
  );
  if (closed) throw fail(errors.day_closed_already);
  const { expectedMinor, floatMinor, cardMinor } = await expectedOf(tx, cashierId, day);
  if (expectedMinor !== input.expectedMinor) throw fail(errors.cash_moved, { amount: expectedMinor });
  const countedMinor = counted.by === 'total' ? counted.totalMinor : sumOf(counted.pieces);
  const varianceMinor = countedMinor - expectedMinor;
  if (varianceMinor !== 0 && !reason) throw fail(errors.variance_reason);
  const { id } = await one<{ id: string }>(tx, sql`select uuidv7() as id`);
  if (varianceMinor !== 0) await postVariance(tx, actor, { id, day, cashierId, varianceMinor, reason });
  const denominations = counted.by === 'pieces' ? JSON.stringify(counted.pieces) : null;
  await execute(
    tx,
    sql`insert into ledger.cash_closings (id, day, cashier_id, expected_minor, float_minor, card_minor, counted_minor,
      kept_minor, denominations, reason, closed_by, closed_at)
    values (${id}, ${day}, ${cashierId}, ${expectedMinor - floatMinor}, ${floatMinor}, ${cardMinor}, ${countedMinor}, ${keptMinor},
      ${denominations}::jsonb, ${reason}, ${actor.userId}, ${actor.now})`,
  );
  await audit(tx, actor, {
    action: 'cash-closing.close',
    object: 'cash-closing',
    objectId: id,
    after: { day, cashierId, expectedMinor, floatMinor, countedMinor, keptMinor, varianceMinor },
    ...(reason ? { reason } : {}),
  });
  return getClosing(tx, actor, id);
}

/** Short: the cash account goes down and the difference is an expense; over: the opposite. In the cashier's name. */
async function postVariance(
  tx: Tx,
  actor: Actor,
  closing: { id: string; day: string; cashierId: string; varianceMinor: number; reason: string | null },
): Promise<void> {
  await postJournal(
    tx,
    { ...actor, userId: closing.cashierId },
    {
      kind: 'CASH_VARIANCE',
      sourceId: closing.id,
      businessDate: closing.day,
      ...(closing.reason ? { reason: closing.reason } : {}),
      entries: [
        { account: ACCOUNTS.cash, amountMinor: closing.varianceMinor },
        { account: ACCOUNTS.cashVariance, amountMinor: -closing.varianceMinor },
      ],
    },
  );
}

export async function askReopen(
  tx: Tx,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<Closing> {
  const before = await getClosing(tx, actor, input.id);
  const asked = await first(
    tx,
    sql`update ledger.cash_closings set reopen_asked_by = ${actor.userId}, reopen_asked_at = ${actor.now},
        reopen_reason = ${input.reason}
      where id = ${input.id} and reopened_at is null and reopen_asked_at is null returning id`,
  );
  if (!asked) throw fail(before.reopenedAt ? errors.day_reopened : errors.reopen_asked);
  await audit(tx, actor, {
    action: 'cash-closing.ask-reopen',
    object: 'cash-closing',
    objectId: input.id,
    after: { day: before.day },
    reason: input.reason,
  });
  await notify(tx, actor, holdersOf('closings:reopen'), {
    kind: 'ledger.reopen_waiting',
    occasion: input.id,
    path: '/cash-closing?page=1',
    params: { day: before.day, name: actor.name },
  });
  return getClosing(tx, actor, input.id);
}

/** The database refuses the one who asked; a day of a closed month stays closed. */
export async function reopenCash(tx: Tx, actor: Actor, id: string): Promise<Closing> {
  const before = await getClosing(tx, actor, id);
  const isMonthClosed = await first(
    tx,
    sql`select from ledger.closed_periods where period = date_trunc('month', ${before.day}::date)::date`,
  );
  if (isMonthClosed) throw fail(errors.period_closed);
  const opened = await first(
    tx,
    sql`update ledger.cash_closings set reopened_by = ${actor.userId}, reopened_at = ${actor.now}
      where id = ${id} and reopened_at is null and reopen_asked_at is not null returning id`,
  );
  if (!opened) throw fail(errors.reopen_not_asked);
  await audit(tx, actor, {
    action: 'cash-closing.reopen',
    object: 'cash-closing',
    objectId: id,
    after: { day: before.day },
    reason: before.reopenReason ?? '',
  });
  return getClosing(tx, actor, id);
}
