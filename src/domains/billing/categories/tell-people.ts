/** Who is told of a category by date, in the transaction of its step: the household by SMS, mail and bell; the office by the bell. */
import { joinReceiver, type ReceiverRow, receiverColumns } from '#domains/identity/notices/households.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { messagesTo, speakerOf } from '#domains/settings/speaker.ts';
import type { Actor } from '#platform/actor.ts';
import { all, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { notify, notifyEach } from '#platform/messages/inbox.ts';
import { enqueueWritten } from '#platform/messages/outbox.ts';
import { type CategoryMessage, messages } from './message-texts.ts';

const changePath = (id: string): string => `/billing/categories/${id}`;

/** Those who approve, or those who look at connections. */
export async function tellOffice(
  tx: Tx,
  actor: Actor,
  id: string,
  kind: 'categories.waiting' | 'categories.to_check',
): Promise<void> {
  const params = await paramsOf(tx, id);
  const permission =
    kind === 'categories.waiting' ? 'connection-categories:approve' : 'connection-categories:edit';
  await notify(tx, actor, holdersOf(permission), { kind, occasion: id, path: changePath(id), params });
}

const ENDS = {
  APPROVED: 'categories.agreed',
  REFUSED: 'categories.refused',
  WITHDRAWN: 'categories.withdrawn',
  /** Its connection was closed before somebody decided. */
  CLOSED: 'categories.ended',
} as const;

/** Who proposed it hears how it ended, unless they ended it themselves. */
export async function tellProposer(tx: Tx, actor: Actor, id: string, end: keyof typeof ENDS): Promise<void> {
  const proposer = sql`select proposed_by as id from billing.category_changes where id = ${id}`;
  const params = await paramsOf(tx, id);
  await notify(tx, actor, proposer, { kind: ENDS[end], occasion: id, path: changePath(id), params });
}

const paramsOf = (tx: Tx, id: string): Promise<{ number: string; day: string }> =>
  one(
    tx,
    sql`select k.number, coalesce(k.until_day, k.from_day) as day from billing.category_changes k where k.id = ${id}`,
  );

const among = (ids: readonly string[]): Sql => sql`k.id = any(${[...ids]}::uuid[])`;

/**
 * The connection `n` that has the days of a change `k` now, and whose household hears of them. A successor's household does not open the
 * change, which names the household before: its notice leads to its own connections.
 */
const joinConnection = sql`join meters.connections n on n.id = coalesce(meters.goes_on_as(k.connection_id), k.connection_id)`;
const ofHousehold = sql`case when n.id = k.connection_id then k.consumer_id else n.consumer_id end`;

const NOTICES = {
  approved: 'categories.approved',
  ending: 'categories.ending',
  turned: 'categories.turned',
} as const satisfies Record<CategoryMessage, string>;

type Row = {
  id: string;
  /** What tells messages apart: a successor's household is told of the same change. */
  told: string;
  number: string;
  categoryEn: string;
  categoryBn: string;
  nextEn: string | null;
  nextBn: string | null;
  fromDay: string;
  untilDay: string | null;
} & ReceiverRow;

export async function tellHouseholds(
  tx: Tx,
  actor: Actor,
  message: CategoryMessage,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await all<Row>(
    tx,
    sql`select k.id, k.id || case when n.id = k.connection_id then '' else ':' || n.id end as told, n.number, a.name_en as "categoryEn", a.name_bn as "categoryBn", x.name_en as "nextEn", x.name_bn as "nextBn",
        k.from_day as "fromDay", k.until_day as "untilDay", ${receiverColumns}
      from billing.category_changes k ${joinConnection}
      left join meters.connection_categories b on b.connection_id = n.id and b.until_day = k.until_day
      join billing.tariff_categories a on a.code = coalesce(b.category, k.category) left join billing.tariff_categories x on x.code = k.next_category
      ${joinReceiver(ofHousehold)}
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
    sql`select account.id as user_id, k.id::text as occasion, case when n.id = k.connection_id then '/billing/categories/' || k.id else '/billing/billing-list' end as path,
        jsonb_build_object('number', n.number, 'day', case when ${message === 'approved'}::boolean then k.from_day else k.until_day end) as params
      from billing.category_changes k ${joinConnection}
      ${joinReceiver(ofHousehold)}
      where ${among(ids)} and account.id is distinct from ${actor.userId}::uuid`,
  );
}

function textsOf(row: Row, message: CategoryMessage) {
  const speaker = speakerOf(row, row.language);
  const { write, language } = speaker;
  const { untilDay } = row;
  const facts = {
    number: write.digits(row.number),
    category: language === 'bn' ? row.categoryBn : row.categoryEn,
    follows: (language === 'bn' ? row.nextBn : row.nextEn) ?? '',
    from: write.day(row.fromDay),
    until: untilDay === null ? '' : write.day(untilDay),
  };
  return messagesTo(row, speaker, {
    event: `billing.category-${message}:${row.told}`,
    kind: messages[message],
    facts,
  });
}
