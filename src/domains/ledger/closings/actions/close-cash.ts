/**
 * Closes a cashier's day: the locks of the person, the month, the day and the drawer are taken, then the books are asked, the variance is posted
 * into the day, and the closing is written. From its commit on the database takes no more counter money of that cashier
 * and day. A variance above what one person may do alone is not posted: the closing waits for a second person.
 */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { ensureMonthOpen } from '../../actions/close-period.ts';
import { errors } from '../../contract.ts';
import type { VarianceAlone } from '../../points.ts';
import { type Pieces, sumOf } from '../closing.rules.ts';
import type { Closing } from '../contract.ts';
import { cashierOf, expectedOf, firstDayOfBooks, getClosing, hasTakenMoney, laterFloat } from '../queries.ts';
import { postVariance } from './post-variance.ts';

type Counted = { by: 'total'; totalMinor: number } | { by: 'pieces'; pieces: Pieces };
type Input = {
  day: string;
  cashierId?: string | undefined;
  counted: Counted;
  expectedMinor: number;
  keptMinor: number;
  reason?: string | undefined;
};

export async function closeCash(tx: Tx, actor: Actor, alone: VarianceAlone, input: Input): Promise<Closing> {
  const { day, counted, keptMinor, reason = null } = input;
  const cashierId = cashierOf(actor, input.cashierId);
  if (day > actor.today) throw fail(errors.day_in_future);
  await alone.lock(tx, actor);
  await ensureMonthOpen(tx, day);
  await execute(tx, sql`select ledger.lock_day(${day}::date, true)`);
  await execute(tx, sql`select ledger.lock_drawer(${cashierId}::uuid)`);
  const closed = await first(
    tx,
    sql`select from ledger.cash_closings where day = ${day} and cashier_id = ${cashierId}
      and reopened_at is null and state <> 'REFUSED'`,
  );
  if (closed) throw fail(errors.day_closed_already);
  const books = await expectedOf(tx, cashierId, day);
  const { expectedMinor, floatMinor, cardMinor, chequeCount, chequeMinor, hasMoney } = books;
  if (!hasMoney) return refuseEmptyDay(tx, actor, cashierId, day);
  if (expectedMinor !== input.expectedMinor) throw fail(errors.cash_moved, { amount: expectedMinor });
  const { leastMinor, mostMinor } = await laterFloat(tx, cashierId, day);
  if (keptMinor < leastMinor) throw fail(errors.kept_is_other, { amount: leastMinor });
  if (mostMinor !== null && keptMinor > mostMinor) throw fail(errors.kept_is_other, { amount: mostMinor });
  const countedMinor = counted.by === 'total' ? counted.totalMinor : sumOf(counted.pieces);
  const varianceMinor = countedMinor - expectedMinor;
  if (varianceMinor !== 0 && !reason) throw fail(errors.variance_reason);
  const { id } = await one<{ id: string }>(tx, sql`select uuidv7() as id`);
  const act = { amountMinor: Math.abs(varianceMinor), sourceId: id };
  // A drawer never holds less than nothing: who paid out more than it had closes no such day alone.
  const waits = varianceMinor !== 0 && (expectedMinor < 0 || !(await alone.mayAlone(tx, actor, act)));
  if (varianceMinor !== 0 && !waits)
    await postVariance(tx, actor, { id, day, cashierId, varianceMinor, reason });
  const denominations = counted.by === 'pieces' ? JSON.stringify(counted.pieces) : null;
  await execute(
    tx,
    sql`insert into ledger.cash_closings (id, state, day, cashier_id, expected_minor, float_minor, card_minor, cheque_count, cheque_minor, counted_minor,
      kept_minor, denominations, reason, closed_by, closed_at)
    values (${id}, ${waits ? 'WAITING' : 'CLOSED'}, ${day}, ${cashierId}, ${expectedMinor - floatMinor}, ${floatMinor}, ${cardMinor}, ${chequeCount}, ${chequeMinor}, ${countedMinor}, ${keptMinor},
      ${denominations}::jsonb, ${reason}, ${actor.userId}, ${actor.now})`,
  );
  await audit(tx, actor, {
    action: waits ? 'cash-closing.count' : 'cash-closing.close',
    object: 'cash-closing',
    objectId: id,
    after: { day, cashierId, expectedMinor, floatMinor, countedMinor, keptMinor, varianceMinor, waits },
    ...(reason ? { reason } : {}),
  });
  const closing = await getClosing(tx, actor, id);
  if (varianceMinor !== 0) await tellDeciders(tx, actor, closing, cashierId);
  return closing;
}

/** Why there is nothing to close: nobody, before the books, or a day without money. */
async function refuseEmptyDay(tx: Tx, actor: Actor, cashierId: string, day: string): Promise<never> {
  if (cashierId !== actor.userId && !(await hasTakenMoney(tx, cashierId))) throw fail(errors.cashier_unknown);
  const begin = await firstDayOfBooks(tx);
  throw fail(begin === null || day < begin ? errors.day_before_books : errors.no_counter_money);
}

/**
 * Tells everybody who may decide, but neither the person who counted nor the cashier of the drawer. If the variance is within
 * the limit, they are told that it was posted.
 */
async function tellDeciders(tx: Tx, actor: Actor, closing: Closing, cashierId: string): Promise<void> {
  const holders = holdersOf('closings:decide-variance');
  const waits = closing.state === 'WAITING';
  await notify(tx, actor, sql`select id from (${holders}) holder where id <> ${cashierId}::uuid`, {
    kind: waits ? 'ledger.variance_waiting' : 'ledger.variance_posted',
    occasion: closing.id,
    path: `/cash-closing?page=1&state=${waits ? 'waiting' : 'variance'}`,
    params: { day: closing.day, name: closing.cashier, minor: Math.abs(closing.varianceMinor) },
  });
}
