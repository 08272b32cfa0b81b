/** One person proposes another category of a connection from a day on; it counts when another person approves. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { typedNumber } from '#shared/search/join-groups.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { type ChangeReason, type ChangeState, LONGEST_MONTHS, MOST_MONTHS_AHEAD } from '../category.rules.ts';
import { errors } from '../contract.ts';
import { judgeChange } from '../judge-change.ts';
import { tellOffice } from '../tell-people.ts';

export type Proposed = {
  connectionNumber: string;
  category: string;
  fromDay: string;
  untilDay: string | null;
  nextCategory: string | null;
  reason: ChangeReason;
  words: string;
};
export type Moved = { id: string; number: string; state: ChangeState };

export async function proposeCategory(tx: Tx, actor: Actor, input: Proposed): Promise<Moved> {
  const { connectionNumber, category, fromDay, untilDay, nextCategory, reason, words } = input;
  if ((untilDay === null) !== (nextCategory === null) || nextCategory === category)
    throw fail(errors.end_incomplete);
  if (untilDay !== null && untilDay <= fromDay) throw fail(errors.end_before_begin);
  const latest = addMonths(fromDay, LONGEST_MONTHS);
  if (untilDay !== null && untilDay > latest) throw fail(errors.too_long, { day: latest });
  const found = await first<{ id: string; connectedOn: string }>(
    tx,
    sql`select id, connected_on as "connectedOn" from meters.connections where number = ${typedNumber(connectionNumber)}`,
  );
  if (!found) throw fail(errors.connection_unknown);
  if (fromDay < found.connectedOn) throw fail(errors.before_connection, { day: found.connectedOn });
  const farthest = addMonths(actor.today, MOST_MONTHS_AHEAD);
  if (fromDay > farthest) throw fail(errors.too_far, { day: farthest });
  const connectionId = found.id;
  await lockConnections(tx, sql`select ${connectionId}::uuid`);
  await judgeChange(tx, { connectionId, category, fromDay, untilDay, nextCategory });
  const change = await one<Moved>(
    tx,
    sql`insert into billing.category_changes (number, connection_id, consumer_id, category, from_day, until_day, next_category, reason, words,
        proposed_by, proposed_by_name, proposed_at)
      select platform.human_number(${NUMBER_KINDS.categoryChange}, platform.take_numbers('category-change')), c.id, c.consumer_id, ${category},
        ${fromDay}::date, ${untilDay}::date, ${nextCategory}, ${reason}, ${words}, ${actor.userId}::uuid, ${actor.name}, ${actor.now}::timestamptz
      from meters.connections c where c.id = ${connectionId} returning id, number, state`,
  );
  await audit(tx, actor, {
    action: 'category-change.propose',
    object: 'category-change',
    objectId: change.id,
    after: { connectionId, category, fromDay, untilDay, nextCategory, because: reason },
    reason: words,
  });
  await tellOffice(tx, actor, change.id, 'categories.waiting');
  return change;
}
