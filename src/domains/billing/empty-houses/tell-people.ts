/** Who is told of an empty house, in the transaction of its step: the household by SMS, mail and bell; the office by the bell. */
import { joinReceiver, type ReceiverRow, receiverColumns } from '#domains/identity/notices/households.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { messagesTo, speakerOf } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import { type EmptyMessage, messages } from './message-texts.ts';

const housePath = (id: string): string => `/billing/empty-houses/${id}`;

/** Those who approve: of a notice that waits, and of one that a reading ended. */
export async function tellOffice(
  tx: Tx,
  actor: Actor,
  id: string,
  kind: 'empty_houses.waiting' | 'empty_houses.used_office',
): Promise<void> {
  const params = await paramsOf(tx, id);
  await notify(tx, actor, holdersOf('empty-houses:approve'), {
    kind,
    occasion: id,
    path: housePath(id),
    params,
  });
}

/** The person of the office who noted it hears that it was refused. */
export async function tellProposer(tx: Tx, actor: Actor, id: string): Promise<void> {
  const proposer = sql`select p.id from billing.empty_houses k join identity.users p on p.id = k.proposed_by where k.id = ${id} and p.consumer_id is null`;
  const params = await paramsOf(tx, id);
  await notify(tx, actor, proposer, {
    ...{ kind: 'empty_houses.refused', occasion: id, path: housePath(id), params },
  });
}

const paramsOf = (tx: Tx, id: string): Promise<{ number: string; day: string }> =>
  one(tx, sql`select k.number, k.until_day as day from billing.empty_houses k where k.id = ${id}`);

const among = (ids: readonly string[]): Sql => sql`k.id = any(${[...ids]}::uuid[])`;

const NOTICES = {
  approved: 'empty_houses.approved',
  ending: 'empty_houses.ending',
  ended: 'empty_houses.ended',
  refused: 'empty_houses.refused_own',
  used: 'empty_houses.used',
} as const satisfies Record<EmptyMessage, string>;

type Row = {
  id: string;
  number: string;
  fromDay: string;
  untilDay: string;
} & ReceiverRow;

export async function tellHouseholds(
  tx: Tx,
  actor: Actor,
  message: EmptyMessage,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await all<Row>(
    tx,
    sql`select k.id, n.number, k.from_day as "fromDay", k.until_day as "untilDay", ${receiverColumns}
      from billing.empty_houses k join meters.connections n on n.id = k.connection_id
      ${joinReceiver(sql`k.consumer_id`)}
      where ${among(ids)} order by k.id`,
  );
  await enqueueWritten(
    tx,
    rows.flatMap((row) => textsOf(row, message)),
  );
  await notifyEach(
    tx,
    actor,
    NOTICES[message],
    sql`select account.id as user_id, k.id::text as occasion, '/billing/empty-houses/' || k.id as path,
        jsonb_build_object('number', n.number, 'day', case when ${message === 'approved'}::boolean then k.from_day else k.until_day end) as params
      from billing.empty_houses k join meters.connections n on n.id = k.connection_id
      ${joinReceiver(sql`k.consumer_id`)}
      where ${among(ids)} and account.id is distinct from ${actor.userId}::uuid`,
  );
}

/** The household reads which register counts, and can object. */
export async function tellRegister(
  tx: Tx,
  actor: Actor,
  { id, day, litres }: { id: string; day: string; litres: number },
): Promise<void> {
  await notifyEach(
    tx,
    actor,
    'empty_houses.register',
    sql`select account.id as user_id, k.id || ':' || k.version as occasion, '/billing/empty-houses/' || k.id as path,
        jsonb_build_object('number', n.number, 'day', ${day}::date, 'litres', ${litres}::bigint) as params
      from billing.empty_houses k join meters.connections n on n.id = k.connection_id
      ${joinReceiver(sql`k.consumer_id`)}
      where ${among([id])}`,
  );
}

function textsOf(row: Row, message: EmptyMessage) {
  const speaker = speakerOf(row, row.language);
  const { write } = speaker;
  const facts = {
    number: write.digits(row.number),
    from: write.day(row.fromDay),
    until: write.day(row.untilDay),
  };
  return messagesTo(row, speaker, {
    event: `billing.empty-house-${message}:${row.id}`,
    kind: messages[message],
    facts,
  });
}
