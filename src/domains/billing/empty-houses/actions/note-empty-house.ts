/** A household says that its house is empty, or the office notes it; it counts when another person approves. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { addMonths } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { typedNumber } from '#shared/search/join-groups.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { noteOwn } from '../../own-requests.ts';
import { errors } from '../contract.ts';
import {
  type EmptyReason,
  type EmptyState,
  earliestFrom,
  latestUntil,
  MOST_MONTHS_AHEAD,
} from '../empty-house.rules.ts';
import { earliestNoted, refuseBilled, refuseClosed, refuseWrongStart } from '../judge-house.ts';
import { emptyRulesOn } from '../queries.ts';
import { tellOffice } from '../tell-people.ts';

type Noted = {
  fromDay: string;
  untilDay: string | null;
  reason: EmptyReason;
  words: string;
  startLitres: number | null;
};
export type Moved = { id: string; number: string; state: EmptyState };

type Connection = { id: string };

/** Whose it is, is asked again under its lock: an owner may just have changed. */
async function locked(tx: Tx, which: Sql): Promise<Connection | undefined> {
  await lockConnections(tx, sql`select c.id from meters.connections c where ${which}`);
  return first<Connection>(tx, sql`select c.id from meters.connections c where ${which}`);
}

export async function noteEmptyHouse(
  tx: Tx,
  actor: Actor,
  { connectionNumber, ...input }: Noted & { connectionNumber: string },
): Promise<Moved> {
  const connection = await locked(tx, sql`c.number = ${typedNumber(connectionNumber)}`);
  if (!connection) throw fail(errors.connection_unknown);
  await refuseClosed(tx, connection.id, errors.connection_closed);
  return open(tx, actor, connection, input, (insert) => one<Moved>(tx, insert(sql`true`)));
}

/** A household is limited in what it takes back, and in what waits: a notice may be about one day only, so many of them can wait. */
export async function askEmptyHouse(
  tx: Tx,
  actor: Actor,
  { connectionId, ...input }: Noted & { connectionId: string },
): Promise<Moved> {
  const connection = await locked(
    tx,
    sql`c.id = ${connectionId} and ${isConsumer(sql`c.consumer_id`, actor.consumerId)}`,
  );
  if (!connection) throw fail(commonErrors.not_found);
  await refuseClosed(tx, connection.id, errors.own_closed);
  const counted = sql`select ${dayOfInstant(sql`k.proposed_at`)} from billing.empty_houses k join identity.users p on p.id = k.proposed_by
    where k.connection_id = ${connection.id} and k.state in ('WAITING', 'WITHDRAWN') and p.consumer_id is not null`;
  return open(tx, actor, connection, input, (insert) =>
    noteOwn<Moved>(tx, actor, { counted, insert, refusal: errors.asked_often }),
  );
}

type Insert = (isFree: Sql) => Sql<Moved>;

async function open(
  tx: Tx,
  actor: Actor,
  connection: Connection,
  input: Noted,
  write: (insert: Insert) => Promise<Moved>,
): Promise<Moved> {
  const { fromDay, reason, words, startLitres } = input;
  const rules = await emptyRulesOn(tx, actor.today);
  if (!rules.on) throw fail(errors.not_offered);
  const farthest = addMonths(actor.today, MOST_MONTHS_AHEAD);
  if (fromDay > farthest) throw fail(errors.too_far, { day: farthest });
  const latest = latestUntil(fromDay, rules);
  const untilDay = input.untilDay ?? latest;
  if (untilDay <= fromDay) throw fail(errors.end_before_begin);
  if (untilDay > latest) throw fail(errors.too_long, { day: latest });
  const { id: connectionId } = connection;
  const earliest = await earliestNoted(tx, connectionId, earliestFrom(actor.today, rules));
  if (fromDay < earliest) throw fail(errors.too_early, { day: earliest });
  await refuseBilled(tx, connectionId, fromDay);
  if (startLitres !== null)
    await refuseWrongStart(tx, actor, { connectionId, day: fromDay, litres: startLitres });
  const house = await write(
    (
      isFree,
    ) => sql<Moved>`insert into billing.empty_houses (number, connection_id, consumer_id, from_day, until_day, noted_until_day, open_end, reason, words, start_litres,
        fixed_percent, minimum_percent, litres_per_month, proposed_by, proposed_by_name, proposed_at)
      select platform.human_number(${NUMBER_KINDS.emptyHouse}, platform.take_numbers('empty-house')), c.id, c.consumer_id, ${fromDay}::date,
        ${untilDay}::date, ${untilDay}::date, ${input.untilDay === null}::boolean, ${reason}, ${words}, ${startLitres}::bigint, ${rules.fixedOwedPercent}::int,
        ${rules.minimumOwedPercent}::int, ${rules.emptyLitres}::bigint, ${actor.userId}::uuid, ${actor.name}, ${actor.now}::timestamptz
      from meters.connections c where c.id = ${connectionId} and ${isFree} returning id, number, state`,
  );
  await audit(tx, actor, {
    action: 'empty-house.note',
    object: 'empty-house',
    objectId: house.id,
    after: { connectionId, fromDay, untilDay, because: reason, startLitres },
    reason: words,
  });
  await tellOffice(tx, actor, house.id, 'empty_houses.waiting');
  return house;
}
